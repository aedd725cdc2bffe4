import { type CatalogueMatch, matchCatalogue, matchesCookieName } from '#content/cookie-catalogue/index';
import { truncate } from '#platform/kernel/truncate';
import { hasPurpose } from '#standards/choice/index';
import { isInDomain } from '#standards/domain';
import type { StoredItem } from '../observation';
import type { ListedParameter, PublishedProfile } from '../published-profile';

/** An item or a host, as the profile and the catalogue of well-known cookies know it. */
export interface Identity {
  /** Name for reports: `cookie _ga_* of shop.example`. */
  readonly subject: string;
  /** Parameters of the profile that describe it. */
  readonly listed: readonly ListedParameter[];
  /** Knowledge of the catalogue about it; null: it has none. */
  readonly match: CatalogueMatch | null;
}

const kindNames = {
  cookie: 'cookie',
  localStorage: 'localStorage entry',
  sessionStorage: 'sessionStorage entry',
  indexedDB: 'IndexedDB database',
} as const;

export function identifyItem(item: StoredItem, { parameters }: PublishedProfile): Identity {
  const matching = parameters.filter(
    ({ kind, name }) => kind === item.kind && (name === item.name || matchesCookieName(name, item.name)),
  );
  const exact = matching.filter(({ name }) => name === item.name);
  const listed = exact.length > 0 ? exact : matching;
  const { kind, host: storedBy } = item;
  const match = matchCatalogue({ kind, name: item.name, storedBy: item.ownHost ? null : storedBy });
  const name = listed[0]?.name ?? match?.entry?.name ?? generalise(item.name);
  return {
    subject: `${kindNames[item.kind]} ${truncate(name, 150, '…')} of ${item.host}`,
    listed,
    match,
  };
}

export function identifyHost(host: string, { parameters }: PublishedProfile): Identity {
  return {
    subject: `host ${host}`,
    listed: parameters.filter(({ domains }) => domains.some((domain) => isInDomain(host, domain))),
    match: matchCatalogue({ kind: 'host', name: host }),
  };
}

/** Returns whether a visitor’s choice allows it; null: neither the profile nor the catalogue knows it. */
export function isAllowed(
  { listed, match }: Identity,
  { categories }: Pick<PublishedProfile, 'categories'>,
  allowed: ReadonlySet<string>,
): boolean | null {
  if (listed.length > 0)
    return listed.some((parameter) =>
      parameter.categories.length === 0
        ? parameter.purpose === 'necessary'
        : parameter.categories.some((id) => allowed.has(id)),
    );
  const purpose = match?.purpose ?? null;
  if (purpose === null) return null;
  if (purpose === 'necessary') return true;
  return categories.some((category) => hasPurpose(category, purpose) && allowed.has(category.id));
}

/** Replaces parts of a name that differ between visitors, which would make each scan a new finding. */
const generalise = (name: string): string => name.replace(/[0-9a-f]{8,}|[0-9]{5,}/gi, '*');
