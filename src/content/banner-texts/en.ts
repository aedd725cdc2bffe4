import { choicesLink, type LanguageTexts, paragraph, policyLink } from './banner-text-types';

const technologies = 'We use cookies and similar technologies.';
const always = 'Those that the site needs to work are always on.';
const uses =
  'We use cookies and similar technologies to run this site, to remember your preferences, to measure how the site is used and to advertise.';
const more = `You will find more in our ${policyLink('privacy policy')}.`;
const closing = 'If you close this notice, everything that needs your consent stays switched off.';
const signal = 'Your browser sends the Global Privacy Control signal.';

export const en: LanguageTexts = {
  locale: 'en',
  direction: 'ltr',
  banners: {
    'opt-in-explicit': {
      heading: 'We ask you first',
      htmlText: paragraph(
        'Nothing optional happens here before you have agreed to it.',
        'You decide on each purpose separately, including whether data may be passed to the named recipients and transferred abroad.',
        'Nothing is selected in advance, refusing puts you at no disadvantage, and you can withdraw each consent at any time in the privacy settings.',
        closing,
        `Our ${policyLink('privacy policy')} says who is responsible for your data, who receives it and in which countries, how long it is kept,`,
        'and how you exercise your rights or lodge a complaint.',
      ),
    },
    'opt-in': {
      heading: 'Your privacy, your choice',
      htmlText: paragraph(
        technologies,
        always,
        'Only with your consent do we remember your preferences, measure how the site is used and show advertising that suits you.',
        'For this, data also goes to the providers named in the privacy settings.',
        'You can refuse just as easily, and withdraw your consent there at any time.',
        closing,
        more,
      ),
    },
    'opt-in-exempt': {
      heading: 'Your privacy, your choice',
      htmlText: paragraph(
        technologies,
        always,
        'We also count visits and remember how you like the site to look, only to improve our own site; you can object to this at any time in the privacy settings.',
        'Advertising, and passing data on for it, happens only with your consent, which you can withdraw there too.',
        closing,
        more,
      ),
    },
    'opt-out': {
      heading: 'Your Privacy Choices',
      htmlText: paragraph(
        uses,
        'In doing so we may sell personal information to advertising partners, share it with them or use it for targeted advertising.',
        `You can opt out of this at any time: ${choicesLink('Do Not Sell or Share My Personal Information')}.`,
        more,
      ),
    },
    'notice-opt-out': {
      heading: 'How this site uses data',
      htmlText: paragraph(
        uses,
        'Data may go to partners, in other countries too.',
        `You can refuse this now or later, with immediate effect: ${choicesLink('refuse or choose')}.`,
        more,
      ),
    },
    'notice-only': {
      heading: 'How this site uses data',
      htmlText: paragraph(
        uses,
        `Our ${policyLink('privacy policy')} says which data this involves, who receives it and how you can limit it.`,
      ),
    },
    'necessary-only': {
      heading: 'Only what this site needs',
      htmlText: paragraph(
        'This site uses only the cookies and similar technologies that it needs to work.',
        'They do not need your consent, so there is nothing to choose.',
        more,
      ),
    },
  },
  facts: {
    controller: paragraph('{controller} is responsible for how this site uses your data.'),
    partners: paragraph('Number of partners that can receive data: {partners}.'),
    limitSensitive: paragraph(
      `You can also limit what we do with sensitive data: ${choicesLink('Limit the Use of My Sensitive Personal Information')}.`,
    ),
  },
  gpc: {
    honored: {
      heading: 'We have seen your privacy signal',
      htmlText: paragraph(
        signal,
        'We take it as a refusal: advertising, and passing data on for it, is switched off.',
        `You need do nothing more; if you want it otherwise, ${choicesLink('choose for yourself')}.`,
        more,
      ),
    },
    binding: {
      heading: 'Opt-out request honored',
      htmlText: paragraph(
        signal,
        'We treat it as your request to opt out: your personal information is neither sold nor shared nor used for targeted advertising.',
        `You need do nothing more. Only a choice that you make separately can change this: ${choicesLink('your privacy choices')}.`,
        more,
      ),
    },
  },
  modal: {
    heading: 'Privacy settings',
    htmlText: paragraph(
      'Decide here what may happen with your data. You can come back and change your choice at any time.',
    ),
  },
  categories: {
    necessary: {
      heading: 'Necessary',
      htmlText: paragraph(
        'These cookies are needed for the site to work, to keep it secure and to remember this choice. They cannot be switched off.',
      ),
    },
    functional: {
      heading: 'Functions',
      htmlText: paragraph(
        'These cookies provide additional functions such as videos, maps or chat. Their providers receive data when you use them.',
      ),
    },
    preferences: {
      heading: 'Preferences',
      htmlText: paragraph(
        'These cookies remember your settings, such as language and appearance, for your next visit.',
      ),
    },
    analytics: {
      heading: 'Statistics',
      htmlText: paragraph(
        'These cookies show us how the site is used, so that we can improve it. The data is processed by the providers named with them.',
      ),
    },
    marketing: {
      heading: 'Marketing',
      htmlText: paragraph(
        'These cookies are used to show advertising that suits your interests and to measure its success.',
        'For this, data goes to the providers named with them, in other countries too.',
      ),
    },
  },
  buttons: {
    acceptAll: 'Accept all',
    rejectAll: 'Reject all',
    manage: 'Choose',
    save: 'Save choice',
    acknowledge: 'OK',
  },
  thisSite: 'This site',
  cookies: {
    session: 'Keeps the session, such as a sign-in.',
    visitor: 'Links this browser to the record of its privacy choice.',
    choice: 'Remembers this privacy choice.',
    proof: 'Keeps others from reading or changing this privacy choice.',
    language: 'Remembers the language.',
    visitors: 'Tells visitors apart, so that visits can be counted.',
    visits: 'Keeps the state of a visit.',
    audiences: 'Measures advertisements and finds audiences for them.',
    clicks: 'Measures what follows a click on an advertisement.',
    adsElsewhere: 'Chooses and limits advertisements on other sites.',
  },
};
