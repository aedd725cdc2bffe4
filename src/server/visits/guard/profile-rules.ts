import type { ProfileFacts } from '#banners/profiles/index';
import {
  findOwnCatalogueEntry,
  findWholeCookie,
  indexByName,
  isEssentialCookie,
  looksEssential,
  withoutNamePrefix,
} from '#content/cookie-catalogue/index';
import { fitsCookie, hasPurpose, readChoiceStates, withoutPreGrants } from '#standards/choice/index';
import { asksFirst } from '#standards/consent-state';
import { isHostSource } from '#standards/csp/index';
import { toPlainDomain } from '#standards/domain';
import { anonymiseName } from './leak-reporter';

/** Where a cookie belongs. */
export type CookiePlacement =
  /** The site needs it, so no choice decides about it. */
  | 'essential'
  /** Neither the profile nor the catalogue knows it, but its name is one that sessions and sign-ins use. */
  | 'likely'
  /** Neither the profile nor the catalogue knows it. */
  | 'unlisted'
  | {
      readonly profileId: string;
      /**
       * The categories or services that hold the cookie; one that is allowed is enough. Empty: the catalogue knows its
       * purpose, and the profile has no category for that.
       */
      readonly holders: readonly CookieHolder[];
      /** Name for reports: that of the profile or the catalogue, which contains no visitor's number. */
      readonly label: string;
      /** Whether the profile lists it; false: only the catalogue knows it. */
      readonly isListed: boolean;
      /** Whether Global Privacy Control denies it where no category says so. */
      readonly listensToGpc: boolean;
      /** Path in the profile; null: not stated, or the cookie is known from the catalogue only. */
      readonly path: string | null;
    };

/** A category with a cookie, or the service in it that the visitor decides about. */
export interface CookieHolder {
  readonly category: string;
  readonly service: string | null;
}
/** Cookies that operators have called necessary, by the names under which reports show them. */
export type NecessaryCookies = ReadonlySet<string>;

/** The rules of a published profile, in memory. */
export interface ProfileRules {
  readonly profileId: string;
  /** Whether nothing optional is allowed before a choice. */
  readonly asksFirst: boolean;
  /** Whether every choice fits into the cookie. */
  readonly fitsCookie: boolean;
  readonly mandatory: ReadonlySet<string>;
  readonly categories: readonly string[];
  /** Sources of a policy that match the hosts of other companies, by the categories whose parameters name them. */
  readonly hosts: ReadonlyMap<string, readonly string[]>;
  /** The same of cookies whose service the visitor decides about, by service. */
  readonly serviceHosts: ReadonlyMap<string, readonly string[]>;
  /** Category of each service that visitors decide about, by key. */
  readonly categoryOf: ReadonlyMap<string, string>;
  /** Returns the categories that are allowed before a choice. */
  allowedBefore(gpcSignal: boolean): ReadonlySet<string>;
  placeCookie(name: string): CookiePlacement;
  /** Returns the names or patterns of the profile's list that stand for a cookie, also for one that no choice decides about. */
  listedAs(name: string): readonly string[];
}

/** Limits of what is remembered about names: visitors can send any. */
const maxKnownNames = 2000;
const maxNameLength = 128;

type Facts = Pick<
  ProfileFacts,
  'id' | 'group' | 'gpcMode' | 'choiceCategories' | 'hasAgeGate' | 'categoryOf' | 'parametersOf' | 'listed'
>;

/** Prepares a published profile for decisions about single cookies. */
export function createProfileRules(profile: Facts, necessary?: NecessaryCookies): ProfileRules {
  const { id, group, gpcMode, choiceCategories, categoryOf, parametersOf } = profile;
  const isOpen = !asksFirst(group);
  const listed = [...parametersOf].flatMap(([category, parameters]) =>
    parameters.flatMap((parameter) => {
      const known = profile.listed.get(parameter);
      return known === undefined ? [] : [{ category, ...known }];
    }),
  );
  const findListed = indexByName(listed.filter(({ isCookie }) => isCookie));
  const before = [false, true].map((gpcSignal) => allowedBefore(profile, isOpen, gpcSignal));
  const known = new Map<string, CookiePlacement>();

  /** Also finds cookies that are listed without a prefix such as `__Host-`. */
  function findMatches(name: string): typeof listed {
    const bare = withoutNamePrefix(name);
    return bare === name ? [...findListed(name)] : [...findListed(name), ...findListed(bare)];
  }

  function place(name: string): CookiePlacement {
    const bare = withoutNamePrefix(name);
    if (isEssentialCookie(bare)) return 'essential';
    const matches = findMatches(name);
    const [first] = matches;
    if (first !== undefined) {
      const { name: label, path } = matches.find((cookie) => cookie.name === name) ?? first;
      const holders = matches.map(({ category, service }) => ({ category, service }));
      return { profileId: id, holders, label, path, isListed: true, listensToGpc: false };
    }
    const found = findOwnCatalogueEntry(bare);
    if (found === null) {
      const whole = findWholeCookie(name);
      if (whole !== null) return place(whole);
      return looksEssential(bare) ? 'likely' : 'unlisted';
    }
    if (found.purpose === 'necessary') return 'essential';
    const holders = choiceCategories
      .filter((category) => found.purpose && hasPurpose(category, found.purpose))
      .map((category) => ({ category: category.id, service: null }));
    const listensToGpc = found.listenGpc && gpcMode !== 'ignore';
    return { profileId: id, holders, label: found.name, path: null, isListed: false, listensToGpc };
  }

  function listedAs(name: string): readonly string[] {
    const found = findMatches(name);
    const whole = found.length === 0 ? findWholeCookie(name) : null;
    const matches = whole === null ? found : findMatches(whole);
    return [...new Set(matches.map((each) => each.name))];
  }

  const listSources = (isWanted: (parameter: (typeof listed)[number]) => boolean) => [
    ...new Set(listed.filter(isWanted).flatMap(({ hosts }) => hosts.flatMap(toSources))),
  ];

  return {
    profileId: id,
    asksFirst: !isOpen,
    fitsCookie: fitsCookie(choiceCategories),
    mandatory: new Set(choiceCategories.filter(({ mandatory }) => mandatory).map((category) => category.id)),
    categories: choiceCategories.map((category) => category.id),
    hosts: new Map(
      choiceCategories.map((category) => [
        category.id,
        listSources((own) => own.category === category.id && own.service === null),
      ]),
    ),
    serviceHosts: new Map(
      [...categoryOf.keys()].map((key) => [key, listSources(({ service }) => service === key)]),
    ),
    categoryOf,
    listedAs,
    allowedBefore: (gpcSignal) => before[Number(gpcSignal)] ?? new Set(),
    placeCookie(name) {
      const remembered = known.get(name);
      if (remembered !== undefined) return remembered;
      let placement = place(name);
      const label = typeof placement === 'object' ? placement.label : anonymiseName(name);
      if (necessary?.has(label)) placement = 'essential';
      if (name.length > maxNameLength) return placement;
      if (known.size >= maxKnownNames) known.clear();
      // A part of a header keeps the whole header in memory.
      known.set(Buffer.from(name, 'latin1').toString('latin1'), placement);
      return placement;
    },
  };
}

/** Creates rules without a profile: a cookie is placed by the cookie catalogue alone, and no category holds it. */
export const createEmptyRules = (): ProfileRules =>
  createProfileRules({
    id: '',
    group: 'opt-in',
    gpcMode: 'honor',
    choiceCategories: [],
    hasAgeGate: false,
    categoryOf: new Map(),
    parametersOf: new Map(),
    listed: new Map(),
  });

function allowedBefore(
  { choiceCategories, gpcMode, hasAgeGate }: Pick<Facts, 'choiceCategories' | 'gpcMode' | 'hasAgeGate'>,
  isOpen: boolean,
  gpcSignal: boolean,
): ReadonlySet<string> {
  // Only the browser knows who has passed the age gate.
  const undecided = hasAgeGate
    ? withoutPreGrants(choiceCategories)
    : choiceCategories.map((category) => ({ ...category, preGranted: isOpen || category.preGranted }));
  const categories = undecided.map((category) => ({ ...category, state: null }));
  const states = readChoiceStates({ gpcMode, gpcDetected: false, gpcOverride: false, categories }, gpcSignal);
  return new Set(Object.keys(states).filter((category) => states[category] === 'granted'));
}

/** Returns the sources for the domain of a cookie, which browsers also send to all of its subdomains. */
function toSources(domain: string): string[] {
  const host = toPlainDomain(domain);
  if (!isHostSource(host)) return [];
  return /^[\w-]+(?:\.[\w-]+)+$/.test(host) && !/^[\d.]+$/.test(host) ? [host, `*.${host}`] : [host];
}
