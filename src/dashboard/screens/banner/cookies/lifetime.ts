/** Lifetime of a cookie as a number and a unit. */

export const lifetimeUnits = ['session', 'minutes', 'hours', 'days'] as const;
export type LifetimeUnit = (typeof lifetimeUnits)[number];

const seconds = { minutes: 60, hours: 3_600, days: 86_400 } as const;

export interface Lifetime {
  readonly unit: LifetimeUnit;
  /** The number as it is typed. */
  readonly amount: string;
}

export function toLifetime(maxAge: number | 'session' | undefined): Lifetime {
  if (maxAge === 'session') return { unit: 'session', amount: '' };
  if (maxAge === undefined) return { unit: 'days', amount: '' };
  const unit = (['days', 'hours'] as const).find((name) => maxAge % seconds[name] === 0) ?? 'minutes';
  return { unit, amount: String(Math.round(maxAge / seconds[unit])) };
}

/** Returns undefined when the amount is not a number above zero. */
export function fromLifetime({ unit, amount }: Lifetime): number | 'session' | undefined {
  if (unit === 'session') return 'session';
  const value = Number(amount.replace(',', '.'));
  return amount.trim() !== '' && value > 0 ? Math.round(value * seconds[unit]) : undefined;
}
