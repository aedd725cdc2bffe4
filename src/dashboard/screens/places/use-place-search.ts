import { useSearchParams } from 'wouter';
import type { DataOf } from '../../api/use-resource';

export type Jurisdictions = DataOf<'listJurisdictions'>;

/** What the screen shows; the address keeps it. */
export const placeParameters = ['on', 'q', 'group', 'show', 'country', 'region', 'lang'] as const;
export type PlaceParameter = (typeof placeParameters)[number];

export interface PlaceSearch {
  readonly values: Readonly<Record<PlaceParameter, string>>;
  /** Empty values leave the address. */
  set(changes: Partial<Record<PlaceParameter, string>>): void;
}

export function usePlaceSearch(): PlaceSearch {
  const [search, setSearch] = useSearchParams();
  const values = Object.fromEntries(placeParameters.map((name) => [name, search.get(name) ?? '']));
  return {
    values: values as PlaceSearch['values'],
    set: (changes) =>
      setSearch(
        (now) => {
          const next = new URLSearchParams(now);
          for (const [name, value] of Object.entries(changes)) {
            if (value === '') next.delete(name);
            else next.set(name, value);
          }
          return next;
        },
        { replace: true },
      ),
  };
}

const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));

/** Returns the time that requests name; nothing for now. */
export const atOf = ({ on }: PlaceSearch['values']): { at?: string } => (isDay(on) ? { at: on } : {});
