import type { LanguagePhrases } from './phrase-types';

const agrees =
  /\b(?:stimmen sie|stimmst du|stimmt ihr|willigen sie|willigst du|akzeptieren sie|akzeptierst du|erlauben sie|erlaubst du|gestatten sie)\b|\b(?:erklaren sie sich|erklarst du dich|sind sie|bist du) (?:\w{1,16} ){0,6}einverstanden|\b(?:gilt|bedeutet|werten wir|verstehen wir|als) (?:\w{1,16} ){0,5}(?:zustimmung|einwilligung|einverstandnis)\b|\bgehen wir (?:\w{1,16} ){0,4}(?:zustimmung|einwilligung|einverstandnis)\b|\b(?:gehen wir davon aus|nehmen wir an|setzen wir voraus)\b(?:[^a-z\n]{1,3}\w{1,16}){0,8}[^a-z\n]{1,3}(?:einverstanden|zustimm|akzeptier|einwillig)|\bsetzen wir (?:ihr|dein) einverstandnis voraus/;
const denies =
  /\b(?:nicht|kein[a-z]{0,2}|nie) (?:\w{1,16} ){0,3}(?:als|zustimm|zu\b|einwillig|einverstand|akzeptier)|\bnur (?:wenn|mit|nach)\b|\berst (?:wenn|nach|mit)\b|\bohne (?:zustimm|einwillig|zuzustimmen|einzuwilligen|ihre (?:zustimm|einwillig))|\boder (?:lehnen|ablehn)|\bob (?:sie|du)\b/;

export const de: LanguagePhrases = {
  language: 'de',
  continuing: [
    {
      all: [
        /\bweiter(?:e[nr]?|hin)? (?:\w{1,16} ){0,3}(?:nutz|verwend|besuch|surf|navig|scroll|brows)|\bweiter(?:nutz|surf|scroll|les|navig|klick|brows)|\bfortgesetzte[nr]? (?:nutz|verwend|navig)|\b(?:nutzung|besuch|surfen|navigation) (?:\w{1,16} ){0,4}(?:fortsetz|fortfahr|fortfuhr)|\b(?:herunter|runter)?scroll(?:en|st|t)\b|\b(?:durch|mit) (?:die |der |das )?(?:nutzung|verwendung|besuch) (?:dieser|unserer|der) (?:web)?s(?:eite|ite)/,
        agrees,
      ],
      none: denies,
    },
    {
      all: [
        /\b(?:durch|mit|bei) (?:die |der |dem |das |den |ihre[rmn]? |deine[rmn]? |eine[rmn]? )?(?:weitere[nr]? |fortgesetzte[nr]? |blosse[nr]? )?(?:nutzung|benutzung|verwendung|besuch|aufruf|betreten|verweilen)\b|\bindem (?:sie|du) (?:\w{1,16} ){0,6}(?:nutz|benutz|besuch|surf|brows|fortfahr|bleib)|\bwenn (?:sie|du) (?:\w{1,16} ){0,6}(?:nutzen|nutzt|benutzen|besuchen|besuchst|bleiben|bleibst|fortfahren|fortfahrst)\b|\bohne (?:\w{1,16} ){0,3}einstellungen zu andern\b|\b(?:nutzung|benutzung|besuch) (?:dieser|unserer|der|unseres|dieses) (?:\w{1,16} )?(?:website|webseite|seite|dienste?s?|angebote?s?)/,
        agrees,
      ],
      none: denies,
    },
  ],
  closing: [
    {
      all: [
        /\bschlie(?:ss)(?:en|st|t|e|ung)\b|\bwegklick|\bklick(?:en|st)? (?:sie )?auf (?:das |den )?(?:x|kreuz)\b/,
        agrees,
      ],
      none: denies,
    },
  ],
  wall: [
    {
      all: [
        /\b(?:mussen|musst) (?:sie|du) (?:\w{1,16} ){0,5}(?:akzeptier|zustimm|annehm|einwillig|erlaub)|\b(?:sie|du) (?:mussen|musst) (?:\w{1,16} ){0,5}(?:akzeptier|zustimm|annehm|einwillig|erlaub)/,
        /\bum (?:\w{1,16} ){0,5}(?:zu (?:nutz|lesen|seh|besuch|gelang|verwend)|fortzufahren|weiterzulesen|zugang|zuzugreifen|aufzurufen|anzusehen)|\bbevor\b/,
      ],
      none: /\b(?:videos?|karten?|chat|inhalte? von|funktion)/,
    },
    {
      all: [
        /\b(?:konnen sie|kannst du|sie konnen|du kannst|lasst sich|zugang|zugriff|nutzung ist) (?:\w{1,16} ){0,6}(?:nur|nicht|leider|verweigert|gesperrt)\b/,
        /\b(?:nutzen|besuchen|lesen|aufrufen|zugreifen|zugang|zugriff|moglich|verfugbar|ansehen|weiterlesen)\b/,
        /\b(?:website|webseite|seite|inhalte?|artikel|angebot|dienst|shop|app)\b/,
        /\b(?:wenn|ohne|sofern|falls|nachdem|solange) (?:\w{1,16} ){0,6}(?:akzeptier|zustimm|einwillig|ablehn|annehm|zugestimmt|abgelehnt)/,
      ],
      none: /\b(?:teile?n?|einige|manche|bestimmte|alle|samtliche|vollstandig|voll|funktion\w{0,4}|videos?|karten|eingeschrankt|trotzdem|auch)\b/,
    },
    {
      all: [
        /\bakzeptier|\bzustimm|\beinwillig|\bannehm|\bcookies\b|\btracking\b|\bwerbung\b|\bablehn/,
        /\b(?:oder|alternativ|stattdessen|sonst) (?:\w{1,16} ){0,4}(?:abo|abonn\w{1,6}|bezahlen|kaufen|pur-?abo)\b|\bpur[- ]abo|\b(?:abo|abonnement|abonnieren|bezahlen) (?:\w{1,16} ){0,3}(?:ohne (?:werbung|tracking|cookies)|statt|werbefrei)|\bwerbefrei\w{0,3} (?:\w{1,16} ){0,4}(?:abo|abonn\w{1,6}|bezahl\w{0,3}|fur \d)|\bablehnen (?:\w{1,16} ){0,3}(?:abo|abonn\w{1,6}|bezahlen|kostenpflicht)|\bkostenpflichtig (?:\w{1,16} ){0,2}ablehnen/,
      ],
      none: /\b(?:newsletters?|warenkorb|bestell\w{0,6}|kasse|zahlungs\w{0,10})\b/,
    },
  ],
  pressure: [
    {
      all: [
        /\b(?:website|webseite|seite|shop|app|dienst) (?:\w{1,16} ){0,3}nicht (?:\w{1,16} ){0,2}(?:funktionier|lauft|laufen|nutzbar|laden)|\bfunktioniert (?:\w{1,16} ){0,3}(?:website|webseite|seite|shop|app|dienst) (?:\w{1,16} ){0,2}nicht\b|\b(?:website|webseite|seite|shop|app|dienst) funktioniert (?:\w{1,16} ){0,2}nicht\b/,
        /\b(?:wenn|ohne|sofern|falls|solange) (?:\w{1,16} ){0,5}(?:akzeptier|zustimm|einwillig|ablehn|annehm)/,
      ],
      none: /\b(?:teile?n?|einige|manche|bestimmte|alle|funktion(?:en)?|moglicherweise|eventuell|kann|konnen|konnten?|videos?|karten)\b/,
    },
    {
      all: [
        /\bich (?:will|mochte|mag|bevorzuge|nehme|verzichte|brauche|hasse|wahle) (?:\w{1,16} ){0,6}(?:schlechte|langweilige|irrelevante|unpassende|nervige|keine? (?:rabatt|angebot|vorteil|ersparnis|gute|bessere|relevante))/,
      ],
    },
    {
      all: [
        /\b(?:datenschutz|sicherheit|privatsphare) ist mir (?:egal|gleichgultig|unwichtig)|\bmir (?:ist|sind) (?:\w{1,16} ){0,3}egal\b/,
      ],
    },
    { all: [/\b(?:macht uns|sind wir|waren wir|wir sind|wir waren) (?:\w{1,8} )?(?:traurig|enttauscht)/] },
    {
      all: [
        /\b(?:verpassen|bereuen) (?:sie|du)\b|\b(?:sie|du) (?:werden|wirst|wurden|konnten) (?:\w{1,16} ){0,4}(?:verpassen|bereuen)\b|\b(?:sie verpassen|du verpasst|verpasse(?:n sie)? nichts)\b/,
      ],
    },
    {
      all: [
        /\b(?:lassen sie|lass|lasst) uns (?:\w{1,8} )?(?:nicht im stich|nicht allein|nicht hangen|im stich)/,
      ],
    },
    { all: [/\bschlechte(?:re?)?[nrs]? (?:nutzer|nutzungs|einkaufs|surf)?-?(?:erlebnis|erfahrung)/] },
    {
      all: [
        /\bunsere? (?:arbeitsplatze|journalist|redaktion|uberleben)|\bwir (?:\w{1,12} ){0,4}(?:uberleben|schliessen mussen|dichtmachen)\b/,
      ],
    },
    {
      all: [
        /\b(?:nein|ja|ablehnen|widersprechen|abmelden)\b,? (?:\w{1,16},? ){0,5}(?:auf (?:\w{1,16} ){0,3}(?:rabatte?|vorteile?|angebote?|ersparnis\w{0,3}|punkte) verzichten|(?:rabatte?|vorteile?|angebote?|ersparnis\w{0,3}|punkte) (?:verlieren|aufgeben|verpassen))/,
      ],
    },
    {
      all: [/\bich (?:will|mochte|werde) (?:\w{1,16} ){0,4}(?:nicht unterstutzen|nicht helfen)\b/],
    },
  ],
  silence: [
    {
      all: [/\bautomatisch/, /\bakzeptier|\bzustimm|\bzugestimmt|\beinwillig|\bangenommen/],
      none: /\b(?:nicht|kein[a-z]{0,2}|nichts|nie)\b|\bablehn|\babgelehnt/,
    },
    {
      all: [
        /\b(?:wenn|falls|sofern|soweit) (?:sie|du) (?:\w{1,16} ){0,4}nicht (?:\w{1,16} ){0,4}(?:widersprech|widersprich|ablehn|reagier|antwort)|\bohne (?:ihren |deinen )?(?:widerspruch|reaktion)\b/,
        /\b(?:\d{1,3}|funf|zehn|dreissig|wenigen) (?:sekunden?|minuten?)\b/,
      ],
      none: /\b(?:keine?|nichts)\b/,
    },
    {
      all: [
        /\b(?:wenn|falls|sofern|soweit) (?:sie|du) (?:\w{1,16} ){0,4}nicht (?:\w{1,16} ){0,4}(?:widersprech|widersprich|ablehn|reagier|antwort)|\bohne (?:ihren |deinen )?(?:widerspruch|reaktion)\b/,
        agrees,
      ],
      none: denies,
    },
  ],
  noWithdrawal: [
    {
      all: [
        /\b(?:wahl|entscheidung|einwilligung|zustimmung|auswahl)\b/,
        /\b(?:endgultig|unwiderruflich|unwiderrufbar)\b|\b(?:kann|lasst sich|konnen) (?:\w{1,16} ){0,5}(?:nicht|nie) (?:mehr |spater )?(?:\w{1,12} ){0,2}(?:geandert|widerrufen|ruckgangig|zuruckgenommen|andern)/,
      ],
      none: /\bnicht (?:endgultig|unwiderruflich)\b|\b(?:notwendig|erforderlich|ruckwirkend|rechtmassig|bereits)/,
    },
  ],
  doubleNegative: [
    {
      all: [
        /\b(?:nicht|nie|kein[a-z]{0,2}|ohne) (?:(?:zu|mich|alles?|die|cookies|tracking|mehr) ){0,3}(?:ablehn|abzulehn|verweiger|widersprech|widerspruch|deaktivier|abwahl|abmeld|ausschalt|untersag|blockier|widerruf|widerrufen)|\b(?:ablehnung|widerspruch|verweigerung) (?:ablehnen|verweigern|aufheben|abbrechen)\b/,
      ],
    },
  ],
  refusal:
    /\bnicht (?:\w{1,16} )?(?:verkaufen|verfolgen|teilen|weitergeben|verarbeiten)\b|\bkein(?:en|e)? (?:verkauf|tracking|weitergabe)\b|^(?:ablehn|widersprech|widerspruch|deaktivier)/,
  yesOrNo: /^(?:ja|nein|an|aus|ein)$/,
  close: /\bschliess(?:en|t|e|ung)\b|\bschliesst\b/,
  acceptance:
    /^(?:ja,? )?(?:ich )?(?:alle |alles |allem )?(?:cookies )?(?:akzeptieren|akzeptiere|zustimmen|stimme zu|annehmen|erlauben|zulassen|einverstanden)(?: und \w{1,16})?$/,
  rejection:
    /^(?:nein,? )?(?:ich )?(?:alle |alles )?(?:cookies )?(?:ablehnen|lehne ab|verweigern|nicht zustimmen|nicht akzeptieren)$|^nur (?:notwendige|erforderliche|essenzielle)(?: cookies)?(?: akzeptieren| erlauben| zulassen)?$|^weiter ohne (?:einwilligung|zustimmung)$/,
  payment: /\b(?:abo|abonnieren|abonnement|pur-abo|bezahlen|kaufen|kostenpflichtig)\b/,
  advertising: /werb(?:e|ung)|anzeige|reklame|marketing/,
};
