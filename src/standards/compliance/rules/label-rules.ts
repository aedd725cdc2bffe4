import type { Wordings } from '../phrases';
import { grantsAll } from './buttons';
import type { ComplianceFacts } from './compliance-facts';
import { type ComplianceRule, optIn, optOut, type RuleHit } from './compliance-rule';
import type { ButtonFacts, LayoutFacts, LocaleFacts, Passage } from './layout-facts';

const asOf = '2026-11-22';

/** Rules on whether the labels of buttons describe their actions. */
export const labelRules: readonly ComplianceRule[] = [
  {
    id: 'button/misleading-label',
    groups: [...optIn, ...optOut, 'notice-opt-out'],
    severity: 'warning',
    judges: 'texts and buttons',
    message:
      'The label of a button says the opposite of what the button does, or another button with a different effect has the same label: name what it does',
    source:
      'GDPR art. 4(11) and 5(1)(a); EDPB Guidelines 03/2022, misleading information; 11 CCR 7004(a)(4); 4 CCR 904-3 rule 7.09',
    asOf,
    *check(facts, layout) {
      const sections = listSections(layout).map(
        ([section, buttons]) => [section, judgeButtons(facts, buttons)] as const,
      );
      for (const locale of layout.locales)
        for (const [section, buttons] of sections) yield* misleading(locale, section, buttons);
    },
  },
  {
    id: 'button/pay-to-refuse',
    groups: optIn,
    severity: 'warning',
    judges: 'texts and buttons',
    message:
      'A button that refuses asks for a payment: let visitors refuse without paying, or offer an equivalent alternative without behavioural advertising and ' +
      'have it reviewed',
    source: 'EDPB Guidelines 05/2020 para. 39 to 41; EDPB Opinion 08/2024',
    asOf,
    *check(_facts, layout) {
      for (const { locale, wordings, passages } of layout.locales) {
        for (const [section, buttons] of listSections(layout)) {
          for (const [button, label] of labelled(section, buttons, passages)) {
            const asks = price.test(label.text) || wordings?.payment.test(label.text) === true;
            if (asks && isRefusal(button)) yield { locale, section, field: label.field };
          }
        }
      }
    },
  },
];

/** Matches an amount of money, such as `9.99 eur` or `€ 3`. */
const price = /\d{1,4}(?:[.,]\d{1,2})? ?(?:€|eur\b|usd\b|\$|£|gbp\b|zl\b|pln\b|chf\b)|(?:€|\$|£) ?\d/;

type Section = Passage['section'];

interface Label {
  readonly field: string;
  readonly text: string;
}

function listSections({ mainButtons, gpcButtons, modalButtons }: LayoutFacts) {
  return [
    ['mainBanner', mainButtons],
    ['gpcBanner', gpcButtons ?? []],
    ['preferenceModal', modalButtons],
  ] as const;
}

/** Returns the buttons of a section with their labels in one locale; blank labels are left out. */
function labelled<Button>(
  section: Section,
  buttons: readonly Button[],
  passages: readonly Passage[],
): (readonly [Button, Label])[] {
  const labels = new Map<string, string>();
  for (const passage of passages)
    if (passage.kind === 'label' && passage.section === section) labels.set(passage.field, passage.lines);
  return buttons.flatMap((button, index) => {
    const field = `buttons[${index}].text`;
    const text = labels.get(field)?.replaceAll('\n', '. ') ?? '';
    return text === '' ? [] : [[button, { field, text }] as const];
  });
}

/**
 * Returns whether a button refuses everything optional. `submit` does not: it saves the visitor's choice, so
 * any label of consent fits it.
 */
const isRefusal = ({ action, grants }: ButtonFacts) => action === 'custom' && grants === '!';

/** The effect of a button, read once for all locales: a button can list thousands of ids. */
interface JudgedButton {
  /** Equal for buttons of a section that do the same. */
  readonly effect: number;
  readonly refuses: boolean;
  readonly grantsAll: boolean;
}

function judgeButtons(facts: ComplianceFacts, buttons: readonly ButtonFacts[]): JudgedButton[] {
  const effects = buttons.map(describeEffect);
  return buttons.map((button, index) => ({
    effect: effects.indexOf(effects[index] ?? ''),
    refuses: isRefusal(button),
    grantsAll: grantsAll(facts, button),
  }));
}

const describeEffect = ({ action, grants }: ButtonFacts) =>
  `${action} ${typeof grants === 'string' ? grants : [...grants].sort().join(' ')}`;

function* misleading(
  { locale, wordings, passages }: LocaleFacts,
  section: Section,
  buttons: readonly JudgedButton[],
): Generator<RuleHit> {
  const all = labelled(section, buttons, passages);
  for (const [button, { field, text }] of all) {
    const hasTwin = all.some(
      ([other, label]) => label.text === text && label.field < field && other.effect !== button.effect,
    );
    if (hasTwin || (wordings !== null && contradicts(wordings, button, text)))
      yield { locale, section, field };
  }
}

function contradicts({ acceptance, rejection }: Wordings, button: JudgedButton, text: string): boolean {
  return button.refuses ? acceptance.test(text) : button.grantsAll && rejection.test(text);
}
