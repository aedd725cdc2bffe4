import { choicesLink, type LanguageTexts, paragraph, policyLink } from './banner-text-types';

const technologies = 'Wir verwenden Cookies und ähnliche Techniken.';
const always = 'Was für den Betrieb der Website nötig ist, ist immer aktiv.';
const uses =
  'Wir verwenden Cookies und ähnliche Techniken, um diese Website zu betreiben, uns Ihre Einstellungen zu merken, die Nutzung zu messen und zu werben.';
const more = `Mehr dazu steht in unserer ${policyLink('Datenschutzerklärung')}.`;
const closing = 'Schließen Sie diesen Hinweis, bleibt alles ausgeschaltet, was Ihre Einwilligung braucht.';
const signal = 'Ihr Browser sendet das Signal Global Privacy Control.';

export const de: LanguageTexts = {
  locale: 'de',
  direction: 'ltr',
  banners: {
    'opt-in-explicit': {
      heading: 'Wir fragen Sie vorher',
      htmlText: paragraph(
        'Was nicht unbedingt nötig ist, geschieht hier erst, wenn Sie zugestimmt haben.',
        'Sie entscheiden über jeden Zweck einzeln, auch darüber, ob Daten an die genannten Empfänger weitergegeben und ins Ausland übermittelt werden dürfen.',
        'Nichts ist vorausgewählt, eine Ablehnung hat für Sie keine Nachteile, und jede Einwilligung können Sie in den Datenschutzeinstellungen jederzeit widerrufen.',
        closing,
        `In unserer ${policyLink('Datenschutzerklärung')} steht, wer für Ihre Daten verantwortlich ist, wer sie in welchen Ländern erhält,`,
        'wie lange sie gespeichert werden und wie Sie Ihre Rechte ausüben oder sich beschweren können.',
      ),
    },
    'opt-in': {
      heading: 'Ihre Daten, Ihre Entscheidung',
      htmlText: paragraph(
        technologies,
        always,
        'Nur mit Ihrer Einwilligung merken wir uns Ihre Einstellungen, messen die Nutzung und zeigen Ihnen passende Werbung.',
        'Dabei gehen Daten auch an die Anbieter, die in den Datenschutzeinstellungen genannt sind.',
        'Ablehnen können Sie genauso einfach; Ihre Einwilligung können Sie dort jederzeit widerrufen.',
        closing,
        more,
      ),
    },
    'opt-in-exempt': {
      heading: 'Ihre Daten, Ihre Entscheidung',
      htmlText: paragraph(
        technologies,
        always,
        'Außerdem zählen wir Besuche und merken uns, wie Sie die Website dargestellt haben möchten, nur um unser eigenes Angebot zu verbessern;',
        'dem können Sie in den Datenschutzeinstellungen jederzeit widersprechen.',
        'Werbung und die Weitergabe von Daten dafür gibt es nur mit Ihrer Einwilligung, die Sie dort ebenfalls widerrufen können.',
        closing,
        more,
      ),
    },
    'opt-out': {
      heading: 'Ihre Wahlmöglichkeiten beim Datenschutz',
      htmlText: paragraph(
        uses,
        'Dabei kann es sein, dass wir personenbezogene Daten an Werbepartner verkaufen, sie mit ihnen teilen oder für zielgerichtete Werbung nutzen.',
        `Dem können Sie jederzeit widersprechen: ${choicesLink('Meine personenbezogenen Daten nicht verkaufen oder teilen')}.`,
        more,
      ),
    },
    'notice-opt-out': {
      heading: 'Wie diese Website Daten nutzt',
      htmlText: paragraph(
        uses,
        'Daten können dabei an Partner gehen, auch in anderen Ländern.',
        `Sie können das jetzt oder später mit sofortiger Wirkung ablehnen: ${choicesLink('ablehnen oder auswählen')}.`,
        more,
      ),
    },
    'notice-only': {
      heading: 'Wie diese Website Daten nutzt',
      htmlText: paragraph(
        uses,
        `In unserer ${policyLink('Datenschutzerklärung')} steht, um welche Daten es geht, wer sie erhält und wie Sie das einschränken können.`,
      ),
    },
    'necessary-only': {
      heading: 'Nur das Nötige',
      htmlText: paragraph(
        'Diese Website verwendet nur Cookies und ähnliche Techniken, die sie für ihren Betrieb braucht.',
        'Dafür ist keine Einwilligung nötig, und es gibt nichts auszuwählen.',
        more,
      ),
    },
  },
  facts: {
    controller: paragraph('Verantwortlich für die Datenverarbeitung auf dieser Website: {controller}.'),
    partners: paragraph('Zahl der Partner, die Daten erhalten können: {partners}.'),
    limitSensitive: paragraph(
      `Auch die Nutzung sensibler Daten können Sie einschränken: ${choicesLink('Nutzung meiner sensiblen personenbezogenen Daten einschränken')}.`,
    ),
  },
  gpc: {
    honored: {
      heading: 'Wir haben Ihr Datenschutzsignal erkannt',
      htmlText: paragraph(
        signal,
        'Wir verstehen es als Ablehnung: Werbung und die Weitergabe von Daten dafür sind ausgeschaltet.',
        `Sie müssen nichts weiter tun; wenn Sie es anders möchten, ${choicesLink('treffen Sie Ihre eigene Auswahl')}.`,
        more,
      ),
    },
    binding: {
      heading: 'Ihr Widerspruch wird beachtet',
      htmlText: paragraph(
        signal,
        'Wir behandeln es als Ihren Widerspruch: Ihre personenbezogenen Daten werden weder verkauft noch geteilt noch für zielgerichtete Werbung genutzt.',
        `Sie müssen nichts weiter tun. Nur eine Auswahl, die Sie eigens treffen, kann das ändern: ${choicesLink('Ihre Wahlmöglichkeiten')}.`,
        more,
      ),
    },
  },
  modal: {
    heading: 'Datenschutzeinstellungen',
    htmlText: paragraph(
      'Entscheiden Sie hier, was mit Ihren Daten geschehen darf. Sie können jederzeit zurückkehren und Ihre Auswahl ändern.',
    ),
  },
  categories: {
    necessary: {
      heading: 'Notwendig',
      htmlText: paragraph(
        'Nötig, damit die Website funktioniert, sicher bleibt und sich diese Auswahl merkt. Lässt sich nicht ausschalten.',
      ),
    },
    functional: {
      heading: 'Funktionen',
      htmlText: paragraph(
        'Zusätzliche Funktionen wie Videos, Karten oder Chat. Deren Anbieter erhalten Daten, wenn Sie sie nutzen.',
      ),
    },
    preferences: {
      heading: 'Einstellungen',
      htmlText: paragraph(
        'Merken sich Ihre Einstellungen, etwa Sprache und Darstellung, für den nächsten Besuch.',
      ),
    },
    analytics: {
      heading: 'Statistik',
      htmlText: paragraph(
        'Zeigt uns, wie die Website genutzt wird, damit wir sie verbessern können. Die Daten werden von den bei den Cookies genannten Anbietern verarbeitet.',
      ),
    },
    marketing: {
      heading: 'Marketing',
      htmlText: paragraph(
        'Dient dazu, Werbung zu zeigen, die zu Ihren Interessen passt, und ihren Erfolg zu messen.',
        'Dafür gehen Daten an die bei den Cookies genannten Anbieter, auch in anderen Ländern.',
      ),
    },
  },
  buttons: {
    acceptAll: 'Alle akzeptieren',
    rejectAll: 'Alle ablehnen',
    manage: 'Auswählen',
    save: 'Auswahl speichern',
    acknowledge: 'OK',
  },
  thisSite: 'Diese Website',
  cookies: {
    session: 'Hält die Sitzung aufrecht, etwa eine Anmeldung.',
    visitor: 'Verbindet diesen Browser mit dem Nachweis seiner Datenschutzauswahl.',
    choice: 'Merkt sich diese Datenschutzauswahl.',
    proof: 'Verhindert, dass andere diese Datenschutzauswahl lesen oder ändern.',
    language: 'Merkt sich die Sprache.',
    visitors: 'Unterscheidet Besucher, damit Besuche gezählt werden können.',
    visits: 'Hält den Stand eines Besuchs fest.',
    audiences: 'Misst Werbeanzeigen und findet Zielgruppen dafür.',
    clicks: 'Misst, was auf den Klick auf eine Werbeanzeige folgt.',
    adsElsewhere: 'Wählt und begrenzt Werbeanzeigen auf anderen Websites.',
  },
};
