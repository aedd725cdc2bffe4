import type { TcfWords } from './tcf-word-types';

export const ptPt: TcfWords = {
  intro:
    'Nós e os nossos parceiros (número: {count}) armazenamos informações no seu dispositivo ou acedemos a elas, como cookies e identificadores, e tratamos dados pessoais, como os seus dados de navegação, para estas finalidades:',
  partners: 'Parceiros ({count})',
  interest:
    'Alguns parceiros baseiam-se num interesse legítimo em vez do seu consentimento. Pode opor-se nas definições.',
  scope:
    'A sua escolha aplica-se apenas a este site. Pode alterá-la ou retirar o consentimento a qualquer momento nas definições de privacidade.',
  purposes: 'Finalidades',
  specialPurposes: 'Finalidades especiais',
  noChoice: 'Não as pode recusar.',
  features: 'Funcionalidades',
  specialFeatures: 'Funcionalidades especiais',
  consent: 'Consentimento',
  legitimateInterest: 'Interesse legítimo',
  examples: 'Exemplos',
  retention: 'Conservação dos dados',
  cookieLifetime: 'Duração dos cookies',
  cookieRefresh: 'Pode ser prolongada',
  otherStorage: 'Também usa armazenamento além de cookies',
  data: 'Dados',
  interestClaim: 'Explicação do interesse legítimo',
};
