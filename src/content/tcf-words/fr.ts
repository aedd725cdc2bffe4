import type { TcfWords } from './tcf-word-types';

export const fr: TcfWords = {
  intro:
    'Nous et nos partenaires (nombre : {count}) stockons des informations sur votre appareil ou y accédons, par exemple des cookies et des identifiants, et traitons des données personnelles, par exemple votre navigation, pour ces finalités :',
  partners: 'Partenaires ({count})',
  interest:
    'Certains partenaires se fondent sur un intérêt légitime plutôt que sur votre consentement. Vous pouvez vous y opposer dans les paramètres.',
  scope:
    'Votre choix ne vaut que pour ce site. Vous pouvez le modifier ou retirer votre consentement à tout moment dans les paramètres de confidentialité.',
  purposes: 'Finalités',
  specialPurposes: 'Finalités spéciales',
  noChoice: 'Vous ne pouvez pas les refuser.',
  features: 'Fonctionnalités',
  specialFeatures: 'Fonctionnalités spéciales',
  consent: 'Consentement',
  legitimateInterest: 'Intérêt légitime',
  examples: 'Exemples',
  retention: 'Conservation des données',
  cookieLifetime: 'Durée de vie des cookies',
  cookieRefresh: 'Peut être prolongée',
  otherStorage: 'Utilise aussi un stockage autre que les cookies',
  data: 'Données',
  interestClaim: 'Explication de l’intérêt légitime',
};
