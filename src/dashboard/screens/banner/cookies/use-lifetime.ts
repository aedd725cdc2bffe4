import { useLanguage, useWords } from '../../../words';
import { type LifetimeUnit, toLifetime } from './lifetime';
import { words } from './words';

const units: Readonly<Record<Exclude<LifetimeUnit, 'session'>, string>> = {
  seconds: 'second',
  minutes: 'minute',
  hours: 'hour',
  days: 'day',
};

/** Returns a function that describes the lifetime of a cookie; null where it is not known. */
export function useLifetime(): (maxAge: number | 'session' | undefined) => string | null {
  const text = useWords(words);
  const language = useLanguage();
  return (maxAge) => {
    if (maxAge === undefined) return null;
    const { unit, amount } = toLifetime(maxAge);
    if (unit === 'session') return text.units.session;
    const format = { style: 'unit', unit: units[unit], unitDisplay: 'long' } as const;
    return new Intl.NumberFormat(language, format).format(amount ?? 0);
  };
}
