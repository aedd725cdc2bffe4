import type { ProfileFacts } from '#banners/profiles/index';
import { findUnsafeJson } from '#platform/kernel/json';
import type { ServiceAnswers } from '#standards/choice/index';
import { maxCategories, maxCategoryLength } from '../consent';
import { getOtherColumns } from './decision-columns';
import { type CategoryStates, maxEntries } from './imported-decision';
import type { Mapping } from './mapping-schema';
import { inColumn, RowRefused } from './refusals';
import type { Access, RowValues } from './rows';
import { createStateReader, readText, yesOrNo } from './values';

/** Creates the function that reads the categories of a row and their states, as the mapping describes. */
export function createStatesReader(
  mapping: Mapping,
  categories: ReadonlyMap<string, string | null>,
  profile: ProfileFacts,
  access: Access,
): (values: RowValues) => CategoryStates {
  const { decision } = mapping;
  const readState = createStateReader(mapping.states);
  const findTarget = createTargetReader(mapping, categories);
  /** Returns an empty list for a category that is not imported, or has no decision. */
  const one = (source: unknown, value: unknown): CategoryStates => {
    const target = findTarget(source);
    const state = target === null ? null : readState(value);
    return target === null || state === null ? [] : [[target, state]];
  };
  const ofObject = (value: unknown): CategoryStates =>
    Object.entries(parseObject(value) ?? {}).flatMap(([source, state]) => one(source, state));

  if (decision.in === 'columns') {
    const prefix = decision.prefix ?? '';
    const mapped = [...categories.keys()].map((source) => [source, access(`${prefix}${source}`)] as const);
    const unmapped = access.unmapped.map((name) => [name.slice(prefix.length), access(name)] as const);
    const others = getOtherColumns(decision).map((name) => [name, access(name)] as const);
    return (values) => [
      ...mapped.flatMap(([source, read]) => inColumn(`${prefix}${source}`, () => one(source, read(values)))),
      // Their names come from visitors' pages: they are not reported to the operator's terminal.
      ...unmapped.flatMap(([source, read]) => {
        const state = read(values);
        return readText(state) === null ? [] : one(source, state);
      }),
      ...others.flatMap(([name, read]) => inColumn(name, () => ofObject(read(values)))),
    ];
  }
  if (decision.in === 'rows') {
    const [category, state] = [access(decision.category), access(decision.state)];
    return (values) => {
      const target = inColumn(decision.category, () => findTarget(category(values)));
      const found = target === null ? null : inColumn(decision.state, () => readState(state(values)));
      return target === null || found === null ? [] : [[target, found]];
    };
  }
  const { field } = decision;
  const read = access(field);
  if (decision.in === 'object') return (values) => inColumn(field, () => ofObject(read(values)));
  if (decision.in === 'entries') {
    const [category, state] = [access(decision.category), access(decision.state)];
    return (values) =>
      inColumn(field, () =>
        (parseList(read(values)) ?? []).flatMap((entry) =>
          entryStates(entry, (object) => one(category(object), state(object))),
        ),
      );
  }
  const denied: CategoryStates = [...categories.values()].flatMap((target) =>
    target !== null && profile.optionalCategories.includes(target) ? [[target, 'denied'] as const] : [],
  );
  return (values) => {
    const list = inColumn(field, () => parseList(read(values)));
    if (list === null) return [];
    const granted = inColumn(field, () => list.map(findTarget));
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

/**
 * Creates the function that returns the profile's category for one of the source; null: not imported.
 * @throws RowRefused for one that neither the profile nor the mapping has, unless such categories are kept
 */
function createTargetReader(
  { asStored = false }: Mapping,
  categories: ReadonlyMap<string, string | null>,
): (source: unknown) => string | null {
  return (source) => {
    // A kept name is exact: ` ads` is another category than `ads`.
    const name = asStored && typeof source === 'string' ? source : readText(source);
    const target = categories.get(name ?? '');
    if (target !== undefined) return target;
    if (!asStored) throw new RowRefused('category');
    if (name === null || name === '' || name.length > maxCategoryLength)
      throw new RowRefused('category_name');
    return name;
  };
}

function entryStates(entry: unknown, read: (object: RowValues) => CategoryStates): CategoryStates {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry))
    throw new RowRefused('not_entries');
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
    throw error instanceof RowRefused ? error : new RowRefused('cell_json');
  }
}

function parseObject(value: unknown): object | null {
  const object = parseStructure(value);
  if (object === null) return null;
  if (typeof object !== 'object' || Array.isArray(object)) throw new RowRefused('not_an_object');
  if (Object.keys(object).length > maxEntries) throw new RowRefused('too_many');
  return object;
}

/**
 * Returns a list from JSON, or from a cell such as `a,b` or `a b`. Some products store a list as the member `json` of an
 * object.
 */
function parseList(value: unknown): readonly unknown[] | null {
  const isPlain = typeof value === 'string' && value.trim() !== '' && !/^\s*[[{]/.test(value);
  const list = isPlain
    ? value.split(/[,;|\s]+/).filter((item) => item !== '')
    : unwrap(parseStructure(value));
  if (list === null) return null;
  if (!Array.isArray(list)) throw new RowRefused('not_a_list');
  if (list.length > maxEntries) throw new RowRefused('too_many');
  return list;
}

/**
 * Creates the function that returns the profile's categories for a list of those of the source, without mandatory ones,
 * which nobody can refuse.
 */
export function createRefusalsReader(
  mapping: Mapping,
  categories: ReadonlyMap<string, string | null>,
  { mandatoryCategories }: ProfileFacts,
): (value: unknown) => readonly string[] {
  const findTarget = createTargetReader(mapping, categories);
  return (value) => {
    const targets = new Set((parseList(value) ?? []).flatMap((source) => findTarget(source) ?? []));
    for (const category of mandatoryCategories) targets.delete(category);
    if (targets.size > maxCategories) throw new RowRefused('too_many_categories');
    return [...targets];
  };
}

/** Returns whether each service is allowed, by key; null where the file says nothing about services. */
export function readServices(value: unknown): ServiceAnswers | null {
  const services = parseObject(value);
  if (services === null) return null;
  const answers = Object.entries(services).flatMap(([key, state]) => {
    if (key === '' || key.length > maxCategoryLength) throw new RowRefused('category_name');
    const isAllowed = yesOrNo(state);
    return isAllowed === null ? [] : [[key, isAllowed] as const];
  });
  return Object.fromEntries(answers);
}

const unwrap = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, 'json')
    ? (value as { readonly json: unknown }).json
    : value;
