import type { TcfWords } from './tcf-word-types';

export const nl: TcfWords = {
  intro:
    'Wij en onze partners (aantal: {count}) slaan informatie op uw apparaat op of lezen die uit, zoals cookies en identificatoren, en verwerken persoonsgegevens, zoals uw surfgedrag, voor deze doeleinden:',
  partners: 'Partners ({count})',
  interest:
    'Sommige partners beroepen zich op een gerechtvaardigd belang in plaats van op uw toestemming. In de instellingen kunt u daartegen bezwaar maken.',
  scope:
    'Uw keuze geldt alleen voor deze website. U kunt haar op elk moment wijzigen of uw toestemming intrekken in de privacy-instellingen.',
  purposes: 'Doeleinden',
  specialPurposes: 'Speciale doeleinden',
  noChoice: 'Deze kunt u niet weigeren.',
  features: 'Functies',
  specialFeatures: 'Speciale functies',
  consent: 'Toestemming',
  legitimateInterest: 'Gerechtvaardigd belang',
  examples: 'Voorbeelden',
  retention: 'Bewaartermijn van gegevens',
  cookieLifetime: 'Levensduur van cookies',
  cookieRefresh: 'Kan worden verlengd',
  otherStorage: 'Gebruikt ook andere opslag dan cookies',
  data: 'Gegevens',
  interestClaim: 'Uitleg van het gerechtvaardigd belang',
};
