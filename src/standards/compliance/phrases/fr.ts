import type { LanguagePhrases } from './phrase-types';

const agrees =
  /\bvous (?:en )?(?:acceptez|consentez|autorisez|donnez (?:votre |un )?(?:accord|consentement)|approuvez|etes d'accord)\b|\b(?:vaut|valent|vaudra|signifie|implique|constitue|equivaut|emporte|considere[es]{0,2} comme|comme) (?:a |(?:\w{1,14} |d'|l'|votre ){0,3})(?:une |l'|votre )?(?:acceptation|consentement|accord)\b|\bnous (?:supposons|supposerons|considerons|considererons|presumons|partons du principe|estimons|estimerons|comprenons) (?:\w{1,14} ){0,1}?que vous (?:\w{1,14} ){0,3}(?:accept|consent|d'accord|satisfait|autoris)|\bvous (?:\w{1,14} ){1,3}acceptez\b/;
const denies =
  /\bsans (?:accepter|consentir|donner)|\bne (?:\w{1,12} ){0,2}(?:vaut|signifie|constitue|consent|accept|saurait|peut)|\bn'(?:equivaut|implique|accept|est pas|emporte)|\b(?:ou|et) (?:vous )?(?:refus|rejet)|\b(?:uniquement|seulement) (?:si|apres|avec)\b|\bque si\b|\bqu'(?:avec|apres|une fois)\b/;

export const fr: LanguagePhrases = {
  language: 'fr',
  continuing: [
    {
      all: [
        /\b(?:en|si vous|lorsque vous|quand vous) (?:continu|poursui|navigu|utilisant (?:ce|notre|le) (?:site|service)|defil|scroll|restant|parcour)|\bla poursuite de (?:la|votre) (?:navigation|visite|consultation)|\b(?:le )?(?:defilement|scroll) (?:de la|de cette|sur)\b/,
        agrees,
      ],
      none: denies,
    },
    {
      all: [
        /\ben (?:visitant|accedant|utilisant|consultant|entrant|cliquant sur (?:un|n'importe|tout|les|d'autres)|lisant)|\bsi vous (?:utilisez|visitez|restez|consultez|ne (?:modifiez|changez) pas)\b|\b(?:l'|toute |la simple )(?:utilisation|consultation|visite|navigation) (?:de |du |sur |d')|\b(?:votre|la|toute) (?:visite|navigation|utilisation|consultation) (?:\w{1,14} ){0,5}(?:vaut|valent|signifie|implique|emporte|constitue)|\bsans (?:modifier|changer) (?:\w{1,14} ){0,2}(?:parametres|reglages)/,
        agrees,
      ],
      none: denies,
    },
  ],
  closing: [
    {
      all: [
        /\ben (?:fermant|cliquant sur (?:la )?(?:croix|x\b))|\bsi vous fermez\b|\bla fermeture (?:de|du)\b|\bfermer (?:ce|cette|le|la) (?:bandeau|fenetre|banniere|message)\b/,
        agrees,
      ],
      none: denies,
    },
  ],
  wall: [
    {
      all: [
        /\bvous devez (?:\w{1,12} ){0,3}(?:accepter|consentir|autoriser)\b|\bil (?:faut|est (?:necessaire|obligatoire)) (?:d'|de )?(?:accepter|consentir)/,
        /\b(?:pour|afin de|afin d'|avant de|avant d') ?(?:\w{1,12} ){0,2}(?:acceder|utiliser|consulter|lire|naviguer|continuer|visiter|poursuivre)\b/,
      ],
      none: /\b(?:videos?|cartes?|chat|fonctionnalite|contenu integre)/,
    },
    {
      all: [
        /\bvous ne (?:pourrez|pouvez|pourriez) (?:pas |plus )?(?:\w{1,10} ){0,2}(?:acceder|utiliser|consulter|lire|naviguer|visiter|continuer|poursuivre)\b|\bacces (?:\w{1,12} |a |au |l'|d'|est |sera ){0,6}(?:refuse|bloque|impossible|reserve|subordonne|conditionne)/,
        /\b(?:site|page|contenus?|articles?|service|boutique|application)\b/,
        /\b(?:accept|refus|consent)/,
      ],
      none: /\b(?:certain|partie|toutes?\b|tous\b|l'ensemble|fonctionnalite|videos?|pleinement|correctement|egalement)/,
    },
    {
      all: [
        /\baccept|\bconsent|\bcookies?\b|\bpublicite|\brefus|\btraceurs?\b|\btracage/,
        /\b(?:ou|sinon) (?:(?:\w{1,12} |d'|l'|s'|m'|vous |bien ){0,4})(?:abonn\w{1,6}|payer|payant|achetez|acheter)\b|\b(?:abonn\w{1,6}|payer|payant) (?:\w{1,12} |d'|l'){0,4}(?:pour refuser|sans (?:publicite|cookies?|tracage|accepter|pistage|traceurs?))|\b(?:refuser|continuer sans accepter) (?:et |en |\w{1,10} |d'|s'|m'){0,3}(?:abonn|m'abonn|s'abonn|payer|payant|pour \d)|\bs'abonner pour refuser/,
      ],
      none: /\b(?:newsletter|infolettre|lettre d'information|panier|commande|paiement)/,
    },
  ],
  pressure: [
    {
      all: [
        /\b(?:site|page|boutique|service|application) (?:\w{1,12} ){0,2}ne (?:\w{1,12} ){0,2}(?:fonctionn|marche)|\bne fonctionner(?:a|ont)? (?:pas|plus)/,
        /\b(?:si vous|sans|a moins que|tant que) (?:\w{1,12} ){0,3}(?:accept|consent|refus|accord)/,
      ],
      none: /\b(?:certain|partie|fonctionnalite|peut|peuvent|pourrai|pourront|videos?)/,
    },
    {
      all: [
        /\bje (?:prefere|veux|souhaite|choisis|accepte) (?:\w{1,14} |d'|l'){0,6}(?:moins bonne|mauvaise?|pire|ennuyeu|non pertinente?|degradee?)/,
      ],
    },
    {
      all: [
        /\bje (?:renonce|n'aime pas|me fiche|me moque|deteste|ne veux pas (?:de |d'|faire )) ?(?:\w{1,14} |d'|l'|a |de |mes ){0,5}(?:offres|reductions|avantages|economi|vie privee|confidentialite|bonnes?)/,
      ],
    },
    {
      all: [
        /\b(?:ca|cela) nous (?:\w{1,8} )?(?:attrist|rend trist|desole)|\bnous (?:serions|serons|sommes) (?:\w{1,8} )?(?:tristes|decus|desoles de vous)/,
      ],
    },
    {
      all: [
        /\bvous (?:allez|pourriez|risquez de) (?:le |\w{1,8} )?(?:regretter|manquer|rater|passer a cote)|\bvous (?:regretterez|manquerez|raterez)/,
      ],
    },
    { all: [/\bne nous (?:laissez|abandonnez|quittez)/] },
    { all: [/\b(?:mauvaise|moins bonne|pire) experience/] },
    { all: [/\b(?:survie|emplois?) (?:\w{1,12} |de |d'|des ){0,5}(?:journal|redaction|depend|menac|site)/] },
    {
      all: [
        /\b(?:non|oui|refuser|m'opposer)\b,? (?:\w{1,14},? |d'|l'|m'|et |j'){0,6}(?:perdre|perds|renoncer a|renonce a|me priver de) (?:\w{1,14} |d'|l'){0,3}(?:avantages?|reductions?|offres?|remises?|economies|points)/,
      ],
    },
    {
      all: [/\bje ne (?:veux|souhaite) pas (?:soutenir|aider)\b/],
    },
  ],
  silence: [
    {
      all: [/\bautomatique/, /\baccept|\bconsent/],
      none: /\b(?:ne|aucun|aucune|jamais|pas|rien)\b|\bn'|\brefus/,
    },
    {
      all: [
        /\bsi vous ne (?:vous )?(?:refusez|opposez|repondez|reagissez)|\bsauf (?:opposition|refus)|\bsans (?:opposition|reponse|reaction|refus) de votre part|\ba defaut d'opposition/,
        /\b(?:\d{1,3}|quelques|cinq|dix|trente) (?:secondes?|minutes?)\b/,
      ],
      none: /\b(?:aucun|aucune|rien)\b/,
    },
    {
      all: [
        /\bsi vous ne (?:vous )?(?:refusez|opposez|repondez|reagissez)|\bsauf (?:opposition|refus)|\bsans (?:opposition|reponse|reaction|refus) de votre part|\ba defaut d'opposition/,
        agrees,
      ],
      none: denies,
    },
  ],
  noWithdrawal: [
    {
      all: [
        /\b(?:choix|decision|consentement|accord)\b/,
        /\b(?:definitif|definitive|irrevocable|irreversible)s?\b|\bne (?:peut|pourra|peuvent|pourront) (?:plus |pas )?(?:etre )?(?:\w{1,12} ){0,2}(?:modifie|retire|change|revoque|annule)/,
      ],
      none: /\bpas (?:definitif|definitive|irrevocable)|\b(?:necessaire|essentiel|liceite|deja)/,
    },
  ],
  doubleNegative: [
    {
      all: [
        /\bne (?:pas|plus|jamais) (?:(?:me|vous|les|tout|tous|mon|a|au) |m'|s'){0,3}(?:refus|rejet|oppos|desactiv|interdi|bloqu|declin|retir)|\bsans (?:(?:tout|rien|les) |m'|s'){0,2}(?:refus|rejet|oppos|desactiv|bloqu|declin)|\brefuser (?:de |le |mon |d'|l')(?:refus|opposition|m'oppos|retrait|s'oppos|rejet)/,
      ],
    },
  ],
  refusal:
    /\bne pas (?:vendre|partager|suivre|communiquer|traiter|me pister)|^(?:refus|desactiv|s'opposer|opposition|bloquer)/,
  yesOrNo: /^(?:oui|non|active|desactive)$/,
  close: /\bferm(?:ant|er|ez|eture)\b/,
  acceptance:
    /^(?:oui,? )?(?:j'accepte|j'autorise|accepter|autoriser|tout (?:accepter|autoriser)|accepter (?:tout|tous|tous les cookies|les cookies|et \w{1,14})|d'accord)$/,
  rejection:
    /^(?:non,? )?(?:je refuse|refuser|tout refuser|refuser (?:tout|tous|tous les cookies|les cookies)|continuer sans accepter|ne pas accepter)$/,
  payment: /\b(?:abonn\w{1,6}|payer|payant|acheter)\b/,
  advertising: /publicit|\bannonce|\bpubs?\b|marketing/,
};
