import type { PublishedProfile } from '#banners/profiles/index';
import { defaultColours } from '#standards/widget-colours';

const colourPattern = /^#[0-9A-Fa-f]{6}$/;
const fontPattern = /^[A-Za-z][A-Za-z0-9 ,_-]*$/;

/** Writes a theme as the variables that the widget sets. Values that are not plain colours, lengths or fonts are left out. */
export function writeThemeCss(theme: PublishedProfile['theme']): string {
  if (theme === undefined) return '';
  const { light, dark, font = '', ...lengths } = theme;
  const colours = (prefix: string, values: Readonly<Record<string, string | undefined>> = {}) =>
    Object.keys(defaultColours.light)
      .filter((name) => colourPattern.test(values[name] ?? ''))
      .map((name) => `--svc-${prefix}-${name}:${values[name]}`);
  const variables = [
    ...colours('t', light),
    ...colours('d', dark),
    ...Object.entries(lengths)
      .filter(([name, length]) => /^[a-zA-Z]+$/.test(name) && Number.isInteger(length))
      .map(([name, length]) => `--svc-t-${name}:${length}px`),
    ...(fontPattern.test(font) && font !== 'system' && font !== 'inherit' ? [`--svc-t-font:${font}`] : []),
  ];
  return `.frame{${variables.join(';')}}`;
}
