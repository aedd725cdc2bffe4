import type { LanguagePhrases } from './phrase-types';

const agrees =
  /\b(?:gaat u|ga je|stemt u|stem je|accepteert u|accepteer je|aanvaardt u|aanvaard je|geeft u (?:ons )?(?:uw |hiervoor )?toestemming|geef je (?:ons )?(?:je |hiervoor )?toestemming|u accepteert|je accepteert|u aanvaardt|u gaat (?:\w{1,12} ){0,4}akkoord|je gaat (?:\w{1,12} ){0,4}akkoord|u stemt (?:\w{1,12} ){0,4}in)\b|\b(?:geldt|betekent|beschouwen (?:wij|we)|wordt|als) (?:\w{1,14} ){0,4}(?:toestemming|akkoord|instemming)\b|\bgaan (?:wij|we) er ?van ?uit (?:\w{1,14} ){0,8}(?:akkoord|instem\w{1,3}|toestem\w{0,4}|goed ?vind\w?|accepte\w{1,4})\b|\b(?:u|je) (?:hiermee |daarmee |er ?mee )?(?:akkoord gaat|instemt)\b/;
const denies =
  /\b(?:niet|geen) (?:\w{1,14} ){0,3}(?:als|toestemming|akkoord|instemm|accepteer|betekent)|\balleen (?:als|met|na|wanneer)\b|\bpas (?:als|na|wanneer)\b|\bzonder (?:te accepteren|akkoord|toestemming|in te stemmen)|\bof (?:weiger|afwijz|u weigert)/;

export const nl: LanguagePhrases = {
  language: 'nl',
  continuing: [
    {
      all: [
        /\b(?:door|als (?:u|je)|wanneer (?:u|je)|indien u) (?:\w{1,14} ){0,5}(?:verder|blijft|blijven|doorgaat|door te gaan|doorklikt|scrol\w{1,4}|surft|surfen|voort|gebruik te (?:blijven )?maken|te gebruiken)|\bverder(?:e|te)? (?:gebruik|surfen|navigeren|scrollen|browsen|gaan)|\b(?:door|verder) ?(?:te )?(?:surf|scroll|klikk|browsen)\w{0,3}|\bvoortgezet gebruik/,
        agrees,
      ],
      none: denies,
    },
    {
      all: [
        /\bdoor (?:\w{1,14} ){0,5}te (?:bezoeken|gebruiken|betreden|openen|bekijken|blijven)\b|\b(?:het|uw|je|elk) (?:verdere |verder )?(?:gebruik|bezoek) (?:van|aan) (?:deze|onze|de|het|dit)\b|\b(?:als|wanneer|indien) (?:u|je) (?:\w{1,14} ){0,5}(?:bezoekt|gebruikt|blijft gebruiken|op (?:een|enige) link)|\b(?:blijf|blijven|blijft) (?:\w{1,14} ){0,4}(?:gebruik|bezoek|surf)|\bzonder (?:\w{1,14} ){0,3}instellingen (?:te wijzigen|aan te passen|te veranderen)/,
        agrees,
      ],
      none: denies,
    },
  ],
  closing: [
    {
      all: [
        /\b(?:sluit|sluiten|sluiting|wegklik\w{0,3}|weg te klikken)\b|\bop (?:het )?(?:kruisje|x) (?:te )?klik/,
        agrees,
      ],
      none: /\bsluit\w{0,2} (?:\w{1,10} )?(?:uit|aan)\b/,
    },
  ],
  wall: [
    {
      all: [
        /\b(?:moet u|moet je|u moet|je moet|dient u|u dient) (?:\w{1,14} ){0,5}(?:accepteren|aanvaarden|toestemming|akkoord|toestaan|instemmen)\b/,
        /\bom (?:\w{1,14} ){0,5}(?:te (?:gebruiken|bekijken|lezen|bezoeken|zien)|toegang|verder te|door te)|\bvoordat (?:u|je)\b/,
      ],
      none: /\b(?:video|kaart|chat|functie|ingesloten)/,
    },
    {
      all: [
        /\b(?:kunt u|kun je|u kunt|je kunt|kan niet|toegang) (?:\w{1,14} ){0,6}(?:alleen|niet|geen|geweigerd|geblokkeerd)\b/,
        /\b(?:gebruiken|bezoeken|lezen|bekijken|toegang|openen|verder)\b/,
        /\b(?:website|site|pagina|inhoud|artikel|artikelen|dienst|winkel|app)\b/,
        /\b(?:als|zonder|tenzij|indien|wanneer|nadat) (?:\w{1,14} ){0,6}(?:accepteer|accepteren|aanvaard|toestemming|weiger|akkoord|geweigerd)/,
      ],
      none: /\b(?:delen|deel|sommige|bepaalde|alle|volledig|functies?|video|goed|ook)\b/,
    },
    {
      all: [
        /\baccepteer|\baccepteren|\btoestemming|\bakkoord|\bcookies\b|\badvertenties\b|\btracking\b|\bweiger/,
        /\b(?:of|anders|als alternatief) (?:\w{1,14} ){0,4}(?:abonne\w{1,6}|abonnement|betaal|betalen|koop|kopen)\b|\b(?:abonne\w{1,6}|abonnement|betaal|betalen) (?:\w{1,14} ){0,4}(?:om te weigeren|en weiger\w{0,2}|zonder (?:advertenties|reclame|cookies|tracking)|advertentievrij|reclamevrij)|\bweiger(?:en)? (?:\w{1,10} ){0,3}(?:abonne|betaal|betalen|tegen betaling|voor \d)/,
      ],
      none: /\b(?:nieuwsbrief|winkelwagen|winkelmand|bestelling\w{0,2}|betalingen|betaalmethode)\b/,
    },
  ],
  pressure: [
    {
      all: [
        /\b(?:website|site|pagina|winkel|dienst|app) (?:\w{1,14} ){0,3}niet (?:\w{1,14} ){0,2}(?:werkt|werken|functioneert|functioneren)\b|\b(?:werkt|functioneert) (?:\w{1,14} ){0,3}(?:website|site|pagina|winkel|dienst|app) (?:\w{1,14} ){0,2}niet\b|\b(?:website|site|pagina|winkel|dienst|app) (?:werkt|functioneert) (?:\w{1,14} ){0,2}niet\b/,
        /\b(?:als|zonder|tenzij|indien|wanneer) (?:\w{1,14} ){0,5}(?:accepte|toestemming|weiger|akkoord)/,
      ],
      none: /\b(?:delen|deel|sommige|bepaalde|alle|functies?|mogelijk|misschien|kan|kunnen|video)\b/,
    },
    {
      all: [
        /\bik (?:wil|kies|heb|geef|verkies|zie|ga)\b(?: \w{1,14}){0,6} (?:slechtere?|saaie|irrelevante|vervelende|minder goede)\b/,
      ],
    },
    {
      all: [
        /\bik (?:wil|hoef|houd|hou|geef)\b(?: \w{1,14}){0,4} (?:geen|niet|niets) (?:\w{1,14} ){0,3}(?:korting|aanbieding|voordeel|besparen|goede|betere|privacy)|\b(?:privacy|veiligheid) (?:kan me|interesseert me|boeit me) (?:niet|niets)/,
      ],
    },
    {
      all: [
        /\b(?:maakt ons|zijn wij|zijn we|zouden we|wij zijn|we zijn) (?:\w{1,8} )?(?:verdrietig|teleurgesteld|bedroefd)/,
      ],
    },
    {
      all: [
        /\b(?:u|je) (?:zult|zal|gaat|mist) (?:\w{1,14} ){0,4}(?:missen|spijt|betreuren|mislopen|voordelen|aanbiedingen)\b|\bmis (?:het|dit|niets|onze)\b/,
      ],
    },
    { all: [/\blaat ons niet (?:in de steek|vallen|alleen)/] },
    { all: [/\b(?:slechtere?|mindere|slechte) (?:\w{1,12}-?)?ervaring/] },
    { all: [/\b(?:voortbestaan|banen) (?:\w{1,12} ){0,5}(?:journalist|redactie|afhang|gevaar)/] },
    {
      all: [
        /\b(?:nee|ja|weigeren|bezwaar)\b,? (?:\w{1,14},? ){0,5}(?:voordelen|voordeel|kortingen|korting|aanbiedingen|punten) (?:\w{1,14} ){0,2}(?:verliezen|missen|mislopen|opgeven)|\b(?:nee|ja),? (?:\w{1,14},? ){0,4}(?:verlies|mis|geef) (?:\w{1,14} ){0,3}(?:voordelen|voordeel|kortingen|korting|aanbiedingen|punten)/,
      ],
    },
    {
      all: [/\bik (?:wil|wens) (?:\w{1,14} ){0,4}niet (?:steunen|helpen|ondersteunen)\b/],
    },
  ],
  silence: [
    {
      all: [/\bautomatisch/, /\baccepte|\bgeaccepteerd|\btoestemming|\bakkoord|\binstemm/],
      none: /\b(?:niet|geen|nooit|niets)\b|\bweiger|\bgeweigerd/,
    },
    {
      all: [
        /\b(?:als|indien|wanneer) (?:u|je) (?:\w{1,14} ){0,4}(?:niet|geen) (?:\w{1,14} ){0,4}(?:bezwaar|weiger|reageer|afwijs|antwoord)|\btenzij (?:u|je) (?:\w{1,14} ){0,4}(?:bezwaar|weiger|afwijs)/,
        /\b(?:\d{1,3}|vijf|tien|dertig|enkele) (?:seconden?|minuten|minuut)\b/,
      ],
      none: /\b(?:geen (?:optionele )?cookies|niets)\b/,
    },
    {
      all: [
        /\b(?:als|indien|wanneer) (?:u|je) (?:\w{1,14} ){0,4}(?:niet|geen) (?:\w{1,14} ){0,4}(?:bezwaar|weiger|reageer|afwijs|antwoord)|\btenzij (?:u|je) (?:\w{1,14} ){0,4}(?:bezwaar|weiger|afwijs)/,
        agrees,
      ],
      none: denies,
    },
  ],
  noWithdrawal: [
    {
      all: [
        /\b(?:keuze|beslissing|toestemming|selectie)\b/,
        /\b(?:definitief|onherroepelijk)\b|\bkan (?:\w{1,14} ){0,4}niet (?:meer |later )?(?:worden )?(?:gewijzigd|veranderd|ingetrokken|herroepen|teruggedraaid|wijzigen)/,
      ],
      none: /\bniet (?:definitief|onherroepelijk)|\b(?:noodzakelijk|essentie|rechtmatig|reeds)/,
    },
  ],
  doubleNegative: [
    {
      all: [
        /\b(?:niet|nooit|geen|zonder) (?:(?:te|mij|alles|alle|de|cookies) ){0,3}(?:weiger|afwijz|afmeld|bezwaar|uitschakel|blokk|intrek|uitzet|verbied)|\bweiger(?:en)? (?:om )?(?:te )?(?:weiger|af te|bezwaar)/,
      ],
      none: /\bniet[- ](?:noodzakelijk|essentie)/,
    },
  ],
  refusal:
    /\bniet (?:\w{1,14} )?(?:verkopen|delen|volgen|verwerken)\b|^(?:weiger|afwijz|uitschakel|bezwaar|blokk)/,
  yesOrNo: /^(?:ja|nee|aan|uit)$/,
  close: /\bsluit(?:en|ing)?\b/,
  acceptance:
    /^(?:ja,? )?(?:ik )?(?:alle |alles )?(?:cookies )?(?:accepteren|accepteer|akkoord|toestaan|ga akkoord)(?: en \w{1,14})?$/,
  rejection:
    /^(?:nee,? )?(?:ik )?(?:alle |alles )?(?:cookies )?(?:weigeren|weiger|afwijzen|niet accepteren|niet akkoord)$|^doorgaan zonder te accepteren$|^alleen noodzakelijke?(?: cookies)?(?: accepteren)?$/,
  payment: /\b(?:abonne\w{1,6}|abonnement|betalen|kopen)\b/,
  advertising: /advert|reclame|marketing/,
};
