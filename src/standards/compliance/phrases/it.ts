import type { LanguagePhrases } from './phrase-types';

const agrees =
  /\b(?:accetti|accetta|accettate|acconsenti|acconsente|acconsentite|autorizzi|autorizza)\b|\b(?:presti|presta|prestate|dai|da|esprimi|esprime) (?:il )?(?:tuo |suo |proprio |vostro )?consenso|\b(?:equivale|significa|implica|comporta|costituisce|vale come|considerat[oa] come|intende) (?:\w{1,14} |un'|l'|all'|il |a ){0,4}(?:accettazione|consenso|accettare|accettato)|\b(?:assumiamo|assumeremo|presumiamo|riteniamo|riterremo|consideriamo|considereremo|supponiamo) che (?:\w{1,14} |l'|tu |lei ){0,4}(?:accett|acconsent|d'accordo|consens|felic)|\b(?:sei|siete|si e) d'accordo\b|\bsi intend(?:e|ono) accettat[aie]\b|\bpresta(?:ndo|re)? (?:il )?consenso/;
const denies =
  /\bnon (?:\w{1,12} ){0,2}(?:equivale|significa|implica|comporta|costituisce|accett|acconsent|presta)|\bsenza (?:accett|acconsent|prestare|dare)|\b(?:o|e) (?:rifiut|oppor)|\b(?:solo|soltanto|unicamente) (?:se|dopo|con|previo|quando)\b/;

export const it: LanguagePhrases = {
  language: 'it',
  continuing: [
    {
      all: [
        /\b(?:continuando|proseguendo|scorrendo|navigando|utilizzando (?:questo|il nostro|il) sito|usando (?:questo|il nostro|il) sito|scrollando)\b|\bse (?:continui|continua|continuate|prosegui|prosegue|scorri|scorre)\b|\b(?:la prosecuzione|il proseguimento) (?:della|nella|di)\b|\b(?:scorrere|scorrimento|scroll) (?:la|di|questa|della)\b|\bproseguire (?:la|nella) navigazione\b/,
        agrees,
      ],
      none: denies,
    },
    {
      all: [
        /\b(?:visitando|accedendo|rimanendo|restando|entrando|consultando|cliccando su(?:l|lla|gli|i)? (?:un |una |qualsiasi|qualunque|altri|link)|utilizzando (?:i nostri|questo|il|la)|usando (?:i nostri|questo|il|la))\b|\bse (?:utilizzi|utilizza|usi|usa|visiti|visita|rimani|rimane|non (?:modifichi|modifica|cambi|cambia))\b|\b(?:la (?:semplice |mera )?navigazione|(?:l'|il (?:semplice |mero ))(?:utilizzo|uso)) (?:d[eiu]|nel|sul|in|su)|\bcontinuare (?:a|nella) (?:navig|usare|utilizz)|\bsenza (?:modificare|cambiare) (?:\w{1,14} ){0,2}impostazioni/,
        agrees,
      ],
      none: denies,
    },
  ],
  closing: [
    {
      all: [
        /\bchiudendo\b|\bse (?:chiudi|chiude|chiudete)\b|\bla chiusura (?:di|del)\b|\bcliccando (?:su(?:lla)? )?x\b/,
        agrees,
      ],
      none: denies,
    },
  ],
  wall: [
    {
      all: [
        /\b(?:deve|devi|dovete|occorre|bisogna|e necessario|e obbligatorio) (?:\w{1,12} ){0,2}(?:accettare|acconsentire|consentire|autorizzare)\b/,
        /\b(?:per|prima di) (?:\w{1,12} ){0,3}(?:accedere|usare|utilizzare|vedere|leggere|navigare|continuare|visitare|entrare|proseguire)\b/,
      ],
      none: /\b(?:video|mappe?|chat|funzion|contenut[oi] incorporat)/,
    },
    {
      all: [
        /\b(?:non (?:potra|potrai|puo|puoi|e possibile|sara possibile)|solo (?:se|potra|potrai)|(?:puo|puoi|potra|potrai) (?:\w{1,12} ){0,2}solo) (?:\w{1,12} ){0,2}(?:accedere|usare|utilizzare|vedere|leggere|navigare|visitare|entrare|consultare)\b|\b(?:puo|puoi|potra|potrai) (?:accedere|usare|utilizzare|leggere|navigare|visitare) (?:\w{1,12} |l'|al ){0,4}solo\b|\baccesso (?:\w{1,12} |e |al ){0,6}(?:negato|bloccato|condizionato|subordinato|impedito)\b/,
        /\b(?:sito|web|pagina|contenut[oi]|articol[oi]|servizio|negozio|app)\b/,
        /\b(?:accett|rifiut|acconsent|consens)/,
      ],
      none: /\b(?:alcun|parti?\b|cert[ei]\b|tutt[eio]\b|funzion|video|pienamente|correttamente|anche)/,
    },
    {
      all: [
        /\baccett|\bconsens|\bacconsent|\bcookie\b|\bpubblicita|\brifiut|\btraccia/,
        /\b(?:o|oppure|altrimenti) (?:\w{1,12} |l'|un ){0,4}(?:abbon\w{1,6}|pagare|paga|paghi|acquista\w{0,2})\b|\b(?:abbon\w{1,6}|pagare|paga|paghi) (?:\w{1,12} ){0,4}(?:per rifiutare|e rifiut\w{1,4}|senza (?:pubblicita|cookie|tracciamento|accettare))|\brifiut\w{1,4} (?:\w{1,10} ){0,3}(?:abbon|paga|a pagamento|per \d)/,
      ],
      none: /\b(?:newsletter|carrello|ordin[ei]|pagament[oi] (?:con|tramite))\b/,
    },
  ],
  pressure: [
    {
      all: [
        /\b(?:sito|pagina|negozio|servizio|app) (?:\w{1,12} ){0,2}non (?:\w{1,12} ){0,1}(?:funziona|funzionera|funzioni)\b/,
        /\b(?:se|senza|a meno che|finche) (?:\w{1,12} ){0,3}(?:accett|acconsent|consens|rifiut)/,
      ],
      none: /\b(?:alcun|parti?\b|cert[ei]\b|funzionalita|alcune funzioni|potrebbe|potrebbero|puo|video)/,
    },
    {
      all: [
        /\b(?:preferisco|voglio|scelgo|mi piace) (?:\w{1,14} |un'|l'){0,6}(?:peggior|pessim|brutt|noios|irrilevant|fastidios)/,
      ],
    },
    {
      all: [
        /\b(?:non mi (?:importa|interessa|piace)|rinuncio|odio|non voglio) (?:\w{1,14} |l'|un'|a |ai |agli ){0,4}(?:privacy|sicurezza|risparmi|scont|offert|vantagg|(?:buona|migliore) esperienza)/,
      ],
    },
    {
      all: [
        /\b(?:ci (?:rende|rattrista|dispiace che)|saremmo|saremo) (?:\w{1,8} )?(?:trist|delus|te ne vai)|\bci rattrista\b/,
      ],
    },
    {
      all: [
        /\b(?:te ne|se ne) (?:pentirai|pentira)|\b(?:ti|si) (?:perderai|perdera|perdi)\b|\bnon perder(?:ti|e l'occasione)\b/,
      ],
    },
    { all: [/\bnon (?:ci )?(?:abbandonarci|lasciarci|abbandonare|deluderci)\b/] },
    { all: [/\b(?:peggiore|pessima|brutta|cattiva) esperienza|\besperienza (?:peggiore|pessima|scadente)/] },
    {
      all: [/\b(?:sopravvivenza|posti di lavoro) (?:\w{1,12} ){0,5}(?:giornalist|redazione|dipend|rischio)/],
    },
    {
      all: [
        /\b(?:no|si|rifiutare|oppormi)\b,? (?:\w{1,14},? ){0,5}(?:perdere|perdo|rinunciare a\w{0,3}|rinuncio a\w{0,3}) (?:\w{1,14} ){0,3}(?:vantagg\w{1,2}|scont\w{1,2}|offert\w|risparm\w{1,2}|punti)/,
      ],
    },
    {
      all: [/\bnon (?:voglio|desidero) (?:sostenere|aiutare)\b/],
    },
  ],
  silence: [
    {
      all: [/\bautomatic/, /\baccett|\bacconsent|\bconsens/],
      none: /\b(?:non|mai|nessun\w{0,1}|nulla)\b|\brifiut/,
    },
    {
      all: [
        /\bse non (?:ti opponi|si oppone|vi opponete|rifiut\w{1,3}|rispond\w{1,3}|reagis\w{1,3})\b|\bsalvo (?:opposizione|rifiuto)|\bin assenza di (?:opposizione|risposta)/,
        /\b(?:\d{1,3}|cinque|dieci|trenta|pochi) (?:second[oi]|minut[oi])\b/,
      ],
      none: /\b(?:nessun\w{0,1}|nulla)\b/,
    },
    {
      all: [
        /\bse non (?:ti opponi|si oppone|vi opponete|rifiut\w{1,3}|rispond\w{1,3}|reagis\w{1,3})\b|\bsalvo (?:opposizione|rifiuto)|\bin assenza di (?:opposizione|risposta)/,
        agrees,
      ],
      none: denies,
    },
  ],
  noWithdrawal: [
    {
      all: [
        /\b(?:scelta|decisione|consenso|selezione)\b/,
        /\b(?:definitiv[oa]|irrevocabile|irreversibile)\b|\bnon (?:potra|puo|potrai|puoi|si puo) (?:\w{1,12} ){0,3}(?:modific|cambia|revoca|ritira|annulla)/,
      ],
      none: /\bnon (?:e )?(?:definitiv|irrevocabil)|\b(?:necessari|essenzial|liceita)/,
    },
  ],
  doubleNegative: [
    {
      all: [
        /\b(?:non|senza|mai) (?:(?:voglio|desidero|mi|i|le|tutti|tutto) ){0,3}(?:rifiut|negar|oppor|oppong|disattiv|blocc|declin|revoc|ritir)|\brifiutare (?:il |l'|la |di )?(?:rifiuto|opposizione|rifiutare|oppor|revoca)/,
      ],
      none: /\bnon (?:necessari|essenzial|indispensabil)/,
    },
  ],
  refusal:
    /\bnon (?:vendere|vendete|condivid\w{1,4}|tracciare|tracciarmi|trattare)\b|^(?:rifiut|disattiv|oppo(?:rsi|sizione)|blocca)/,
  yesOrNo: /^(?:si|no|attivo|disattivo|attivato|disattivato)$/,
  close: /\bchiud(?:ere|endo|i|e|a|ete)\b|\bchiusura\b/,
  acceptance:
    /^(?:si,? )?(?:accetto|accetta|accettare|acconsento|consenti|consento|accetta (?:tutto|tutti|tutti i cookie|i cookie|e \w{1,14})|consenti (?:tutto|tutti))$/,
  rejection:
    /^(?:no,? )?(?:rifiuto|rifiuta|rifiutare|nega|rifiuta (?:tutto|tutti|tutti i cookie|i cookie)|continua senza accettare|non accetto|non accettare)$/,
  payment: /\b(?:abbon\w{1,6}|pagare|paga|acquista)\b/,
  advertising: /pubblicit|\bannunci|inserzion|marketing/,
};
