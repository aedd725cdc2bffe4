import { defineWords } from '../../words';

type Names = Readonly<Record<string, string>>;

/** Words for what visitors did with banners. */
export const visitWords = defineWords({
  en: {
    funnel: 'What visitors did',
    steps: {
      shown: 'Saw a banner',
      decided: 'Decided',
      closed: 'Closed the banner',
      noAnswer: 'No answer',
      withdrawn: 'Withdrawn',
    },
    seen: 'Seen',
    accepted: 'Accepted',
    points: (change: string) => `${change} points`,
    changed: 'Change since the days before:',
    refused: 'Refused',
    banners: 'Banners seen',
    ofSeen: 'Of those who saw a banner',
    noneBefore: 'No banners to compare with',
    withdrawnText: (count: number, shown: string) =>
      count === 0
        ? 'Nobody withdrew a consent in this period.'
        : count === 1
          ? 'One visitor withdrew a consent in this period.'
          : `${shown} visitors withdrew a consent in this period.`,
    withdrawals: 'Withdrawals by day',
    withdrawalsSentence: (count: string) => `${count} consents were withdrawn in this period.`,
    visitsByDay: 'Visitors by day',
    sentence: (shown: string, share: string) =>
      `${shown} visitors saw a banner in this period; ${share} accepted everything.`,
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
    funnel: 'Was Besucher taten',
    steps: {
      shown: 'Sahen ein Banner',
      decided: 'Entschieden',
      closed: 'Banner geschlossen',
      noAnswer: 'Keine Antwort',
      withdrawn: 'Widerrufen',
    },
    seen: 'Gesehen',
    accepted: 'Zugestimmt',
    points: (change) => `${change} Punkte`,
    changed: 'Änderung gegenüber den Tagen davor:',
    refused: 'Abgelehnt',
    banners: 'Gesehene Banner',
    ofSeen: 'Von denen, die ein Banner sahen',
    noneBefore: 'Keine Banner zum Vergleichen',
    withdrawnText: (count, shown) =>
      count === 0
        ? 'In diesem Zeitraum hat niemand eine Einwilligung widerrufen.'
        : count === 1
          ? 'In diesem Zeitraum hat ein Besucher eine Einwilligung widerrufen.'
          : `In diesem Zeitraum haben ${shown} Besucher eine Einwilligung widerrufen.`,
    withdrawals: 'Widerrufe nach Tag',
    withdrawalsSentence: (count) => `In diesem Zeitraum wurden ${count} Einwilligungen widerrufen.`,
    visitsByDay: 'Besucher nach Tag',
    sentence: (shown, share) =>
      `${shown} Besucher sahen in diesem Zeitraum ein Banner; ${share} stimmten allem zu.`,
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
    funnel: 'Ce que les visiteurs ont fait',
    steps: {
      shown: 'Ont vu un bandeau',
      decided: 'Ont décidé',
      closed: 'Bandeau fermé',
      noAnswer: 'Sans réponse',
      withdrawn: 'Retirés',
    },
    seen: 'Vus',
    accepted: 'Accepté',
    points: (change) => `${change} points`,
    changed: 'Changement par rapport aux jours précédents :',
    refused: 'Refusé',
    banners: 'Bandeaux vus',
    ofSeen: 'De ceux qui ont vu un bandeau',
    noneBefore: 'Aucun bandeau pour comparer',
    withdrawnText: (count, shown) =>
      count === 0
        ? 'Personne n’a retiré de consentement pendant cette période.'
        : count === 1
          ? 'Un visiteur a retiré un consentement pendant cette période.'
          : `${shown} visiteurs ont retiré un consentement pendant cette période.`,
    withdrawals: 'Retraits par jour',
    withdrawalsSentence: (count) => `${count} consentements ont été retirés pendant cette période.`,
    visitsByDay: 'Visiteurs par jour',
    sentence: (shown, share) =>
      `${shown} visiteurs ont vu un bandeau pendant cette période ; ${share} ont tout accepté.`,
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
    funnel: 'Qué hicieron los visitantes',
    steps: {
      shown: 'Vieron un aviso',
      decided: 'Decidieron',
      closed: 'Aviso cerrado',
      noAnswer: 'Sin respuesta',
      withdrawn: 'Retirados',
    },
    seen: 'Vistos',
    accepted: 'Aceptado',
    points: (change) => `${change} puntos`,
    changed: 'Cambio respecto a los días anteriores:',
    refused: 'Rechazado',
    banners: 'Avisos vistos',
    ofSeen: 'De quienes vieron un aviso',
    noneBefore: 'No hay avisos con los que comparar',
    withdrawnText: (count, shown) =>
      count === 0
        ? 'Nadie retiró un consentimiento en este período.'
        : count === 1
          ? 'Un visitante retiró un consentimiento en este período.'
          : `${shown} visitantes retiraron un consentimiento en este período.`,
    withdrawals: 'Retiradas por día',
    withdrawalsSentence: (count) => `Se retiraron ${count} consentimientos en este período.`,
    visitsByDay: 'Visitantes por día',
    sentence: (shown, share) =>
      `${shown} visitantes vieron un aviso en este período; el ${share} lo aceptó todo.`,
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
