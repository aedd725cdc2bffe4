import { complianceGroupIds } from '../compliance-group-ids';
import { grantsAll, leavesOut, localesWithoutWayOut, opensChoices, refuses } from './buttons';
import type { ComplianceFacts } from './compliance-facts';
import { isSoldOrShared } from './compliance-facts';
import { type ComplianceRule, optIn, optOut, type RuleHit } from './compliance-rule';
import type { ButtonFacts, LayoutFacts } from './layout-facts';

const taskforce = 'EDPB Cookie Banner Taskforce report 2023';
const buttons = { section: 'mainBanner', field: 'buttons' } as const;
const wayOut =
  'add a button that refuses (action “custom”, cookies “!”) or opens the choices (action “manage”), or a link with data-consent-open';

/** Rules on whether visitors can refuse as easily as they can accept, and find out more. */
export const bannerRules: readonly ComplianceRule[] = [
  {
    id: 'banner/no-reject',
    groups: optIn,
    severity: 'error',
    severityIn: { 'opt-in-exempt': 'warning' },
    judges: 'texts and buttons',
    message:
      'The banner has a button that accepts everything and none that refuses: add one with the action “custom” and cookies “!”',
    source: `GDPR art. 7(3); ${taskforce}, type A; CNIL recommendation 2020-092; Garante, guidelines on cookies of 10 June 2021; AEPD guide on cookies 2024`,
    asOf: '2026-11-22',
    check: (facts, { mainButtons }) => acceptsOnly(facts, mainButtons, (button) => refuses(facts, button)),
  },
  {
    id: 'banner/no-decline',
    groups: [...optOut, 'notice-opt-out'],
    severity: 'warning',
    judges: 'texts and buttons',
    message:
      'The banner accepts in one click and refuses only in more: add a button that refuses (action “custom”, cookies “!”) beside the accepting one',
    source: '11 CCR 7004(a)(2); FDPIC guidelines on cookies 2025',
    asOf: '2026-11-22',
    check(facts, { mainButtons }) {
      const sold = soldOrShared(facts);
      return acceptsOnly(facts, mainButtons, (button) =>
        leavesOut(facts, button, sold.size > 0 ? sold : facts.optionalParameters),
      );
    },
  },
  {
    id: 'banner/no-manage',
    groups: optIn,
    severity: 'warning',
    judges: 'texts and buttons',
    message:
      'The profile has {detail} optional categories and its banner no button to choose among them: add one with the action “manage”',
    source: 'GDPR recital 43; EDPB Guidelines 05/2020, granularity',
    asOf: '2026-11-20',
    *check({ optionalCategories }, { mainButtons }) {
      if (optionalCategories.length > 1 && !mainButtons.some(opensChoices))
        yield { ...buttons, detail: String(optionalCategories.length) };
    },
  },
  {
    id: 'banner/asymmetric',
    groups: [...optIn, ...optOut],
    severity: 'warning',
    judges: 'texts and buttons',
    message: 'Accepting looks different from refusing: give both buttons the same style',
    source: `${taskforce}, types C to E; EDPB Guidelines 03/2022; 11 CCR 7004(a)(2)`,
    asOf: '2026-11-20',
    *check(facts, { mainButtons, gpcButtons }) {
      for (const [section, list] of [
        ['mainBanner', mainButtons] as const,
        ['gpcBanner', gpcButtons ?? []] as const,
      ]) {
        const refusing = listStyles(list.filter((button) => refuses(facts, button)));
        const accepting = listStyles(list.filter((button) => grantsAll(facts, button)));
        if (refusing.size > 0 && [...accepting].some((style) => !refusing.has(style)))
          yield { section, field: 'buttons' };
      }
    },
  },
  {
    id: 'banner/choice-as-text',
    groups: optIn,
    severity: 'warning',
    judges: 'texts and buttons',
    message:
      'Accepting and refusing look like plain text instead of buttons: give them the style “primary” or “secondary”',
    source: `${taskforce}, type C; EDPB Guidelines 03/2022`,
    asOf: '2026-11-20',
    *check(facts, { mainButtons }) {
      const choices = listStyles(
        mainButtons.filter((button) => grantsAll(facts, button) || refuses(facts, button)),
      );
      if (choices.size === 1 && choices.has('text')) yield buttons;
    },
  },
  {
    id: 'banner/no-refusal',
    groups: ['notice-opt-out'],
    severity: 'warning',
    judges: 'texts and buttons',
    message: `The banner does not let visitors refuse at once: ${wayOut}`,
    source: 'Swiss FMG art. 45c lit. b; OPC policy position on online behavioural advertising',
    asOf: '2026-11-20',
    check: (facts, layout) => withoutWayOut(facts, layout, facts.optionalParameters),
  },
  {
    id: 'banner/empty-choice',
    groups: complianceGroupIds.filter((group) => group !== 'unregulated'),
    severity: 'warning',
    judges: 'texts and buttons',
    message:
      'A button offers a choice (“manage”, or refusing) although every category is mandatory: take the button out, or make a category optional',
    source: 'FTC Act s. 5 (15 U.S.C. 45), deception; GDPR art. 5(1)(a), fairness',
    asOf: '2026-11-29',
    *check(facts, { mainButtons }) {
      const promises = mainButtons.some(
        (button) => opensChoices(button) || (button.action === 'custom' && button.grants === '!'),
      );
      if (promises && facts.optionalCategories.length === 0) yield buttons;
    },
  },
  {
    id: 'banner/no-policy-link',
    groups: complianceGroupIds.filter((group) => group !== 'unregulated'),
    severity: 'warning',
    judges: 'texts and buttons',
    message:
      'The banner’s text has no link: add one to the privacy policy in this language, or set privacyUrl, to which the widget links',
    source:
      'GDPR art. 12 and 13; Cal. Civ. Code 1798.130(a)(5); Cal. Bus. & Prof. Code 22575; Privacy Act 2020 (NZ) IPP 3',
    asOf: '2026-11-20',
    *check(_facts, { locales }) {
      for (const { locale, banner, privacyUrl } of locales)
        if (banner?.hasPageLink === false && privacyUrl === '')
          yield { locale, section: 'mainBanner', field: 'htmlText' };
    },
  },
  {
    id: 'modal/no-save',
    groups: optIn,
    severity: 'warning',
    judges: 'texts and buttons',
    message:
      'The preference modal has no button that saves what the visitor chose: add one with the action “submit”',
    source: 'GDPR recital 43; EDPB Guidelines 05/2020, granularity',
    asOf: '2026-11-20',
    *check({ optionalCategories }, { modalButtons }) {
      const saves = modalButtons.some(({ action }) => action === 'submit');
      if (optionalCategories.length > 0 && !saves) yield { section: 'preferenceModal', field: 'buttons' };
    },
  },
];

function listStyles(list: readonly ButtonFacts[]): ReadonlySet<string> {
  return new Set(list.map(({ style }) => style));
}

function* acceptsOnly(
  facts: ComplianceFacts,
  list: readonly ButtonFacts[],
  isRefusal: (button: ButtonFacts) => boolean,
): Generator<RuleHit> {
  if (list.some((button) => grantsAll(facts, button)) && !list.some(isRefusal)) yield buttons;
}

function* withoutWayOut(
  facts: ComplianceFacts,
  layout: LayoutFacts,
  ids: ReadonlySet<string>,
): Generator<RuleHit> {
  for (const locale of localesWithoutWayOut(facts, layout, ids))
    yield { locale, section: 'mainBanner', field: 'buttons' };
}

function soldOrShared(facts: ComplianceFacts): ReadonlySet<string> {
  return listIds(facts, isSoldOrShared);
}

function listIds(
  { parameters }: ComplianceFacts,
  isMeant: (parameter: Parameters<typeof isSoldOrShared>[0]) => boolean,
): ReadonlySet<string> {
  return new Set([...parameters.values()].filter(isMeant).map(({ id }) => id));
}
