import {
  type CatalogueEntry,
  cookieCatalogue,
  describeCookie,
  findCookie,
} from '#content/cookie-catalogue/index';
import { hasPurpose } from '#standards/choice/index';
import { isInDomain } from '#standards/domain';
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
  readonly duration: string;
  readonly domains?: readonly string[];
  readonly listenGpc: boolean;
  readonly cpraCategory: CatalogueEntry['cpraCategory'];
}

interface Unlisted {
  readonly subject: string;
  /** Name of the cookie or entry, or the host. */
  readonly name: string;
  readonly kind: StorageKind | 'other';
  readonly entry: CatalogueEntry | undefined;
}

/** Proposes parameters for everything that was seen and is not listed, with the texts of the catalogue. */
export function propose(places: readonly PlaceObservation[]): Proposal {
  const cookies: Record<string, ProposedParameter> = {};
  const localeContent: Record<string, { cookies: Record<string, { description: string }> }> = {};
  const categories: Record<string, string[]> = {};
  const unknown = new Set<string>();

  const add = (entry: CatalogueEntry, kind: ProposedParameter['kind'], profile: PublishedProfile) => {
    cookies[entry.id] = toParameter(entry, kind);
    const category = profile.categories.find((found) => hasPurpose(found, entry.purpose));
    if (category !== undefined) categories[category.id] = [...(categories[category.id] ?? []), entry.id];
    for (const locale of profile.locales) {
      const description = describeCookie(entry, locale);
      if (description === null || description === entry.description) continue;
      localeContent[locale] = {
        cookies: { ...localeContent[locale]?.cookies, [entry.id]: { description } },
      };
    }
  };

  for (const { profile, sessions } of places) {
    const pages = sessions.flatMap((session) => session.pages);
    for (const { subject, kind, entry } of pages.flatMap((page) => listUnlisted(page, profile))) {
      if (entry === undefined) unknown.add(subject);
      else if (!Object.hasOwn(cookies, entry.id)) add(entry, kind, profile);
    }
  }
  return { cookies, localeContent, categories, unknown: [...unknown].sort() };
}

type Page = PlaceObservation['sessions'][number]['pages'][number];

/** Returns what a page stores and contacts that the profile does not list. */
export function listUnlisted({ stored, contacts }: Page, profile: PublishedProfile): Unlisted[] {
  const items = stored
    .filter((item) => !isOwnName(profile, item.name))
    .map((item) => ({
      ...identifyItem(item, profile),
      name: item.name,
      kind: item.kind,
      entry: findCookie(item.name),
    }));
  const hosts = contacts.map(({ host }) => ({
    ...identifyHost(host, profile),
    name: host,
    kind: 'other' as const,
    entry: findHostEntry(host),
  }));
  return [...items, ...hosts].filter(({ listed }) => listed.length === 0);
}

/** Returns an entry of the company; undefined when its cookies differ in purpose, which a host alone does not show. */
function findHostEntry(host: string): CatalogueEntry | undefined {
  const entries = cookieCatalogue.filter(({ domains = [] }) =>
    domains.some((domain) => isInDomain(host, domain)),
  );
  return new Set(entries.map(({ purpose }) => purpose)).size === 1 ? entries[0] : undefined;
}

function toParameter(entry: CatalogueEntry, kind: ProposedParameter['kind']): ProposedParameter {
  const { name, provider, purpose, description, duration, domains, listenGpc, cpraCategory } = entry;
  return {
    name,
    kind,
    provider,
    purpose,
    description,
    duration,
    ...(domains !== undefined && { domains }),
    listenGpc,
    cpraCategory,
  };
}
