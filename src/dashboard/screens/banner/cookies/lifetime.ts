/** Lifetime of a cookie as a number and a unit. */

export const lifetimeUnits = ['session', 'seconds', 'minutes', 'hours', 'days'] as const;
export type LifetimeUnit = (typeof lifetimeUnits)[number];

const seconds = { seconds: 1, minutes: 60, hours: 3_600, days: 86_400 } as const;

/** Longest lifetime that the service stores (s). */
const longest = 3_155_760_000;

/** Returns the largest number of a unit. */
export const mostOf = (unit: Exclude<LifetimeUnit, 'session'>) => longest / seconds[unit];

export interface Lifetime {
  readonly unit: LifetimeUnit;
  readonly amount: number | undefined;
}

export function toLifetime(maxAge: number | 'session' | undefined): Lifetime {
  if (maxAge === 'session') return { unit: 'session', amount: undefined };
  if (maxAge === undefined) return { unit: 'days', amount: undefined };
  const unit =
    (['days', 'hours', 'minutes'] as const).find((name) => maxAge % seconds[name] === 0) ?? 'seconds';
  return { unit, amount: maxAge / seconds[unit] };
}

export function fromLifetime({ unit, amount }: Lifetime): number | 'session' | undefined {
  if (unit === 'session') return 'session';
  return amount === undefined ? undefined : amount * seconds[unit];
}
