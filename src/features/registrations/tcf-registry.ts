import type { ResolvedConfig } from '../../config/config-schema';
import type { Clock } from '../../kernel/clock';
import type { Logger } from '../../kernel/logger';
import {
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
} from '../../standards/tcf';
import type { StorageAdapter } from '../../storage/storage-adapter';
import { createListCache, defaultLifetimeMs, type ListCache } from './list-cache';

export interface TcfRegistryOptions {
  readonly config: Pick<ResolvedConfig['tcf'], 'enabled' | 'cmpId' | 'vendorListUrl' | 'cmpListUrls'>;
  readonly storage: Pick<StorageAdapter, 'read' | 'write'>;
  readonly clock: Clock;
  readonly logger: Logger;
  /** For one answer of the registry, in milliseconds. */
  readonly timeoutMs: number;
}

/** What the CMP list says of the configured CMP. */
export interface CmpLookup extends Omit<CmpStanding, 'status'> {
  readonly status: CmpStanding['status'] | 'unavailable';
  /** Epoch milliseconds; null while unavailable. */
  readonly checkedAt: number | null;
  readonly fromCache: boolean;
  readonly stale: boolean;
}

/** What TC strings are checked against; null for what is not known. */
export interface NewestLists {
  readonly vendorList: VendorList | null;
  readonly cmp: CmpStanding | null;
}

export type TcfRegistry = ReturnType<typeof createTcfRegistry>;

/**
 * A list may be newer than the one that we know; visitors' strings make us look for it this often at most, in
 * milliseconds.
 */
const lookForNewerEveryMs = 3_600_000;

const unknownCmp = { status: 'unavailable', name: null, deletedAt: null, checkedAt: null } as const;

/** The lists that IAB Europe publishes: vendors and their texts in many languages, and registered CMPs. */
export function createTcfRegistry({
  config: { enabled, cmpId = 0, vendorListUrl, cmpListUrls },
  ...options
}: TcfRegistryOptions) {
  const { clock } = options;
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
  let lookedForNewerAt = Number.NEGATIVE_INFINITY;
  const underWay = new Set<Promise<unknown>>();

  function translationIn(language: string): ListCache<VendorListTexts> {
    const name = `purposes-${language}`;
    const made =
      translations.get(language) ??
      createListCache(
        { name: `tcf-${name}`, urls: [siblingUrl(vendorListUrl, name)], read: readVendorListTexts },
        caching,
      );
    translations.set(language, made);
    return made;
  }

  /** Tracks work that no caller waits for, so that `close()` can wait for it. */
  function trackBackgroundWork(work: Promise<unknown>): Promise<void> {
    const watched = work.then(() => {}).finally(() => underWay.delete(watched));
    underWay.add(watched);
    return watched;
  }

  async function textsIn(tag: string): Promise<{ language: string; texts: VendorListTexts | null }> {
    const language = translationFor(tag);
    const texts = language === null ? null : ((await translationIn(language).lookUp()).copy?.list ?? null);
    return { language: texts === null || language === null ? 'en' : language, texts };
  }

  const isDue = ({ known }: ListCache<unknown>) => known === null || clock.now() >= known.freshUntil;

  async function maintain(): Promise<void> {
    if (enabled)
      await trackBackgroundWork(Promise.all([vendors, cmps].filter(isDue).map((list) => list.lookUp())));
  }

  function lookForNewer(): void {
    const now = clock.elapsed();
    if (now - lookedForNewerAt < lookForNewerEveryMs) return;
    lookedForNewerAt = now;
    void trackBackgroundWork(vendors.lookUp({ refresh: true }));
  }

  return {
    /** Takes what storage holds; the registry itself is asked behind the back of the start. Never rejects. */
    async start(): Promise<void> {
      if (!enabled) return;
      await Promise.all([vendors.peek(), cmps.peek()]);
      void maintain();
    },

    /** Asks for the lists whose time has come. Never rejects. */
    maintain,

    /** Ends what is under way. Nothing is asked or written afterwards. */
    async close(): Promise<void> {
      closing.abort();
      await Promise.all(underWay);
    },

    /**
     * What the published lists say now, from memory; null for a list that was not confirmed within the last
     * seven days, so that no visitor is refused because a registry cannot be reached.
     */
    newest(): NewestLists {
      const recent = <T>({ known }: ListCache<T>) =>
        known !== null && clock.now() - known.checkedAt <= defaultLifetimeMs ? known.list : null;
      const cmpList = recent(cmps);
      return {
        vendorList: recent(vendors),
        cmp: cmpList === null ? null : cmpStanding(cmpList, cmpId, clock.now()),
      };
    },

    /** For when somebody names a list that we do not know. Returns at once. */
    lookForNewer,

    /**
     * The vendor list with its texts in a language, English where there is no other; null while there is none
     * that serves.
     */
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

    /** What ids stand for, from the copy that there is; null while there is none. */
    async names(tag: string) {
      const list = (await vendors.peek())?.list;
      if (list === undefined) return null;
      const { purposes, specialFeatures } = inLanguage(list, (await textsIn(tag)).texts);
      return {
        purposes: namesOf(purposes),
        specialFeatures: namesOf(specialFeatures),
        vendors: namesOf(list.vendors),
      };
    },

    /** What the CMP list says of the configured CMP. */
    async cmp(refresh: boolean): Promise<CmpLookup> {
      const { copy, fromCache, stale } = await cmps.lookUp({ refresh });
      if (copy === null) return { ...unknownCmp, fromCache: false, stale: false };
      return { ...cmpStanding(copy.list, cmpId, clock.now()), checkedAt: copy.checkedAt, fromCache, stale };
    },

    /**
     * What is known without asking anybody: the standing of the CMP, null while no list is there, and whether
     * there is a vendor list.
     */
    async known(): Promise<{ readonly cmp: CmpStanding | null; readonly hasVendorList: boolean }> {
      const [list, vendorList] = await Promise.all([cmps.peek(), vendors.peek()]);
      return {
        cmp: list === null ? null : cmpStanding(list.list, cmpId, clock.now()),
        hasVendorList: vendorList !== null,
      };
    },
  };
}

/** The address of another file in the directory of this one; a mirror's password goes with it. */
function siblingUrl(url: string, name: string): string {
  const place = new URL(url);
  place.pathname = place.pathname.replace(/[^/]*$/, `${name}.json`);
  return place.href;
}

const namesOf = (entries: Readonly<Record<string, { readonly name: string }>>) =>
  Object.fromEntries(Object.entries(entries).map(([id, { name }]) => [id, name]));
