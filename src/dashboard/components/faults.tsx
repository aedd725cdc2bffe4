import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { faultsIn } from '../api/errors';
import { type FaultDetail, useFaultSentence } from '../words/faults';
import { toList } from './to-list';

/** The fields of a form that show their own faults. */
function createFields() {
  const paths = new Map<string, string>();
  const listeners = new Set<() => void>();
  let version = 0;
  const changed = () => {
    version += 1;
    for (const listener of listeners) listener();
  };
  return {
    add(id: string, path: string) {
      paths.set(id, path);
      changed();
      return () => {
        paths.delete(id);
        changed();
      };
    },
    shows: (fault: FaultDetail) => [...paths.values()].some((path) => isAt(path, fault)),
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    version: () => version,
  };
}

/** Whether a fault is about the value of a field or a part of it. */
const isAt = (path: string, fault: FaultDetail) =>
  fault.path === path || fault.path.startsWith(`${path}[`) || fault.path.startsWith(`${path}.`);

interface Faults {
  readonly error: unknown;
  readonly fields: ReturnType<typeof createFields>;
  readonly nameOf: (path: string) => string;
}

const FaultsContext = createContext<Faults | null>(null);

/**
 * Lets the fields in it show what the service says about their values: those with a `path`, which is the path of the
 * value in the request. `ErrorNotice` shows the other faults.
 */
export function ShowFaults({
  error,
  nameOf,
  isLive = false,
  children,
}: {
  readonly error: unknown;
  /** Returns the name of a value for which there is no field. */
  readonly nameOf?: (path: string) => string;
  /** Whether typing sends the values, so that the focus must stay. Otherwise the first faulty field gets it. */
  readonly isLive?: boolean;
  readonly children: ReactNode;
}) {
  const outer = useContext(FaultsContext);
  const [own] = useState(createFields);
  const place = useRef<HTMLDivElement>(null);
  const fields = outer?.fields ?? own;
  const latest = useRef(String as (path: string) => string);
  latest.current = nameOf ?? outer?.nameOf ?? String;
  // Only a new error draws the fields again, not each edit that changes a name.
  const faults = useMemo(
    () => ({ error, fields, nameOf: (path: string) => latest.current(path) }),
    [error, fields],
  );
  useEffect(() => {
    if (isLive || faultsIn(error).length === 0) return;
    place.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [error, isLive]);
  return (
    <FaultsContext value={faults}>
      <div ref={place} className="contents">
        {children}
      </div>
    </FaultsContext>
  );
}

/**
 * Returns what the service says about the value of a field, until the value changes.
 * @param path of the value in the request; undefined: the field shows no faults of the service
 */
export function useFieldFault(path: string | undefined, value: string): string | undefined {
  const id = useId();
  const sentence = useFaultSentence();
  const faults = useContext(FaultsContext);
  const error = faults?.error ?? null;
  const fields = faults?.fields;
  useEffect(() => (path === undefined ? undefined : fields?.add(id, path)), [fields, id, path]);
  const [refused, setRefused] = useState({ error, value });
  if (refused.error !== error) setRefused({ error, value });
  if (path === undefined || refused.error !== error || refused.value !== value) return undefined;
  const own = faultsIn(error).filter((fault) => isAt(path, fault));
  const [first] = own;
  if (first === undefined) return undefined;
  const said = sentence(first);
  const entries = own.filter((fault) => sentence(fault) === said).map((fault) => entryAt(fault, path, value));
  return [entries.filter(Boolean).join(', '), said].filter(Boolean).join(': ');
}

/** Returns the entry of a list that a fault is about; empty for another value. */
function entryAt(fault: FaultDetail, path: string, value: string): string {
  const index = /^\[(\d+)\]$/.exec(fault.path.slice(path.length))?.[1];
  return index === undefined ? '' : (toList(value)[Number(index)] ?? '');
}

const noSubscription = () => () => {};

/** Returns a sentence for each fault of an error that no field shows; null when the error has no faults. */
export function useOtherFaults(error: unknown): readonly string[] | null {
  const faults = useContext(FaultsContext);
  const sentence = useFaultSentence();
  const fields = faults?.error === error ? faults?.fields : undefined;
  useSyncExternalStore(fields?.subscribe ?? noSubscription, () => fields?.version() ?? 0);
  const all = faultsIn(error);
  if (all.length === 0) return null;
  const sentences = all
    .filter((fault) => fields?.shows(fault) !== true)
    .map((fault) =>
      [fault.path && (faults?.nameOf ?? String)(fault.path), sentence(fault)].filter(Boolean).join(': '),
    );
  // A blank value breaks several rules with one sentence.
  return [...new Set(sentences)];
}
