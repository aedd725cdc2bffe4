/** The widget's own colours, and which of them must be told apart. */

export type WidgetColour = 'background' | 'text' | 'primary' | 'onPrimary' | 'secondary' | 'line';
export type WidgetColours = Record<WidgetColour, string>;

export const defaultColours = {
  light: {
    background: '#ffffff',
    text: '#1a1c20',
    primary: '#1a1c20',
    onPrimary: '#ffffff',
    secondary: '#eceef2',
    line: '#767a82',
  },
  dark: {
    background: '#1b1d21',
    text: '#f1f2f4',
    primary: '#f1f2f4',
    onPrimary: '#1b1d21',
    secondary: '#2f3238',
    line: '#8d9199',
  },
} as const satisfies Readonly<Record<'light' | 'dark', WidgetColours>>;

interface ColourPair {
  readonly front: WidgetColour;
  readonly back: WidgetColour;
  /** The least contrast ratio. */
  readonly least: number;
  readonly law: string;
}

const text = {
  least: 4.5,
  law: 'WCAG 2.2 success criterion 1.4.3; Directive (EU) 2019/882 annex I, EN 301 549',
};
const control = {
  least: 3,
  law: 'WCAG 2.2 success criterion 1.4.11; Directive (EU) 2019/882 annex I, EN 301 549',
};

export const colourPairs: readonly ColourPair[] = [
  { front: 'text', back: 'background', ...text },
  { front: 'text', back: 'secondary', ...text },
  { front: 'onPrimary', back: 'primary', ...text },
  { front: 'primary', back: 'background', ...control },
  { front: 'line', back: 'background', ...control },
];
