import type { BrowserContext, Page, Request } from 'playwright-core';
import { parseUrl } from '#platform/kernel/parse-url';
import { isInDomain } from '#standards/domain';
import type { HostContact } from '../observation';
import { plainAddress } from './bounded';

/** Most hosts that are recorded for one page. */
const maxHosts = 300;
const maxInitiators = 5000;

/** Hosts that belong to the site, with their subdomains. */
export function createOwnHosts(pages: readonly string[], further: readonly string[]) {
  const own = [...pages.map((url) => new URL(url).hostname.replace(/^www\./, '')), ...further];
  return (host: string) => own.some((name) => isInDomain(host, name));
}

export type IsOwnHost = ReturnType<typeof createOwnHosts>;

/** Records requests to other hosts, what caused them, and which responses set which cookies. */
export async function recordRequests(context: BrowserContext, page: Page, isOwnHost: IsOwnHost) {
  const contacts = new Map<string, { host: string; url: string; type: string; request: Request | null }>();
  const initiators = new Map<string, string>();
  const addresses = new Map<string, string>();
  /** Names of cookies set by responses, by name and host. */
  const setBy = new Map<string, string>();

  const add = (address: string, type: string, request: Request | null) => {
    const url = parseUrl(address);
    if (url === null || !/^(?:https?|wss?):$/.test(url.protocol) || isOwnHost(url.hostname)) return;
    if (!contacts.has(url.hostname) && contacts.size < maxHosts)
      contacts.set(url.hostname, { host: url.hostname, url: address, type, request });
  };
  const onRequest = (request: Request) => add(request.url(), request.resourceType(), request);
  context.on('request', onRequest);
  page.on('websocket', (socket) => add(socket.url(), 'websocket', null));

  const devTools = await context.newCDPSession(page);
  devTools.on('Network.requestWillBeSent', ({ requestId, request, initiator }) => {
    if (addresses.size >= maxInitiators) return;
    addresses.set(requestId, request.url);
    const frame = initiator.stack?.callFrames.find(({ url }) => /^https?:/.test(url));
    if (frame !== undefined)
      initiators.set(request.url, `${plainAddress(frame.url)}:${frame.lineNumber + 1}`);
    else if (initiator.url !== undefined) {
      const line = initiator.lineNumber === undefined ? '' : `:${initiator.lineNumber + 1}`;
      initiators.set(request.url, `${plainAddress(initiator.url)}${line}`);
    }
  });
  devTools.on('Network.responseReceivedExtraInfo', ({ requestId, headers }) => {
    const address = addresses.get(requestId);
    const header = Object.entries(headers).find(([name]) => name.toLowerCase() === 'set-cookie')?.[1];
    for (const line of header?.split('\n').slice(0, 100) ?? []) {
      const name = line.split(/[=;]/, 1)[0]?.trim() ?? '';
      if (address !== undefined) setBy.set(name, `response of ${plainAddress(address)}`);
    }
  });
  await devTools.send('Network.enable');

  return {
    setBy: setBy as ReadonlyMap<string, string>,
    /** Returns the contacts since the last call. */
    take(): HostContact[] {
      const taken = [...contacts.values()].map(({ host, url, type, request }) => ({
        host,
        url: plainAddress(url),
        type,
        initiator: initiators.get(url) ?? framePage(request, page),
      }));
      contacts.clear();
      return taken;
    },
    stop: () => context.off('request', onRequest),
  };
}

export type RequestRecord = Awaited<ReturnType<typeof recordRequests>>;

/** Returns the page of the frame that sent a request, where the browser reports nothing more precise. */
function framePage(request: Request | null, page: Page): string | null {
  try {
    const frame = request?.frame();
    return frame === undefined || frame === page.mainFrame() ? null : `frame ${plainAddress(frame.url())}`;
  } catch {
    return null; // A request of a service worker has no frame.
  }
}
