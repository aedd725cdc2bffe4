import fc from 'fast-check';
import type { ImportedDecision } from '#decisions/import/imported-decision';
import {
  merge,
  needsHistory,
  placeStates,
  type StoredRecord,
  type StoredState,
} from '#decisions/import/merge';

/** A record with its history, as batches of an import leave it behind one after the other. */
interface Visitor {
  readonly record: StoredRecord;
  readonly history: readonly StoredState[];
}

const decision = (at: number): ImportedDecision =>
  ({ at, json: `{"analytics":"${at % 3}"}` }) as ImportedDecision;

/** Applies a merge to plain data, as the repository does; fails where two states would take one place. */
function apply(visitor: Visitor | undefined, batch: readonly ImportedDecision[]): Visitor | undefined {
  const history = visitor !== undefined && needsHistory(visitor.record, batch) ? visitor.history : [];
  const { older, newer } = merge(visitor?.record, history, batch);
  const { moved, placed } = placeStates(history, visitor?.record.revision ?? 0, older);
  const states = new Map((visitor?.history ?? []).map((state) => [state.revision, state]));
  const put = (state: StoredState) => {
    if (states.has(state.revision)) throw new Error(`two states at ${state.revision}`);
    states.set(state.revision, state);
  };
  for (const { id, revision } of moved) {
    const [at, state] = [...states].find(([, { id: known }]) => known === id) ?? [];
    if (at === undefined || state === undefined) throw new Error('what moves is not there');
    states.delete(at);
    put({ ...state, revision });
  }
  for (const { decision: made, revision } of placed)
    put({ id: `${made.at}`, revision, createdAt: made.at, json: made.json, isDecision: true });
  let revision = (visitor?.record.revision ?? 0) + placed.length;
  for (const made of newer) {
    revision += 1;
    put({ id: `${made.at}`, revision, createdAt: made.at, json: made.json, isDecision: true });
  }
  const latest = newer.at(-1);
  if (revision === 0) return undefined;
  const current =
    latest === undefined ? visitor?.record : { updatedAt: latest.at, json: latest.json, isImported: true };
  if (current === undefined) return undefined;
  return { record: { id: 'record', createdAt: 0, ...current, revision }, history: [...states.values()] };
}

const statesOf = (visitor: Visitor | undefined) =>
  [...(visitor?.history ?? [])]
    .sort((a, b) => a.revision - b.revision)
    .map(({ revision, createdAt }) => [revision, createdAt]);

test('merging is independent of order and batch size, and idempotent', () => {
  const batches = fc.array(fc.array(fc.integer({ min: 1, max: 25 }), { maxLength: 8 }), {
    minLength: 1,
    maxLength: 8,
  });
  fc.assert(
    fc.property(batches, fc.option(fc.integer({ min: 1, max: 25 }), { nil: undefined }), (times, own) => {
      // The visitor may have decided in the banner already, at a time that no imported decision bears.
      const begin = own === undefined ? undefined : 2 * own + 1;
      const record =
        begin === undefined
          ? undefined
          : { id: 'record', revision: 1, createdAt: begin, updatedAt: begin, json: '{}', isImported: false };
      const start: Visitor | undefined =
        record === undefined
          ? undefined
          : {
              record,
              history: [
                { id: 'own', revision: 1, createdAt: record.updatedAt, json: '{}', isDecision: true },
              ],
            };
      const all = times.map((some) => some.map((time) => decision(2 * time)));
      const end = all.reduce(apply, start);
      const expected = [
        ...new Set([...times.flat().map((time) => 2 * time), ...(begin === undefined ? [] : [begin])]),
      ].sort((a, b) => a - b);
      expect(statesOf(end)).toEqual(expected.map((time, index) => [index + 1, time]));
      expect(end?.record.updatedAt).toBe(expected.at(-1));
      expect(all.reduce(apply, end)).toEqual(end);
    }),
  );
});
