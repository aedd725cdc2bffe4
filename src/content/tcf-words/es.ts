import type { TcfWords } from './tcf-word-types';

export const es: TcfWords = {
  intro:
    'Nosotros y nuestros socios (número: {count}) almacenamos información en su dispositivo o accedemos a ella, como cookies e identificadores, y tratamos datos personales, como sus datos de navegación, con estos fines:',
  partners: 'Socios ({count})',
  interest:
    'Algunos socios se basan en un interés legítimo en lugar de su consentimiento. Puede oponerse en los ajustes.',
  scope:
    'Su elección solo se aplica a este sitio web. Puede cambiarla o retirar su consentimiento en cualquier momento en los ajustes de privacidad.',
  purposes: 'Finalidades',
  specialPurposes: 'Finalidades especiales',
  noChoice: 'No puede rechazarlas.',
  features: 'Características',
  specialFeatures: 'Características especiales',
  consent: 'Consentimiento',
  legitimateInterest: 'Interés legítimo',
  examples: 'Ejemplos',
  retention: 'Conservación de los datos',
  cookieLifetime: 'Duración de las cookies',
  cookieRefresh: 'Puede prolongarse',
  otherStorage: 'También usa otro almacenamiento además de las cookies',
  data: 'Datos',
  interestClaim: 'Explicación del interés legítimo',
};
