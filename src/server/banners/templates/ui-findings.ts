import { type Static, Type } from '@sinclair/typebox';
import { getLookSeverity, type LookRule, lookRules, type RuleSeverities } from '#standards/compliance/index';
import { contrastRatio } from '#standards/contrast';
import { colourPairs } from '#standards/widget-colours';
import { completeTheme, type Theme } from './theme';

/** A problem of a UI template: `errors` block the save, `warnings` do not. */
export const UiFinding = Type.Object({
  rule: Type.String(),
  message: Type.String(),
  field: Type.String(),
  law: Type.Optional(Type.String()),
});
export type UiFinding = Static<typeof UiFinding>;

/** Positions that the widget knows, the default first. */
const positions = {
  mainBanner: ['bottom-left', 'bottom-right', 'bottom', 'top', 'top-left', 'top-right', 'center'],
  preferenceModal: ['center', 'left', 'right'],
} as const;

/** Findings by what they do to a save. */
export interface Leveled<T> {
  readonly errors: T[];
  readonly warnings: T[];
}

/** Sorts the findings of a rule by its level. */
export function toLevel<T>(rule: LookRule, severities: RuleSeverities, findings: readonly T[]): Leveled<T> {
  const severity = getLookSeverity(rule, severities);
  return {
    errors: severity === 'error' ? [...findings] : [],
    warnings: severity === 'warning' ? [...findings] : [],
  };
}

const fill = ({ message }: LookRule, values: Readonly<Record<string, string>>) =>
  message.replace(/\{(\w+)\}/g, (_whole, name: string) => values[name] ?? '');

/** Returns what is wrong with a position; null for one that the widget knows. */
export function findUnknownPosition(
  section: keyof typeof positions,
  position: string | undefined,
): { readonly rule: string; readonly message: string } | null {
  const known: readonly string[] = positions[section];
  if (position === undefined || known.includes(position)) return null;
  const { unknownPosition } = lookRules;
  const values = { position, default: known[0] ?? '', known: known.join(', ') };
  return { rule: unknownPosition.id, message: fill(unknownPosition, values) };
}

interface Placed {
  readonly position?: string;
}

interface PlacedParts {
  readonly mainBanner: Placed;
  readonly preferenceModal: Placed;
}

/** Returns the positions of a UI template that the widget does not know. */
export function findUnknownPositions(parts: PlacedParts): UiFinding[] {
  return (['mainBanner', 'preferenceModal'] as const).flatMap((section) => {
    const finding = findUnknownPosition(section, parts[section].position);
    return finding === null ? [] : [{ ...finding, field: `${section}.position` }];
  });
}

/** Returns the findings of a UI template at the levels that apply. */
export function findUiFindings(
  ui: PlacedParts & { readonly theme: Theme },
  severities: RuleSeverities,
): Leveled<UiFinding> {
  const contrast = toLevel(lookRules.contrast, severities, findLowContrast(ui.theme));
  const positions = toLevel(lookRules.unknownPosition, severities, findUnknownPositions(ui));
  return {
    errors: [...contrast.errors, ...positions.errors],
    warnings: [...contrast.warnings, ...positions.warnings],
  };
}

/** Returns the pairs of colours with too little contrast, default colours included. */
function findLowContrast(theme: Theme): UiFinding[] {
  const complete = completeTheme(theme);
  if (complete === null) return [];
  return (['light', 'dark'] as const).flatMap((mode) =>
    colourPairs.flatMap(({ front, back, least, law }) => {
      const ratio = contrastRatio(complete[mode][front], complete[mode][back]);
      if (ratio >= least) return [];
      // Rounded down, so that a ratio that is just too low does not look sufficient.
      const shown = (Math.floor(ratio * 100) / 100).toFixed(2);
      const [frontColour, backColour] = [complete[mode][front], complete[mode][back]];
      const values = { front, frontColour, back, backColour, ratio: shown, mode, least: `${least}` };
      return {
        rule: lookRules.contrast.id,
        message: fill(lookRules.contrast, values),
        field: `theme.${mode}.${front}`,
        law,
      };
    }),
  );
}
