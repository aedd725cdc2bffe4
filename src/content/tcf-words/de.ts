import type { TcfWords } from './tcf-word-types';

export const de: TcfWords = {
  intro:
    'Wir und unsere Partner (Anzahl: {count}) speichern Informationen auf Ihrem Gerät oder lesen sie aus, etwa Cookies und Kennungen, und verarbeiten personenbezogene Daten, etwa Ihr Surfverhalten, für diese Zwecke:',
  partners: 'Partner ({count})',
  interest:
    'Einige Partner stützen sich statt auf Ihre Einwilligung auf ein berechtigtes Interesse. In den Einstellungen können Sie widersprechen.',
  scope:
    'Ihre Auswahl gilt nur für diese Website. In den Datenschutzeinstellungen können Sie sie jederzeit ändern und Ihre Einwilligung widerrufen.',
  purposes: 'Zwecke',
  specialPurposes: 'Besondere Zwecke',
  noChoice: 'Diese können Sie nicht ablehnen.',
  features: 'Merkmale',
  specialFeatures: 'Besondere Merkmale',
  consent: 'Einwilligung',
  legitimateInterest: 'Berechtigtes Interesse',
  examples: 'Beispiele',
  retention: 'Speicherdauer der Daten',
  cookieLifetime: 'Laufzeit der Cookies',
  cookieRefresh: 'Kann verlängert werden',
  otherStorage: 'Nutzt neben Cookies auch andere Speicher',
  data: 'Daten',
  interestClaim: 'Erläuterung des berechtigten Interesses',
};
