import { toDay } from '#platform/kernel/clock';
import { type ConsentChange, type ConsentFacts, otherName } from '../consent';

/**
 * Dimensions by which current records are counted. An empty value means no group, an unknown country, or a
 * method or layer that the page did not report.
 * `category` counts all answers to a category, the last three each kind of answer.
 */
export type Dimension =
  | 'choice'
  | 'profile'
  | 'source'
  | 'method'
  | 'layer'
  | 'group'
  | 'country'
  | 'gpcCountry'
  | 'category'
  | 'granted'
  | 'denied'
  | 'objected';

export interface CurrentSum {
  readonly dimension: Dimension;
  readonly value: string;
  readonly amount: number;
}

export interface Decisions {
  readonly optedIn: number;
  readonly optedOut: number;
  readonly partial: number;
}

/** Key by which decisions are counted. */
export interface DayCell {
  /** Day in UTC, such as `2026-03-29`. */
  readonly day: string;
  readonly profileId: string;
  /** Compliance group; empty: no group. */
  readonly group: string;
  readonly locale: string;
}

export type DaySum = DayCell & Decisions;

/** Sums of one tenant, counted up in memory. */
export interface Tally {
  /**
   * Counts a write: subtracts the replaced record and adds the new one; a decision always stays counted on
   * its day.
   */
  addChange(change: ConsentChange): void;
  /** Adds a current record, or subtracts it with -1. */
  addRecord(facts: ConsentFacts, times?: 1 | -1): void;
  addDecision(facts: ConsentFacts, at: number): void;
  addSum(sum: CurrentSum): void;
  addDay(sum: DaySum): void;
  /** Returns amounts by value, without zeros. */
  amounts(dimension: Dimension): ReadonlyMap<string, number>;
  /** Returns every non-zero sum in order of its key, which is the order in which rows are locked. */
  current(): CurrentSum[];
  days(): DaySum[];
  /** Number of keys, to bound the work of one fold. */
  readonly size: number;
}

export function createTally(): Tally {
  const current = new Map<Dimension, Map<string, number>>();
  const days = new Map<string, { cell: DayCell; sum: { -readonly [Key in keyof Decisions]: number } }>();
  let size = 0;

  function count(dimension: Dimension, value: string, amount: number): void {
    let values = current.get(dimension);
    if (values === undefined) {
      values = new Map();
      current.set(dimension, values);
    }
    const known = values.get(value);
    if (known === undefined) size += 1;
    values.set(value, (known ?? 0) + amount);
  }

  function getDaySum({ day, profileId, group, locale }: DayCell) {
    const key = JSON.stringify([day, profileId, group, locale]);
    let entry = days.get(key);
    if (entry === undefined) {
      entry = { cell: { day, profileId, group, locale }, sum: { optedIn: 0, optedOut: 0, partial: 0 } };
      days.set(key, entry);
      size += 1;
    }
    return entry.sum;
  }

  const tally: Tally = {
    addChange({ before, after, at, isDecision = true }) {
      if (before !== null) tally.addRecord(before, -1);
      if (after === null) return;
      tally.addRecord(after);
      if (isDecision) tally.addDecision(after, at);
    },
    addRecord(
      { choice, profileId, source, method, layer, group, country, gpcDetected, consentJson, countedAs },
      times = 1,
    ) {
      count('choice', choice, times);
      count('profile', profileId, times);
      count('source', source, times);
      count('method', method ?? '', times);
      count('layer', layer ?? '', times);
      count('group', group ?? '', times);
      count('country', country ?? '', times);
      if (gpcDetected) count('gpcCountry', country ?? '', times);
      const others = new Set(countedAs?.otherCategories);
      for (const [category, state] of Object.entries(consentJson)) {
        const name = others.has(category) ? otherName : category;
        count('category', name, times);
        count(state, name, times);
      }
    },
    addDecision({ choice, profileId, group, locale, countedAs, source }, at) {
      // Reading a notice creates a record but is not a decision. A choice that an account takes over was counted when the
      // device made it.
      if (choice === 'none' || source === 'account') return;
      const sum = getDaySum({
        day: toDay(at),
        profileId,
        group: group ?? '',
        locale: countedAs?.locale ?? locale,
      });
      if (choice === 'in') sum.optedIn += 1;
      else if (choice === 'out') sum.optedOut += 1;
      else sum.partial += 1;
    },
    addSum: ({ dimension, value, amount }) => count(dimension, value, amount),
    addDay({ optedIn, optedOut, partial, ...cell }) {
      const sum = getDaySum(cell);
      sum.optedIn += optedIn;
      sum.optedOut += optedOut;
      sum.partial += partial;
    },
    amounts: (dimension) => new Map([...(current.get(dimension) ?? [])].filter(([, amount]) => amount !== 0)),
    current: () =>
      [...current]
        .flatMap(([dimension, values]) =>
          [...values].map(([value, amount]) => ({ dimension, value, amount })),
        )
        .filter(hasAmount)
        .sort(byKey),
    days: () => [...days.values()].map(({ cell, sum }) => ({ ...cell, ...sum })),
    get size() {
      return size;
    },
  };
  return tally;
}

const hasAmount = ({ amount }: CurrentSum) => amount !== 0;
const byKey = (a: CurrentSum, b: CurrentSum) =>
  compare(a.dimension, b.dimension) || compare(a.value, b.value);
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
