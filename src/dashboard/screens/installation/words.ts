import { defineWords } from '../../words';

export const words = defineWords({
  en: {
    title: 'Installation',
    intro: 'One script tag puts the banner on your pages. The script finds the service by its own address.',
    seen: 'Seen on',
    waiting: 'Waiting for the first page',
    waitingText:
      'Put the script on a page and open it. It appears here within seconds. A browser in which you have decided does not ask again, so use a private window.',
    site: 'Site',
    lastSeen: 'Last seen',
    group: 'Rules',
    language: 'Language',
    decisions: 'Decisions',
    accepted: 'Accepted',
    refused: 'Not an allowed origin',
    snippet: 'Put it on your pages',
    with: 'Your pages are made with',
    ways: {
      html: { name: 'HTML', help: 'Copy this line into the head of every page, before other scripts.' },
      express: {
        name: 'Express',
        help: 'Your app writes the tags itself. The banner appears sooner, and consent mode is set before any other tag.',
      },
      react: {
        name: 'React',
        help: 'The widget becomes part of your bundle. Vue and Svelte have bindings too.',
      },
      wordpress: {
        name: 'WordPress',
        help: 'Add this to the functions.php of your theme, or the script tag alone with a plugin for header scripts.',
      },
      gtm: {
        name: 'Google Tag Manager',
        help: 'Copy the line into your pages. In Tag Manager, import gtm/template.tpl of the package as a template, and fire a tag of it on “Consent Initialization – All Pages” and on the custom event “consent”.',
      },
    },
    link: 'Link to change the choice',
    linkText: 'Visitors must be able to change their mind. Put this link into the footer of every page.',
    linkLabel: 'Privacy settings',
    policy: 'Content security policy',
    policyText: 'Needed only on pages that send such a policy. Add these sources to yours.',
  },
  de: {
    title: 'Einbindung',
    intro:
      'Ein Skript-Tag bringt das Banner auf Ihre Seiten. Es findet den Dienst über seine eigene Adresse.',
    seen: 'Gesehen auf',
    waiting: 'Noch keine Seite gesehen',
    waitingText:
      'Setzen Sie das Skript in eine Seite und öffnen Sie sie. Sie erscheint nach wenigen Sekunden hier. Wer schon entschieden hat, wird nicht erneut gefragt: Verwenden Sie ein privates Fenster.',
    site: 'Website',
    lastSeen: 'Zuletzt gesehen',
    group: 'Regeln',
    language: 'Sprache',
    decisions: 'Entscheidungen',
    accepted: 'Angenommen',
    refused: 'Kein erlaubter Ursprung',
    snippet: 'In Ihre Seiten einbauen',
    with: 'Ihre Seiten entstehen mit',
    ways: {
      html: { name: 'HTML', help: 'Kopieren Sie diese Zeile in den Kopf jeder Seite, vor andere Skripte.' },
      express: {
        name: 'Express',
        help: 'Ihre App schreibt die Tags selbst. Das Banner erscheint früher, und der Consent Mode gilt vor jedem anderen Tag.',
      },
      react: {
        name: 'React',
        help: 'Das Widget wird Teil Ihres Bundles. Auch für Vue und Svelte gibt es Anbindungen.',
      },
      wordpress: {
        name: 'WordPress',
        help: 'Ergänzen Sie dies in der functions.php Ihres Themes, oder nur das Skript-Tag mit einem Plugin für Skripte im Kopf.',
      },
      gtm: {
        name: 'Google Tag Manager',
        help: 'Kopieren Sie die Zeile in Ihre Seiten. Importieren Sie im Tag Manager gtm/template.tpl aus dem Paket als Vorlage, und lösen Sie ein Tag daraus bei „Consent Initialization – All Pages“ und beim benutzerdefinierten Ereignis „consent“ aus.',
      },
    },
    link: 'Ein Weg zurück zur Auswahl',
    linkText: 'Besucher müssen ihre Wahl ändern können. Setzen Sie diesen Link in die Fußzeile jeder Seite.',
    linkLabel: 'Datenschutz-Einstellungen',
    policy: 'Content Security Policy',
    policyText:
      'Nur auf Seiten nötig, die eine solche Richtlinie senden. Ergänzen Sie diese Quellen in Ihrer.',
  },
  fr: {
    title: 'Installation',
    intro: 'Une balise de script met le bandeau sur vos pages. Elle trouve le service par sa propre adresse.',
    seen: 'Vu sur',
    waiting: 'En attente de la première page',
    waitingText:
      'Mettez le script dans une page et ouvrez-la. Elle apparaît ici en quelques secondes. Un navigateur qui a déjà choisi ne demande plus rien : utilisez une fenêtre privée.',
    site: 'Site',
    lastSeen: 'Vu la dernière fois',
    group: 'Règles',
    language: 'Langue',
    decisions: 'Décisions',
    accepted: 'Acceptées',
    refused: 'Origine non autorisée',
    snippet: 'À mettre dans vos pages',
    with: 'Vos pages sont faites avec',
    ways: {
      html: {
        name: 'HTML',
        help: 'Copiez cette ligne dans l’en-tête de chaque page, avant les autres scripts.',
      },
      express: {
        name: 'Express',
        help: 'Votre application écrit elle-même les balises. Le bandeau apparaît plus tôt, et le mode consentement est réglé avant toute autre balise.',
      },
      react: {
        name: 'React',
        help: 'Le widget fait partie de votre bundle. Vue et Svelte ont aussi leurs liaisons.',
      },
      wordpress: {
        name: 'WordPress',
        help: 'Ajoutez ceci au fichier functions.php de votre thème, ou la seule balise de script avec une extension pour les scripts d’en-tête.',
      },
      gtm: {
        name: 'Google Tag Manager',
        help: 'Copiez la ligne dans vos pages. Dans Tag Manager, importez gtm/template.tpl du paquet comme modèle, et déclenchez une balise sur « Consent Initialization – All Pages » et sur l’événement personnalisé « consent ».',
      },
    },
    link: 'Un retour vers le choix',
    linkText: 'Les visiteurs doivent pouvoir changer d’avis. Mettez ce lien au pied de chaque page.',
    linkLabel: 'Paramètres de confidentialité',
    policy: 'Politique de sécurité du contenu',
    policyText:
      'Nécessaire seulement sur les pages qui envoient une telle politique. Ajoutez ces sources à la vôtre.',
  },
  es: {
    title: 'Instalación',
    intro:
      'Una etiqueta de script pone el aviso en sus páginas. Encuentra el servicio por su propia dirección.',
    seen: 'Visto en',
    waiting: 'Esperando la primera página',
    waitingText:
      'Ponga el script en una página y ábrala. Aparece aquí en unos segundos. Un navegador que ya ha decidido no vuelve a preguntar: use una ventana privada.',
    site: 'Sitio',
    lastSeen: 'Visto por última vez',
    group: 'Reglas',
    language: 'Idioma',
    decisions: 'Decisiones',
    accepted: 'Aceptadas',
    refused: 'Origen no permitido',
    snippet: 'Póngalo en sus páginas',
    with: 'Sus páginas están hechas con',
    ways: {
      html: { name: 'HTML', help: 'Copie esta línea en la cabecera de cada página, antes de otros scripts.' },
      express: {
        name: 'Express',
        help: 'Su aplicación escribe las etiquetas. El aviso aparece antes, y el modo de consentimiento se fija antes que cualquier otra etiqueta.',
      },
      react: {
        name: 'React',
        help: 'El widget forma parte de su bundle. Vue y Svelte también tienen enlaces.',
      },
      wordpress: {
        name: 'WordPress',
        help: 'Añada esto al functions.php de su tema, o solo la etiqueta de script con un plugin para scripts de cabecera.',
      },
      gtm: {
        name: 'Google Tag Manager',
        help: 'Copie la línea en sus páginas. En Tag Manager, importe gtm/template.tpl del paquete como plantilla y active una etiqueta en «Consent Initialization – All Pages» y en el evento personalizado «consent».',
      },
    },
    link: 'Un camino de vuelta a la elección',
    linkText: 'Los visitantes deben poder cambiar de opinión. Ponga este enlace al pie de cada página.',
    linkLabel: 'Ajustes de privacidad',
    policy: 'Política de seguridad de contenido',
    policyText: 'Solo hace falta en páginas que envían una política así. Añada estas fuentes a la suya.',
  },
});
