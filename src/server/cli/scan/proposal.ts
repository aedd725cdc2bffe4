import { type CatalogueEntry, type CatalogueMatch, describeCookie } from '#content/cookie-catalogue/index';
import { hasPurpose } from '#standards/choice/index';
import { anonymiseHost, toFixedDomain } from '#standards/domain';
import type { PlaceObservation } from './compare/compare';
import { identifyHost, identifyItem } from './compare/identify';
import type { StorageKind } from './observation';
import { isOwnName, type PublishedProfile } from './published-profile';

/** Additions to a profile, for an operator to review. */
export interface Proposal {
  /** Parameters in the form of `profileJson.cookies`. */
  readonly cookies: Readonly<Record<string, ProposedParameter>>;
  /** Their descriptions in the other languages of the profile, in the form of `localeContent`. */
  readonly localeContent: Readonly<Record<string, { cookies: Record<string, { description: string }> }>>;
  /** Ids to add to the `cookies` of categories of `profileJson.preferenceModal`. */
  readonly categories: Readonly<Record<string, readonly string[]>>;
  /** Items that the catalogue does not know: only the operator can say their purpose. */
  readonly unknown: readonly string[];
}

interface ProposedParameter {
  readonly name: string;
  readonly kind: StorageKind | 'other';
  readonly provider: string;
  readonly purpose: CatalogueEntry['purpose'];
  readonly description: string;
  readonly duration?: string;
  readonly domains?: readonly string[];
  readonly listenGpc: boolean;
  readonly cpraCategory: CatalogueEntry['cpraCategory'];
}

interface Unlisted {
  readonly subject: string;
  /** Name of the cookie or entry, or the host. */
  readonly name: string;
  readonly kind: StorageKind | 'host';
  readonly match: CatalogueMatch | null;
}

/** Something that was seen, is not listed, and that the catalogue describes. */
export interface KnownItem {
  /** Name or pattern to list; of a host its domain. */
  readonly name: string;
  readonly kind: ProposedParameter['kind'];
  readonly entry: CatalogueEntry;
  readonly domains: readonly string[] | undefined;
  /** Category for its purpose in the published profile; null: it has none. */
  readonly category: string | null;
  readonly locales: readonly string[];
}

export interface SortedItems {
  readonly known: readonly KnownItem[];
  /** Items that the catalogue does not describe. */
  readonly unknown: readonly string[];
}

/** Sorts everything that was seen and is not listed, each once. */
export function sortItems(places: readonly PlaceObservation[]): SortedItems {
  const known = new Map<string, KnownItem>();
  const unknown = new Set<string>();
  for (const { profile, sessions } of places) {
    const pages = sessions.flatMap((session) => session.pages);
    for (const item of pages.flatMap((page) => listUnlisted(page, profile))) {
      const found = toKnown(item, profile);
      const key = found && `${found.kind} ${found.name}`;
      if (found === null || key === null) unknown.add(item.subject);
      else if (!known.has(key)) known.set(key, found);
    }
  }
  return { known: [...known.values()], unknown: [...unknown].sort() };
}

/** Returns how to list something; null where the catalogue does not describe it. */
function toKnown({ name, kind, match }: Unlisted, profile: PublishedProfile): KnownItem | null {
  const entry = match?.entry ?? null;
  if (entry === null) return null;
  const category = profile.categories.find((found) => hasPurpose(found, entry.purpose))?.id ?? null;
  const more = { entry, category, locales: profile.locales };
  if (kind !== 'host') return { ...more, kind, name: entry.name, domains: entry.domains };
  const domain = toFixedDomain(anonymiseHost(name));
  return { ...more, kind: 'other', name: domain, domains: [domain] };
}

/** Proposes parameters for everything that was seen and is not listed, with the texts of the catalogue. */
export function propose(places: readonly PlaceObservation[]): Proposal {
  const cookies: Record<string, ProposedParameter> = {};
  const localeContent: Record<string, { cookies: Record<string, { description: string }> }> = {};
  const categories: Record<string, string[]> = {};
  const { known, unknown } = sortItems(places);
  for (const item of known) {
    const { entry, category, locales } = item;
    const id = unusedId(entry.id, cookies);
    cookies[id] = toParameter(item);
    if (category !== null) categories[category] = [...(categories[category] ?? []), id];
    for (const locale of locales) {
      const description = describeCookie(entry, locale);
      if (description === null || description === entry.description) continue;
      localeContent[locale] = { cookies: { ...localeContent[locale]?.cookies, [id]: { description } } };
    }
  }
  return { cookies, localeContent, categories, unknown };
}

/** One entry of the catalogue can describe a cookie and a host. */
function unusedId(wanted: string, cookies: object): string {
  let id = wanted;
  for (let count = 2; Object.hasOwn(cookies, id); count += 1) id = `${wanted}-${count}`;
  return id;
}

type Page = PlaceObservation['sessions'][number]['pages'][number];

/** Returns what a page stores and contacts that the profile does not list. */
export function listUnlisted({ stored, contacts }: Page, profile: PublishedProfile): Unlisted[] {
  const items = stored
    .filter((item) => !isOwnName(profile, item.name))
    .map((item) => ({ ...identifyItem(item, profile), name: item.name, kind: item.kind }));
  const hosts = contacts.map(({ host }) => ({
    ...identifyHost(host, profile),
    name: host,
    kind: 'host' as const,
  }));
  return [...items, ...hosts].filter(({ listed }) => listed.length === 0);
}

function toParameter({ name, kind, entry, domains }: KnownItem): ProposedParameter {
  const { provider, purpose, description, duration, listenGpc, cpraCategory } = entry;
  return {
    name,
    kind,
    provider,
    purpose,
    description,
    // That of the cookie: entries of other kinds have none, or another one.
    ...(kind === 'cookie' && { duration }),
    ...(domains !== undefined && { domains }),
    listenGpc,
    cpraCategory,
  };
}
