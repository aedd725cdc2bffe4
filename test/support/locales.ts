/** The languages of the product's own texts: receipts and the banner's words. */
export const productLocales = [
  'en',
  'de',
  'fr',
  'es',
  'it',
  'pt-PT',
  'pt-BR',
  'nl',
  'pl',
  'ar',
  'he',
  'fa',
  'el',
  'ja',
];
