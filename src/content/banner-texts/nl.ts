import { choicesLink, type LanguageTexts, paragraph, policyLink } from './banner-text-types';

const technologies = 'Wij gebruiken cookies en vergelijkbare technieken.';
const always = 'Wat de website nodig heeft om te werken, staat altijd aan.';
const uses =
  'Wij gebruiken cookies en vergelijkbare technieken om deze website te laten werken, uw voorkeuren te onthouden, het gebruik te meten en te adverteren.';
const more = `Meer hierover leest u in onze ${policyLink('privacyverklaring')}.`;
const closing = 'Sluit u deze melding, dan blijft alles uitgeschakeld waarvoor uw toestemming nodig is.';
const signal = 'Uw browser verstuurt het signaal Global Privacy Control.';

export const nl: LanguageTexts = {
  locale: 'nl',
  direction: 'ltr',
  banners: {
    'opt-in-explicit': {
      heading: 'Wij vragen het u eerst',
      htmlText: paragraph(
        'Wat niet strikt nodig is, gebeurt hier pas nadat u ermee hebt ingestemd.',
        'U beslist over elk doel afzonderlijk, ook of gegevens aan de genoemde ontvangers mogen worden verstrekt en naar het buitenland mogen worden doorgegeven.',
        'Niets is vooraf geselecteerd, weigeren heeft voor u geen nadelen en u kunt elke toestemming op elk moment intrekken in de privacy-instellingen.',
        closing,
        `In onze ${policyLink('privacyverklaring')} staat wie verantwoordelijk is voor uw gegevens, wie ze ontvangt en in welke landen,`,
        'hoelang ze worden bewaard en hoe u uw rechten uitoefent of een klacht indient.',
      ),
    },
    'opt-in': {
      heading: 'Uw gegevens, uw keuze',
      htmlText: paragraph(
        technologies,
        always,
        'Alleen met uw toestemming onthouden wij uw voorkeuren, meten wij het gebruik van de website en tonen wij advertenties die bij u passen.',
        'Daarbij gaan ook gegevens naar de aanbieders die in de privacy-instellingen worden genoemd.',
        'Weigeren is net zo eenvoudig, en u kunt uw toestemming daar op elk moment intrekken.',
        closing,
        more,
      ),
    },
    'opt-in-exempt': {
      heading: 'Uw gegevens, uw keuze',
      htmlText: paragraph(
        technologies,
        always,
        'Daarnaast tellen wij bezoeken en onthouden wij hoe u de website wilt zien, uitsluitend om onze eigen website te verbeteren;',
        'daartegen kunt u op elk moment bezwaar maken in de privacy-instellingen.',
        'Advertenties, en het doorgeven van gegevens daarvoor, zijn er alleen met uw toestemming, die u daar ook kunt intrekken.',
        closing,
        more,
      ),
    },
    'opt-out': {
      heading: 'Uw privacykeuzes',
      htmlText: paragraph(
        uses,
        'Daarbij kan het zijn dat wij persoonsgegevens verkopen aan advertentiepartners, met hen delen of gebruiken voor gerichte advertenties.',
        `U kunt zich daar op elk moment voor afmelden: ${choicesLink('Mijn persoonsgegevens niet verkopen of delen')}.`,
        more,
      ),
    },
    'notice-opt-out': {
      heading: 'Hoe deze website gegevens gebruikt',
      htmlText: paragraph(
        uses,
        'Gegevens kunnen naar partners gaan, ook in andere landen.',
        `U kunt dit nu of later weigeren, met onmiddellijke ingang: ${choicesLink('weigeren of kiezen')}.`,
        more,
      ),
    },
    'notice-only': {
      heading: 'Hoe deze website gegevens gebruikt',
      htmlText: paragraph(
        uses,
        `In onze ${policyLink('privacyverklaring')} staat om welke gegevens het gaat, wie ze ontvangt en hoe u dat kunt beperken.`,
      ),
    },
    'necessary-only': {
      heading: 'Alleen wat nodig is',
      htmlText: paragraph(
        'Deze website gebruikt alleen de cookies en vergelijkbare technieken die nodig zijn om te werken.',
        'Daarvoor is uw toestemming niet nodig, dus u hoeft niets te kiezen.',
        more,
      ),
    },
  },
  facts: {
    controller: paragraph('Verantwoordelijk voor de verwerking van gegevens op deze website: {controller}.'),
    partners: paragraph('Aantal partners dat gegevens kan ontvangen: {partners}.'),
    limitSensitive: paragraph(
      `U kunt ook het gebruik van gevoelige gegevens beperken: ${choicesLink('Het gebruik van mijn gevoelige persoonsgegevens beperken')}.`,
    ),
  },
  gpc: {
    honored: {
      heading: 'Wij hebben uw privacysignaal ontvangen',
      htmlText: paragraph(
        signal,
        'Wij vatten dit op als een weigering: advertenties, en het doorgeven van gegevens daarvoor, staan uit.',
        `U hoeft verder niets te doen; wilt u het anders, ${choicesLink('maak dan zelf een keuze')}.`,
        more,
      ),
    },
    binding: {
      heading: 'Uw afmelding wordt gerespecteerd',
      htmlText: paragraph(
        signal,
        'Wij behandelen dit als uw verzoek om u af te melden: uw persoonsgegevens worden niet verkocht, niet gedeeld en niet gebruikt voor gerichte advertenties.',
        `U hoeft verder niets te doen. Alleen een keuze die u apart maakt, kan dit veranderen: ${choicesLink('uw privacykeuzes')}.`,
        more,
      ),
    },
  },
  modal: {
    heading: 'Privacy-instellingen',
    htmlText: paragraph(
      'Bepaal hier wat er met uw gegevens mag gebeuren. U kunt op elk moment terugkomen en uw keuze wijzigen.',
    ),
  },
  categories: {
    necessary: {
      heading: 'Noodzakelijk',
      htmlText: paragraph(
        'Nodig om de website te laten werken, veilig te houden en deze keuze te onthouden. Kan niet worden uitgeschakeld.',
      ),
    },
    functional: {
      heading: 'Functies',
      htmlText: paragraph(
        'Extra functies zoals video’s, kaarten of chat. De aanbieders daarvan ontvangen gegevens wanneer u ze gebruikt.',
      ),
    },
    preferences: {
      heading: 'Voorkeuren',
      htmlText: paragraph('Onthouden uw instellingen, zoals taal en weergave, voor uw volgende bezoek.'),
    },
    analytics: {
      heading: 'Statistieken',
      htmlText: paragraph(
        'Laten ons zien hoe de website wordt gebruikt, zodat wij die kunnen verbeteren. De gegevens worden verwerkt door de bij de cookies genoemde aanbieders.',
      ),
    },
    marketing: {
      heading: 'Marketing',
      htmlText: paragraph(
        'Dient om advertenties te tonen die bij uw interesses passen en om het succes ervan te meten.',
        'Daarvoor gaan gegevens naar de bij de cookies genoemde aanbieders, ook in andere landen.',
      ),
    },
  },
  buttons: {
    acceptAll: 'Alles accepteren',
    rejectAll: 'Alles weigeren',
    manage: 'Kiezen',
    save: 'Keuze opslaan',
    acknowledge: 'OK',
  },
  thisSite: 'Deze website',
  cookies: {
    session: 'Houdt de sessie in stand, bijvoorbeeld een aanmelding.',
    visitor: 'Koppelt deze browser aan de registratie van zijn privacykeuze.',
    choice: 'Onthoudt deze privacykeuze.',
    proof: 'Voorkomt dat anderen deze privacykeuze lezen of wijzigen.',
    language: 'Onthoudt de taal.',
    visitors: 'Onderscheidt bezoekers, zodat bezoeken kunnen worden geteld.',
    visits: 'Bewaart de stand van een bezoek.',
    audiences: 'Meet advertenties en vindt er doelgroepen voor.',
    clicks: 'Meet wat er volgt op een klik op een advertentie.',
    adsElsewhere: 'Kiest en begrenst advertenties op andere websites.',
  },
};
