import {
  type CatalogueEntry,
  cookieCatalogue,
  findOwnCatalogueEntry,
  withoutNamePrefix,
} from '#content/cookie-catalogue/index';
import { isInDomain } from '#standards/domain';
import type { Finding } from './finding';

/**
 * How sure the match is. `name`: the cookie has exactly this name; `pattern`: its name begins or ends as that of the entry;
 * `domain`: the host belongs to the only cookie of this company; `company`: only the company is known.
 */
export const certainties = ['name', 'pattern', 'domain', 'company'] as const;

/** Knowledge of the cookie catalogue about something that was found: a suggestion, which an operator judges. */
export interface CatalogueMatch {
  readonly certainty: (typeof certainties)[number];
  readonly provider: string;
  /** Null: the company has cookies of several purposes. */
  readonly purpose: CatalogueEntry['purpose'] | null;
  /** The entry that describes it; null: only the company is known. */
  readonly entry: CatalogueEntry | null;
}

/** Returns what the cookie catalogue knows about something that was found; null: nothing. */
export function matchCatalogue({ kind, name }: Pick<Finding, 'kind' | 'name'>): CatalogueMatch | null {
  if (kind === 'host') return matchHost(name);
  if (kind !== 'cookie') return null;
  const entry = findOwnCatalogueEntry(withoutNamePrefix(name));
  if (entry === null) return null;
  const { provider, purpose } = entry;
  return { certainty: entry.name.includes('*') ? 'pattern' : 'name', provider, purpose, entry };
}

function matchHost(host: string): CatalogueMatch | null {
  const entries = cookieCatalogue.filter(({ domains = [] }) =>
    domains.some((domain) => isInDomain(host, domain)),
  );
  const [first] = entries;
  if (first === undefined) return null;
  const isOneCookie = entries.length === 1;
  return {
    certainty: isOneCookie ? 'domain' : 'company',
    provider: first.provider,
    purpose: entries.every(({ purpose }) => purpose === first.purpose) ? first.purpose : null,
    entry: isOneCookie ? first : null,
  };
}
