import type { WidgetWords } from './widget-word-types';

export const fr: WidgetWords = {
  close: 'Fermer',
  alwaysOn: 'Toujours actif',
  on: 'Activé',
  off: 'Désactivé',
  details: 'Détails',
  settings: 'Paramètres',
  privacySettings: 'Paramètres de confidentialité',
  privacyPolicy: 'Politique de confidentialité',
  language: 'Langue',
  cookiesOne: '{count} cookie',
  cookiesOther: '{count} cookies',
  provider: 'Fournisseur',
  purpose: 'Finalité',
  duration: 'Durée de conservation',
  session: 'jusqu’à la fermeture du navigateur',
  description: 'Description',
  domains: 'Domaines',
  embedBlocked: 'Ce contenu provient de {provider}, qui reçoit des données dès son affichage.',
  showOnce: 'Afficher une fois',
  alwaysShow: 'Toujours afficher',
  consentId: 'Identifiant du consentement',
  decidedOn: 'Choix du {date}',
  receipt: 'Télécharger le reçu',
  saved: 'Votre choix est enregistré.',
  notSaved:
    'Votre choix s’applique dans ce navigateur, mais n’a pas encore pu être transmis. Il le sera plus tard.',
  cookiesBlocked:
    'Votre navigateur bloque les cookies\u00a0: votre choix sera oublié lorsque vous quitterez cette page.',
  gpcHonoured: 'Le signal de confidentialité de votre navigateur (Global Privacy Control) est respecté.',
  gpcConfirm:
    'Votre navigateur demande aux sites de ne pas vendre ni partager vos données. Voulez-vous tout de même l’autoriser sur ce site\u00a0?',
  gpcShareAnyway: 'Autoriser quand même',
  gpcKeep: 'Conserver mon signal',
  legitimateInterest: 'Intérêt légitime',
  object: 'S’opposer',
  ageQuestion: 'Avez-vous {age} ans ou plus\u00a0?',
  birthYear: 'En quelle année êtes-vous né(e)\u00a0?',
  yes: 'Oui',
  no: 'Non',
  next: 'Suivant',
  tooYoung:
    'À votre âge, vous ne pouvez pas donner votre accord vous-même\u00a0: tout ce qui est facultatif reste désactivé.',
  askParent: 'Demander à un parent',
  parentNote:
    'Nous demanderons l’accord d’un de vos parents. D’ici là, tout ce qui est facultatif reste désactivé.',
  parentPending:
    'Nous attendons la réponse de votre parent. D’ici là, tout ce qui est facultatif reste désactivé.',
  preview: 'Aperçu\u00a0: rien n’est enregistré.',
  poweredBy: 'Propulsé par {name}',
};
