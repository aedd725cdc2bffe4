import type { LanguagePhrases } from './phrase-types';

const agrees =
  /\byou (?:hereby |thereby |also |automatically |then |are )?(?:accept|agree|consent|allow|giv(?:e|ing) |approv|authori[sz])|\b(?:as|deemed|impl(?:y|ies|ied)|means?|indicates?|signals?|signif(?:y|ies)|constitutes?|assume[sd]?) (?:\w{1,10} ){0,4}(?:consent|accept|agree|approv)|\b(?:assume|presume|understand|take it|trust|consider) (?:that )?(?:you(?:'re| are)?|this is) (?:\w{1,10} ){0,2}(?:happy|ok|okay|fine|comfortable|content)\b|\byou(?:'re| are) (?:\w{1,10} )?(?:happy|ok|okay|fine|comfortable|content) (?:with|to)\b/;
const denies =
  /\b(?:not|never|nor) (?:\w{1,12} ){0,3}(?:mean|impl|constitut|count|consent|accept|agree|assum|deem|take|treat|consider|interpret|regard)|n't (?:\w{1,12} ){0,2}(?:mean|impl|accept|agree|consent)|\bonly (?:if|when|after|once|with)\b|\b(?:unless|until) you (?:accept|agree|consent|allow)|\bwhether\b|\b(?:or|and) (?:you )?(?:refus|reject|declin|object)|\bwithout (?:accept|agree|consent|giving)/;

export const en: LanguagePhrases = {
  language: 'en',
  continuing: [
    {
      all: [
        /\b(?:by|if you|when you|once you|as you|your|merely|simply) (?:continu|keep |carry(?:ing)? on|go(?:ing)? on|scroll|brows|navigat|surf|using (?:this|the|our) (?:web|site|page|service|app)|visiting|accessing (?:this|the|our)|remaining|staying|use of (?:this|the|our) (?:web|site|page|service|app))/,
        agrees,
      ],
      none: denies,
    },
    {
      all: [
        /\bscroll(?:ing|s)?\b|\b(?:continued|further) (?:use|usage|browsing|navigation|scrolling)\b/,
        agrees,
      ],
      none: denies,
    },
    {
      all: [
        /\bcontinuing to (?:use|browse|visit|read|navigate|scroll|view)|\b(?:by|if you|when you) (?:proceed|enter|visit|mov|click(?:ing)? (?:on )?(?:any|other|another|a link|elsewhere)|using (?:any|these|it|our)\b|use (?:this|the|our)\b|stay|remain)|^(?:the |any |your )?(?:use|usage|viewing) of (?:this|the|our|any) (?:\w{1,12} )?(?:site|website|page|service|app)|\b(?:without|unless you|if you (?:do not|don't)) (?:chang|adjust|alter)(?:e|ing)? (?:your |the |any )?(?:\w{1,12} ){0,2}settings/,
        agrees,
      ],
      none: denies,
    },
  ],
  closing: [
    {
      all: [
        /\b(?:by|if you|when you|once you|after) (?:clos(?:e|ing)|dismiss(?:ing)?|ignor(?:e|ing)|click(?:ing)? (?:on )?(?:the )?(?:x|cross))\b|\bclosing (?:this|the) (?:\w{1,12} ){0,2}(?:banner|notice|message|window|pop-?up|bar)\b/,
        agrees,
      ],
      none: denies,
    },
  ],
  wall: [
    {
      all: [
        /\b(?:must|have to|need to|required to|obliged to) (?:first )?(?:accept|agree|consent|allow)/,
        /\bcookie|\btrack|\badvert|\bconsent|\bpersonal data\b|\bprivacy\b/,
        /\bto (?:use|access|view|read|visit|continue|enter|see|proceed|get)\b|\bbefore (?:you can|using|entering|continuing)\b/,
      ],
      none: /\b(?:not|n't) (?:have|need|required)|\b(?:video|map|chat|embed|feature|comment)/,
    },
    {
      all: [
        /\b(?:can|may|able to) only (?:access|use|enter|visit|view|read|continue)|\b(?:cannot|can't|can not|unable to|not be able to|may not|will not|won't|no longer) (?:be able to )?(?:access|use|enter|visit|view|read|see|continue|proceed)\b|\b(?:access|entry|use) (?:\w{1,12} ){0,5}(?:only (?:possible|available|granted|allowed)|denied|blocked|refused|not possible|conditional)\b|\b(?:access|use) (?:to |of )?(?:\w{1,12} ){0,3}requires\b/,
        /\b(?:site|website|page|content|article|service|shop|app)s?\b/,
        /\b(?:if|unless|until|without|when|after|once|provided|requires|conditional on) (?:that )?(?:you )?(?:\w{1,10} ){0,2}(?:accept|agree|consent|refus|reject|declin|cookies)/,
      ],
      none: /\b(?:some|parts?|certain|all (?:of|the|our|its|areas|parts|features)|every|full|fully|features?|functions?|videos?|maps?|properly|also|equally)\b/,
    },
    {
      all: [
        /\baccept|\bagree|\bconsent|\ballow\b|\btracking\b|\breject|\brefuse/,
        /\b(?:or|otherwise|alternatively|instead) (?:\w{1,12} ){0,4}(?:subscri(?:be|ption)|pay\b|purchase\b|buy\b)|\b(?:reject|refuse|decline) (?:\w{1,12} ){0,3}(?:subscri|pay\b|paid\b|for \d)|\b(?:subscri(?:be|ption)|pay|buy) (?:\w{1,12} ){0,4}(?:(?:to|and) (?:reject|refuse|decline)|ad-free|ad free|without (?:ads|advert|track|cookies|consent))|\b(?:pay|consent) or (?:ok|okay|consent|accept|pay)\b/,
      ],
      none: /\b(?:newsletters?|basket|cart|checkout|orders?|payment)\b/,
    },
  ],
  pressure: [
    {
      all: [
        /\b(?:site|website|page|shop|app|service)s? (?:\w{1,10} ){0,2}(?:will not|won't|cannot|can't|does not|doesn't) (?:work|function|load|run)\b/,
        /\b(?:unless|if|until|without|when) (?:you )?(?:do not |don't )?(?:\w{1,10} ){0,1}(?:accept|consent|agree|refus|reject|declin)/,
      ],
      none: /\b(?:some|parts?|certain|features?|functions?|may|might|could|videos?|maps?)\b/,
    },
    {
      all: [
        /\bi (?:do not|don't|dont) (?:care|mind|value|deserve|believe|like (?:sav|free|good|fun)|want (?:a |an |the |any )?(?:better|relevant|good|great|best|free|fun|offer|discount|sav))/,
      ],
    },
    {
      all: [
        /\bi(?:'d| would)? (?:rather |prefer |hate |choose |like |want |love |accept |settle for |see |have )(?:\w{1,10} ){0,3}(?:worse|boring|bad|poor|inferior|irrelevant|annoying|unsafe|random|limited) (?:\w{1,10} ){0,1}(?:experience|site|website|content|ads?|adverts?|offers|service)\b/,
      ],
    },
    { all: [/\b(?:do not|don't) (?:leave us|let us down|abandon us|be (?:that|mean)|miss out|break our)/] },
    { all: [/\byou(?: will|'ll| would|'d| may| might) (?:really )?(?:miss out|regret|be sorry)/] },
    {
      all: [
        /\b(?:makes?|made) us (?:\w{1,8} )?(?:sad|unhappy|cry)\b|\bwe(?:'re| are| will be|'ll be| would be|'d be) (?:\w{1,8} )?(?:sad|disappointed|heartbroken|sorry to see)\b/,
      ],
    },
    {
      all: [
        /\b(?:refus|reject|declin)\w{0,4} (?:\w{1,12} ){0,6}(?:worse|bad|poor|terrible|ruin\w{0,3}|spoil\w{0,3})\b|\b(?:worse|bad|poor|terrible) (?:user |browsing |shopping )?experience\b/,
      ],
    },
    {
      all: [
        /\b(?:we|our (?:site|team|journalists|jobs)|us)\b/,
        /\b(?:to survive|surviv(?:e|al)|shut down|lose (?:their|our) jobs|keeps? us alive|go out of business)\b/,
      ],
    },
    {
      all: [
        /\b(?:opt(?:ing)? (?:me )?out|refus\w{0,3}|reject\w{0,3}|declin\w{0,3}|no|yes)\b,? (?:\w{1,12},? ){0,5}(?:los(?:e|ing)|giv(?:e|ing) up|miss(?:ing)?|forgo(?:ing)?|forfeit\w{0,3}) (?:\w{1,12} ){0,3}(?:benefits?|discounts?|offers?|rewards?|savings?|deals?|advantages?|perks?|points)\b/,
      ],
    },
    {
      all: [
        /\bi (?:do not|don't|dont|refuse to|won't) (?:want to |wish to )?(?:support|help|back) (?:\w{1,12} ){0,3}(?:you|site|website|journalism|journalists|creators?|team|business(?:es)?|work)\b/,
      ],
    },
  ],
  silence: [
    {
      all: [/\bautomatic(?:ally)?\b/, /\b(?:accept(?:s|ed|ance|ing)?|consents?|agree[ds]?)\b/],
      none: /\b(?:not|never|nothing|no)\b|n't\b|\b(?:refus|reject|declin)/,
    },
    {
      all: [
        /\bif you (?:do not|don't|fail to) (?:object|refuse|reject|decline|opt out|respond|react|answer)\b|\bunless you (?:object|refuse|reject|decline|opt out)\b|\bwithout (?:an )?(?:objection|response|reaction)\b/,
        /\b(?:\d{1,3}|five|ten|thirty|a few) (?:seconds?|minutes?)\b/,
      ],
      none: /\b(?:nothing|no (?:optional )?cookies)\b/,
    },
    {
      all: [
        /\bif you (?:do not|don't|fail to) (?:object|refuse|reject|decline|opt out|respond|react|answer)\b|\bunless you (?:object|refuse|reject|decline|opt out)\b|\bwithout (?:an )?(?:objection|response|reaction)\b/,
        agrees,
      ],
      none: denies,
    },
  ],
  noWithdrawal: [
    {
      all: [
        /\b(?:choice|decision|consent|selection|acceptance)\b/,
        /\b(?:final|irrevocable|irreversible)\b|\b(?:cannot|can't|can not|may not|not) (?:later )?be (?:later )?(?:changed|withdrawn|revoked|undone|reversed|taken back)\b/,
      ],
      none: /\b(?:not|never) (?:final|irrevocable|irreversible)\b|\b(?:necessary|essential|required|lawful|already|retroactive)/,
    },
  ],
  doubleNegative: [
    {
      all: [
        /(?:\b(?:not|never|without|cannot|stop|avoid|prevent)|n't) (?:(?:to|me|my|the|all|any|want|wish|cookies|tracking) ){0,3}(?:refus|reject|declin|deny|denied|disagree|object|opt(?:ing)?[ -]?(?:me |us )?out|disallow|block|disabl|withdraw|turn(?:ing)? off|switch(?:ing)? off|not\b)|\b(?:refuse|reject|decline|cancel|disagree) (?:to |the |my )?(?:refus|reject|declin|opt[ -]?out|objection|withdraw)/,
      ],
    },
  ],
  refusal:
    /\bdo not (?:sell|share|track|process)|\bdon't (?:sell|share|track|process)|^(?:opt[ -]?out of|refuse|reject|disable|block|turn off)\b/,
  yesOrNo: /^(?:yes|no|on|off)$/,
  close: /\bclos(?:e|ing)\b|\bdismiss/,
  acceptance:
    /^(?:yes,? )?(?:i )?(?:accept|agree|allow|consent)(?: to)?(?: all| everything| cookies| all cookies| and \w{1,12})?$/,
  rejection:
    /^(?:no,? )?(?:i )?(?:reject|refuse|decline|deny|disagree|do not accept)(?: all| everything| cookies| all cookies)?$|^(?:only necessary|necessary only|only necessary cookies|continue without accepting)$|^reject (?:all )?(?:non-essential|optional)(?: cookies)?$/,
  payment: /\b(?:subscri(?:be|ption)|pay|purchase|buy)\b/,
  advertising: /\badvert|\bads?\b|\bmarketing\b|\bpromotion|\bsponsor|\bcommercials?\b/,
};
