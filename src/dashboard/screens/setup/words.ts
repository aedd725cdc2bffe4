import { defineWords } from '../../words';

export const words = defineWords({
  en: {
    title: 'First steps',
    skip: 'Skip for now',
    intro: 'A few answers, and your banner is on your pages.',
    progress: (step: number, steps: number) => `Step ${step} of ${steps}`,
    titles: {
      who: 'Who is asking?',
      visitors: 'Where are your visitors?',
      cookies: 'What does your site set?',
      look: 'How does it look?',
      install: 'Put it on your site',
    },
    intros: {
      who: 'The banner names who is responsible and links to the privacy policy.',
      visitors: 'Laws differ. Each group of places gets a banner that keeps its rules.',
      cookies: 'The banner lists what you choose. You can change the list later.',
      look: 'This is what visitors will see.',
      install: 'These lines bring the banners to your pages. This page notices the first visit by itself.',
    },
    company: 'Company',
    companyHelp: 'As visitors know it, such as Example Shop Ltd.',
    policy: 'Address of the privacy policy',
    policyHelp: 'Such as https://shop.example/privacy, or /privacy if each of your sites has that page.',
    languages: 'Languages',
    languagesHelp: 'Visitors read the banner in their own language where it is one of these.',
    noLanguage: 'Choose at least one language.',
    noGroup: 'Choose at least one group.',
    staysLive: (banner: string) => `“${banner}” is live here and stays as it is.`,
    allLive: 'Each chosen group already has a live banner',
    published: (groups: string) => `Published: ${groups}`,
    nothingPublished: 'Nothing was published',
    kept: (groups: string) => `A banner was live here before and stays as it is: ${groups}.`,
    elsewhere:
      'Visitors elsewhere get no banner. Where their law asks first, what waits for consent stays blocked.',
    onlyNecessary: 'So far visitors have nothing to choose',
    onlyNecessaryHelp:
      'Every cookie of your list is necessary. Choose what your pages use: what waits for another category, such as “analytics”, stays blocked until the banner has it.',
    groups: {
      'opt-in-explicit': 'Visitors agree to each purpose, recipient and transfer abroad separately.',
      'opt-in': 'Nothing optional happens before visitors agree.',
      'opt-in-exempt': 'As opt-in, but your own statistics and settings need no consent.',
      'opt-out-strict': 'Visitors can refuse, and the signal of their browser counts.',
      'opt-out': 'Visitors can refuse.',
      'notice-opt-out': 'Visitors are told, and can refuse.',
      'notice-only': 'Visitors are told.',
      unregulated: 'No data protection law is in force.',
    } as Readonly<Record<string, string>>,
    places: (names: string, others: number) =>
      others === 0
        ? `${names}.`
        : `${names} and ${others === 1 ? 'one other place' : `${others} other places`}.`,
    tools: 'Common tools',
    others: 'Other cookies',
    search: 'Search the catalogue',
    searchHelp: 'The name of a cookie or of its provider.',
    found: (count: number) => (count === 0 ? 'The catalogue has no such cookie.' : `Found: ${count}.`),
    position: 'Position',
    positions: {
      bottom: 'Bar at the bottom',
      'bottom-left': 'Box at the bottom left',
      'bottom-right': 'Box at the bottom right',
      center: 'Box in the middle',
      top: 'Bar at the top',
    },
    colour: 'Colour of buttons',
    colours: { blue: 'Blue', green: 'Green', violet: 'Violet', red: 'Red', black: 'Black' },
    preview: 'Preview',
    shownGroup: 'Group in the preview',
    publish: (count: number) => (count === 1 ? 'Publish the banner' : `Publish ${count} banners`),
    untranslated: (count: number) =>
      count === 1
        ? 'One cookie is described in English only'
        : `${count} cookies are described in English only`,
    untranslatedHelp: (languages: string) =>
      `Visitors must be able to read the descriptions (GDPR, article 12(1)): ${languages}. You can publish now; the texts are marked in the banner until you translate them.`,
    toBanners: 'Edit the banners',
    toOverview: 'Go to the overview',
  },
  de: {
    title: 'Erste Schritte',
    skip: 'Vorerst überspringen',
    intro: 'Einige Antworten, und Ihr Banner ist auf Ihren Seiten.',
    progress: (step, steps) => `Schritt ${step} von ${steps}`,
    titles: {
      who: 'Wer fragt?',
      visitors: 'Wo sind Ihre Besucher?',
      cookies: 'Was setzt Ihre Website?',
      look: 'Wie sieht es aus?',
      install: 'In Ihre Website einbauen',
    },
    intros: {
      who: 'Das Banner nennt, wer verantwortlich ist, und verweist auf die Datenschutzerklärung.',
      visitors: 'Gesetze unterscheiden sich. Jede Gruppe von Orten erhält ein Banner nach ihren Regeln.',
      cookies: 'Das Banner führt auf, was Sie wählen. Sie können die Liste später ändern.',
      look: 'Das werden Besucher sehen.',
      install:
        'Diese Zeilen bringen die Banner auf Ihre Seiten. Diese Seite bemerkt den ersten Besuch von selbst.',
    },
    company: 'Unternehmen',
    companyHelp: 'Wie Besucher es kennen, etwa Beispielladen GmbH.',
    policy: 'Adresse der Datenschutzerklärung',
    policyHelp:
      'Etwa https://shop.example/datenschutz, oder /datenschutz, wenn jede Ihrer Websites diese Seite hat.',
    languages: 'Sprachen',
    languagesHelp: 'Besucher lesen das Banner in ihrer Sprache, wenn sie hier gewählt ist.',
    noLanguage: 'Wählen Sie mindestens eine Sprache.',
    noGroup: 'Wählen Sie mindestens eine Gruppe.',
    staysLive: (banner) => `„${banner}“ ist hier schon live und bleibt, wie es ist.`,
    allLive: 'In jeder gewählten Gruppe ist schon ein Banner live',
    published: (groups) => `Veröffentlicht: ${groups}`,
    nothingPublished: 'Es wurde nichts veröffentlicht',
    kept: (groups) => `Hier war schon ein Banner live, das bleibt, wie es ist: ${groups}.`,
    elsewhere:
      'Besucher von anderswo erhalten kein Banner. Wo ihr Recht zuerst eine Frage verlangt, bleibt gesperrt, was auf Einwilligung wartet.',
    onlyNecessary: 'Bisher haben Besucher nichts zu wählen',
    onlyNecessaryHelp:
      'Jedes Cookie Ihrer Liste ist notwendig. Wählen Sie, was Ihre Seiten verwenden: Was auf eine andere Kategorie wartet, etwa „analytics“, bleibt gesperrt, bis das Banner sie hat.',
    groups: {
      'opt-in-explicit':
        'Besucher stimmen jedem Zweck, jedem Empfänger und jeder Übermittlung ins Ausland einzeln zu.',
      'opt-in': 'Nichts Optionales geschieht, bevor Besucher zustimmen.',
      'opt-in-exempt':
        'Wie Opt-in, aber Ihre eigene Statistik und Einstellungen brauchen keine Einwilligung.',
      'opt-out-strict': 'Besucher können ablehnen, und das Signal ihres Browsers zählt.',
      'opt-out': 'Besucher können ablehnen.',
      'notice-opt-out': 'Besucher werden informiert und können ablehnen.',
      'notice-only': 'Besucher werden informiert.',
      unregulated: 'Kein Datenschutzgesetz ist in Kraft.',
    },
    places: (names, others) =>
      others === 0
        ? `${names}.`
        : `${names} und ${others === 1 ? 'ein weiterer Ort' : `${others} weitere Orte`}.`,
    tools: 'Häufige Werkzeuge',
    others: 'Weitere Cookies',
    search: 'Katalog durchsuchen',
    searchHelp: 'Der Name eines Cookies oder seines Anbieters.',
    found: (count) => (count === 0 ? 'Der Katalog kennt kein solches Cookie.' : `Gefunden: ${count}.`),
    position: 'Position',
    positions: {
      bottom: 'Leiste unten',
      'bottom-left': 'Kasten unten links',
      'bottom-right': 'Kasten unten rechts',
      center: 'Kasten in der Mitte',
      top: 'Leiste oben',
    },
    colour: 'Farbe der Schaltflächen',
    colours: { blue: 'Blau', green: 'Grün', violet: 'Violett', red: 'Rot', black: 'Schwarz' },
    preview: 'Vorschau',
    shownGroup: 'Gruppe in der Vorschau',
    publish: (count) => (count === 1 ? 'Banner veröffentlichen' : `${count} Banner veröffentlichen`),
    untranslated: (count) =>
      count === 1
        ? 'Ein Cookie ist nur auf Englisch beschrieben'
        : `${count} Cookies sind nur auf Englisch beschrieben`,
    untranslatedHelp: (languages) =>
      `Besucher müssen die Beschreibungen lesen können (DSGVO, Artikel 12 Absatz 1): ${languages}. Sie können jetzt veröffentlichen; die Texte bleiben im Banner markiert, bis Sie sie übersetzen.`,
    toBanners: 'Banner bearbeiten',
    toOverview: 'Zur Übersicht',
  },
  fr: {
    title: 'Premiers pas',
    skip: 'Passer pour l’instant',
    intro: 'Quelques réponses, et votre bandeau est sur vos pages.',
    progress: (step, steps) => `Étape ${step} sur ${steps}`,
    titles: {
      who: 'Qui demande ?',
      visitors: 'Où sont vos visiteurs ?',
      cookies: 'Que dépose votre site ?',
      look: 'À quoi ressemble-t-il ?',
      install: 'Intégrez-le à votre site',
    },
    intros: {
      who: 'Le bandeau nomme le responsable et renvoie à la politique de confidentialité.',
      visitors: 'Les lois diffèrent. Chaque groupe de lieux reçoit un bandeau qui respecte ses règles.',
      cookies: 'Le bandeau énumère ce que vous choisissez. Vous pourrez modifier la liste plus tard.',
      look: 'Voici ce que verront les visiteurs.',
      install:
        'Ces lignes affichent les bandeaux sur vos pages. Cette page remarque d’elle-même la première visite.',
    },
    company: 'Entreprise',
    companyHelp: 'Telle que les visiteurs la connaissent, par exemple Boutique Exemple SARL.',
    policy: 'Adresse de la politique de confidentialité',
    policyHelp:
      'Par exemple https://shop.example/confidentialite, ou /confidentialite si chacun de vos sites a cette page.',
    languages: 'Langues',
    languagesHelp: 'Les visiteurs lisent le bandeau dans leur langue si elle est choisie ici.',
    noLanguage: 'Choisissez au moins une langue.',
    noGroup: 'Choisissez au moins un groupe.',
    staysLive: (banner) => `« ${banner} » est déjà en ligne ici et reste tel quel.`,
    allLive: 'Chaque groupe choisi a déjà un bandeau en ligne',
    published: (groups) => `Publié : ${groups}`,
    nothingPublished: 'Rien n’a été publié',
    kept: (groups) => `Un bandeau y était déjà en ligne et reste tel quel : ${groups}.`,
    elsewhere:
      'Les visiteurs d’ailleurs n’ont pas de bandeau. Là où leur droit exige de demander d’abord, ce qui attend un consentement reste bloqué.',
    onlyNecessary: 'Pour l’instant, les visiteurs n’ont rien à choisir',
    onlyNecessaryHelp:
      'Chaque cookie de votre liste est nécessaire. Choisissez ce que vos pages utilisent : ce qui attend une autre catégorie, comme « analytics », reste bloqué tant que le bandeau ne l’a pas.',
    groups: {
      'opt-in-explicit':
        'Les visiteurs acceptent séparément chaque finalité, chaque destinataire et chaque transfert à l’étranger.',
      'opt-in': 'Rien de facultatif n’a lieu avant l’accord des visiteurs.',
      'opt-in-exempt':
        'Comme l’opt-in, mais vos propres statistiques et réglages n’exigent pas de consentement.',
      'opt-out-strict': 'Les visiteurs peuvent refuser, et le signal de leur navigateur compte.',
      'opt-out': 'Les visiteurs peuvent refuser.',
      'notice-opt-out': 'Les visiteurs sont informés et peuvent refuser.',
      'notice-only': 'Les visiteurs sont informés.',
      unregulated: 'Aucune loi sur la protection des données n’est en vigueur.',
    },
    places: (names, others) =>
      others === 0
        ? `${names}.`
        : `${names} et ${others === 1 ? 'un autre lieu' : `${others} autres lieux`}.`,
    tools: 'Outils courants',
    others: 'Autres cookies',
    search: 'Chercher dans le catalogue',
    searchHelp: 'Le nom d’un cookie ou de son fournisseur.',
    found: (count) => (count === 0 ? 'Le catalogue n’a pas de tel cookie.' : `Trouvés : ${count}.`),
    position: 'Position',
    positions: {
      bottom: 'Barre en bas',
      'bottom-left': 'Boîte en bas à gauche',
      'bottom-right': 'Boîte en bas à droite',
      center: 'Boîte au milieu',
      top: 'Barre en haut',
    },
    colour: 'Couleur des boutons',
    colours: { blue: 'Bleu', green: 'Vert', violet: 'Violet', red: 'Rouge', black: 'Noir' },
    preview: 'Aperçu',
    shownGroup: 'Groupe dans l’aperçu',
    publish: (count) => (count === 1 ? 'Publier le bandeau' : `Publier ${count} bandeaux`),
    untranslated: (count) =>
      count === 1 ? 'Un cookie n’est décrit qu’en anglais' : `${count} cookies ne sont décrits qu’en anglais`,
    untranslatedHelp: (languages) =>
      `Les visiteurs doivent pouvoir lire les descriptions (RGPD, article 12, paragraphe 1) : ${languages}. Vous pouvez publier maintenant ; les textes restent marqués dans le bandeau jusqu’à leur traduction.`,
    toBanners: 'Modifier les bandeaux',
    toOverview: 'Aller à la vue d’ensemble',
  },
  es: {
    title: 'Primeros pasos',
    skip: 'Omitir por ahora',
    intro: 'Unas pocas respuestas y su aviso está en sus páginas.',
    progress: (step, steps) => `Paso ${step} de ${steps}`,
    titles: {
      who: '¿Quién pregunta?',
      visitors: '¿Dónde están sus visitantes?',
      cookies: '¿Qué guarda su sitio?',
      look: '¿Qué aspecto tiene?',
      install: 'Póngalo en su sitio',
    },
    intros: {
      who: 'El aviso nombra al responsable y enlaza con la política de privacidad.',
      visitors: 'Las leyes difieren. Cada grupo de lugares recibe un aviso que cumple sus reglas.',
      cookies: 'El aviso enumera lo que usted elija. Podrá cambiar la lista más tarde.',
      look: 'Esto es lo que verán los visitantes.',
      install:
        'Estas líneas muestran los avisos en sus páginas. Esta página detecta por sí sola la primera visita.',
    },
    company: 'Empresa',
    companyHelp: 'Como la conocen los visitantes, por ejemplo Tienda Ejemplo S. L.',
    policy: 'Dirección de la política de privacidad',
    policyHelp:
      'Por ejemplo https://shop.example/privacidad, o /privacidad si cada uno de sus sitios tiene esa página.',
    languages: 'Idiomas',
    languagesHelp: 'Los visitantes leen el aviso en su idioma si está elegido aquí.',
    noLanguage: 'Elija al menos un idioma.',
    noGroup: 'Elija al menos un grupo.',
    staysLive: (banner) => `«${banner}» ya está publicado aquí y queda como está.`,
    allLive: 'Cada grupo elegido ya tiene un aviso publicado',
    published: (groups) => `Publicado: ${groups}`,
    nothingPublished: 'No se ha publicado nada',
    kept: (groups) => `Aquí ya había un aviso publicado, que queda como está: ${groups}.`,
    elsewhere:
      'Los visitantes de otros lugares no ven ningún aviso. Donde su ley exige preguntar primero, lo que espera un consentimiento queda bloqueado.',
    onlyNecessary: 'Por ahora los visitantes no tienen nada que elegir',
    onlyNecessaryHelp:
      'Todas las cookies de su lista son necesarias. Elija lo que usan sus páginas: lo que espera otra categoría, como «analytics», queda bloqueado hasta que el aviso la tenga.',
    groups: {
      'opt-in-explicit':
        'Los visitantes aceptan por separado cada finalidad, cada destinatario y cada transferencia al extranjero.',
      'opt-in': 'Nada opcional ocurre antes de que los visitantes acepten.',
      'opt-in-exempt': 'Como el opt-in, pero sus propias estadísticas y ajustes no requieren consentimiento.',
      'opt-out-strict': 'Los visitantes pueden rechazar, y la señal de su navegador cuenta.',
      'opt-out': 'Los visitantes pueden rechazar.',
      'notice-opt-out': 'Se informa a los visitantes, que pueden rechazar.',
      'notice-only': 'Se informa a los visitantes.',
      unregulated: 'No hay ninguna ley de protección de datos en vigor.',
    },
    places: (names, others) =>
      others === 0 ? `${names}.` : `${names} y ${others === 1 ? 'un lugar' : `${others} lugares`} más.`,
    tools: 'Herramientas habituales',
    others: 'Otras cookies',
    search: 'Buscar en el catálogo',
    searchHelp: 'El nombre de una cookie o de su proveedor.',
    found: (count) => (count === 0 ? 'El catálogo no tiene esa cookie.' : `Encontradas: ${count}.`),
    position: 'Posición',
    positions: {
      bottom: 'Barra abajo',
      'bottom-left': 'Cuadro abajo a la izquierda',
      'bottom-right': 'Cuadro abajo a la derecha',
      center: 'Cuadro en el centro',
      top: 'Barra arriba',
    },
    colour: 'Color de los botones',
    colours: { blue: 'Azul', green: 'Verde', violet: 'Violeta', red: 'Rojo', black: 'Negro' },
    preview: 'Vista previa',
    shownGroup: 'Grupo en la vista previa',
    publish: (count) => (count === 1 ? 'Publicar el aviso' : `Publicar ${count} avisos`),
    untranslated: (count) =>
      count === 1
        ? 'Una cookie solo está descrita en inglés'
        : `${count} cookies solo están descritas en inglés`,
    untranslatedHelp: (languages) =>
      `Los visitantes deben poder leer las descripciones (RGPD, artículo 12, apartado 1): ${languages}. Puede publicar ahora; los textos quedan marcados en el aviso hasta que los traduzca.`,
    toBanners: 'Editar los avisos',
    toOverview: 'Ir al resumen',
  },
});
