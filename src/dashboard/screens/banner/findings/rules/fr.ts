/**
 * Sentences of the rules in French, by rule id. `{category}` and `{parameter}` are replaced by those of the finding.
 */
export const fr: Readonly<Record<string, string>> = {
  'category/unknown-parameter':
    'La catégorie « {category} » cite le cookie « {parameter} », que ce bandeau n’a pas : ajoutez-le aux cookies ou retirez-le de la catégorie',
  'category/parameter-twice':
    'Le cookie « {parameter} » est dans « {category} » et dans une autre catégorie ; il pourrait être accepté et refusé à la fois : gardez-le dans une seule',
  'category/uncategorised-parameter':
    'Le cookie « {parameter} » n’est dans aucune catégorie ; les visiteurs ne lisent rien à son sujet et n’en décident pas : classez-le',
  'category/necessary-optional':
    'Le cookie nécessaire « {parameter} » est dans la catégorie « {category} », que les visiteurs peuvent désactiver : déplacez-le dans une catégorie sans choix ou indiquez son véritable but',
  'category/unexplained':
    'La catégorie « {category} » n’a pas de texte : dites à quoi servent ses cookies et qui reçoit les données',
  'category/decided-on':
    'Les visiteurs ont déjà décidé de la catégorie « {category} », et elle change : faites redemander leur choix en publiant',
  'group/decided-on':
    'Des visiteurs ont déjà décidé dans un groupe moins strict. Leurs décisions ne valent pas ici : leur choix sera redemandé dès que cette version sera publiée',
  'parameter/not-one-name':
    'Le cookie « {parameter} » a un nom qu’aucun cookie ne peut avoir, si bien qu’un retrait ne le supprime pas : listez chaque cookie séparément, avec son nom exact ou un motif (_ga_*), sans virgules ni espaces',
  'parameter/undisclosed':
    'Pour le cookie « {parameter} », il manque qui le dépose ou combien de temps il est conservé : indiquez-le',
  'parameter/long-lived':
    'Le cookie « {parameter} » est conservé plus de deux ans : réduisez cette durée à ce qu’exige son but',
  'parameter/recipient-unstated':
    'Pour le cookie « {parameter} », il manque des indications sur le destinataire, qu’un consentement au transfert à l’étranger doit nommer : complétez-les',
  'parameter/sale-unstated':
    'Pour le cookie de marketing « {parameter} », il manque s’il vend ou partage des données personnelles : choisissez son usage au sens du droit californien',
  'consent/pre-granted':
    'Le cookie « {parameter} » est accepté avant que le visiteur ait choisi : désactivez « Autorisé avant tout choix », aussi dans les valeurs par catégorie',
  'consent/mandatory-basis':
    'La catégorie « {category} » ne laisse pas de choix et contient le cookie « {parameter} », que les visiteurs doivent pouvoir refuser : déplacez-le dans une catégorie fondée sur le consentement',
  'consent/mandatory-sale':
    'La catégorie « {category} » ne laisse pas de choix, et son cookie « {parameter} » vend ou partage des données : corrigez son but et déplacez-le dans une catégorie fondée sur le consentement',
  'consent/legitimate-interest':
    'La catégorie « {category} » invoque l’intérêt légitime pour le cookie « {parameter} », qui est stocké sur l’appareil du visiteur et exige un consentement : choisissez cette base juridique',
  'consent/bundled':
    'La catégorie « {category} » demande à la fois le marketing et autre chose : donnez au marketing une catégorie à part',
  'consent/no-objection':
    'Le cookie « {parameter} » est dans la catégorie « {category} », qui ne laisse pas de choix ; personne ne peut s’y opposer : déplacez-le dans une catégorie fondée sur le consentement, où il peut rester accepté d’avance',
  'consent/exempt-shared':
    'Le cookie « {parameter} » est accepté d’avance alors que ses données sont vendues ou partagées ; l’exemption ne le permet pas : désactivez « Autorisé avant tout choix »',
  'sensitive/pre-granted':
    'Le cookie « {parameter} » traite des données sensibles, ce qui exige un consentement, et il est accepté avant le choix : désactivez « Autorisé avant tout choix », aussi dans les valeurs par catégorie',
  'sensitive/granted-on-notice':
    'Le cookie « {parameter} » traite des données sensibles sur simple avis ; pour les données de santé, certains États américains exigent d’abord un consentement : désactivez « Autorisé avant tout choix »',
  'measurement/not-exempt':
    'Le cookie « {parameter} » est déclaré comme mesure d’audience exemptée, mais n’en remplit pas les conditions : corrigez cela ou demandez un consentement',
  'measurement/without-consent':
    'Le cookie « {parameter} » mesure l’audience sans consentement. La France, l’Italie, les Pays-Bas et l’Espagne l’admettent pour des statistiques réservées au site, à condition d’en informer',
  'gpc/not-listening':
    'Le cookie « {parameter} » vend, partage ou fait de la publicité sans tenir compte du signal GPC : faites-lui écouter ce signal',
  'gpc/analytics-not-listening':
    'Le cookie d’analyse « {parameter} » transmet des données à un tiers sans tenir compte du signal GPC. Sans contrat de prestataire, c’est une vente : faites-lui écouter ce signal ou indiquez le contrat',
  'gpc/objection-unheard':
    'Le cookie de marketing « {parameter} » ne tient pas compte du signal GPC, qui peut valoir opposition : faites-lui écouter ce signal',
  'gpc/ignored':
    'Le signal GPC n’est pas pris en compte, alors qu’il vaut ici opposition selon la loi : choisissez « strict » ou retirez ce réglage',
  'gpc/overridable':
    'Un clic sur « tout accepter » annule ici le signal du visiteur : choisissez « strict », pour que seul un choix distinct le fasse, ou retirez ce réglage',
  'gpc/banner-accepts-only':
    'Tous les boutons du bandeau du signal acceptent tout, contre le signal : ajoutez-en un qui maintient l’opposition ou ouvre les choix',
  'gpc/no-banner':
    'Les visiteurs qui envoient le signal GPC ne voient pas qu’il a été pris en compte : ajoutez un bandeau qui le dit',
  'banner/no-reject': 'Le bandeau a un bouton qui accepte tout et aucun qui refuse : ajoutez-le',
  'banner/no-decline':
    'Accepter demande un clic et refuser plusieurs : ajoutez, à côté, un bouton qui refuse',
  'banner/no-manage':
    'Il y a plusieurs catégories facultatives, mais aucun bouton pour choisir entre elles : ajoutez-en un qui ouvre les choix',
  'banner/asymmetric':
    'Accepter n’a pas la même apparence que refuser : donnez le même style aux deux boutons',
  'banner/choice-as-text':
    'Accepter et refuser ressemblent à du simple texte : donnez-leur le style d’un bouton',
  'banner/no-refusal':
    'Les visiteurs ne peuvent pas refuser d’emblée : ajoutez un bouton qui refuse ou ouvre les choix, ou un lien vers les choix',
  'banner/empty-choice':
    'Un bouton propose un choix alors qu’aucune catégorie n’est facultative : retirez-le ou rendez une catégorie facultative',
  'banner/no-policy-link':
    'Le texte du bandeau n’a pas de lien : ajoutez-en un vers la politique de confidentialité dans cette langue, ou indiquez son adresse',
  'modal/no-save': 'Les préférences n’ont pas de bouton qui enregistre le choix : ajoutez-en un',
  'banner/no-controller':
    'Le bandeau ne dit pas qui demande : indiquez le responsable du traitement dans les réglages et dans le texte du bandeau',
  'banner/no-partner-count':
    'Le bandeau ne dit pas à combien de partenaires vont les données, ou en compte trop peu : donnez leur nombre dans le texte, ou nommez-les tous',
  'banner/no-close':
    'Pour l’Italie, le Garante demande un X qui ferme le bandeau sans consentement et une phrase qui le dit : l’un des deux manque',
  'locale/no-french':
    'Le bandeau vaut pour le Québec et n’a pas de version française : ajoutez la langue « fr » ou « fr-CA »',
  'choices/no-lasting-link':
    'Rien de durable ne rouvre les choix ; retirer son consentement est donc plus difficile que le donner : donnez au bandeau un lien vers les choix et montrez-le sur chaque page',
  'banner/no-opt-out-link':
    'Des données personnelles sont vendues ou partagées, et un bandeau seul ne suffit pas pour s’y opposer : placez sur chaque page un lien vers les choix, en Californie intitulé « Do Not Sell or Share My Personal Information », ou « Your Privacy Choices » avec l’icône',
  'banner/no-limit-link':
    'Des données sensibles sont traitées : la Californie demande un lien durable « Limit the Use of My Sensitive Personal Information », ou « Your Privacy Choices » avec l’icône',
  'button/misleading-label':
    'Le libellé d’un bouton dit le contraire de son effet, ou deux boutons aux effets différents portent le même : nommez ce qu’ils font',
  'button/pay-to-refuse':
    'Un bouton qui refuse demande un paiement : laissez refuser gratuitement, ou proposez une offre équivalente sans publicité comportementale et faites-la vérifier',
  'wording/continuing':
    'Un texte prend le défilement ou la poursuite de la navigation pour un consentement ; seul un acte positif clair en est un : retirez la phrase',
  'wording/closing':
    'Un texte prend la fermeture du bandeau pour un consentement ; qui ferme n’a pas choisi : retirez la phrase',
  'wording/cookie-wall':
    'Un texte fait dépendre l’accès d’un consentement ou d’un paiement : laissez entrer ceux qui refusent, ou proposez une offre équivalente sans publicité comportementale et faites-la vérifier',
  'wording/pressure':
    'Un texte pousse les visiteurs à accepter par la honte, la peur ou la flatterie : employez des mots neutres',
  'wording/silence':
    'Un texte prend le silence ou le temps écoulé pour un consentement ; seul un acte positif clair en est un : retirez la phrase',
  'wording/no-withdrawal':
    'Un texte dit que le choix ne pourra pas changer ; un consentement se retire à tout moment, aussi facilement qu’il se donne : dites où',
  'wording/advertising-unnamed':
    'La catégorie « {category} » contient des cookies marketing et ses mots ne mentionnent pas la publicité : avec elle, les visiteurs accordent ad_storage, ad_user_data et ad_personalization à Google ; nommez la publicité dans le titre ou le texte',
  'wording/double-negative':
    'Un choix est formulé comme une double négation, que l’on comprend à l’envers : dites ce que fait le bouton ou l’interrupteur',
  'content/parameter-untranslated':
    'Les visiteurs de cette langue lisent des descriptions de cookies dans une autre langue : traduisez-les',
  'expiry/too-long':
    'Un choix vaut plus longtemps que ne le permet le droit d’un des lieux : réduisez la durée ou limitez le bandeau aux lieux prévus',
  'expiry/asks-too-soon':
    'Ceux qui ont refusé sont vite redemandés : attendez environ six mois (au moins 180 jours)',
  'expiry/too-short':
    'Ceux qui se sont opposés sont redemandés trop tôt : attendez au moins douze mois (365 jours)',
  'countries/stricter-law':
    'Le droit de certains de ces lieux exige un groupe plus strict : choisissez ce groupe pour eux, ou retirez-les du bandeau',
  'india/fiduciary':
    'Le bandeau vaut pour l’Inde et ne nomme pas de « data fiduciary » : nommez qui décide de l’usage des données',
  'expiry/no-refresh':
    'Un consentement aux données sensibles vaut trop longtemps. Le Colorado en demande un nouveau après 24 mois sans contact : fixez au plus 730 jours',
  'children/advertising':
    'Le site s’adresse aux enfants, et le cookie « {parameter} » leur fait de la publicité ou vend leurs données : retirez-le, ou ne l’acceptez qu’avec le consentement d’un parent',
  'age/no-gate':
    'Le site s’adresse aux enfants, et chacun peut y consentir ; sous l’âge requis, un parent décide : donnez au bandeau une question sur l’âge',
  'ui/contrast': 'Le contraste de cette couleur avec son fond est trop faible : choisissez-en une autre',
  'ui/unknown-position':
    'Le widget ne connaît pas cette position et prend l’habituelle : choisissez-en une dans la liste',
  'template/adapted': 'Un réglage du modèle n’est pas permis dans ce groupe et a été adapté',
  'content/untranslated':
    'Un texte manque dans cette langue : les visiteurs lisent celui de la langue par défaut',
  'content/sanitised': 'Un balisage qui ne doit pas atteindre les visiteurs a été retiré de ce texte',
  'content/blank': 'Ce texte ne doit pas être vide',
  'content/locale-structure':
    'Cette partie d’une langue n’est pas montrée : la langue par défaut fixe la structure',
  'content/button-count':
    'Le nombre de libellés ne correspond pas aux boutons de l’apparence : donnez-en un à chacun',
  'content/words-untranslated':
    'Le widget n’a pas de mots dans cette langue et montre les anglais : fournissez-les',
  'content/machine-translation':
    'Une machine a traduit dans cette langue des textes que personne n’a vérifiés : lisez-les avant les visiteurs',
  'content/word-required':
    'Là où le signal de confidentialité est contraignant, cette ligne doit dire que l’opposition a été respectée',
  'content/word-place': 'Il manque au mot l’endroit où le widget insère une valeur',
  'profile/template-changed':
    'Le modèle d’interface lié a été modifié ; cette version a l’apparence actuelle du modèle',
  'profile/template-deleted': 'Le modèle lié est supprimé ; le bandeau garde ce qu’il en avait repris',
  'profile/no-group': 'Sans groupe, le bandeau ne peut pas être publié : choisissez-en un',
  'profile/unknown-field': 'Un champ n’est pas connu ; il est enregistré et reste sans effet',
  'profile/unnamed-controller':
    'Le responsable s’appelle « Default », le nom initial du client : saisissez le nom de l’entreprise',
  'profile/own-cookie-lifetime':
    'Le service dépose lui-même le cookie « {parameter} », pour la durée de validité d’un choix ; le bandeau indique une autre durée de vie : indiquez la même',
  'profile/two-groups': 'Deux groupes sont indiqués ; celui qui est intégré s’applique',
  'tcf/disabled':
    'Les indications du TCF restent sans effet tant qu’il n’est pas activé dans la configuration',
  'tcf/unknown-category': 'La catégorie du TCF n’est pas une catégorie facultative de ce bandeau',
  'tcf/unknown-id': 'La liste des fournisseurs ne contient pas certains de ces numéros',
  'tcf/without-purpose-one':
    'La finalité 1 (stocker sur un appareil) manque : demandez-la, sauf si la loi de votre pays n’exige pas de consentement',
  'tcf/overlapping-stacks':
    'Deux piles ont une finalité ou une fonction en commun et ne doivent pas être montrées ensemble',
};
