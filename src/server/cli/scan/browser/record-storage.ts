import type { BrowserContext, Page } from 'playwright-core';
import { parseUrl } from '#platform/kernel/parse-url';
import { truncate } from '#platform/kernel/truncate';
import type { StorageKind, StoredItem } from '../observation';
import { orElse, plainAddress } from './bounded';
import { readStorage, type StorageNote } from './page-script';
import type { IsOwnHost, RequestRecord } from './record-requests';

const maxCookies = 1000;
const maxFrames = 30;
const maxName = 200;

/** Reads everything stored in the browser now: cookies of all sites, and entries of the page’s frames. */
export async function readStoredItems(
  context: BrowserContext,
  page: Page,
  { setBy }: Pick<RequestRecord, 'setBy'>,
  isOwnHost: IsOwnHost,
): Promise<StoredItem[]> {
  const frames = await Promise.all(page.frames().slice(0, maxFrames).map(readFrame));
  const notes = new Map(
    frames.flatMap((frame) =>
      (frame?.notes ?? []).map(([kind, name, initiator]): [string, string] => [`${kind} ${name}`, initiator]),
    ),
  );
  const initiatorOf = (kind: StorageKind, name: string) => {
    const caller = notes.get(`${kind} ${name}`);
    return caller ? toPlace(caller) : (kind === 'cookie' && setBy.get(name)) || null;
  };

  const cookies = await orElse(context.cookies(), []);
  const now = Date.now() / 1000;
  return [
    ...cookies.slice(0, maxCookies).map((cookie): StoredItem => {
      const host = cookie.domain.replace(/^\./, '');
      const { name, httpOnly, secure, sameSite, expires } = cookie;
      return {
        kind: 'cookie',
        name: truncate(name, maxName),
        host,
        ownHost: isOwnHost(host),
        lifetimeSeconds: expires === -1 ? null : Math.max(0, Math.round(expires - now)),
        attributes: [httpOnly && 'HttpOnly', secure && 'Secure', `SameSite=${sameSite}`].filter(
          (attribute) => attribute !== false,
        ),
        initiator: initiatorOf('cookie', name),
      };
    }),
    ...frames.flatMap((frame) =>
      frame === null
        ? []
        : (['localStorage', 'sessionStorage', 'indexedDB'] as const).flatMap((kind) =>
            frame[kind].map(
              (name): StoredItem => ({
                kind,
                name: truncate(name, maxName),
                host: frame.host,
                ownHost: isOwnHost(frame.host),
                lifetimeSeconds: null,
                attributes: [],
                initiator: initiatorOf(kind, name),
              }),
            ),
          ),
    ),
  ];
}

interface FrameStorage {
  readonly host: string;
  readonly localStorage: readonly string[];
  readonly sessionStorage: readonly string[];
  readonly indexedDB: readonly string[];
  readonly notes: readonly StorageNote[];
}

async function readFrame(frame: ReturnType<Page['frames']>[number]): Promise<FrameStorage | null> {
  const host = parseUrl(frame.url())?.hostname ?? '';
  if (host === '') return null;
  const storage = await orElse(frame.evaluate(readStorage), null);
  return storage === null ? null : { host, ...storage };
}

/** `https://shop.example/app.js?v=2:10:5` becomes `https://shop.example/app.js:10`. */
function toPlace(caller: string): string {
  const [, address = caller, line] = /^(.*?):(\d+)(?::\d+)?$/.exec(caller) ?? [];
  return line === undefined ? plainAddress(address) : `${plainAddress(address)}:${line}`;
}
