import { defineWords } from '../../words';

export const words = defineWords({
  en: {
    frameworkLacks: (name: string) => `The ${name} is on, but its set-up is not complete.`,
    receiptsLack: (facts: string) => `Receipts must also name ${facts}.`,
    receiptFacts: {
      controllerName: 'the name of the controller',
      controllerAddress: 'the address of the controller',
      contact: 'a contact for privacy questions',
      jurisdiction: 'the jurisdiction',
      storageLocations: 'where data is stored',
      retentionPeriod: 'how long data is kept',
    } as Readonly<Record<string, string>>,
    fillIn: 'Fill in',
    title: 'Overview',
    needsYou: (count: number) => (count === 0 ? 'Needs your attention' : `Needs your attention (${count})`),
    unpublished: (name: string, count: number) =>
      count === 1 ? `“${name}” has an unpublished version.` : `“${name}” has ${count} unpublished versions.`,
    missing: (name: string, count: number, languages: string) =>
      `“${name}” lacks ${count === 1 ? 'a text' : `${count} texts`} in ${languages}.`,
    noBanner: 'There is no banner yet.',
    setUp: 'First steps',
    noSite: 'No page has asked for a banner yet.',
    noBannerAt: (group: string, site: string, time: string) =>
      `A visitor of the group ${group} got no banner on ${site} ${time}.`,
    refused: (site: string) => `Decisions from ${site} are refused: it is not an allowed origin.`,
    findings: (count: number) =>
      count === 1
        ? 'Real visits showed something that your banner does not allow.'
        : `Real visits showed ${count} things that your banner does not allow.`,
    cookies: (count: number) => (count === 1 ? '1 cookie' : `${count} cookies`),
    entries: (count: number) => (count === 1 ? '1 stored entry' : `${count} stored entries`),
    hosts: (count: number) => (count === 1 ? '1 host' : `${count} hosts`),
    unlisted: (things: string) => `Seen and in no banner: ${things}.`,
    unseen: (count: number, days: number) =>
      count === 1
        ? `A banner lists a cookie that no visit has shown for ${days} days.`
        : `Banners list ${count} cookies that no visit has shown for ${days} days.`,
    keyEnds: (name: string, time: string) => `The API key “${name}” expires on ${time}.`,
    keyRests: (name: string, time: string, person: string) =>
      `The API key “${name}” may do nothing from ${time} on, until ${person} signs in again.`,
    asksApproval: (name: string, version: number, by: string | null) =>
      `${by ?? 'Somebody'} asks you to approve version ${version} of “${name}”.`,
    webhookFails: (name: string) => `The webhook “${name}” has not delivered all of its messages.`,
    review: 'Review',
    translate: 'Translate',
    create: 'Create a banner',
    install: 'Put it on your pages',
    open: 'Open',
    everyGroup: 'Every group',
    decisions: 'Decisions',
    gpc: 'With Global Privacy Control',
    more: (change: string, days: number) => `${change} more than in the ${dayCount(days)} before`,
    fewer: (change: string, days: number) => `${change} fewer than in the ${dayCount(days)} before`,
    pointsUp: (points: string, days: number) =>
      `${points} points higher than in the ${dayCount(days)} before`,
    pointsDown: (points: string, days: number) =>
      `${points} points lower than in the ${dayCount(days)} before`,
    same: (days: number) => `The same as in the ${dayCount(days)} before`,
    noneBefore: 'No decisions to compare with',
    ofDecisions: 'of decisions',
    byDay: 'Decisions by day',
    all: 'Everything accepted',
    allOfDecisions: 'Everything accepted, share of decisions',
    some: 'Partly accepted',
    none: 'Everything refused',
    sentence: (total: string, share: string) =>
      `Decisions in this period: ${total}; everything accepted: ${share}.`,
    published: 'Published',
    publishedOn: (day: string, name: string, version: number) => `${day}: ${name} v${version}`,
    allPublications: 'All publications of this period',
    noDecisions: 'No decisions in this period',
    nobodyDecided: 'Nobody decided in these days.',
    nothingCounted: 'Nobody decided in these days, and no banner was counted.',
    notInstalled: 'Either nobody has seen a banner, or the widget is not on your pages.',
    day: 'Day (UTC)',
    live: 'Live banners',
    noneLive: 'No banner is live',
    banner: 'Banner',
    group: 'Group',
    status: 'Status',
    now: (stored: string) =>
      `Stored consents: ${stored}. The figures below describe all of them, whenever they were given.`,
    nowUnfiltered: 'The filters above do not apply to them, because only their totals are counted.',
    matchingConsents: 'List the consents that match',
    share: 'Share',
    categories: 'Granted, by category',
    countries: 'By country',
    noConsents: 'No consents yet',
    signals: (detected: string, total: string) => `${detected} of ${total} consents, by country:`,
    other: 'Other',
  },
  de: {
    frameworkLacks: (name) => `Das ${name} ist eingeschaltet, aber noch nicht fertig eingerichtet.`,
    receiptsLack: (facts) => `Belege müssen noch angeben: ${facts}.`,
    receiptFacts: {
      controllerName: 'den Namen des Verantwortlichen',
      controllerAddress: 'die Anschrift des Verantwortlichen',
      contact: 'einen Kontakt für Fragen zum Datenschutz',
      jurisdiction: 'die Rechtsordnung',
      storageLocations: 'wo Daten gespeichert werden',
      retentionPeriod: 'wie lange Daten aufbewahrt werden',
    },
    fillIn: 'Ausfüllen',
    title: 'Übersicht',
    needsYou: (count) => (count === 0 ? 'Zu erledigen' : `Zu erledigen (${count})`),
    unpublished: (name, count) =>
      count === 1
        ? `„${name}“ hat eine unveröffentlichte Version.`
        : `„${name}“ hat ${count} unveröffentlichte Versionen.`,
    missing: (name, count, languages) =>
      `„${name}“: ${count === 1 ? 'ein Text fehlt' : `${count} Texte fehlen`} (${languages}).`,
    noBanner: 'Es gibt noch kein Banner.',
    setUp: 'Erste Schritte',
    noSite: 'Noch keine Seite hat nach einem Banner gefragt.',
    noBannerAt: (group, site, time) =>
      `Ein Besucher der Gruppe ${group} bekam auf ${site} kein Banner (${time}).`,
    refused: (site) => `Entscheidungen von ${site} werden abgelehnt: kein erlaubter Ursprung.`,
    findings: (count) =>
      count === 1
        ? 'Echte Besuche zeigten etwas, das Ihr Banner nicht erlaubt.'
        : `Echte Besuche zeigten ${count} Dinge, die Ihr Banner nicht erlaubt.`,
    cookies: (count) => (count === 1 ? '1 Cookie' : `${count} Cookies`),
    entries: (count) => (count === 1 ? '1 gespeicherter Eintrag' : `${count} gespeicherte Einträge`),
    hosts: (count) => (count === 1 ? '1 Host' : `${count} Hosts`),
    unlisted: (things) => `Gesehen und in keinem Banner: ${things}.`,
    unseen: (count, days) =>
      count === 1
        ? `Ein Banner nennt ein Cookie, das seit ${days} Tagen kein Besuch gezeigt hat.`
        : `Banner nennen ${count} Cookies, die seit ${days} Tagen kein Besuch gezeigt hat.`,
    keyEnds: (name, time) => `Der API-Schlüssel „${name}“ läuft am ${time} ab.`,
    keyRests: (name, time, person) =>
      `Der API-Schlüssel „${name}“ darf ab ${time} nichts mehr, bis sich ${person} wieder anmeldet.`,
    asksApproval: (name, version, by) =>
      `${by ?? 'Jemand'} bittet Sie, Version ${version} von „${name}“ freizugeben.`,
    webhookFails: (name) => `Der Webhook „${name}“ hat nicht alle seine Nachrichten zugestellt.`,
    review: 'Prüfen',
    translate: 'Übersetzen',
    create: 'Banner erstellen',
    install: 'In Ihre Seiten einbauen',
    open: 'Öffnen',
    everyGroup: 'Alle Gruppen',
    decisions: 'Entscheidungen',
    gpc: 'Mit Global Privacy Control',
    more: (change, days) => `${change} mehr als ${daysBefore(days)}`,
    fewer: (change, days) => `${change} weniger als ${daysBefore(days)}`,
    pointsUp: (points, days) => `${points} Punkte mehr als ${daysBefore(days)}`,
    pointsDown: (points, days) => `${points} Punkte weniger als ${daysBefore(days)}`,
    same: (days) => `Gleich viel wie ${daysBefore(days)}`,
    noneBefore: 'Keine Entscheidungen zum Vergleich',
    ofDecisions: 'der Entscheidungen',
    byDay: 'Entscheidungen nach Tag',
    all: 'Alles akzeptiert',
    allOfDecisions: 'Alles akzeptiert, Anteil der Entscheidungen',
    some: 'Teilweise akzeptiert',
    none: 'Alles abgelehnt',
    sentence: (total, share) => `Entscheidungen in diesem Zeitraum: ${total}; alles akzeptiert: ${share}.`,
    published: 'Veröffentlicht',
    publishedOn: (day, name, version) => `${day}: ${name} v${version}`,
    allPublications: 'Alle Veröffentlichungen dieses Zeitraums',
    noDecisions: 'Keine Entscheidungen in diesem Zeitraum',
    nobodyDecided: 'In diesen Tagen hat niemand entschieden.',
    nothingCounted: 'In diesen Tagen hat niemand entschieden, und kein Banner wurde gezählt.',
    notInstalled: 'Entweder hat niemand ein Banner gesehen, oder das Widget ist nicht auf Ihren Seiten.',
    day: 'Tag (UTC)',
    live: 'Aktive Banner',
    noneLive: 'Kein Banner ist aktiv',
    banner: 'Banner',
    group: 'Gruppe',
    status: 'Status',
    now: (stored) =>
      `Gespeicherte Einwilligungen: ${stored}. Die Zahlen darunter beschreiben sie alle, gleich wann sie gegeben wurden.`,
    nowUnfiltered: 'Die Filter oben gelten für sie nicht, denn gezählt werden nur ihre Gesamtsummen.',
    matchingConsents: 'Passende Einwilligungen auflisten',
    share: 'Anteil',
    categories: 'Erlaubt, nach Kategorie',
    countries: 'Nach Land',
    noConsents: 'Noch keine Einwilligungen',
    signals: (detected, total) => `${detected} von ${total} Einwilligungen, nach Land:`,
    other: 'Andere',
  },
  fr: {
    frameworkLacks: (name) => `Le ${name} est activé, mais sa mise en place n’est pas terminée.`,
    receiptsLack: (facts) => `Les reçus doivent encore indiquer : ${facts}.`,
    receiptFacts: {
      controllerName: 'le nom du responsable du traitement',
      controllerAddress: 'l’adresse du responsable du traitement',
      contact: 'un contact pour les questions de confidentialité',
      jurisdiction: 'la juridiction',
      storageLocations: 'où les données sont conservées',
      retentionPeriod: 'combien de temps les données sont conservées',
    },
    fillIn: 'Compléter',
    title: 'Vue d’ensemble',
    needsYou: (count) => (count === 0 ? 'À faire' : `À faire (${count})`),
    unpublished: (name, count) =>
      count === 1
        ? `« ${name} » a une version non publiée.`
        : `« ${name} » a ${count} versions non publiées.`,
    missing: (name, count, languages) =>
      `Il manque ${count === 1 ? 'un texte' : `${count} textes`} à « ${name} » : ${languages}.`,
    noBanner: 'Il n’y a pas encore de bandeau.',
    setUp: 'Premiers pas',
    noSite: 'Aucune page n’a encore demandé de bandeau.',
    noBannerAt: (group, site, time) =>
      `Un visiteur du groupe ${group} n’a reçu aucun bandeau sur ${site} (${time}).`,
    refused: (site) => `Les décisions de ${site} sont refusées : origine non autorisée.`,
    findings: (count) =>
      count === 1
        ? 'Des visites réelles ont montré une chose que votre bandeau n’autorise pas.'
        : `Des visites réelles ont montré ${count} choses que votre bandeau n’autorise pas.`,
    cookies: (count) => (count === 1 ? '1 cookie' : `${count} cookies`),
    entries: (count) => (count === 1 ? '1 donnée stockée' : `${count} données stockées`),
    hosts: (count) => (count === 1 ? '1 hôte' : `${count} hôtes`),
    unlisted: (things) => `Constaté et absent des bandeaux : ${things}.`,
    unseen: (count, days) =>
      count === 1
        ? `Un bandeau cite un cookie qu’aucune visite n’a montré depuis ${days} jours.`
        : `Des bandeaux citent ${count} cookies qu’aucune visite n’a montrés depuis ${days} jours.`,
    keyEnds: (name, time) => `La clé API « ${name} » expire le ${time}.`,
    keyRests: (name, time, person) =>
      `La clé API « ${name} » ne peut rien faire à partir du ${time}, jusqu’à ce que ${person} se reconnecte.`,
    asksApproval: (name, version, by) =>
      `${by ?? 'Quelqu’un'} vous demande d’approuver la version ${version} de « ${name} ».`,
    webhookFails: (name) => `Le webhook « ${name} » n’a pas livré tous ses messages.`,
    review: 'Vérifier',
    translate: 'Traduire',
    create: 'Créer un bandeau',
    install: 'À mettre dans vos pages',
    open: 'Ouvrir',
    everyGroup: 'Tous les groupes',
    decisions: 'Décisions',
    gpc: 'Avec Global Privacy Control',
    more: (change, days) => `${change} de plus que ${joursAvant(days)}`,
    fewer: (change, days) => `${change} de moins que ${joursAvant(days)}`,
    pointsUp: (points, days) => `${points} points de plus que ${joursAvant(days)}`,
    pointsDown: (points, days) => `${points} points de moins que ${joursAvant(days)}`,
    same: (days) => `Autant que ${joursAvant(days)}`,
    noneBefore: 'Aucune décision à comparer',
    ofDecisions: 'des décisions',
    byDay: 'Décisions par jour',
    all: 'Tout accepté',
    allOfDecisions: 'Tout accepté, part des décisions',
    some: 'Accepté en partie',
    none: 'Tout refusé',
    sentence: (total, share) => `Décisions sur cette période : ${total} ; tout accepté : ${share}.`,
    published: 'Publié',
    publishedOn: (day, name, version) => `${day} : ${name} v${version}`,
    allPublications: 'Toutes les publications de la période',
    noDecisions: 'Aucune décision sur cette période',
    nobodyDecided: 'Personne n’a décidé pendant ces jours.',
    nothingCounted: 'Personne n’a décidé pendant ces jours, et aucun bandeau n’a été compté.',
    notInstalled: 'Soit personne n’a vu de bandeau, soit le widget n’est pas sur vos pages.',
    day: 'Jour (UTC)',
    live: 'Bandeaux en ligne',
    noneLive: 'Aucun bandeau en ligne',
    banner: 'Bandeau',
    group: 'Groupe',
    status: 'État',
    now: (stored) =>
      `Consentements enregistrés : ${stored}. Les chiffres ci-dessous les décrivent tous, quelle que soit leur date.`,
    nowUnfiltered: 'Les filtres ci-dessus ne s’y appliquent pas, car seuls leurs totaux sont comptés.',
    matchingConsents: 'Lister les consentements qui correspondent',
    share: 'Part',
    categories: 'Accepté, par catégorie',
    countries: 'Par pays',
    noConsents: 'Pas encore de consentements',
    signals: (detected, total) => `${detected} consentements sur ${total}, par pays :`,
    other: 'Autres',
  },
  es: {
    frameworkLacks: (name) => `El ${name} está activado, pero su configuración no está completa.`,
    receiptsLack: (facts) => `Los recibos aún deben indicar: ${facts}.`,
    receiptFacts: {
      controllerName: 'el nombre del responsable',
      controllerAddress: 'la dirección del responsable',
      contact: 'un contacto para preguntas de privacidad',
      jurisdiction: 'la jurisdicción',
      storageLocations: 'dónde se guardan los datos',
      retentionPeriod: 'cuánto tiempo se guardan los datos',
    },
    fillIn: 'Completar',
    title: 'Resumen',
    needsYou: (count) => (count === 0 ? 'Pendiente' : `Pendiente (${count})`),
    unpublished: (name, count) =>
      count === 1
        ? `«${name}» tiene una versión sin publicar.`
        : `«${name}» tiene ${count} versiones sin publicar.`,
    missing: (name, count, languages) =>
      `A «${name}» le ${count === 1 ? 'falta un texto' : `faltan ${count} textos`}: ${languages}.`,
    noBanner: 'Todavía no hay ningún aviso.',
    setUp: 'Primeros pasos',
    noSite: 'Ninguna página ha pedido todavía un aviso.',
    noBannerAt: (group, site, time) =>
      `Un visitante del grupo ${group} no recibió ningún aviso en ${site} (${time}).`,
    refused: (site) => `Se rechazan las decisiones de ${site}: no es un origen permitido.`,
    findings: (count) =>
      count === 1
        ? 'Visitas reales mostraron algo que su aviso no permite.'
        : `Visitas reales mostraron ${count} cosas que su aviso no permite.`,
    cookies: (count) => (count === 1 ? '1 cookie' : `${count} cookies`),
    entries: (count) => (count === 1 ? '1 dato almacenado' : `${count} datos almacenados`),
    hosts: (count) => (count === 1 ? '1 host' : `${count} hosts`),
    unlisted: (things) => `Visto y ausente de los avisos: ${things}.`,
    unseen: (count, days) =>
      count === 1
        ? `Un aviso incluye una cookie que ninguna visita ha mostrado desde hace ${days} días.`
        : `Los avisos incluyen ${count} cookies que ninguna visita ha mostrado desde hace ${days} días.`,
    keyEnds: (name, time) => `La clave de API «${name}» caduca el ${time}.`,
    keyRests: (name, time, person) =>
      `La clave de API «${name}» no puede hacer nada a partir del ${time}, hasta que ${person} vuelva a iniciar sesión.`,
    asksApproval: (name, version, by) =>
      `${by ?? 'Alguien'} le pide que apruebe la versión ${version} de «${name}».`,
    webhookFails: (name) => `El webhook «${name}» no ha entregado todos sus mensajes.`,
    review: 'Revisar',
    translate: 'Traducir',
    create: 'Crear un aviso',
    install: 'Póngalo en sus páginas',
    open: 'Abrir',
    everyGroup: 'Todos los grupos',
    decisions: 'Decisiones',
    gpc: 'Con Global Privacy Control',
    more: (change, days) => `${change} más que ${diasAntes(days)}`,
    fewer: (change, days) => `${change} menos que ${diasAntes(days)}`,
    pointsUp: (points, days) => `${points} puntos más que ${diasAntes(days)}`,
    pointsDown: (points, days) => `${points} puntos menos que ${diasAntes(days)}`,
    same: (days) => `Igual que ${diasAntes(days)}`,
    noneBefore: 'No hay decisiones con las que comparar',
    ofDecisions: 'de las decisiones',
    byDay: 'Decisiones por día',
    all: 'Todo aceptado',
    allOfDecisions: 'Todo aceptado, porcentaje de las decisiones',
    some: 'Aceptado en parte',
    none: 'Todo rechazado',
    sentence: (total, share) => `Decisiones en este período: ${total}; todo aceptado: ${share}.`,
    published: 'Publicado',
    publishedOn: (day, name, version) => `${day}: ${name} v${version}`,
    allPublications: 'Todas las publicaciones del período',
    noDecisions: 'No hay decisiones en este período',
    nobodyDecided: 'En estos días nadie decidió.',
    nothingCounted: 'En estos días nadie decidió y no se contó ningún aviso.',
    notInstalled: 'O nadie ha visto un aviso, o el widget no está en sus páginas.',
    day: 'Día (UTC)',
    live: 'Avisos publicados',
    noneLive: 'No hay ningún aviso publicado',
    banner: 'Aviso',
    group: 'Grupo',
    status: 'Estado',
    now: (stored) =>
      `Consentimientos guardados: ${stored}. Las cifras siguientes los describen todos, sea cual sea su fecha.`,
    nowUnfiltered: 'Los filtros de arriba no se les aplican, porque solo se cuentan sus totales.',
    matchingConsents: 'Ver los consentimientos que coinciden',
    share: 'Proporción',
    categories: 'Aceptado, por categoría',
    countries: 'Por país',
    noConsents: 'Todavía no hay consentimientos',
    signals: (detected, total) => `${detected} de ${total} consentimientos, por país:`,
    other: 'Otros',
  },
});

function dayCount(days: number): string {
  return days === 1 ? 'day' : `${days} days`;
}

function daysBefore(days: number): string {
  return days === 1 ? 'am Tag davor' : `in den ${days} Tagen davor`;
}

function joursAvant(days: number): string {
  return days === 1 ? 'le jour précédent' : `les ${days} jours précédents`;
}

function diasAntes(days: number): string {
  return days === 1 ? 'el día anterior' : `los ${days} días anteriores`;
}
