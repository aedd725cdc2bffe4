import { hmacSha256Hex } from '../../kernel/crypto';
import { SetupError } from '../../kernel/errors';
import { visitorIdPattern } from '../../kernel/ids';
import { findUnsafeJson } from '../../kernel/json';
import { type ConsentFacts, choiceOf, countDecisionAs } from '../consent';
import type { ProfileFacts } from '../profiles';
import type { Mapping } from './mapping-schema';
import { inColumn, type Refusal, RowRefused } from './refusals';
import type { Access, Columns, Row, RowValues } from './rows';
import {
  type ConsentState,
  countryOf,
  createLocaleReader,
  createStateReader,
  idOf,
  momentOf,
  regionOf,
  signalOf,
  textOf,
  yesOrNo,
} from './values';

/** What a visitor once decided, as the file tells it. Times in epoch milliseconds. */
export interface ImportedDecision
  extends Pick<ConsentFacts, 'locale' | 'consentJson' | 'countedAs' | 'choice' | 'gpcDetected' | 'country'> {
  /** Where its first row is, and how many it has. */
  readonly line: number;
  readonly rows: number;
  readonly visitorId: string;
  readonly at: number;
  /** When the visitor first decided, as far as the file tells. */
  readonly firstAt: number;
  /** `consentJson` as it is stored. */
  readonly json: string;
  readonly region: string | null;
  readonly ageVerified: boolean | null;
  readonly tcfString: string | null;
  readonly gppString: string | null;
}

export interface RefusedRows {
  readonly line: number;
  readonly rows: number;
  readonly refused: Refusal;
  /** Where the fault is, as far as it is in one column. */
  readonly column?: string | undefined;
}

export interface DecisionOptions {
  readonly mapping: Mapping;
  readonly profile: ProfileFacts;
  /** Keys the hash of visitor ids; null: they are kept. */
  readonly hashKey: Buffer | null;
  readonly now: number;
}

const maxEntries = 1000;
const longestSourceId = 1024;
const isVisitorId = new RegExp(visitorIdPattern);

type Head = Omit<ImportedDecision, 'rows' | 'consentJson' | 'countedAs' | 'json' | 'choice'>;
type States = readonly (readonly [category: string, state: ConsentState])[];

/** @throws SetupError naming a category that the profile has not */
export function columnsOf(mapping: Mapping, profile: ProfileFacts): Columns {
  const { decision, visitorId, createdAt, updatedAt } = mapping;
  const own = {
    columns: () =>
      [...categoriesOf(mapping, profile)].flatMap(([source, target]) =>
        target === null ? [] : [`${prefixOf(decision)}${source}`],
      ),
    object: () => ('field' in decision ? [decision.field] : []),
    list: () => ('field' in decision ? [decision.field] : []),
    entries: () => ('field' in decision ? [decision.field] : []),
    rows: () => (decision.in === 'rows' ? [decision.category, decision.state] : []),
  }[decision.in]();
  const times = [createdAt, updatedAt].filter((name) => name !== undefined);
  // Of its own export's categories a file may lack those that nobody was ever asked about.
  const decisive = mapping.categories === undefined && decision.in === 'columns' ? [] : own;
  const { locale, country, region, gpcDetected, ageVerified, tcfString, gppString } = mapping;
  const optional = [locale, country, region, gpcDetected, ageVerified, tcfString, gppString].filter(
    (name) => name !== undefined,
  );
  const others = decision.in === 'columns' && decision.others !== undefined ? [decision.others] : [];
  return {
    required: [visitorId, ...times, ...decisive],
    optional: [...optional, ...own, ...others],
    prefix: prefixOf(decision) || null,
  };
}

const prefixOf = (decision: Mapping['decision']) =>
  decision.in === 'columns' ? (decision.prefix ?? '') : '';

/**
 * What the source's categories are called here; null: not imported. @throws SetupError naming a category that
 * the profile has not
 */
function categoriesOf({ categories }: Mapping, profile: ProfileFacts): ReadonlyMap<string, string | null> {
  const own = [...profile.mandatoryCategories, ...profile.optionalCategories];
  if (categories === undefined) return new Map(own.map((id) => [id, id]));
  for (const target of Object.values(categories)) {
    if (target !== null && !own.includes(target))
      throw new SetupError(
        `The profile has no category "${target}" (it has ${own.join(', ')}): name another in the mapping's categories`,
      );
  }
  return new Map(Object.entries(categories));
}

/** Makes decisions of rows; gives one for each, or for the rows of one decision that follow each other. */
export function createDecisionReader({ mapping, profile, hashKey, now }: DecisionOptions, access: Access) {
  const categories = categoriesOf(mapping, profile);
  const readStates = statesReader(mapping, categories, profile, access);
  const readHead = headReader({ mapping, hashKey, now, whenNoLocale: profile.defaultLocale }, access);
  const order = [...new Set(categories.values())].filter((category) => category !== null);

  function decide(head: Head, states: States, rows: number): ImportedDecision {
    const found = new Map<string, ConsentState>();
    // What several make up together is granted when each is.
    for (const [category, state] of states)
      if ((found.get(category) ?? 'granted') === 'granted') found.set(category, state);
    if (found.size === 0 && mapping.noticeOnly !== true) throw new RowRefused('no_decision');
    const consentJson: Record<string, ConsentState> = {};
    for (const category of order) {
      const state = found.get(category);
      if (state !== undefined) consentJson[category] = state;
    }
    return {
      ...head,
      rows,
      consentJson,
      json: JSON.stringify(consentJson),
      choice: choiceOf(consentJson, profile),
      countedAs: countDecisionAs(consentJson, head.locale, profile.knownNames),
    };
  }

  const attempt = (
    line: number,
    rows: number,
    make: () => ImportedDecision,
  ): ImportedDecision | RefusedRows => {
    try {
      return make();
    } catch (error) {
      if (!(error instanceof RowRefused)) throw error;
      return { line, rows, refused: error.reason, column: error.column };
    }
  };

  const single = (row: Row): ImportedDecision | RefusedRows =>
    'refused' in row
      ? { ...row, rows: 1 }
      : attempt(row.line, 1, () => decide(readHead(row.line, row.values), readStates(row.values), 1));

  return mapping.decision.in === 'rows'
    ? createGrouping({
        readHead,
        readStates,
        finish: (head, states, rows) => attempt(head.line, rows, () => decide(head, states, rows)),
      })
    : { push: (rows: readonly Row[]) => rows.map(single), end: (): (ImportedDecision | RefusedRows)[] => [] };
}

interface Group {
  head: Head;
  states: (readonly [string, ConsentState])[];
  rows: number;
  /** A row of it was refused: what is left of it is not what the visitor decided. */
  isSpoilt: boolean;
}

/** Puts rows of one visitor and time that follow each other together. */
function createGrouping(of: {
  readHead: (line: number, values: RowValues) => Head;
  readStates: (values: RowValues) => States;
  finish: (head: Head, states: States, rows: number) => ImportedDecision | RefusedRows;
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
    let head: Head | null = null;
    let states: States = [];
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
      // Whose row it is nobody knows: it may be of the decision before it or behind it.
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

function headReader(
  {
    mapping,
    hashKey,
    now,
    whenNoLocale,
  }: Pick<DecisionOptions, 'mapping' | 'hashKey' | 'now'> & { readonly whenNoLocale: string },
  access: Access,
): (line: number, values: RowValues) => Head {
  /** Reads a column that the mapping may name, and converts what it holds. */
  function reader<T>(name: string | undefined, convert: (value: unknown) => T): (values: RowValues) => T {
    const read = name === undefined ? () => undefined : access(name);
    return (values) => inColumn(name, () => convert(read(values)));
  }
  const moment = (value: unknown) => momentOf(value, now);
  const visitorId = reader(mapping.visitorId, (value) => visitorIdOf(idOf(value), hashKey));
  const [createdAt, updatedAt] = [reader(mapping.createdAt, moment), reader(mapping.updatedAt, moment)];
  const locale = reader(mapping.locale, createLocaleReader(whenNoLocale));
  const [country, region] = [reader(mapping.country, countryOf), reader(mapping.region, regionOf)];
  const [gpcDetected, ageVerified] = [
    reader(mapping.gpcDetected, yesOrNo),
    reader(mapping.ageVerified, yesOrNo),
  ];
  const [tcfString, gppString] = [reader(mapping.tcfString, signalOf), reader(mapping.gppString, signalOf)];
  return (line, values) => {
    const created = createdAt(values);
    const at = updatedAt(values) ?? created;
    if (at === null) throw new RowRefused('no_time');
    if (created !== null && created > at) throw new RowRefused('time_range');
    return {
      line,
      visitorId: visitorId(values),
      at,
      firstAt: created ?? at,
      locale: locale(values),
      country: country(values),
      region: region(values),
      gpcDetected: gpcDetected(values) ?? false,
      ageVerified: ageVerified(values),
      tcfString: tcfString(values),
      gppString: gppString(values),
    };
  };
}

function visitorIdOf(source: string | null, hashKey: Buffer | null): string {
  if (source === null) throw new RowRefused('no_visitor');
  if (hashKey !== null && source.length <= longestSourceId) return hmacSha256Hex(hashKey, source);
  if (!isVisitorId.test(source)) throw new RowRefused('visitor_id');
  return source;
}

function statesReader(
  mapping: Mapping,
  categories: ReadonlyMap<string, string | null>,
  profile: ProfileFacts,
  access: Access,
): (values: RowValues) => States {
  const { decision } = mapping;
  const readState = createStateReader(mapping.states);
  /** Nothing for what is left out on purpose, or was not decided. */
  const one = (source: unknown, value: unknown): States => {
    const target = categories.get(textOf(source) ?? '');
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
      if (access.saysMore(values)) throw new RowRefused('category');
      return [
        ...columns.flatMap(([source, read]) =>
          inColumn(`${decision.prefix ?? ''}${source}`, () => one(source, read(values))),
        ),
        ...Object.entries(objectOf(others(values)) ?? {}).flatMap(([source, value]) => one(source, value)),
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
      Object.entries(objectOf(read(values)) ?? {}).flatMap(([source, value]) => one(source, value));
  if (decision.in === 'entries') {
    const [category, state] = [access(decision.category), access(decision.state)];
    return (values) =>
      (listOf(read(values)) ?? []).flatMap((entry) =>
        entryStates(entry, (object) => one(category(object), state(object))),
      );
  }
  const denied: States = [...categories.values()].flatMap((target) =>
    target !== null && profile.optionalCategories.includes(target) ? [[target, 'denied'] as const] : [],
  );
  return (values) => {
    const list = listOf(read(values));
    if (list === null) return [];
    const granted = list.map((source) => {
      const target = categories.get(textOf(source) ?? '');
      if (target === undefined) throw new RowRefused('category');
      return target;
    });
    const listed = new Set(list.map((source) => textOf(source)));
    // Of several that make up one category, each must be listed.
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

function entryStates(entry: unknown, read: (object: RowValues) => States): States {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry))
    throw new RowRefused('malformed_json');
  return read(entry as RowValues);
}

/** An object or a list, which a cell holds as JSON; null where there is nothing. */
function structureOf(value: unknown): unknown {
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

function objectOf(value: unknown): object | null {
  const object = structureOf(value);
  if (object === null) return null;
  if (typeof object !== 'object' || Array.isArray(object)) throw new RowRefused('malformed_json');
  if (Object.keys(object).length > maxEntries) throw new RowRefused('too_many');
  return object;
}

/** Also of a cell such as `a,b` or `a b`. */
function listOf(value: unknown): readonly unknown[] | null {
  const isPlain = typeof value === 'string' && value.trim() !== '' && !/^\s*[[{]/.test(value);
  const list = isPlain ? value.split(/[,;|\s]+/).filter((item) => item !== '') : structureOf(value);
  if (list === null) return null;
  if (!Array.isArray(list)) throw new RowRefused('malformed_json');
  if (list.length > maxEntries) throw new RowRefused('too_many');
  return list;
}
