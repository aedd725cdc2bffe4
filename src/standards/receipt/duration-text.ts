import { inWholeUnits } from '../time-units';

const units = ['second', 'minute', 'hour', 'day', 'week', 'month', 'year'] as const;

/**
 * Translates how long a cookie is kept: `13 months` becomes `13 Monate`. Operators write durations once for
 * all languages; a text that is not a plain English duration stays unchanged.
 * @param locale BCP 47
 * @param session the word for a session in that language
 */
export function durationText(text: string, locale: string, session: string): string {
  if (/^session$/i.test(text.trim())) return session;
  const [, amount, unit] =
    /^(\d{1,6})\s+(second|minute|hour|day|week|month|year)s?$/i.exec(text.trim()) ?? [];
  const known = units.find((name) => name === unit?.toLowerCase());
  if (amount === undefined || known === undefined) return text;
  return new Intl.NumberFormat(locale, { style: 'unit', unit: known, unitDisplay: 'long' }).format(
    Number(amount),
  );
}

/** Returns how long a cookie is kept, as `durationText`: the time that was measured, else what the operator wrote. */
export function keptFor(
  {
    maxAgeSeconds,
    duration = '',
  }: { readonly maxAgeSeconds?: number | 'session'; readonly duration?: string },
  locale: string,
  session: string,
): string {
  if (maxAgeSeconds === undefined) return durationText(duration, locale, session);
  if (maxAgeSeconds === 'session') return session;
  const { count, unit } = inWholeUnits(maxAgeSeconds);
  return durationText(`${count} ${unit}`, locale, session);
}
