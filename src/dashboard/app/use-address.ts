import { useSearchParams } from 'wouter';

export interface Address<Name extends string> {
  /** Empty when the address does not contain it. */
  readonly values: Readonly<Record<Name, string>>;
  /** Empty values are removed from the address. */
  set(changes: Partial<Record<Name, string>>): void;
}

/** Returns the values that are set, as a query of the API: empty ones are left out. */
export const withoutBlanks = (values: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));

/**
 * Keeps the state of a screen in the address, so that a link shows the same to somebody else.
 * @param replaces without new steps for the browser's Back button
 *
 * @example
 * const { values, set } = useAddress(['q', 'cursor']);
 * <TextField value={values.q} onChange={(q) => set({ q, cursor: '' })} … />
 */
export function useAddress<Name extends string>(
  names: readonly Name[],
  { replaces = false }: { readonly replaces?: boolean } = {},
): Address<Name> {
  const [search, setSearch] = useSearchParams();
  const values = Object.fromEntries(names.map((name) => [name, search.get(name) ?? '']));
  return {
    values: values as Address<Name>['values'],
    set: (changes) =>
      setSearch(
        (now) => {
          const next = new URLSearchParams(now);
          for (const [name, value] of Object.entries<string | undefined>(changes)) {
            if (value) next.set(name, value);
            else next.delete(name);
          }
          return next;
        },
        { replace: replaces },
      ),
  };
}
