import {
  type CategoryStates,
  type DecisionHead,
  type ImportedDecision,
  maxEntries,
  type RefusedRows,
} from './imported-decision';
import { RowRefused } from './refusals';
import type { Row, RowValues } from './rows';
import type { ConsentState } from './values';

interface Group {
  head: DecisionHead;
  states: (readonly [string, ConsentState])[];
  rows: number;
  /** Why it is refused: with a refused row, the rest is not the visitor's decision. */
  refused: 'decision_refused' | 'too_many' | null;
}

/** Joins consecutive rows of one visitor and time into decisions. */
export function createGrouping(of: {
  readHead: (line: number, values: RowValues) => DecisionHead;
  readStates: (values: RowValues) => CategoryStates;
  finish: (head: DecisionHead, states: CategoryStates, rows: number) => ImportedDecision | RefusedRows;
}) {
  let group: Group | null = null;
  let spoilsNext = false;

  function close(): (ImportedDecision | RefusedRows)[] {
    const ended = group;
    group = null;
    if (ended === null || ended.rows === 0) return [];
    const { head, states, rows, refused } = ended;
    return refused === null ? [of.finish(head, states, rows)] : [{ line: head.line, rows, refused }];
  }

  function* add(row: Row): Generator<ImportedDecision | RefusedRows> {
    let refused = 'refused' in row ? row.refused : null;
    let column: string | undefined;
    let head: DecisionHead | null = null;
    let states: CategoryStates = [];
    if ('values' in row) {
      try {
        head = of.readHead(row.line, row.values);
        states = of.readStates(row.values);
      } catch (error) {
        if (!(error instanceof RowRefused)) throw error;
        refused = error.reason;
        column = error.column;
      }
    }
    if (
      head !== null &&
      (group === null || group.head.visitorId !== head.visitorId || group.head.at !== head.at)
    ) {
      yield* close();
      group = { head, states: [], rows: 0, refused: spoilsNext ? 'decision_refused' : null };
      spoilsNext = false;
    }
    if (refused !== null) {
      if (group !== null) group.refused = 'decision_refused';
      // The visitor of the row is unknown: it can belong to the decision before it or after it.
      if (head === null) spoilsNext = true;
      yield { line: row.line, rows: 1, refused, column };
    } else if (group !== null) {
      spoilsNext = false;
      group.rows += 1;
      if (group.rows > maxEntries) group.refused ??= 'too_many';
      if (group.refused === null) group.states.push(...states);
    }
  }

  return { push: (rows: readonly Row[]) => rows.flatMap((row) => [...add(row)]), end: close };
}
