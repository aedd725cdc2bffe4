import type { ProfileFacts } from '#banners/profiles/index';
import { hmacSha256Hex } from '#platform/kernel/crypto';
import { visitorIdPattern } from '#platform/kernel/ids';
import { countDecisionAs, getChoice, maxCategories } from '../consent';
import { getCategoryTargets } from './decision-columns';
import { createGrouping } from './decision-grouping';
import { createRefusalsReader, createStatesReader, readServices } from './decision-states';
import type { CategoryStates, DecisionHead, ImportedDecision, RefusedRows } from './imported-decision';
import type { Mapping } from './mapping-schema';
import { inColumn, RowRefused } from './refusals';
import type { Access, Row, RowValues } from './rows';
import {
  type ConsentState,
  createLocaleReader,
  readCountry,
  readId,
  readRegion,
  readSignal,
  readStoredSignal,
  readTime,
  toLayer,
  toMethod,
  toParentalState,
  toSubjectId,
  yesOrNo,
} from './values';

export interface DecisionOptions {
  readonly mapping: Mapping;
  readonly profile: ProfileFacts;
  /** Key for the hash of visitor ids; null: ids are kept as they are. */
  readonly hashKey: Buffer | null;
  readonly now: number;
}

/** Greatest length of an id that is hashed. */
const longestSourceId = 1024;
const isVisitorId = new RegExp(visitorIdPattern);

/** Reads decisions from rows: one from each row, or one from consecutive rows of the same decision. */
export function createDecisionReader({ mapping, profile, hashKey, now }: DecisionOptions, access: Access) {
  const categories = getCategoryTargets(mapping, profile);
  const readStates = createStatesReader(mapping, categories, profile, access);
  const readRefusals = createRefusalsReader(mapping, categories, profile);
  const readHead = createHeadReader(
    { mapping, hashKey, now, whenNoLocale: profile.defaultLocale, readRefusals },
    access,
  );
  const order = [...new Set(categories.values())].filter((category) => category !== null);

  function decide(head: DecisionHead, states: CategoryStates, rows: number): ImportedDecision {
    const found = new Map<string, ConsentState>();
    // A category that combines several is granted when each of them is.
    for (const [category, state] of states)
      if ((found.get(category) ?? 'granted') === 'granted') found.set(category, state);
    if (found.size === 0 && mapping.noticeOnly !== true)
      throw new RowRefused('no_decision', 'field' in mapping.decision ? mapping.decision.field : undefined);
    const consentJson: Record<string, ConsentState> = {};
    for (const category of order) {
      const state = found.get(category);
      if (state !== undefined) consentJson[category] = state;
    }
    // Kept categories that the profile does not have follow, in one order for every file.
    if (mapping.asStored === true) {
      const kept = [...found].filter(([category]) => !order.includes(category));
      for (const [category, state] of kept.sort(([a], [b]) => (a < b ? -1 : 1)))
        consentJson[category] = state;
      if (found.size > maxCategories) throw new RowRefused('too_many_categories');
    }
    return {
      rows,
      consentJson,
      json: JSON.stringify(consentJson),
      choice: getChoice(consentJson, profile, head.services),
      countedAs: countDecisionAs(consentJson, head.locale, profile.knownNames),
      // V8 copies an object for every field after a spread.
      ...head,
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

function createHeadReader(
  {
    mapping,
    hashKey,
    now,
    whenNoLocale,
    readRefusals,
  }: Pick<DecisionOptions, 'mapping' | 'hashKey' | 'now'> & {
    readonly whenNoLocale: string;
    readonly readRefusals: ReturnType<typeof createRefusalsReader>;
  },
  access: Access,
): (line: number, values: RowValues) => DecisionHead {
  /** Creates a reader of a column that the mapping can name, with a conversion of its value. */
  function reader<T>(name: string | undefined, convert: (value: unknown) => T): (values: RowValues) => T {
    const read = name === undefined ? () => undefined : access(name);
    return (values) => inColumn(name, () => convert(read(values)));
  }
  const moment = (value: unknown) => readTime(value, now);
  const visitorId = reader(mapping.visitorId, (value) => toVisitorId(readId(value), hashKey));
  const [createdAt, updatedAt] = [reader(mapping.createdAt, moment), reader(mapping.updatedAt, moment)];
  const locale = reader(mapping.locale, createLocaleReader(whenNoLocale));
  const [country, region] = [reader(mapping.country, readCountry), reader(mapping.region, readRegion)];
  const gpcDetected = reader(mapping.gpcDetected, yesOrNo);
  const decidedWithSignal = reader(mapping.decidedWithSignal, yesOrNo);
  const signalAt = reader(mapping.signalAt, moment);
  const services = reader(mapping.services, readServices);
  const gpcOverride = reader(mapping.gpcOverride, yesOrNo);
  const parentalConsent = reader(mapping.parentalConsent, toParentalState);
  const parentalDenied = reader(mapping.parentalDenied, readRefusals);
  const subjectId = reader(mapping.subjectId, toSubjectId);
  const ageVerified = reader(mapping.ageVerified, yesOrNo);
  const [method, layer] = [reader(mapping.method, toMethod), reader(mapping.layer, toLayer)];
  const toSignal = mapping.asStored === true ? readStoredSignal : readSignal;
  const [tcfString, gppString] = [reader(mapping.tcfString, toSignal), reader(mapping.gppString, toSignal)];
  return (line, values) => {
    const created = createdAt(values);
    const at = updatedAt(values) ?? created;
    if (at === null) throw new RowRefused('no_time', mapping.updatedAt ?? mapping.createdAt);
    // A stored record can have been decided first by a clock that was ahead of the one of its last decision.
    if (created !== null && created > at && mapping.asStored !== true)
      throw new RowRefused('time_range', mapping.createdAt);
    const detected = gpcDetected(values) ?? false;
    const override = gpcOverride(values);
    const withSignal = decidedWithSignal(values) ?? detected;
    return {
      line,
      visitorId: visitorId(values),
      at,
      firstAt: Math.min(created ?? at, at),
      locale: locale(values),
      country: country(values),
      region: region(values),
      services: services(values),
      gpcDetected: detected,
      decidedWithSignal: withSignal,
      signalAt: signalAt(values) ?? (withSignal && override !== true ? at : null),
      gpcOverride: override,
      parentalConsent: parentalConsent(values),
      parentalDenied: parentalDenied(values),
      subjectId: subjectId(values),
      ageVerified: ageVerified(values),
      method: method(values),
      layer: layer(values),
      tcfString: tcfString(values),
      gppString: gppString(values),
    };
  };
}

function toVisitorId(source: string | null, hashKey: Buffer | null): string {
  if (source === null) throw new RowRefused('no_visitor');
  if (hashKey !== null && source.length <= longestSourceId) return hmacSha256Hex(hashKey, source);
  if (!isVisitorId.test(source)) throw new RowRefused('visitor_id');
  return source;
}
