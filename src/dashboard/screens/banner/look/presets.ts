import { defaultColours, type WidgetColours } from '#standards/widget-colours';

/** A look that is ready to use. Its name is in the words of this screen. */
export interface Preset {
  readonly id: 'ink' | 'paper' | 'ocean' | 'forest' | 'sharp' | 'night';
  /** Position of the banner, of those that every UI template knows. */
  readonly position: 'bottom' | 'bottom-left' | 'bottom-right' | 'center';
  readonly theme: {
    readonly light: WidgetColours;
    readonly dark: WidgetColours;
    /** Corners of layers and of buttons (px). */
    readonly radius: number;
    readonly buttonRadius: number;
    readonly font: 'inherit' | 'system';
  };
}

const colours = (
  background: string,
  text: string,
  primary: string,
  onPrimary: string,
  secondary: string,
  line: string,
): WidgetColours => ({ background, text, primary, onPrimary, secondary, line });

const night = colours('#17181c', '#f4f4f6', '#f4f4f6', '#17181c', '#2e3037', '#8b8e98');

export const presets: readonly Preset[] = [
  {
    id: 'ink',
    position: 'bottom-left',
    theme: { ...defaultColours, radius: 16, buttonRadius: 10, font: 'system' },
  },
  {
    id: 'paper',
    position: 'bottom-left',
    theme: {
      light: colours('#fbf8f2', '#2b2620', '#4a3f33', '#fbf8f2', '#eee7da', '#857967'),
      dark: colours('#211d18', '#f3ece0', '#e6d9c2', '#211d18', '#373028', '#9c9080'),
      radius: 8,
      buttonRadius: 6,
      font: 'inherit',
    },
  },
  {
    id: 'ocean',
    position: 'bottom-right',
    theme: {
      light: colours('#ffffff', '#10243a', '#0b5cad', '#ffffff', '#e6eef7', '#6f8196'),
      dark: colours('#0f1b2a', '#e8f0fa', '#8cc2ff', '#06213f', '#1f3147', '#7d92aa'),
      radius: 12,
      buttonRadius: 8,
      font: 'system',
    },
  },
  {
    id: 'forest',
    position: 'center',
    theme: {
      light: colours('#ffffff', '#14261c', '#1d6b43', '#ffffff', '#e5f0e9', '#6f8578'),
      dark: colours('#121f18', '#e6f2ea', '#86d6a8', '#062814', '#21352a', '#7f9788'),
      radius: 24,
      buttonRadius: 24,
      font: 'system',
    },
  },
  {
    id: 'sharp',
    position: 'bottom',
    theme: {
      light: colours('#ffffff', '#000000', '#000000', '#ffffff', '#ececec', '#707070'),
      dark: colours('#000000', '#ffffff', '#ffffff', '#000000', '#2a2a2a', '#8a8a8a'),
      radius: 0,
      buttonRadius: 0,
      font: 'inherit',
    },
  },
  {
    id: 'night',
    position: 'bottom-right',
    theme: { light: night, dark: night, radius: 16, buttonRadius: 24, font: 'system' },
  },
];
