import type { TcfWords } from './tcf-word-types';

export const it: TcfWords = {
  intro:
    'Noi e i nostri partner (numero: {count}) archiviamo informazioni sul Suo dispositivo o vi accediamo, come cookie e identificatori, e trattiamo dati personali, come i dati di navigazione, per queste finalità:',
  partners: 'Partner ({count})',
  interest:
    'Alcuni partner si basano su un legittimo interesse anziché sul Suo consenso. Può opporsi nelle impostazioni.',
  scope:
    'La Sua scelta vale solo per questo sito. Può modificarla o revocare il consenso in qualsiasi momento nelle impostazioni sulla privacy.',
  purposes: 'Finalità',
  specialPurposes: 'Finalità speciali',
  noChoice: 'Non è possibile rifiutarle.',
  features: 'Caratteristiche',
  specialFeatures: 'Caratteristiche speciali',
  consent: 'Consenso',
  legitimateInterest: 'Legittimo interesse',
  examples: 'Esempi',
  retention: 'Conservazione dei dati',
  cookieLifetime: 'Durata dei cookie',
  cookieRefresh: 'Può essere prolungata',
  otherStorage: 'Usa anche altre forme di archiviazione oltre ai cookie',
  data: 'Dati',
  interestClaim: 'Spiegazione del legittimo interesse',
};
