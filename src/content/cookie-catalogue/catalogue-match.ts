import { isInDomain } from '#standards/domain';
import type { certainties } from '#standards/findings/index';
import type { CatalogueEntry } from './catalogue-entry';
import { cookieCatalogue, findCookie } from './cookie-catalogue';
import { findOwnCatalogueEntry, withoutNamePrefix } from './essential-cookies';

/** Knowledge of the cookie catalogue about something that was found: a suggestion, which an operator judges. */
export interface CatalogueMatch {
  readonly certainty: (typeof certainties)[number];
  readonly provider: string;
  /** Null: the company has cookies of several purposes. */
  readonly purpose: CatalogueEntry['purpose'] | null;
  /** The entry that describes it; null: only the company is known. */
  readonly entry: CatalogueEntry | null;
}

/** A cookie or another stored entry, or a host, by what pages show of it. */
export interface SeenThing {
  readonly kind: 'cookie' | 'localStorage' | 'sessionStorage' | 'indexedDB' | 'host';
  readonly name: string;
  /** Host of another company that has stored it; null: the site itself, as far as is known. */
  readonly storedBy?: string | null;
}

/** Returns what the cookie catalogue knows about something that was found; null: nothing. */
export function matchCatalogue({ kind, name, storedBy = null }: SeenThing): CatalogueMatch | null {
  if (kind === 'host') return matchHost(name);
  const bare = withoutNamePrefix(name);
  const entry = storedBy === null ? findOwnCatalogueEntry(bare) : findCookieOf(storedBy, bare);
  if (entry === null) return null;
  const { provider, purpose } = entry;
  return { certainty: entry.name.includes('*') ? 'pattern' : 'name', provider, purpose, entry };
}

/** Returns the entry of a cookie of another company, which can have the name of a cookie of somebody else. */
function findCookieOf(host: string, name: string): CatalogueEntry | null {
  const entry = findCookie(name);
  const isOfHost = entry?.domains?.some((domain) => isInDomain(host, domain)) ?? true;
  return entry !== undefined && isOfHost ? entry : null;
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
