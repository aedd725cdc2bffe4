import type { TcfWords } from './tcf-word-types';

export const en: TcfWords = {
  intro:
    'We and our partners (number: {count}) store information on your device or read it, such as cookies and identifiers, and process personal data, such as your browsing behaviour, for these purposes:',
  partners: 'Partners ({count})',
  interest:
    'Some partners rely on a legitimate interest instead of your consent. You can object to that in the settings.',
  scope:
    'Your choice applies to this website only. You can change it or withdraw your consent at any time in the privacy settings.',
  purposes: 'Purposes',
  specialPurposes: 'Special purposes',
  noChoice: 'You cannot refuse these.',
  features: 'Features',
  specialFeatures: 'Special features',
  consent: 'Consent',
  legitimateInterest: 'Legitimate interest',
  examples: 'Examples',
  retention: 'Data kept for',
  cookieLifetime: 'Cookie lifetime',
  cookieRefresh: 'Can be extended',
  otherStorage: 'Also uses storage other than cookies',
  data: 'Data',
  interestClaim: 'Explanation of the legitimate interest',
};
