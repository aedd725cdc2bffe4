import type { CookieDescriptions } from './common-cookies';

export const fr: CookieDescriptions = {
  csrf: 'Protège les formulaires contre les requêtes falsifiées.',
  signedIn: 'Maintient la connexion au compte.',
  bots: 'Distingue les personnes des robots.',
  botCheck: 'Retient qu’un contrôle contre les robots a été passé.',
  sameServer: 'Dirige les requêtes d’un même visiteur vers le même serveur.',
  rateLimit: 'Distingue les visiteurs qui partagent une adresse, afin de limiter le nombre de requêtes.',
  basket: 'Retrouve le panier du visiteur.',
  shop: 'Conserve ce dont la boutique a besoin pour fonctionner, comme le panier et le paiement.',
  fraud: 'Reconnaît le navigateur afin de prévenir la fraude au paiement.',
  cookieChoice: 'Conserve les choix du visiteur en matière de cookies.',
  cookieTest: 'Vérifie si le navigateur accepte les cookies.',
  recaptcha: 'Distingue les personnes des robots. Google exploite aussi les données pour son propre compte.',
  chat: 'Reconnaît les visiteurs de la messagerie afin de poursuivre la conversation.',
  player: 'Conserve les réglages du lecteur, comme le volume.',
  viewers: 'S’assure que les requêtes viennent du spectateur et compte les vues.',
  recommendations: 'Estime le débit et recommande des vidéos d’après celles qui ont été regardées.',
  abuse: 'Reconnaît les navigateurs afin de détecter les abus.',
  dataCentre: 'Choisit le centre de données qui répond.',
  firstSeen: 'Indique quand ce navigateur a visité pour la première fois un site qui utilise cet outil.',
  restarted: 'Indique si le navigateur a été redémarré.',
  throttle: 'Limite le nombre de requêtes envoyées à Google Analytics.',
  referral: 'Retient par quel lien, quelle recherche ou quelle campagne le visiteur est arrivé.',
  actions: 'Distingue les visiteurs et conserve des informations envoyées avec chacune de leurs actions.',
  variants: 'Montre toujours au visiteur la même variante d’un test.',
  formContact:
    'Reconnaît les visiteurs qui envoient un formulaire, afin de ne pas créer un contact en double.',
  adClick: 'Conserve l’identifiant d’un clic sur une annonce de {provider}.',
  siteAds:
    'Reconnaît le navigateur sur ce site afin de mesurer les annonces de {provider} et de les montrer aux personnes concernées.',
  memberAds: 'Reconnaît les membres de LinkedIn sur ce site afin de mesurer les annonces.',
  frequency: 'Compte les affichages d’une annonce afin de ne pas la montrer trop souvent.',
  googleAds:
    'Retient les réglages et les recherches récentes, et personnalise les annonces dans les services de Google.',
};
