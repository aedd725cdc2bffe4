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
  /** Whether one of its rows was refused, so that the rest is not the visitor's decision. */
  isSpoilt: boolean;
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
    const { head, states, rows, isSpoilt } = ended;
    return isSpoilt
      ? [{ line: head.line, rows, refused: 'decision_refused' }]
      : [of.finish(head, states, rows)];
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
      group = { head, states: [], rows: 0, isSpoilt: spoilsNext };
      spoilsNext = false;
    }
    if (refused !== null) {
      if (group !== null) group.isSpoilt = true;
      // The visitor of the row is unknown: it can belong to the decision before it or after it.
      if (head === null) spoilsNext = true;
      yield { line: row.line, rows: 1, refused, column };
    } else if (group !== null) {
      spoilsNext = false;
      group.rows += 1;
      if (group.rows > maxEntries) group.isSpoilt = true;
      if (!group.isSpoilt) group.states.push(...states);
    }
  }

  return { push: (rows: readonly Row[]) => rows.flatMap((row) => [...add(row)]), end: close };
}
