import { choicesLink, type LanguageTexts, paragraph, policyLink } from './banner-text-types';

const technologies = 'Utilizziamo cookie e tecnologie simili.';
const always = 'Quelli necessari al funzionamento del sito sono sempre attivi.';
const uses =
  'Utilizziamo cookie e tecnologie simili per far funzionare questo sito, ricordare le Sue preferenze, misurarne l’utilizzo e mostrare pubblicità.';
const more = `Maggiori informazioni sono disponibili nella nostra ${policyLink('informativa sulla privacy')}.`;
const closing =
  'Se chiude questo avviso con la X, restano attive le impostazioni predefinite: tutto ciò che richiede il Suo consenso rimane disattivato.';
const signal = 'Il Suo browser invia il segnale Global Privacy Control.';

export const it: LanguageTexts = {
  locale: 'it',
  direction: 'ltr',
  banners: {
    'opt-in-explicit': {
      heading: 'Prima chiediamo il Suo consenso',
      htmlText: paragraph(
        'Qui non avviene nulla di facoltativo prima che Lei abbia acconsentito.',
        'Lei decide separatamente per ogni finalità, anche in merito alla comunicazione dei dati ai destinatari indicati e al loro trasferimento all’estero.',
        'Nulla è preselezionato, il rifiuto non comporta alcuno svantaggio e ogni consenso può essere revocato in qualsiasi momento nelle impostazioni sulla privacy.',
        closing,
        `La nostra ${policyLink('informativa sulla privacy')} indica chi è responsabile dei Suoi dati, chi li riceve e in quali Paesi,`,
        'per quanto tempo sono conservati e come esercitare i Suoi diritti o presentare un reclamo.',
      ),
    },
    'opt-in': {
      heading: 'I Suoi dati, la Sua scelta',
      htmlText: paragraph(
        technologies,
        always,
        'Solo con il Suo consenso ricordiamo le Sue preferenze, misuriamo l’utilizzo del sito e mostriamo pubblicità in linea con i Suoi interessi.',
        'A tal fine i dati vengono trasmessi anche ai fornitori indicati nelle impostazioni sulla privacy.',
        'Può rifiutare con la stessa facilità e revocare lì il consenso in qualsiasi momento.',
        closing,
        more,
      ),
    },
    'opt-in-exempt': {
      heading: 'I Suoi dati, la Sua scelta',
      htmlText: paragraph(
        technologies,
        always,
        'Inoltre contiamo le visite e ricordiamo come preferisce visualizzare il sito, al solo scopo di migliorare il nostro servizio;',
        'può opporsi in qualsiasi momento nelle impostazioni sulla privacy.',
        'La pubblicità, e la trasmissione di dati a tal fine, avviene solo con il Suo consenso, che può revocare in qualsiasi momento, sempre nelle impostazioni.',
        closing,
        more,
      ),
    },
    'opt-out': {
      heading: 'Le Sue scelte sulla privacy',
      htmlText: paragraph(
        uses,
        'Nel farlo potremmo vendere informazioni personali a partner pubblicitari, condividerle con loro o usarle per pubblicità mirata.',
        `Può opporsi in qualsiasi momento: ${choicesLink('Non vendere né condividere le mie informazioni personali')}.`,
        more,
      ),
    },
    'notice-opt-out': {
      heading: 'Come questo sito usa i dati',
      htmlText: paragraph(
        uses,
        'I dati possono essere trasmessi a partner, anche in altri Paesi.',
        `Può rifiutare ora o in seguito, con effetto immediato: ${choicesLink('rifiuta o scegli')}.`,
        more,
      ),
    },
    'notice-only': {
      heading: 'Come questo sito usa i dati',
      htmlText: paragraph(
        uses,
        `La nostra ${policyLink('informativa sulla privacy')} spiega di quali dati si tratta, chi li riceve e come può limitarne l’uso.`,
      ),
    },
    'necessary-only': {
      heading: 'Solo il necessario',
      htmlText: paragraph(
        'Questo sito utilizza solo i cookie e le tecnologie simili necessari al suo funzionamento.',
        'Per questi non serve il Suo consenso, quindi non c’è nulla da scegliere.',
        more,
      ),
    },
  },
  facts: {
    controller: paragraph('Titolare del trattamento dei dati su questo sito: {controller}.'),
    partners: paragraph('Numero di partner che possono ricevere dati: {partners}.'),
    limitSensitive: paragraph(
      `Può anche limitare l’uso dei Suoi dati sensibili: ${choicesLink('Limita l’uso delle mie informazioni personali sensibili')}.`,
    ),
  },
  gpc: {
    honored: {
      heading: 'Abbiamo ricevuto il Suo segnale di privacy',
      htmlText: paragraph(
        signal,
        'Lo consideriamo un rifiuto: la pubblicità, e la trasmissione di dati a tal fine, è disattivata.',
        `Non deve fare altro; se preferisce diversamente, ${choicesLink('faccia la Sua scelta')}.`,
        more,
      ),
    },
    binding: {
      heading: 'La Sua richiesta di opposizione è rispettata',
      htmlText: paragraph(
        signal,
        'Lo trattiamo come una richiesta di opposizione: le Sue informazioni personali non vengono vendute, né condivise, né usate per pubblicità mirata.',
        `Non deve fare altro. Solo una scelta che Lei compie separatamente può cambiare questo: ${choicesLink('le Sue scelte sulla privacy')}.`,
        more,
      ),
    },
  },
  modal: {
    heading: 'Impostazioni sulla privacy',
    htmlText: paragraph(
      'Decida qui che cosa può essere fatto con i Suoi dati. Può tornare e cambiare la Sua scelta in qualsiasi momento.',
    ),
  },
  categories: {
    necessary: {
      heading: 'Necessari',
      htmlText: paragraph(
        'Servono al funzionamento e alla sicurezza del sito e a ricordare questa scelta. Non possono essere disattivati.',
      ),
    },
    functional: {
      heading: 'Funzionalità',
      htmlText: paragraph(
        'Offrono funzioni aggiuntive come video, mappe o chat. I rispettivi fornitori ricevono dati quando Lei le utilizza.',
      ),
    },
    preferences: {
      heading: 'Preferenze',
      htmlText: paragraph('Ricordano le Sue impostazioni, come lingua e aspetto, per la prossima visita.'),
    },
    analytics: {
      heading: 'Statistiche',
      htmlText: paragraph(
        'Ci mostrano come viene utilizzato il sito, così da poterlo migliorare. I dati sono trattati dai fornitori indicati per ciascun cookie.',
      ),
    },
    marketing: {
      heading: 'Marketing',
      htmlText: paragraph(
        'Servono a mostrare pubblicità in linea con i Suoi interessi e a misurarne l’efficacia.',
        'A tal fine i dati vengono trasmessi ai fornitori indicati per ciascun cookie, anche in altri Paesi.',
      ),
    },
  },
  buttons: {
    acceptAll: 'Accetta tutto',
    rejectAll: 'Rifiuta tutto',
    manage: 'Scegli',
    save: 'Salva la scelta',
    acknowledge: 'OK',
  },
  thisSite: 'Questo sito',
  cookies: {
    session: 'Mantiene la sessione, ad esempio un accesso.',
    visitor: 'Collega questo browser alla registrazione della Sua scelta sulla privacy.',
    choice: 'Ricorda questa scelta sulla privacy.',
    proof: 'Impedisce ad altri di leggere o modificare questa scelta sulla privacy.',
    language: 'Ricorda la lingua.',
    visitors: 'Distingue i visitatori, così da poter contare le visite.',
    visits: 'Conserva lo stato di una visita.',
    audiences: 'Misura gli annunci e trova un pubblico per essi.',
    clicks: 'Misura ciò che segue a un clic su un annuncio.',
    adsElsewhere: 'Sceglie e limita gli annunci su altri siti.',
  },
};
