import { useSearchParams } from 'wouter';
import type { DataOf, InputOf } from '../../api/use-resource';

export type Publication = DataOf<'listPublications'>['items'][number];

export const periods = ['always', 'day', 'range'] as const;
export type Period = (typeof periods)[number];

const names = ['group', 'on', 'from', 'to', 'cursor', 'show', 'lang'] as const;
type Name = (typeof names)[number];

export interface PublicationSearch {
  readonly values: Readonly<Record<Name, string>>;
  readonly period: Period;
  /** Empty values leave the address. */
  set(changes: Partial<Record<Name, string>>): void;
}

/** What the screen shows; the address keeps it. */
export function usePublicationSearch(): PublicationSearch {
  const [search, setSearch] = useSearchParams();
  const values = Object.fromEntries(
    names.map((name) => [name, search.get(name) ?? '']),
  ) as PublicationSearch['values'];
  return {
    values,
    period: isDay(values.on) ? 'day' : isDay(values.from) && isDay(values.to) ? 'range' : 'always',
    set: (changes) =>
      setSearch((now) => {
        const next = new URLSearchParams(now);
        for (const [name, value] of Object.entries(changes)) {
          if (value === '') next.delete(name);
          else next.set(name, value);
        }
        return next;
      }),
  };
}

/** Returns the days and the group that requests name. */
export function toQuery({
  values: { group, on, from, to },
  period,
}: PublicationSearch): NonNullable<InputOf<'listPublications'>['query']> {
  return {
    ...(group === '' ? {} : { complianceGroup: group }),
    ...(period === 'day' ? { at: on } : {}),
    ...(period === 'range' ? { from, to } : {}),
  };
}

const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));
