import { findUnsafeJson } from '../../kernel/json';
import type { ProfileFacts } from '../profiles';
import { type CategoryStates, maxEntries } from './imported-decision';
import type { Mapping } from './mapping-schema';
import { inColumn, RowRefused } from './refusals';
import type { Access, RowValues } from './rows';
import { createStateReader, readText } from './values';

/** Creates the function that reads the categories of a row and their states, as the mapping describes. */
export function createStatesReader(
  mapping: Mapping,
  categories: ReadonlyMap<string, string | null>,
  profile: ProfileFacts,
  access: Access,
): (values: RowValues) => CategoryStates {
  const { decision } = mapping;
  const readState = createStateReader(mapping.states);
  /** Returns an empty list for a category that is not imported, or has no decision. */
  const one = (source: unknown, value: unknown): CategoryStates => {
    const target = categories.get(readText(source) ?? '');
    if (target === undefined) throw new RowRefused('category');
    const state = target === null ? null : readState(value);
    return target === null || state === null ? [] : [[target, state]];
  };
  if (decision.in === 'columns') {
    const columns = [...categories.keys()].map(
      (source) => [source, access(`${decision.prefix ?? ''}${source}`)] as const,
    );
    const others = decision.others === undefined ? () => undefined : access(decision.others);
    return (values) => {
      if (access.hasUnmappedCategory(values)) throw new RowRefused('category');
      return [
        ...columns.flatMap(([source, read]) =>
          inColumn(`${decision.prefix ?? ''}${source}`, () => one(source, read(values))),
        ),
        ...Object.entries(parseObject(others(values)) ?? {}).flatMap(([source, value]) => one(source, value)),
      ];
    };
  }
  if (decision.in === 'rows') {
    const [category, state] = [access(decision.category), access(decision.state)];
    return (values) => one(category(values), state(values));
  }
  const read = access(decision.field);
  if (decision.in === 'object')
    return (values) =>
      Object.entries(parseObject(read(values)) ?? {}).flatMap(([source, value]) => one(source, value));
  if (decision.in === 'entries') {
    const [category, state] = [access(decision.category), access(decision.state)];
    return (values) =>
      (parseList(read(values)) ?? []).flatMap((entry) =>
        entryStates(entry, (object) => one(category(object), state(object))),
      );
  }
  const denied: CategoryStates = [...categories.values()].flatMap((target) =>
    target !== null && profile.optionalCategories.includes(target) ? [[target, 'denied'] as const] : [],
  );
  return (values) => {
    const list = parseList(read(values));
    if (list === null) return [];
    const granted = list.map((source) => {
      const target = categories.get(readText(source) ?? '');
      if (target === undefined) throw new RowRefused('category');
      return target;
    });
    const listed = new Set(list.map((source) => readText(source)));
    // When several make up one category, each must be listed.
    const missing = [...categories].flatMap(([source, target]) =>
      target !== null && !listed.has(source) ? [target] : [],
    );
    return [
      ...denied.filter(([target]) => missing.includes(target)),
      ...granted.flatMap((target) =>
        target !== null && !missing.includes(target) ? [[target, 'granted'] as const] : [],
      ),
    ];
  };
}

function entryStates(entry: unknown, read: (object: RowValues) => CategoryStates): CategoryStates {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry))
    throw new RowRefused('malformed_json');
  return read(entry as RowValues);
}

/** Returns the object or list that a cell holds as JSON; null for an empty cell. */
function parseStructure(value: unknown): unknown {
  if (value === undefined || value === null || value === '') return null;
  if (typeof value !== 'string') return value;
  try {
    const parsed: unknown = JSON.parse(value);
    if (findUnsafeJson(parsed) !== null) throw new RowRefused('unsafe_json');
    return parsed;
  } catch (error) {
    throw error instanceof RowRefused ? error : new RowRefused('malformed_json');
  }
}

function parseObject(value: unknown): object | null {
  const object = parseStructure(value);
  if (object === null) return null;
  if (typeof object !== 'object' || Array.isArray(object)) throw new RowRefused('malformed_json');
  if (Object.keys(object).length > maxEntries) throw new RowRefused('too_many');
  return object;
}

/** Returns a list from JSON, or from a cell such as `a,b` or `a b`. */
function parseList(value: unknown): readonly unknown[] | null {
  const isPlain = typeof value === 'string' && value.trim() !== '' && !/^\s*[[{]/.test(value);
  const list = isPlain ? value.split(/[,;|\s]+/).filter((item) => item !== '') : parseStructure(value);
  if (list === null) return null;
  if (!Array.isArray(list)) throw new RowRefused('malformed_json');
  if (list.length > maxEntries) throw new RowRefused('too_many');
  return list;
}
