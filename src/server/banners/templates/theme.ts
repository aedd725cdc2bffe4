import { type Static, Type } from '@sinclair/typebox';
import { defaultColours, type WidgetColours } from '#standards/widget-colours';

/** Colours, corners and font of the widget. */

const optional = Type.Optional;
const colour = (description: string) =>
  optional(Type.String({ pattern: '^#[0-9A-Fa-f]{6}$', description: `${description}, as \`#rrggbb\`.` }));

const Colours = Type.Object({
  background: colour('Background of banner and preferences'),
  text: colour('Text, on `background` and on `secondary`'),
  primary: colour('Background of primary buttons; switches that are on; focus rings'),
  onPrimary: colour('Text on `primary`'),
  secondary: colour('Background of secondary buttons'),
  line: colour('Borders of switches and fields'),
});

export const Theme = Type.Object(
  {
    light: optional(Colours),
    dark: optional(Colours),
    radius: optional(Type.Integer({ minimum: 0, maximum: 40, description: 'Radius of corners (px).' })),
    buttonRadius: optional(
      Type.Integer({
        minimum: 0,
        maximum: 40,
        description: 'Radius of the corners of buttons (px). Default: five eighths of `radius`.',
      }),
    ),
    font: optional(
      Type.String({
        maxLength: 200,
        pattern: '^[A-Za-z][A-Za-z0-9 ,_-]*$',
        description:
          '`inherit` (the font of the page), `system` (that of the operating system), or font families such as `Inter, sans-serif`. Fonts are not loaded.',
      }),
    ),
  },
  {
    description:
      'Look of the widget. Colours that are left out have the default values; `dark` applies where a profile has `darkMode` and the visitor prefers it.',
  },
);
export type Theme = Static<typeof Theme>;

export interface CompleteTheme extends Omit<Theme, 'light' | 'dark'> {
  light: WidgetColours;
  dark: WidgetColours;
}

/** Returns a theme with every colour; null for one that sets nothing. */
export function completeTheme(theme: Theme | undefined): CompleteTheme | null {
  if (theme === undefined || Object.keys(theme).length === 0) return null;
  return {
    ...theme,
    light: { ...defaultColours.light, ...theme.light },
    dark: { ...defaultColours.dark, ...theme.dark },
  };
}
