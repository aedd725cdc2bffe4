import { choicesLink, type LanguageTexts, paragraph, policyLink } from './banner-text-types';

const technologies = 'Nous utilisons des cookies et des technologies similaires.';
const always = 'Ceux qui sont indispensables au fonctionnement du site sont toujours actifs.';
const uses =
  'Nous utilisons des cookies et des technologies similaires pour faire fonctionner ce site, mémoriser vos préférences, mesurer son utilisation et diffuser de la publicité.';
const more = `Pour en savoir plus, consultez notre ${policyLink('politique de confidentialité')}.`;
const closing = 'Si vous fermez ce message, tout ce qui requiert votre consentement reste désactivé.';
const signal = 'Votre navigateur envoie le signal Global Privacy Control.';

export const fr: LanguageTexts = {
  locale: 'fr',
  direction: 'ltr',
  banners: {
    'opt-in-explicit': {
      heading: 'Nous vous demandons d’abord votre accord',
      htmlText: paragraph(
        'Rien de facultatif n’a lieu ici avant que vous l’ayez accepté.',
        'Vous décidez séparément pour chaque finalité, y compris de la communication de données aux destinataires indiqués et de leur transfert à l’étranger.',
        'Rien n’est présélectionné, un refus n’a aucune conséquence défavorable pour vous,',
        'et vous pouvez retirer chaque consentement à tout moment dans les paramètres de confidentialité.',
        closing,
        `Notre ${policyLink('politique de confidentialité')} indique qui est responsable de vos données, qui les reçoit et dans quels pays,`,
        'combien de temps elles sont conservées et comment exercer vos droits ou déposer une réclamation.',
      ),
    },
    'opt-in': {
      heading: 'Vos données, votre choix',
      htmlText: paragraph(
        technologies,
        always,
        'Ce n’est qu’avec votre consentement que nous mémorisons vos préférences, mesurons l’utilisation du site et affichons de la publicité adaptée à vos centres d’intérêt.',
        'Des données sont alors aussi transmises aux fournisseurs indiqués dans les paramètres de confidentialité.',
        'Vous pouvez refuser tout aussi facilement, et retirer votre consentement à tout moment dans ces paramètres.',
        closing,
        more,
      ),
    },
    'opt-in-exempt': {
      heading: 'Vos données, votre choix',
      htmlText: paragraph(
        technologies,
        always,
        'Nous comptons aussi les visites et mémorisons vos préférences d’affichage, uniquement pour améliorer notre propre site\u00a0;',
        'vous pouvez vous y opposer à tout moment dans les paramètres de confidentialité.',
        'La publicité, et la transmission de données à cette fin, n’a lieu qu’avec votre consentement, que vous pouvez également retirer dans ces paramètres.',
        closing,
        more,
      ),
    },
    'opt-out': {
      heading: 'Vos choix en matière de confidentialité',
      htmlText: paragraph(
        uses,
        'Il peut alors arriver que nous vendions des informations personnelles à des partenaires publicitaires, que nous les partagions avec eux',
        'ou que nous les utilisions pour de la publicité ciblée.',
        `Vous pouvez vous y opposer à tout moment\u00a0: ${choicesLink('Ne pas vendre ni partager mes informations personnelles')}.`,
        more,
      ),
    },
    'notice-opt-out': {
      heading: 'Comment ce site utilise les données',
      htmlText: paragraph(
        uses,
        'Des données peuvent être transmises à des partenaires, y compris dans d’autres pays.',
        `Vous pouvez le refuser maintenant ou plus tard, avec effet immédiat\u00a0: ${choicesLink('refuser ou choisir')}.`,
        more,
      ),
    },
    'notice-only': {
      heading: 'Comment ce site utilise les données',
      htmlText: paragraph(
        uses,
        `Notre ${policyLink('politique de confidentialité')} précise quelles données sont concernées, qui les reçoit et comment vous pouvez en limiter l’usage.`,
      ),
    },
    'necessary-only': {
      heading: 'Uniquement l’indispensable',
      htmlText: paragraph(
        'Ce site n’utilise que les cookies et technologies similaires indispensables à son fonctionnement.',
        'Ils ne requièrent pas votre consentement, il n’y a donc rien à choisir.',
        more,
      ),
    },
  },
  facts: {
    controller: paragraph('Responsable du traitement des données sur ce site\u00a0: {controller}.'),
    partners: paragraph('Nombre de partenaires pouvant recevoir des données\u00a0: {partners}.'),
    limitSensitive: paragraph(
      `Vous pouvez aussi limiter l’utilisation de vos données sensibles\u00a0: ${choicesLink('Limiter l’utilisation de mes informations personnelles sensibles')}.`,
    ),
  },
  gpc: {
    honored: {
      heading: 'Nous avons reçu votre signal de confidentialité',
      htmlText: paragraph(
        signal,
        'Nous le comprenons comme un refus\u00a0: la publicité, et la transmission de données à cette fin, est désactivée.',
        `Vous n’avez rien d’autre à faire\u00a0; si vous souhaitez autre chose, ${choicesLink('faites votre propre choix')}.`,
        more,
      ),
    },
    binding: {
      heading: 'Votre demande d’opposition est respectée',
      htmlText: paragraph(
        signal,
        'Nous le traitons comme une demande d’opposition\u00a0: vos informations personnelles ne sont ni vendues, ni partagées, ni utilisées pour de la publicité ciblée.',
        `Vous n’avez rien d’autre à faire. Seul un choix que vous faites séparément peut modifier cela\u00a0: ${choicesLink('vos choix de confidentialité')}.`,
        more,
      ),
    },
  },
  modal: {
    heading: 'Paramètres de confidentialité',
    htmlText: paragraph(
      'Décidez ici de ce qui peut être fait de vos données. Vous pouvez revenir modifier votre choix à tout moment.',
    ),
  },
  categories: {
    necessary: {
      heading: 'Nécessaires',
      htmlText: paragraph(
        'Indispensables au fonctionnement et à la sécurité du site ainsi qu’à la mémorisation de ce choix. Ils ne peuvent pas être désactivés.',
      ),
    },
    functional: {
      heading: 'Fonctionnalités',
      htmlText: paragraph(
        'Offrent des fonctionnalités supplémentaires, comme des vidéos, des cartes ou une messagerie instantanée. Leurs fournisseurs reçoivent des données lorsque vous les utilisez.',
      ),
    },
    preferences: {
      heading: 'Préférences',
      htmlText: paragraph(
        'Mémorisent vos réglages, comme la langue et l’affichage, pour votre prochaine visite.',
      ),
    },
    analytics: {
      heading: 'Statistiques',
      htmlText: paragraph(
        'Nous montrent comment le site est utilisé afin que nous puissions l’améliorer. Les données sont traitées par les fournisseurs indiqués pour chaque cookie.',
      ),
    },
    marketing: {
      heading: 'Publicité',
      htmlText: paragraph(
        'Servent à afficher de la publicité correspondant à vos centres d’intérêt et à en mesurer l’efficacité.',
        'À cette fin, des données sont transmises aux fournisseurs indiqués pour chaque cookie, y compris dans d’autres pays.',
      ),
    },
  },
  buttons: {
    acceptAll: 'Tout accepter',
    rejectAll: 'Tout refuser',
    manage: 'Choisir',
    save: 'Enregistrer mon choix',
    acknowledge: 'OK',
  },
  thisSite: 'Ce site',
  cookies: {
    session: 'Maintient la session, par exemple une connexion.',
    visitor: 'Relie ce navigateur à l’enregistrement de son choix de confidentialité.',
    choice: 'Mémorise ce choix de confidentialité.',
    proof: 'Empêche d’autres personnes de lire ou de modifier ce choix de confidentialité.',
    language: 'Mémorise la langue.',
    visitors: 'Distingue les visiteurs afin de compter les visites.',
    visits: 'Conserve l’état d’une visite.',
    audiences: 'Mesure les publicités et trouve des audiences pour elles.',
    clicks: 'Mesure ce qui suit un clic sur une publicité.',
    adsElsewhere: 'Choisit et limite les publicités sur d’autres sites.',
  },
};
