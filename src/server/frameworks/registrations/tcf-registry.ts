import type { ResolvedConfig } from '#platform/config/config-schema';
import type { Clock } from '#platform/kernel/clock';
import type { Background } from '#platform/kernel/concurrency/background';
import { withDeadline } from '#platform/kernel/concurrency/deadline';
import type { Logger } from '#platform/kernel/logger';
import type { StorageAdapter } from '#platform/storage/storage-adapter';
import {
  type CmpList,
  type CmpStanding,
  cmpStanding,
  inLanguage,
  readCmpList,
  readVendorList,
  readVendorListTexts,
  supersedes,
  translationFor,
  type VendorList,
  type VendorListTexts,
} from '#standards/tcf/index';
import { createListCache, defaultLifetimeMs, type ListCache } from './list-cache';

export interface TcfRegistryOptions {
  readonly config: Pick<ResolvedConfig['tcf'], 'enabled' | 'cmpId' | 'vendorListUrl' | 'cmpListUrls'>;
  readonly storage: Pick<StorageAdapter, 'read' | 'write'>;
  readonly background: Background;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Time limit for one response of the registry (ms). */
  readonly timeoutMs: number;
}

/** The configured CMP's entry in the CMP list. */
export interface CmpLookup extends Omit<CmpStanding, 'status'> {
  readonly status: CmpStanding['status'] | 'unavailable';
  /** When the list was last confirmed (Unix ms); null while unavailable. */
  readonly checkedAt: number | null;
  readonly fromCache: boolean;
  readonly stale: boolean;
}

/** Lists that TC strings are checked against; null for a missing one. */
export interface NewestLists {
  readonly vendorList: VendorList | null;
  readonly cmp: CmpStanding | null;
}

export type TcfRegistry = ReturnType<typeof createTcfRegistry>;

/** Minimum time between two fetches that visitors' strings cause because they name a newer list (ms). */
const lookForNewerEveryMs = 3_600_000;

/** Maximum time that a visitor waits for texts in a language that no copy exists of (ms). */
const visitorWaitMs = 2000;

/** Minimum time between two looks for the same texts on behalf of visitors, who can ask for every language (ms). */
const lookAgainMs = 10_000;

const unknownCmp = { status: 'unavailable', name: null, deletedAt: null, checkedAt: null } as const;

/**
 * Provides the lists that IAB Europe publishes: vendors with texts in many languages, and registered CMPs.
 */
export function createTcfRegistry({
  config: { enabled, cmpId = 0, vendorListUrl, cmpListUrls },
  ...options
}: TcfRegistryOptions) {
  const { background, clock, logger } = options;
  const closing = new AbortController();
  const caching = { ...options, closing: closing.signal };
  const vendors = createListCache(
    {
      name: 'tcf-vendor-list',
      urls: [vendorListUrl],
      read: readVendorList,
      supersedes,
    },
    caching,
  );
  const cmps = createListCache({ name: 'tcf-cmp-list', urls: cmpListUrls, read: readCmpList }, caching);
  const translations = new Map<string, ListCache<VendorListTexts>>();
  /** The last looks for texts that are missing or due, by language. */
  const looks = new Map<string, { readonly startedAt: number; readonly done: Promise<void> }>();
  let lookedForNewerAt = Number.NEGATIVE_INFINITY;
  let hasWarned = false;
  const running = new Set<Promise<unknown>>();

  function translationIn(language: string): ListCache<VendorListTexts> {
    const name = `purposes-${language}`;
    const cache =
      translations.get(language) ??
      createListCache(
        { name: `tcf-${name}`, urls: [siblingUrl(vendorListUrl, name)], read: readVendorListTexts },
        caching,
      );
    translations.set(language, cache);
    return cache;
  }

  /** Tracks work that no caller waits for, so that `close()` can wait for it. */
  function trackBackgroundWork(work: Promise<unknown>): Promise<void> {
    const tracked = work.then(() => {}).finally(() => running.delete(tracked));
    running.add(tracked);
    return tracked;
  }

  async function textsIn(tag: string): Promise<{ language: string; texts: VendorListTexts | null }> {
    const language = translationFor(tag);
    const texts = language === null ? null : ((await translationIn(language).lookUp()).copy?.list ?? null);
    return { language: texts === null || language === null ? 'en' : language, texts };
  }

  /** Looks for a copy in storage, and asks the registry for one that is missing or due. Waits only for a missing one. */
  async function lookForTexts(translation: ListCache<VendorListTexts>): Promise<void> {
    const isKnown = (await translation.peek()) !== null;
    if (isKnown && !isDue(translation)) return;
    const update = trackBackgroundWork(translation.lookUp());
    if (!isKnown) await withDeadline(visitorWaitMs, update, () => undefined);
  }

  /** Does so at most every ten seconds; all requests of that time wait for the same look. */
  function lookForTextsOnce(language: string, translation: ListCache<VendorListTexts>): Promise<void> {
    const startedAt = clock.elapsed();
    const last = looks.get(language);
    if (last !== undefined && startedAt - last.startedAt < lookAgainMs) return last.done;
    const done = lookForTexts(translation);
    looks.set(language, { startedAt, done });
    return done;
  }

  /**
   * Returns texts for visitors, who do not wait for a registry that is slow or down: a copy of any age first,
   * and else English. Texts in memory are used until they are due.
   */
  async function visitorTexts(tag: string) {
    const language = translationFor(tag);
    if (language === null) return { language: 'en', texts: null, isComplete: true };
    const translation = translationIn(language);
    if (isDue(translation)) await lookForTextsOnce(language, translation);
    const texts = translation.usable?.list ?? null;
    return { language: texts === null ? 'en' : language, texts, isComplete: texts !== null };
  }

  const isDue = ({ known }: ListCache<unknown>) => known === null || clock.now() >= known.freshUntil;

  async function maintain(): Promise<void> {
    if (!enabled) return;
    await trackBackgroundWork(Promise.all([vendors, cmps].filter(isDue).map((list) => list.lookUp())));
    const isWarned = isDeregistered();
    if (isWarned && !hasWarned)
      logger.warn(
        { cmpId },
        'The CMP list marks `tcf.cmpId` as deregistered: visitors are no longer asked under the TCF, and no TC string is answered. Set the id of a registered CMP, or remove `tcf` from the profiles. See docs/guide/tcf-and-gpp.md#registration',
      );
    hasWarned = isWarned;
  }

  function newest(): NewestLists {
    const recent = <T>({ known }: ListCache<T>) =>
      known !== null && clock.now() - known.checkedAt <= defaultLifetimeMs ? known : null;
    return { vendorList: recent(vendors)?.list ?? null, cmp: standing(recent(cmps)) };
  }

  const standing = (copy: { readonly list: CmpList } | null): CmpStanding | null =>
    copy && cmpStanding(copy.list, cmpId, clock.now());

  const isDeregistered = (): boolean => standing(cmps.usable)?.status === 'deregistered';

  function lookForNewer(): void {
    const now = clock.elapsed();
    if (now - lookedForNewerAt < lookForNewerEveryMs) return;
    lookedForNewerAt = now;
    void background.run(() => trackBackgroundWork(vendors.lookUp({ refresh: true })));
  }

  return {
    /** Loads the copies from storage; asks the registry in the background. Never rejects. */
    async start(): Promise<void> {
      if (!enabled) return;
      await Promise.all([vendors.peek(), cmps.peek()]);
      if (background.isOn) void background.run(maintain);
    },

    /** Fetches the lists that are due. Never rejects. */
    maintain,

    /** Aborts running requests. Nothing is fetched or written afterwards. */
    async close(): Promise<void> {
      closing.abort();
      await Promise.all(running);
    },

    /** The vendor list in memory, for notices and strings; null when it is too old to be used. */
    get vendorListInUse(): VendorList | null {
      return vendors.usable?.list ?? null;
    },

    /** Whether the list in memory marks the CMP as deregistered, for notices and strings; not by one that is too old to be used. */
    isDeregistered,

    /** Reads the newest lists that any process has fetched, for `vendorListInUse` and `isDeregistered`. Never rejects. */
    readListsAgain: () => Promise.all([vendors.peek(), cmps.peek()]),

    /**
     * Returns the published lists from memory, for checks; null for a list that was not confirmed within the last
     * seven days, so that visitors are not refused because a registry is unreachable.
     */
    newest,

    /** Looks for a newer list after a TC string named an unknown one. Returns at once. */
    lookForNewer,

    /** Returns the vendor list with its texts in a language, else in English; null without a usable list. */
    async vendorList(tag: string) {
      const [{ copy, stale }, { language, texts }] = await Promise.all([vendors.lookUp(), textsIn(tag)]);
      if (copy === null) return null;
      const {
        vendorListVersion,
        tcfPolicyVersion,
        gvlSpecificationVersion,
        lastUpdated,
        vendors: listed,
      } = copy.list;
      const head = {
        vendorListVersion,
        tcfPolicyVersion,
        gvlSpecificationVersion,
        lastUpdated,
        language,
        stale,
      };
      return { head, vendors: listed, texts: inLanguage(copy.list, texts) };
    },

    /** Returns the framework's texts in a language, else null for English. Never rejects. */
    visitorTexts,

    /** Returns the names of ids from the stored copy; null without one. */
    async names(tag: string) {
      const list = (await vendors.peek())?.list;
      if (list === undefined) return null;
      const { purposes, specialFeatures } = inLanguage(list, (await textsIn(tag)).texts);
      return {
        purposes: toNames(purposes),
        specialFeatures: toNames(specialFeatures),
        vendors: toNames(list.vendors),
      };
    },

    /** The configured CMP's entry in the CMP list. */
    async cmp(refresh: boolean): Promise<CmpLookup> {
      const { copy, fromCache, stale } = await cmps.lookUp({ refresh });
      if (copy === null) return { ...unknownCmp, fromCache: false, stale: false };
      return { ...cmpStanding(copy.list, cmpId, clock.now()), checkedAt: copy.checkedAt, fromCache, stale };
    },

    /**
     * Returns the stored state without contacting a registry: the standing of the CMP, null without a list,
     * and whether there is a vendor list.
     */
    async known(): Promise<{ readonly cmp: CmpStanding | null; readonly hasVendorList: boolean }> {
      const [list, vendorList] = await Promise.all([cmps.peek(), vendors.peek()]);
      return { cmp: standing(list), hasVendorList: vendorList !== null };
    },
  };
}

/** Returns the address of another file in the same directory, including a mirror's password. */
function siblingUrl(url: string, name: string): string {
  const place = new URL(url);
  place.pathname = place.pathname.replace(/[^/]*$/, `${name}.json`);
  return place.href;
}

const toNames = (entries: Readonly<Record<string, { readonly name: string }>>) =>
  Object.fromEntries(Object.entries(entries).map(([id, { name }]) => [id, name]));
