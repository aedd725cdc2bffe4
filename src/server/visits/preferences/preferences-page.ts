import type { PublishedProfile } from '#banners/profiles/index';
import { pageWords } from '#content/page-words/index';
import {
  countCookies,
  describeButton,
  describePolicyLink,
  describeScope,
  describeText,
  listServices,
  type Markup,
  type MarkupAttributes,
  toFrameAttributes,
  type Word,
} from '#layers/index';
import { orderCategories } from '#standards/category-order';
import type { ServiceAnswers } from '#standards/choice/index';
import { readState } from '#standards/consent-state';
import { keptFor } from '#standards/receipt/index';
import { writeThemeCss } from '../widget/index';
import { type WrittenPage, writePage } from './plain-page';
import { describeServices } from './preferences-services';
import { type States, servicePrefix, switchPrefix } from './to-consent';

/** Everything that the page shows. */
export interface PreferencesPage {
  readonly profile: PublishedProfile;
  /** The version that is shown. */
  readonly version: number;
  readonly states: States;
  /** Answers about services; one without an answer has that of its category. */
  readonly services: ServiceAnswers;
  /** Ids of the categories that Global Privacy Control denies. */
  readonly signalled: readonly string[];
  /** Whether a form cannot grant these categories, so that their switches are fixed. */
  readonly isSignalBinding: boolean;
  /** Whether the law of the place makes the signal an opt-out. */
  readonly isOptOut: boolean;
  /** The visitor's own record; null before a decision. */
  readonly record: { readonly id: string; readonly decidedAt: number; readonly receipt: string } | null;
  readonly isSaved: boolean;
  /** The question about the visitor's age; null: it is not asked. */
  readonly ageGate: {
    readonly age: number;
    readonly ask: 'birthYear' | 'yesNo';
    /** The visitor has answered, and can only refuse. */
    readonly isTooYoung: boolean;
  } | null;
  readonly action: string;
  /** Hidden fields of the form. */
  readonly fields: Readonly<Record<string, string | null>>;
  readonly returnTo: string | null;
  /** Returns the address of the page in another language. */
  readonly toLocale: (locale: string) => string;
}

/** Writes the page of preferences. @param css the widget's style sheet and the page's */
export function writePreferencesPage(page: PreferencesPage, css: string): WrittenPage {
  const { profile } = page;
  const words: Readonly<Record<string, string | undefined>> = profile.words ?? {};
  const word = (key: string, values: Readonly<Record<string, string | number>> = {}) =>
    (words[key] ?? '').replace(/\{(\w+)\}/g, (whole, name) => `${values[name] ?? whole}`);
  const { heading = '', htmlText } = profile.preferenceModal;
  const own = pageWords(profile.currentLocale);
  const title = heading || word('privacySettings');
  const { ageGate } = page;
  const content: Markup = [
    'main',
    { class: 'page' },
    [
      page.returnTo !== null && ['a', { class: 'back', href: page.returnTo }, [own.back]],
      ['h1', { class: 'heading' }, [title]],
      page.isSaved && ['p', { class: 'note saved', role: 'status' }, [word('saved')]],
      describeLanguages(page, word('language')),
      describeText(htmlText),
      describeScope(profile, word),
      isHonoured(page) && describeSignalNote(page, word),
      [
        'form',
        { method: 'post', action: page.action },
        [
          ...Object.entries(page.fields).map(([name, value]): Markup | null =>
            value === null ? null : ['input', { type: 'hidden', name, value }],
          ),
          ageGate && describeAgeGate(ageGate, profile, word),
          [
            'ul',
            { class: 'choices' },
            orderCategories(profile.preferenceModal.categories).map(([id], index) =>
              describeCategory(page, id, index, word),
            ),
          ],
          ['div', { class: 'buttons' }, describeSaving(profile)],
        ],
      ],
      describeFacts(page, word),
    ],
  ];
  return writePage(
    {
      title,
      frame: toFrameAttributes({ locale: profile.currentLocale, dir: profile.dir }, profile),
      content,
    },
    [css, writeThemeCss(profile.theme)],
  );
}

function describeLanguages({ profile, toLocale }: PreferencesPage, label: string): Markup | false {
  if (!profile.languageSwitch || profile.locales.length < 2) return false;
  const nameOf = (locale: string) =>
    new Intl.DisplayNames([locale], { type: 'language' }).of(locale) ?? locale;
  return [
    'nav',
    { class: 'languages', 'aria-label': label },
    profile.locales.map((locale): Markup => {
      const isCurrent = locale === profile.currentLocale;
      const attributes = { lang: locale, hreflang: locale, ...(isCurrent && { 'aria-current': 'true' }) };
      return ['a', { href: toLocale(locale), ...attributes }, [nameOf(locale)]];
    }),
  ];
}

/** Says that the signal is in force, where it opts out by law in the law's own words (11 CCR § 7025(c)(6)). */
const describeSignalNote = ({ profile: { gpcBanner }, isOptOut }: PreferencesPage, word: Word): Markup => [
  'div',
  { class: 'note' },
  [
    isOptOut && ['p', { class: 'done' }, [word('optOutHonoured')]],
    gpcBanner?.htmlText ? describeText(gpcBanner.htmlText) : ['p', {}, [word('gpcHonoured')]],
  ],
];

function describeAgeGate(
  { age, ask, isTooYoung }: NonNullable<PreferencesPage['ageGate']>,
  { ageGate }: PublishedProfile,
  word: Word,
): Markup {
  if (isTooYoung) return ['p', { class: 'note', role: 'status' }, [word('tooYoung')]];
  const field = (attributes: Markup[1], label: string): Markup => [
    'label',
    {},
    [['input', { required: true, ...attributes }], ` ${label}`],
  ];
  const question = ask === 'birthYear' ? word('birthYear') : word('ageQuestion', { age });
  return [
    'fieldset',
    { class: 'age' },
    [
      ['legend', {}, [question]],
      ageGate?.text && ['p', {}, [ageGate.text]],
      ...(ask === 'birthYear'
        ? [
            field(
              {
                class: 'field',
                name: 'birthYear',
                inputmode: 'numeric',
                autocomplete: 'bday-year',
                maxlength: 4,
                pattern: '(19|20)[0-9]{2}',
                'aria-label': question,
              },
              '',
            ),
          ]
        : [
            field({ type: 'radio', name: 'age', value: 'yes' }, word('yes')),
            field({ type: 'radio', name: 'age', value: 'no' }, word('no')),
          ]),
    ],
  ];
}

/** Not after a choice against the signal. */
const isHonoured = ({ profile, states, services, signalled }: PreferencesPage): boolean =>
  signalled.length > 0 &&
  !signalled.some(
    (id) => states[id] === 'granted' || listServices(profile, id).some((key) => services[key] === true),
  );

function describeCategory(page: PreferencesPage, id: string, index: number, word: Word): Markup {
  const { profile, states, signalled, isSignalBinding } = page;
  const {
    heading = id,
    htmlText,
    legalBasis,
    cookies,
  } = profile.preferenceModal.categories[id] ?? { cookies: [] };
  const name = `choice-${index}`;
  const isBound = isSignalBinding && signalled.includes(id);
  const toSwitch = (attributes: MarkupAttributes, isOn: boolean): Markup => [
    'input',
    // What the visitor confirmed against the signal can be taken back.
    {
      type: 'checkbox',
      role: 'switch',
      value: '1',
      checked: isOn,
      disabled: isBound && !isOn,
      ...attributes,
    },
  ];
  const isMandatory = legalBasis === 'mandatory';
  const keys = listServices(profile, id);
  const hasSwitch = !isMandatory && keys.length === 0;
  const toServiceSwitch = (key: string, attributes: MarkupAttributes) =>
    !isMandatory &&
    toSwitch(
      { name: `${servicePrefix}${key}`, ...attributes },
      readState(page.services, key) ?? states[id] === 'granted',
    );
  return [
    'li',
    {},
    [
      [
        'div',
        { class: 'choice' },
        [
          [
            'h2',
            { id: `${name}-heading` },
            [hasSwitch ? (['label', { for: name }, [heading]] as const) : heading],
          ],
          isMandatory && ['span', { class: 'always' }, [word('alwaysOn')]],
          hasSwitch &&
            toSwitch(
              { id: name, name: `${switchPrefix}${id}`, 'aria-describedby': `${name}-text` },
              states[id] === 'granted',
            ),
        ],
      ],
      ['div', { id: `${name}-text`, class: 'text' }, [], htmlText ?? ''],
      keys.length > 0 && describeServices(profile, keys, { name, word, toSwitch: toServiceSwitch }),
      cookies.length > 0 && describeCookies(profile, cookies, word),
    ],
  ];
}

function describeCookies(profile: PublishedProfile, ids: readonly string[], word: Word): Markup {
  const { cookies, currentLocale } = profile;
  return [
    'details',
    {},
    [
      ['summary', {}, [countCookies({ profile, word }, ids.length)]],
      [
        'ul',
        { class: 'listed' },
        ids.flatMap((id): Markup[] => {
          const parameter = Object.hasOwn(cookies, id) ? cookies[id] : undefined;
          if (parameter === undefined) return [];
          const { storedName, name = id, provider, description, domains } = parameter;
          const facts = [
            [word('provider'), provider],
            [word('duration'), keptFor(parameter, currentLocale, word('session'))],
            [word('domains'), domains?.join(', ')],
          ] as const;
          return [
            [
              'li',
              {},
              [
                ['code', { dir: 'ltr' }, [storedName ?? name]],
                description ? ['p', { dir: 'auto' }, [description]] : null,
                ...facts.map(([term, value]): Markup | null =>
                  value ? ['p', { class: 'fact' }, [`${term}: `, ['bdi', {}, [value]]]] : null,
                ),
              ],
            ],
          ];
        }),
      ],
    ],
  ];
}

/** The buttons of the preferences, and those of the first layer that accept and refuse: these two look the same. */
function describeSaving({ preferenceModal, mainBanner }: PublishedProfile): Markup[] {
  const all = [...preferenceModal.buttons, ...mainBanner.buttons];
  const find = (isWanted: (button: (typeof all)[number]) => boolean) => all.find(isWanted)?.text;
  const texts = {
    save: find(({ action }) => action === 'submit'),
    accept: find(({ action, cookies }) => action === 'custom' && cookies === '*'),
    refuse: find(({ action, cookies }) => action === 'custom' && cookies === '!'),
  };
  const values = { save: '=', accept: '*', refuse: '!' };
  return (['save', 'accept', 'refuse'] as const).flatMap((name) => {
    const text = texts[name];
    return text ? [describeButton(text, 'primary', { type: 'submit', name, value: values[name] })] : [];
  });
}

function describeFacts({ profile, record }: PreferencesPage, word: Word): Markup {
  const date = (time: number) =>
    new Intl.DateTimeFormat(profile.currentLocale, { dateStyle: 'medium', timeZone: 'UTC' }).format(time);
  return [
    'footer',
    { class: 'facts' },
    [
      describePolicyLink(profile.privacyUrl, word),
      record && ['span', {}, [word('decidedOn', { date: date(record.decidedAt) })]],
      record &&
        profile.showFooterMetadata && [
          'span',
          {},
          [`${word('consentId')} `, ['code', { dir: 'ltr' }, [record.id]]],
        ],
      record && profile.allowReceipt && ['a', { href: record.receipt, download: true }, [word('receipt')]],
      !profile.hidePoweredBy && ['span', {}, [word('poweredBy', { name: 'express-consent' })]],
    ],
  ];
}
