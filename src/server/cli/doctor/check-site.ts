import { setTimeout as pause } from 'node:timers/promises';
import { madeUpAddress } from '#platform/kernel/ip-address';
import { parseUrl } from '#platform/kernel/parse-url';
import type { OpenService } from '../open-service';
import { listExamplePlaces, placeFault } from '../scan/places';
import { fetchProfile, readServiceBase } from '../scan/service-client';
import { checkDatabaseFile } from './check-database-file';
import { compareClocks } from './check-installation';
import { findBlockingDirectives } from './content-policy';
import { type Answer, probe } from './probe';
import type { Report } from './report';

export interface SiteOptions {
  /** Address of a page with the banner. */
  readonly url: string;
  /** Base of the service with a slash at its end; null: found by the tag. */
  readonly service: string | null;
  /** The installation behind the site; null: not given. */
  readonly opened: OpenService | null;
  readonly tenantId: string;
}

/** Checks a running site from outside, as a browser meets it. Nothing is recorded but that a page was seen. */
export async function checkSite(report: Report, options: SiteOptions): Promise<void> {
  const { url, service, opened, tenantId } = options;
  const asked = Date.now();
  const page = await probe(url);
  if (page === null || page.status >= 400) {
    report.find(
      'page-unreachable',
      page === null ? `${url} gives no answer.` : `${url} answers with status ${page.status}.`,
    );
    return;
  }
  if (page.headers.date !== undefined)
    // The header has whole seconds.
    compareClocks(report, new URL(page.url).host, Date.parse(page.headers.date), asked - 1000);
  const tag = findTag(page);
  if (tag === null) report.find('tag-missing', `${page.url} has no tag of the widget in its source.`);
  else report.pass(`${page.url} has the tag ${tag.url}`);
  checkHttps(report, page.url);
  checkScripts(report, page);
  await checkDatabaseFile(report, page.url, opened);

  const base = service ?? readServiceBase(tag?.url ?? '') ?? new URL('/svc/', page.url).href;
  if (!(await checkMount(report, base))) return;
  if (tag !== null) checkPolicies(report, page, tag, base);
  await checkCaches(report, base);
  await checkCors(report, page.url, base);
  await checkForgedAddress(report, base);
  if (opened !== null) await checkProxy(report, page.url, base, opened, tenantId);
  await checkPlaces(report, base);
}

interface Tag {
  readonly url: string;
  readonly nonce: string | null;
}

/** Types of scripts that browsers run; they leave blocks of data alone. */
const runningType = /^$|^module$|javascript|ecmascript/;

/** Finds scripts that the page means to block, and that browsers run at once. */
function checkScripts(report: Report, { body, url }: Answer): void {
  for (const [element] of listScripts(body)) {
    const type = attribute(element, 'type')?.trim().toLowerCase() ?? '';
    const isBlocked = type === 'text/plain';
    if (!isBlocked && !runningType.test(type)) continue;
    const name = ['data-category', 'data-service'].find((each) => attribute(element, each) !== null);
    if (attribute(element, 'data-categories') !== null)
      report.find('script-not-blocked', `${element} on ${url} has data-categories, which nothing reads.`);
    else if (name !== undefined && !isBlocked)
      report.find('script-not-blocked', `${element} on ${url} has ${name} but not type="text/plain".`);
  }
}

const listScripts = (body: string) => body.replace(/<!--[\s\S]*?-->/g, '').matchAll(/<script\b[^>]*>/gi);

/** Finds the script of the widget in the source of a page; null when there is none. */
function findTag({ body, url }: Answer): Tag | null {
  for (const [element] of listScripts(body)) {
    const source = attribute(element, 'src');
    const address = source === null ? null : parseUrl(new URL(source, url).href);
    if (address !== null && readServiceBase(address.href) !== null)
      return { url: address.href, nonce: attribute(element, 'nonce') };
  }
  return null;
}

function attribute(element: string, name: string): string | null {
  const found = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s>]+))`, 'i').exec(element);
  return found === null ? null : (found[1] ?? found[2] ?? found[3] ?? null);
}

function checkHttps(report: Report, url: string): void {
  const { protocol, hostname } = new URL(url);
  const isLocal = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
  if (protocol === 'https:') report.pass('The page is served over https');
  else if (!isLocal) report.find('no-https', `${url} is served over http, so cookies are not Secure.`);
}

const json = (answer: Answer | null): Record<string, unknown> | null => {
  try {
    const value: unknown = JSON.parse(answer?.body ?? '');
    return typeof value === 'object' ? (value as Record<string, unknown> | null) : null;
  } catch {
    return null;
  }
};
const isBootstrap = (answer: Answer | null) => typeof json(answer)?.found === 'boolean';

/** Returns whether the public API answers. */
async function checkMount(report: Report, base: string): Promise<boolean> {
  const bootstrap = `${base}api/v1/bootstrap`;
  const answer = await probe(bootstrap);
  if (isBootstrap(answer)) {
    report.pass(`The service answers at ${base}`);
    const health = await probe(`${base}admin/v1/health`);
    if (health?.status === 503 && json(health)?.checks !== undefined)
      report.find(
        'service-degraded',
        `${base}admin/v1/health reports ${describeHealth(json(health)?.checks)}.`,
      );
    return true;
  }
  if (answer?.status === 503) {
    report.find(
      'service-degraded',
      `${bootstrap} answers with status 503: ${json(answer)?.error ?? ''}`.trim(),
    );
    return false;
  }
  const doubled = `${base}${new URL(base).pathname.split('/').filter(Boolean).at(-1) ?? 'svc'}/`;
  if (isBootstrap(await probe(`${doubled}api/v1/bootstrap`)))
    report.find('doubled-prefix', `The service answers at ${doubled}, not at ${base}.`);
  else
    report.find(
      'service-not-found',
      answer === null
        ? `${bootstrap} gives no answer.`
        : `${bootstrap} answers with status ${answer.status}, but not as the service does${/<html/i.test(answer.body) ? ': it is a page of the app' : ''}.`,
    );
  return false;
}

const describeHealth = (checks: unknown) =>
  Object.entries(checks ?? {})
    .filter(([, state]) => state !== 'ok')
    .map(([name, state]) => `${name} ${state}`)
    .join(', ');

function checkPolicies(report: Report, page: Answer, tag: Tag, base: string): void {
  const header = page.headers['content-security-policy'];
  const metas = [...page.body.matchAll(/<meta\b[^>]*http-equiv=["']?content-security-policy["']?[^>]*>/gi)];
  const policies = [header, ...metas.map(([element]) => attribute(element, 'content'))].filter(
    (policy): policy is string => typeof policy === 'string',
  );
  const blocking = findBlockingDirectives(policies, page.url, tag, base);
  for (const directive of blocking)
    report.find('policy-blocks-widget', `The policy of ${page.url} blocks the widget: ${directive}`, {
      change: `Content-Security-Policy: add ${new URL(base).origin === new URL(page.url).origin ? "'self'" : new URL(base).origin} to ${directive.split(' ')[0]}`,
    });
  if (blocking.length === 0)
    report.pass(
      policies.length === 0 ? 'The page has no policy' : 'The policy of the page allows the widget',
    );
}

/** Answers with a mark of a cache, or twice with the same id, did not come from the service. */
async function checkCaches(report: Report, base: string): Promise<void> {
  const address = `${base}api/v1/health`;
  const [first, second] = [await probe(address), await probe(address)];
  if (first === null || second === null) return;
  const id = first.headers['x-request-id'];
  const mark = describeCache(second);
  if (mark !== null || (id !== undefined && id === second.headers['x-request-id']))
    report.find(
      'answer-cached',
      `${address} comes from a cache (${mark ?? `twice with X-Request-Id ${id}`}).`,
    );
  else report.pass('Answers that must not be cached come from the service');

  const control = first.headers['cache-control'];
  if (!/\bno-store\b/.test(control ?? ''))
    report.find(
      'caching-changed',
      `${address} has Cache-Control: ${control ?? 'nothing'}; the service sends no-store.`,
    );
  const bootstrap = await probe(`${base}api/v1/bootstrap`);
  const isPrivate = /\bprivate\b|\bno-store\b/.test(bootstrap?.headers['cache-control'] ?? '');
  const kept = bootstrap === null ? null : describeCache(bootstrap);
  if (isPrivate && kept !== null)
    report.find(
      'answer-cached',
      `${base}api/v1/bootstrap comes from a cache (${kept}), although it is private.`,
    );
}

/** Returns the header that says an answer came from a cache; null for none. */
function describeCache({ headers }: Answer): string | null {
  if (Number(headers.age ?? 0) > 0) return `Age: ${headers.age}`;
  for (const name of ['x-cache', 'cf-cache-status', 'x-cache-status', 'x-vercel-cache'])
    if (/\bhit\b/i.test(headers[name] ?? '')) return `${name}: ${headers[name]}`;
  return null;
}

/** The page of another origin must be able to send decisions. */
async function checkCors(report: Report, pageUrl: string, base: string): Promise<void> {
  const { origin } = new URL(pageUrl);
  if (origin === new URL(base).origin) return;
  const answer = await probe(
    `${base}api/v1/consent`,
    {
      Origin: origin,
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': 'content-type',
    },
    'OPTIONS',
  );
  const { 'access-control-allow-origin': allowed, 'access-control-allow-credentials': credentials } =
    answer?.headers ?? {};
  if (allowed === origin && credentials === 'true') report.pass(`Decisions from ${origin} are accepted`);
  else
    report.find(
      'origin-not-allowed',
      `The service does not accept decisions from ${origin} (status ${answer?.status ?? 'none'}).`,
    );
}

/** The number of requests left in the window of this client; null when the service does not count. */
const remaining = (answer: Answer | null): number | null => {
  const found = /;\s*r=(\d+)/.exec(answer?.headers.ratelimit ?? '');
  return found === null ? null : Number(found[1]);
};

/** Finds out whether the service counts a client as another one because of a header that anybody can send. */
async function checkForgedAddress(report: Report, base: string): Promise<void> {
  // An address without a route, whose answers nothing caches.
  const address = `${base}api/v1/doctor`;
  const own = remaining(await probe(address));
  const forged = remaining(await probe(address, { 'X-Forwarded-For': madeUpAddress }));
  const again = remaining(await probe(address));
  if (own === null || forged === null || again === null) return;
  if (forged > own)
    report.find('forged-address-accepted', 'The service believes an X-Forwarded-For that a client sends.');
  else report.pass('The service does not believe an address that a client sends');
}

/** Time in which the service records the first page that asked for its banner (ms). */
const recordingMs = 2500;

/** Asks as a page of the site, and looks under which scheme the service has recorded the page. */
async function checkProxy(
  report: Report,
  pageUrl: string,
  base: string,
  { service }: OpenService,
  tenantId: string,
): Promise<void> {
  const { protocol, host, origin } = new URL(base);
  if (protocol !== 'https:' || origin !== new URL(pageUrl).origin) return;
  await probe(`${base}api/v1/bootstrap`, { 'Sec-Fetch-Site': 'same-origin' });
  const end = Date.now() + recordingMs;
  for (;;) {
    const seen = (await service.operations.diagnosis.pages(tenantId)).map((page) => page.origin);
    if (seen.includes(origin)) return report.pass(`The service knows that it is reached as ${origin}`);
    if (seen.includes(`http://${host}`)) {
      report.find(
        'proxy-not-trusted',
        `The service takes requests to ${origin} for requests to http://${host}.`,
      );
      return;
    }
    if (Date.now() > end) return;
    await pause(200);
  }
}

/** Asks for the banner of one place of each group, where the service finds places by the time zone. */
async function checkPlaces(report: Report, base: string): Promise<void> {
  const places: { readonly name: string; readonly found: boolean }[] = [];
  for (const place of listExamplePlaces(null)) {
    const profile = await fetchProfile({ base, tenantId: null }, place);
    // Where the service finds places by address, all are the one of this machine.
    if (profile === null || placeFault(place, profile) !== null) continue;
    places.push({ name: `${place.code} (${profile.group})`, found: profile.found });
  }
  const [found, missing] = [true, false].map((isFound) =>
    places.filter((place) => place.found === isFound).map(({ name }) => name),
  ) as [string[], string[]];
  if (found.length > 0) report.pass(`Visitors get a banner in ${found.join(', ')}${none(missing)}`);
  else if (missing.length > 0)
    report.find('no-active-profile', `Visitors get no banner in ${missing.join(', ')}.`);
}

const none = (names: readonly string[]) => (names.length === 0 ? '' : `; none in ${names.join(', ')}`);
