import { defineWords } from '../../words';

type Names = Readonly<Record<string, string>>;

/** Words for shown banners and the answers to them. */
export const visitWords = defineWords({
  en: {
    funnel: 'Answers to shown banners',
    unit: 'The unit is a shown banner: a visitor who leaves three banners unanswered counts three times. An answer counts when it is given: one after midnight belongs to the day after its banner, so unanswered banners of the days can add up to more than the total.',
    steps: {
      shown: 'Shown banners',
      decided: 'Answered',
      closed: 'Closed the banner',
      noAnswer: 'No answer',
      withdrawn: 'Withdrawn',
    },
    shown: 'Shown',
    accepted: 'Accepted',
    points: (change: string) => `${change} points`,
    changed: 'Change since the days before:',
    refused: 'Refused',
    ofShown: 'of shown banners',
    noneBefore: 'No shown banners to compare with',
    withdrawals: 'Withdrawals by day',
    withdrawn: (count: number, shown: string) =>
      count === 1
        ? 'In this period a consent was withdrawn once.'
        : `In this period consents were withdrawn ${shown} times.`,
    noneWithdrawn: 'In this period nobody withdrew a consent.',
    unanswered: (noAnswer: string, shown: string) =>
      `Shown banners: ${shown}; without an answer: ${noAnswer}.`,
    byDay: 'Decisions and unanswered banners by day',
    outside: (count: number, shown: string) =>
      count === 1
        ? '1 more decision belongs to no counted banner.'
        : `${shown} more decisions belong to no counted banner.`,
    outsideText:
      'Such decisions come from apps, servers or imports, change an earlier decision, or answer a banner that was not counted.',
    onlyCounted:
      'With these filters all figures are those of counted banners: other decisions are not stored by country, device and site. Closing is counted for itself here, also where it refuses.',
    keptSince: (day: string) =>
      `Shown banners, the answers to them and withdrawals are kept for 25 months: the figures have those since ${day}.`,
    noneShown: 'No banner was counted in this period',
    noneShownText: 'A banner is counted when a visitor sees it. Visitors who have decided see none.',
    off: 'Banners are not counted: this is turned off in the settings.',
    settings: 'Open the settings',
    sample: (of: number) =>
      `One in ${of} banners is counted. Shares are right, numbers are those of the sample.`,
    other: 'Other',
    devices: { phone: 'Phone', tablet: 'Tablet', desktop: 'Desktop' } as Names,
    tables: {
      profileId: { one: 'Banner', many: 'Banners' },
      country: { one: 'Country', many: 'Countries' },
      device: { one: 'Device', many: 'Devices' },
      locale: { one: 'Language', many: 'Languages' },
      site: { one: 'Site', many: 'Sites' },
    },
    only: (name: string) => `Only ${name}`,
    filters: 'Filtered by',
    removeFilter: (name: string) => `Remove the filter ${name}`,
    allRows: (count: string) => `Show all ${count}`,
    fewer: 'Show fewer',
  },
  de: {
    funnel: 'Antworten auf gezeigte Banner',
    unit: 'Gezählt werden gezeigte Banner: Wer drei Banner unbeantwortet lässt, zählt dreimal. Eine Antwort zählt, wenn sie gegeben wird: Nach Mitternacht gehört sie zum Tag nach ihrem Banner, sodass die unbeantworteten Banner der Tage zusammen mehr sein können als die Gesamtzahl.',
    steps: {
      shown: 'Gezeigte Banner',
      decided: 'Beantwortet',
      closed: 'Banner geschlossen',
      noAnswer: 'Keine Antwort',
      withdrawn: 'Widerrufen',
    },
    shown: 'Gezeigt',
    accepted: 'Zugestimmt',
    points: (change) => `${change} Punkte`,
    changed: 'Änderung gegenüber den Tagen davor:',
    refused: 'Abgelehnt',
    ofShown: 'der gezeigten Banner',
    noneBefore: 'Keine gezeigten Banner zum Vergleichen',
    withdrawals: 'Widerrufe nach Tag',
    withdrawn: (count, shown) =>
      count === 1
        ? 'In diesem Zeitraum wurde einmal eine Einwilligung widerrufen.'
        : `In diesem Zeitraum wurden ${shown}-mal Einwilligungen widerrufen.`,
    noneWithdrawn: 'In diesem Zeitraum hat niemand eine Einwilligung widerrufen.',
    unanswered: (noAnswer, shown) => `Gezeigte Banner: ${shown}; ohne Antwort: ${noAnswer}.`,
    byDay: 'Entscheidungen und unbeantwortete Banner nach Tag',
    outside: (count, shown) =>
      count === 1
        ? '1 weitere Entscheidung gehört zu keinem gezählten Banner.'
        : `${shown} weitere Entscheidungen gehören zu keinem gezählten Banner.`,
    outsideText:
      'Solche Entscheidungen kommen aus Apps, von Servern oder aus Importen, ändern eine frühere Entscheidung oder beantworten ein Banner, das nicht gezählt wurde.',
    onlyCounted:
      'Mit diesen Filtern sind alle Zahlen die der gezählten Banner: Andere Entscheidungen sind nicht nach Land, Gerät und Website gespeichert. Schließen zählt hier für sich, auch wo es ablehnt.',
    keptSince: (day) =>
      `Gezeigte Banner, die Antworten darauf und Widerrufe werden 25 Monate aufbewahrt: Die Zahlen enthalten die seit ${day}.`,
    noneShown: 'In diesem Zeitraum wurde kein Banner gezählt',
    noneShownText:
      'Ein Banner wird gezählt, wenn ein Besucher es sieht. Wer entschieden hat, sieht keines mehr.',
    off: 'Banner werden nicht gezählt: Das ist in den Einstellungen ausgeschaltet.',
    settings: 'Einstellungen öffnen',
    sample: (of) => `Eines von ${of} Bannern wird gezählt. Anteile stimmen, Zahlen sind die der Stichprobe.`,
    other: 'Andere',
    devices: { phone: 'Telefon', tablet: 'Tablet', desktop: 'Computer' },
    tables: {
      profileId: { one: 'Banner', many: 'Banner' },
      country: { one: 'Land', many: 'Länder' },
      device: { one: 'Gerät', many: 'Geräte' },
      locale: { one: 'Sprache', many: 'Sprachen' },
      site: { one: 'Website', many: 'Websites' },
    },
    only: (name) => `Nur ${name}`,
    filters: 'Gefiltert nach',
    removeFilter: (name) => `Filter ${name} entfernen`,
    allRows: (count) => `Alle ${count} zeigen`,
    fewer: 'Weniger zeigen',
  },
  fr: {
    funnel: 'Réponses aux bandeaux affichés',
    unit: 'L’unité est le bandeau affiché : qui laisse trois bandeaux sans réponse compte trois fois. Une réponse compte quand elle est donnée : après minuit, elle appartient au lendemain de son bandeau, si bien que la somme des bandeaux sans réponse des jours peut dépasser le total.',
    steps: {
      shown: 'Bandeaux affichés',
      decided: 'Avec réponse',
      closed: 'Bandeau fermé',
      noAnswer: 'Sans réponse',
      withdrawn: 'Retirés',
    },
    shown: 'Affichés',
    accepted: 'Accepté',
    points: (change) => `${change} points`,
    changed: 'Changement par rapport aux jours précédents :',
    refused: 'Refusé',
    ofShown: 'des bandeaux affichés',
    noneBefore: 'Aucun bandeau affiché pour comparer',
    withdrawals: 'Retraits par jour',
    withdrawn: (count, shown) =>
      count === 1
        ? 'Un consentement a été retiré une fois pendant cette période.'
        : `Des consentements ont été retirés ${shown} fois pendant cette période.`,
    noneWithdrawn: 'Personne n’a retiré de consentement pendant cette période.',
    unanswered: (noAnswer, shown) => `Bandeaux affichés : ${shown} ; sans réponse : ${noAnswer}.`,
    byDay: 'Décisions et bandeaux sans réponse par jour',
    outside: (count, shown) =>
      count === 1
        ? '1 autre décision n’appartient à aucun bandeau compté.'
        : `${shown} autres décisions n’appartiennent à aucun bandeau compté.`,
    outsideText:
      'De telles décisions viennent d’applications, de serveurs ou d’importations, modifient une décision antérieure ou répondent à un bandeau qui n’a pas été compté.',
    onlyCounted:
      'Avec ces filtres, tous les chiffres sont ceux des bandeaux comptés : les autres décisions ne sont pas enregistrées par pays, appareil et site. Une fermeture est comptée ici à part, même là où elle vaut refus.',
    keptSince: (day) =>
      `Les bandeaux affichés, leurs réponses et les retraits sont conservés 25 mois : les chiffres contiennent ceux depuis le ${day}.`,
    noneShown: 'Aucun bandeau n’a été compté pendant cette période',
    noneShownText:
      'Un bandeau est compté quand un visiteur le voit. Les visiteurs qui ont décidé n’en voient plus.',
    off: 'Les bandeaux ne sont pas comptés : c’est désactivé dans les réglages.',
    settings: 'Ouvrir les réglages',
    sample: (of) =>
      `Un bandeau sur ${of} est compté. Les parts sont justes, les nombres sont ceux de l’échantillon.`,
    other: 'Autres',
    devices: { phone: 'Téléphone', tablet: 'Tablette', desktop: 'Ordinateur' },
    tables: {
      profileId: { one: 'Bandeau', many: 'Bandeaux' },
      country: { one: 'Pays', many: 'Pays' },
      device: { one: 'Appareil', many: 'Appareils' },
      locale: { one: 'Langue', many: 'Langues' },
      site: { one: 'Site', many: 'Sites' },
    },
    only: (name) => `Seulement ${name}`,
    filters: 'Filtré par',
    removeFilter: (name) => `Retirer le filtre ${name}`,
    allRows: (count) => `Tout afficher (${count})`,
    fewer: 'Afficher moins',
  },
  es: {
    funnel: 'Respuestas a los avisos mostrados',
    unit: 'La unidad es el aviso mostrado: quien deja tres avisos sin respuesta cuenta tres veces. Una respuesta cuenta cuando se da: después de medianoche pertenece al día siguiente al de su aviso, por lo que la suma de los avisos sin respuesta de los días puede superar el total.',
    steps: {
      shown: 'Avisos mostrados',
      decided: 'Con respuesta',
      closed: 'Aviso cerrado',
      noAnswer: 'Sin respuesta',
      withdrawn: 'Retirados',
    },
    shown: 'Mostrados',
    accepted: 'Aceptado',
    points: (change) => `${change} puntos`,
    changed: 'Cambio respecto a los días anteriores:',
    refused: 'Rechazado',
    ofShown: 'de los avisos mostrados',
    noneBefore: 'No hay avisos mostrados con los que comparar',
    withdrawals: 'Retiradas por día',
    withdrawn: (count, shown) =>
      count === 1
        ? 'En este período se retiró un consentimiento una vez.'
        : `En este período se retiraron consentimientos ${shown} veces.`,
    noneWithdrawn: 'Nadie retiró un consentimiento en este período.',
    unanswered: (noAnswer, shown) => `Avisos mostrados: ${shown}; sin respuesta: ${noAnswer}.`,
    byDay: 'Decisiones y avisos sin respuesta por día',
    outside: (count, shown) =>
      count === 1
        ? '1 decisión más no pertenece a ningún aviso contado.'
        : `${shown} decisiones más no pertenecen a ningún aviso contado.`,
    outsideText:
      'Esas decisiones vienen de aplicaciones, servidores o importaciones, cambian una decisión anterior o responden a un aviso que no se contó.',
    onlyCounted:
      'Con estos filtros todas las cifras son las de los avisos contados: las demás decisiones no se guardan por país, dispositivo y sitio. El cierre se cuenta aquí aparte, también donde equivale a un rechazo.',
    keptSince: (day) =>
      `Los avisos mostrados, sus respuestas y las retiradas se conservan 25 meses: las cifras los incluyen desde el ${day}.`,
    noneShown: 'No se contó ningún aviso en este período',
    noneShownText: 'Un aviso se cuenta cuando un visitante lo ve. Quienes ya decidieron no ven ninguno.',
    off: 'Los avisos no se cuentan: está desactivado en los ajustes.',
    settings: 'Abrir los ajustes',
    sample: (of) =>
      `Se cuenta uno de cada ${of} avisos. Las proporciones son correctas, los números son los de la muestra.`,
    other: 'Otros',
    devices: { phone: 'Teléfono', tablet: 'Tableta', desktop: 'Ordenador' },
    tables: {
      profileId: { one: 'Aviso', many: 'Avisos' },
      country: { one: 'País', many: 'Países' },
      device: { one: 'Dispositivo', many: 'Dispositivos' },
      locale: { one: 'Idioma', many: 'Idiomas' },
      site: { one: 'Sitio', many: 'Sitios' },
    },
    only: (name) => `Solo ${name}`,
    filters: 'Filtrado por',
    removeFilter: (name) => `Quitar el filtro ${name}`,
    allRows: (count) => `Mostrar los ${count}`,
    fewer: 'Mostrar menos',
  },
});
