import { useSearchParams } from 'wouter';

export interface Address<Name extends string> {
  /** Empty when the address does not contain it. */
  readonly values: Readonly<Record<Name, string>>;
  /** Empty values are removed from the address. */
  set(changes: Partial<Record<Name, string>>, options?: StepOptions): void;
}

export interface StepOptions {
  /** Whether the browser's Back button gets no step. */
  readonly replaces?: boolean;
}

/** For values that change with each key: Back would go through what was half typed. */
export const whileTyping: StepOptions = { replaces: true };

/** Returns the values that are set, as a query of the API: empty ones are left out. */
export const withoutBlanks = (values: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));

/**
 * Keeps the state of a screen in the address, so that a link shows the same to somebody else.
 * @param options of each change that names none
 *
 * @example
 * const { values, set } = useAddress(['q', 'cursor']);
 * <TextField value={values.q} onChange={(q) => set({ q, cursor: '' })} … />
 */
export function useAddress<Name extends string>(
  names: readonly Name[],
  options: StepOptions = {},
): Address<Name> {
  const [search, setSearch] = useSearchParams();
  const values = Object.fromEntries(names.map((name) => [name, search.get(name) ?? '']));
  return {
    values: values as Address<Name>['values'],
    set: (changes, { replaces = false } = options) =>
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
