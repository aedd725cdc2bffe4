import type { Weighted } from './random';

/**
 * A place from which visitors of the demo shop come, and how people there tend to decide. The figures are
 * invented, not measured.
 */
export interface DemoPlace {
  readonly country: string | null;
  readonly region: string | null;
  readonly locales: readonly Weighted<string>[];
  /** Share of browsers that send Global Privacy Control. */
  readonly gpc: number;
  /** Share of visitors who agree to everything when asked first. */
  readonly accepts: number;
  /** Time zone (hours ahead of UTC). */
  readonly ahead: number;
}

const languages = (main: string, share: number, ...others: string[]): readonly Weighted<string>[] => [
  [share, main],
  ...others.map((locale): Weighted<string> => [(1 - share) / others.length, locale]),
];

const place = (
  weight: number,
  name: string,
  locales: readonly Weighted<string>[],
  [gpc, accepts, ahead]: readonly [gpc: number, accepts: number, ahead: number],
): Weighted<DemoPlace> => {
  const [country = null, region = null] = name === '' ? [] : name.split('-');
  return [weight, { country, region, locales, gpc, accepts, ahead }];
};

const english = languages('en', 0.9, 'es');

/**
 * Visitors of a shop in Germany that delivers to all of Europe and some other countries. The largest place
 * comes first, because places are picked in this order.
 */
export const demoPlaces: readonly Weighted<DemoPlace>[] = [
  place(170, 'DE', languages('de', 0.92, 'en', 'pl'), [0.05, 0.41, 1]),
  place(100, 'FR', languages('fr', 0.94, 'en', 'ar'), [0.04, 0.47, 1]),
  place(90, 'GB', languages('en', 0.97, 'pl'), [0.04, 0.56, 0]),
  place(65, 'IT', languages('it', 0.95, 'en'), [0.03, 0.6, 1]),
  place(60, 'ES', languages('es', 0.93, 'en'), [0.03, 0.61, 1]),
  place(45, 'NL', languages('nl', 0.86, 'en'), [0.06, 0.49, 1]),
  place(45, 'PL', languages('pl', 0.95, 'en'), [0.03, 0.63, 1]),
  place(44, 'US-CA', english, [0.13, 0.5, -8]),
  place(34, 'US-TX', english, [0.08, 0.57, -6]),
  place(30, 'US-NY', english, [0.08, 0.55, -5]),
  place(28, 'US-FL', languages('en', 0.8, 'es'), [0.07, 0.58, -5]),
  place(25, 'AT', languages('de', 0.95, 'en'), [0.05, 0.42, 1]),
  place(22, 'CH', languages('de', 0.64, 'fr', 'it', 'en'), [0.05, 0.48, 1]),
  place(20, 'BE', languages('nl', 0.55, 'fr', 'de'), [0.04, 0.5, 1]),
  place(20, 'US', english, [0.08, 0.55, -6]),
  place(20, '', languages('en', 0.6, 'de', 'fr'), [0.07, 0.45, 0]),
  place(20, 'BR', languages('pt', 0.97, 'en'), [0.01, 0.66, -3]),
  place(20, 'IN', languages('en', 1), [0.02, 0.68, 5.5]),
  place(18, 'CA-ON', languages('en', 0.93, 'fr'), [0.06, 0.56, -5]),
  place(18, 'JP', languages('en', 1), [0.01, 0.62, 9]),
  place(17, 'AU', languages('en', 1), [0.05, 0.57, 10]),
  place(16, 'SE', languages('en', 0.9, 'de'), [0.05, 0.5, 1]),
  place(15, 'PT', languages('pt', 0.93, 'en'), [0.03, 0.62, 0]),
  place(15, 'TR', languages('en', 1), [0.02, 0.6, 3]),
  place(12, 'US-WA', english, [0.1, 0.53, -8]),
  place(12, 'US-VA', english, [0.08, 0.55, -5]),
  place(11, 'US-CO', english, [0.12, 0.52, -7]),
  place(10, 'CA-QC', languages('fr', 0.9, 'en'), [0.06, 0.48, -5]),
  place(10, 'DK', languages('en', 1), [0.05, 0.5, 1]),
  place(10, 'IE', languages('en', 1), [0.05, 0.54, 0]),
  place(8, 'MX', languages('es', 0.97, 'en'), [0.02, 0.66, -6]),
  place(8, 'KR', languages('en', 1), [0.01, 0.5, 9]),
  place(6, 'AE', languages('ar', 0.6, 'en'), [0.02, 0.67, 4]),
  place(6, 'ZA', languages('en', 1), [0.03, 0.6, 2]),
  place(5, 'EG', languages('ar', 0.9, 'en'), [0.01, 0.68, 2]),
  place(4, 'AR', languages('es', 1), [0.02, 0.64, -3]),
];
