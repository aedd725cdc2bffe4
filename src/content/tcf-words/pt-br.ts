import type { TcfWords } from './tcf-word-types';

export const ptBr: TcfWords = {
  intro:
    'Nós e nossos parceiros (número: {count}) armazenamos informações no seu dispositivo ou as acessamos, como cookies e identificadores, e tratamos dados pessoais, como seus dados de navegação, para estas finalidades:',
  partners: 'Parceiros ({count})',
  interest:
    'Alguns parceiros se baseiam em um interesse legítimo em vez do seu consentimento. Você pode se opor nas configurações.',
  scope:
    'Sua escolha vale apenas para este site. Você pode alterá-la ou retirar o consentimento a qualquer momento nas configurações de privacidade.',
  purposes: 'Finalidades',
  specialPurposes: 'Finalidades especiais',
  noChoice: 'Não é possível recusá-las.',
  features: 'Recursos',
  specialFeatures: 'Recursos especiais',
  consent: 'Consentimento',
  legitimateInterest: 'Interesse legítimo',
  examples: 'Exemplos',
  retention: 'Retenção dos dados',
  cookieLifetime: 'Duração dos cookies',
  cookieRefresh: 'Pode ser prolongada',
  otherStorage: 'Também usa armazenamento além de cookies',
  data: 'Dados',
  interestClaim: 'Explicação do interesse legítimo',
};
