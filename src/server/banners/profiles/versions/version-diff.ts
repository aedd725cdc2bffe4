import { type Changes, type Difference, toChanges } from '#platform/kernel/changes';
import { applyVariant, type VariantId } from '../experiments/variant';
import type { LocaleContent } from '../profile-schemas';
import type { VersionRecord } from './profile-version-repository';
import { listTexts } from './translations';

interface Differences {
  /** Differences in the fields that all locales share. */
  readonly shared: readonly Difference[];
  /** Differences in texts, by locale; unchanged locales are left out. */
  readonly locales: Readonly<Record<string, readonly Difference[]>>;
}

export interface VersionDiff extends Differences {
  readonly from: number;
  readonly to: number;
  /** The differences for each further variant that one of the versions shows. */
  readonly variants: readonly ({ readonly id: VariantId } & Differences)[];
}

type Comparable = Pick<
  VersionRecord,
  'version' | 'name' | 'defaultLocale' | 'profileJson' | 'localeContent' | 'ui' | 'variants'
>;

/**
 * Returns the changes of a new version for the audit log: settings before and after, texts by path only. The
 * snapshots contain both texts.
 */
export function auditedChanges(from: Comparable, to: Comparable): Changes {
  const { shared, locales } = compare(from, to);
  const texts = Object.fromEntries(
    Object.entries(locales).map(([locale, changes]) => [
      locale,
      changes.map(({ path }) => path).slice(0, mostPaths),
    ]),
  );
  return { ...toChanges(shared), ...(Object.keys(texts).length > 0 ? { texts } : {}) };
}

/** Maximum number of paths listed for each locale; a typical profile has about fifty texts. */
const mostPaths = 100;

/** Compares two versions path by path: A, and what visitors of each further variant see before and after. */
export function diffVersions(from: Comparable, to: Comparable): VersionDiff {
  const ids = [...(from.variants ?? []), ...(to.variants ?? [])].map(({ id }) => id);
  return {
    from: from.version,
    to: to.version,
    ...compare(from, to),
    variants: [...new Set(ids)]
      .sort()
      .map((id) => ({ id, ...compare(asVariant(from, id), asVariant(to, id)) })),
  };
}

/** Returns what visitors of a variant see: A where the version has no such variant. */
function asVariant(record: Comparable, id: VariantId): Comparable {
  const variant = record.variants?.find((own) => own.id === id);
  return variant === undefined ? record : applyVariant(record, variant);
}

function compare(from: Comparable, to: Comparable): Differences {
  const locales = [...new Set([...listLocales(from), ...listLocales(to)])]
    .map((locale) => [locale, differences(textsIn(from, locale), textsIn(to, locale))] as const)
    .filter(([, changes]) => changes.length > 0);
  return {
    shared: differences(getSharedLeaves(from), getSharedLeaves(to)),
    locales: Object.fromEntries(locales),
  };
}

const listLocales = (record: Comparable) => [record.defaultLocale, ...Object.keys(record.localeContent)];

function textsIn(record: Comparable, locale: string): Map<string, unknown> {
  const content: LocaleContent | undefined =
    locale === record.defaultLocale ? record.profileJson : record.localeContent[locale];
  return content === undefined ? new Map() : listTexts(content);
}

/** Returns every leaf that is not a text of a locale. */
function getSharedLeaves({ name, defaultLocale, profileJson, ui }: Comparable): Map<string, unknown> {
  const texts = listTexts(profileJson);
  const leaves = new Map<string, unknown>();
  const stack: [string, unknown][] = [['', { ...profileJson, ...(ui && { ui }), name, defaultLocale }]];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const [path, value] = next;
    if (value === null || typeof value !== 'object' || isFlatList(value)) {
      if (!texts.has(path)) leaves.set(path, value);
    } else {
      for (const [key, item] of Object.entries(value).reverse())
        stack.push([Array.isArray(value) ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`, item]);
    }
  }
  return leaves;
}

/**
 * Returns whether a list has only plain values, such as the cookies of a category; such lists are compared as
 * a whole.
 */
function isFlatList(value: object): boolean {
  return Array.isArray(value) && value.every((item) => item === null || typeof item !== 'object');
}

function differences(
  before: ReadonlyMap<string, unknown>,
  after: ReadonlyMap<string, unknown>,
): Difference[] {
  const found: Difference[] = [];
  for (const path of new Set([...before.keys(), ...after.keys()])) {
    const change = { path, before: before.get(path) ?? null, after: after.get(path) ?? null };
    if (JSON.stringify(change.before) !== JSON.stringify(change.after)) found.push(change);
  }
  return found;
}
