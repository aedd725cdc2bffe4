import { type Static, Type } from '@sinclair/typebox';
import { oneOf } from '#platform/kernel/schemas';
import { safeUrl } from '#platform/kernel/text-patterns';

/** Settings of a profile that say how the widget behaves, and their defaults. */

const optional = Type.Optional;

/** Maximum length of an age gate's text (characters). */
export const maxAgeGateText = 5000;

/** The texts of an age gate in one language. */
export const AgeGateTexts = Type.Object({
  heading: optional(Type.String({ maxLength: 1000 })),
  text: optional(Type.String({ maxLength: maxAgeGateText, description: 'Plain text.' })),
});
export type AgeGateTexts = Static<typeof AgeGateTexts>;

export const AgeGate = Type.Object(
  {
    minimumAge: optional(
      Type.Integer({
        minimum: 1,
        maximum: 21,
        description:
          'Age from which visitors decide themselves. Default: the child age of the law of their place; without one there is no gate.',
      }),
    ),
    ask: optional(
      oneOf(['birthYear', 'yesNo'] as const, {
        description: 'Default `birthYear`, which does not suggest an answer.',
      }),
    ),
    parental: optional(
      Type.Boolean({ description: 'Whether younger visitors can ask a parent to consent. Default false.' }),
    ),
    ...AgeGateTexts.properties,
  },
  { description: 'Asks visitors for their age before they can consent.' },
);
export type AgeGate = Static<typeof AgeGate>;

export const maxUrlLength = 2000;

export const PrivacyUrl = Type.String({
  maxLength: maxUrlLength,
  pattern: safeUrl,
  description:
    'Privacy policy in this language: an address with `http://` or `https://`, or a path such as `/privacy`.',
});

/** How a choice of an account and one of a device that signs in become one. */
export const accountRules = ['strictest', 'latest'] as const;
export type AccountRule = (typeof accountRules)[number];

/** The fields of `profileJson`. */
export const widgetSettings = {
  accountRule: optional(
    oneOf(['off', ...accountRules] as const, {
      description:
        'Whether a choice counts for the visitor’s account on all devices, of which the first layer then informs; your server signs devices in by `link`. Of two choices that differ, `strictest` grants what both grant, and `latest` is the later one. Default `off`: each device has its own choice.',
    }),
  ),
  ageGate: optional(AgeGate),
  closeMeans: optional(
    oneOf(['undecided', 'refuse'] as const, {
      description: 'Effect of closing the banner without a choice. Default `undecided`: it is shown again.',
    }),
  ),
  reloadOnWithdrawal: optional(
    Type.Boolean({
      description: 'Whether the page reloads after a withdrawal, which ends scripts that run. Default false.',
    }),
  ),
  privacyUrl: optional(PrivacyUrl),
  languageSwitch: optional(
    Type.Boolean({ description: 'Whether visitors can choose the language. Default false.' }),
  ),
};

interface WidgetSettings {
  accountRule?: 'off' | AccountRule;
  ageGate?: AgeGate;
  closeMeans?: 'undecided' | 'refuse';
  reloadOnWithdrawal?: boolean;
  privacyUrl?: string;
  languageSwitch?: boolean;
}

/** The same settings in a published file, defaults included. */
export const publishedWidgetSettings = {
  accountRule: optional(
    oneOf(accountRules, {
      description: 'The choice counts for the visitor’s account on all devices. Absent: for this device.',
    }),
  ),
  ageGate: optional(
    Type.Object({
      ...AgeGate.properties,
      ask: oneOf(['birthYear', 'yesNo'] as const),
      parental: Type.Boolean(),
    }),
  ),
  closeMeans: oneOf(['undecided', 'refuse'] as const),
  reloadOnWithdrawal: Type.Boolean(),
  privacyUrl: optional(PrivacyUrl),
  languageSwitch: Type.Boolean(),
};

/** @param own the locale's own texts */
export function publishWidgetSettings(
  settings: WidgetSettings,
  own: { readonly ageGate?: AgeGateTexts; readonly privacyUrl?: string },
) {
  const { ageGate, closeMeans, reloadOnWithdrawal, languageSwitch, privacyUrl } = settings;
  const accountRule = getAccountRule(settings);
  const address = own.privacyUrl ?? privacyUrl;
  return {
    ...(accountRule !== null && { accountRule }),
    ...(ageGate && { ageGate: publishAgeGate(ageGate, own.ageGate) }),
    closeMeans: closeMeans ?? ('undecided' as const),
    reloadOnWithdrawal: reloadOnWithdrawal ?? false,
    ...(address !== undefined && { privacyUrl: address }),
    languageSwitch: languageSwitch ?? false,
  };
}

/** Returns the rule of a profile whose choices count for the account; null: each device has its own. */
export const getAccountRule = ({ accountRule = 'off' }: WidgetSettings): AccountRule | null =>
  accountRule === 'off' ? null : accountRule;

function publishAgeGate(
  { ask = 'birthYear', parental = false, minimumAge, heading, text }: AgeGate,
  own: AgeGateTexts = {},
) {
  const shown = { heading: own.heading ?? heading, text: own.text ?? text };
  return {
    ...(minimumAge !== undefined && { minimumAge }),
    ask,
    parental,
    ...(shown.heading !== undefined && { heading: shown.heading }),
    ...(shown.text !== undefined && { text: shown.text }),
  };
}
