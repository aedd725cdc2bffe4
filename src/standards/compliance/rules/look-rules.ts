import { type RuleLevel, type RuleSeverity, structural } from './compliance-rule';

/**
 * A rule about the look of the widget, in UI templates and positions. It applies in every group, since a UI
 * template belongs to none, and the part that knows the widget checks it.
 */
export interface LookRule {
  readonly id: string;
  /** Default level. */
  readonly severity: RuleLevel;
  /** The problem and how to fix it. Names in braces are filled in. */
  readonly message: string;
  readonly source: string;
  /** Day of the last review, `YYYY-MM-DD`. */
  readonly asOf: string;
}

/** Rules about the look of the widget. */
export const lookRules = {
  contrast: {
    id: 'ui/contrast',
    severity: 'error',
    message:
      'The contrast of `{front}` ({frontColour}) with `{back}` ({backColour}) is {ratio}:1 in `{mode}`; it must be at least {least}:1',
    source: 'WCAG 2.2 success criteria 1.4.3 and 1.4.11; Directive (EU) 2019/882 annex I, EN 301 549',
    asOf: '2026-11-22',
  },
  unknownPosition: {
    id: 'ui/unknown-position',
    severity: 'warning',
    message: 'The widget does not know the position “{position}” and uses “{default}”; choose one of {known}',
    source: structural,
    asOf: '2026-11-22',
  },
} as const satisfies Readonly<Record<string, LookRule>>;

/** Returns the level of a rule, which `compliance.rules` can replace. */
export function getLookSeverity(
  { id, severity }: LookRule,
  severities: Readonly<Record<string, RuleSeverity>> = {},
): RuleSeverity {
  return (Object.hasOwn(severities, id) ? severities[id] : undefined) ?? severity;
}
