import type { LocaleContent } from './profile-schemas';
import type { VersionRecord } from './profile-snapshots';
import { textsOf } from './translations';

export interface Difference {
  readonly path: string;
  /** null where the path is not there. */
  readonly before: unknown;
  readonly after: unknown;
}

export interface VersionDiff {
  readonly from: number;
  readonly to: number;
  /** Everything that is the same for all locales. */
  readonly shared: readonly Difference[];
  /** Texts, by locale; locales without a difference are left out. */
  readonly locales: Readonly<Record<string, readonly Difference[]>>;
}

/** What changed between two versions, path by path. */
export function diffVersions(from: VersionRecord, to: VersionRecord): VersionDiff {
  const locales = [...new Set([...localesOf(from), ...localesOf(to)])]
    .map((locale) => [locale, differences(textsIn(from, locale), textsIn(to, locale))] as const)
    .filter(([, changes]) => changes.length > 0);
  return { from: from.version, to: to.version, shared: differences(sharedOf(from), sharedOf(to)), locales: Object.fromEntries(locales) };
}

const localesOf = (record: VersionRecord) => [record.defaultLocale, ...Object.keys(record.localeContent)];

function textsIn(record: VersionRecord, locale: string): Map<string, unknown> {
  const content: LocaleContent | undefined = locale === record.defaultLocale ? record.profileJson : record.localeContent[locale];
  return content === undefined ? new Map() : textsOf(content);
}

/** Every leaf that is no text of a locale. */
function sharedOf({ name, defaultLocale, profileJson, ui }: VersionRecord): Map<string, unknown> {
  const texts = textsOf(profileJson);
  const leaves = new Map<string, unknown>();
  const stack: [string, unknown][] = [['', { name, defaultLocale, ...profileJson, ...(ui && { ui }) }]];
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

/** A list of plain values, such as the cookies of a category, is compared as a whole. */
function isFlatList(value: object): boolean {
  return Array.isArray(value) && value.every((item) => item === null || typeof item !== 'object');
}

function differences(before: ReadonlyMap<string, unknown>, after: ReadonlyMap<string, unknown>): Difference[] {
  const paths = [...new Set([...before.keys(), ...after.keys()])];
  return paths
    .map((path) => ({ path, before: before.get(path) ?? null, after: after.get(path) ?? null }))
    .filter((change) => JSON.stringify(change.before) !== JSON.stringify(change.after));
}
