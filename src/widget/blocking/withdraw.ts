import type { ServiceAnswers } from '#standards/choice/index';
import { listCookiePlaces } from '../core/cookie-places';
import { readGlobal } from '../core/dom';
import {
  isOwnName,
  matchNames,
  readCookieNames,
  type StoredName,
  selectParameters,
} from '../core/parameters';
import { readDaily } from '../core/read-daily';
import type { States, WidgetContext, WidgetParameter } from '../widget-types';

/** Names that refused categories store, kept so that later page views need no request. */
interface Rules {
  readonly goes: readonly StoredName[];
  readonly stays: readonly StoredName[];
  /** Whether the page is loaded again after a withdrawal. */
  readonly reloads: boolean;
}

/** Longest time without giving way to the page (ms). */
const slice = 8;

/**
 * Removes what the parameters of refused categories have stored in this browser: cookies, `localStorage`,
 * `sessionStorage` and IndexedDB. Parameters of other categories stay, as do the widget's own cookies.
 * Resolves once all is removed that a script can remove.
 *
 * @param before states before on this page; what was granted has run, so the page may have to be loaded again
 * @param servicesBefore the same of services
 */
export async function withdraw(
  context: WidgetContext,
  before: States | null,
  servicesBefore: ServiceAnswers,
): Promise<void> {
  const { choice, states, services } = context;
  const refused = choice?.categories.map(({ id }) => id).filter((id) => states[id] !== 'granted') ?? [];
  const rules = choice && refused[0] && (await readRules(context, refused));
  if (!rules) return;
  const match = (kind: WidgetParameter['kind']) => {
    const goes = matchNames(rules.goes, kind);
    const stays = matchNames(rules.stays, kind);
    return (name: string) => goes(name) && !stays(name) && !isOwnName(name, context.options.cookie);
  };
  await removeCookies(
    context,
    match('cookie'),
    rules.goes.flatMap(([, , path]) => path ?? []),
  );
  removeItems('localStorage', match('localStorage'));
  removeItems('sessionStorage', match('sessionStorage'));
  // Frames without an origin have no databases, and Chromium reports the question as an error of the page.
  if (origin !== 'null' && rules.goes.some(([kind]) => kind === 'indexedDB'))
    await removeDatabases(match('indexedDB'));
  const hasRun =
    refused.some((id) => before?.[id] === 'granted') ||
    Object.keys(services).some((key) => servicesBefore[key] && !services[key]);
  if (rules.reloads && hasRun) location.reload();
}

function readRules(context: WidgetContext, refused: readonly string[]) {
  const { choice, services } = context;
  const allowed = Object.keys(services).filter((key) => services[key]);
  // Of a refused category, what a service stores that the visitor has allowed by itself stays.
  const isRefused = (id: string, service = '') => refused.includes(id) && !allowed.includes(service);
  return readDaily<Rules>(
    context,
    'svc_refused',
    [choice?.profileId, choice?.profileVersion, refused, ...allowed].join(),
    ({ goes, stays }) => goes.every(isName) && stays.every(isName),
    ({ profile }) =>
      profile && {
        goes: selectParameters(profile, isRefused),
        stays: selectParameters(profile, (...of) => !isRefused(...of)),
        reloads: profile.reloadOnWithdrawal ?? false,
      },
  );
}

const isName = (value: StoredName) => value.every((text) => typeof text === 'string');

/** An answer of the Cookie Store API: Chrome tells the domain and the path, other browsers neither. */
interface Place {
  readonly name?: string;
  readonly domain?: string | null;
  readonly path?: string;
}

/**
 * Removes cookies that a script can see. A cookie is removed only by its own domain and path. Where the browser has the
 * Cookie Store API, it tells them; elsewhere every possible place is tried until the name is gone. Gives way to the page
 * every few milliseconds.
 */
async function removeCookies(
  { dom, readCookies }: WidgetContext,
  isRemoved: (name: string) => boolean,
  paths: readonly string[],
): Promise<void> {
  const names = readCookieNames(readCookies()).filter(isRemoved);
  if (!names[0]) return;
  const known: readonly Place[] =
    (await readGlobal('cookieStore')
      ?.getAll()
      .catch(() => [])) ?? [];
  const everywhere = listCookiePlaces(paths);
  let end = performance.now() + slice;
  for (const name of names) {
    const own = known.flatMap((place) =>
      place.name === name && place.path
        ? [`;path=${place.path}${place.domain ? `;domain=${place.domain}` : ''}`]
        : [],
    );
    for (const place of [...own, ...everywhere]) {
      if (!readCookieNames(readCookies()).includes(name)) break;
      // Frames of another site have only cookies with `none`, and some names are only valid with `secure`.
      for (const variant of ['', ';secure;samesite=none', ';secure;samesite=none;partitioned'])
        dom.cookie = `${name}=;max-age=0${place}${variant}`;
      if (performance.now() < end) continue;
      await new Promise((resolve) => setTimeout(resolve));
      end = performance.now() + slice;
    }
  }
}

function removeItems(store: 'localStorage' | 'sessionStorage', isRemoved: (name: string) => boolean): void {
  try {
    for (const name of Object.keys(window[store])) if (isRemoved(name)) window[store].removeItem(name);
  } catch {
    // Storage is blocked, so nothing is stored.
  }
}

async function removeDatabases(isRemoved: (name: string) => boolean): Promise<void> {
  try {
    const found = await indexedDB.databases();
    await Promise.all(
      found.map(
        ({ name = '' }) =>
          isRemoved(name) &&
          new Promise<void>((resolve) => {
            const request = indexedDB.deleteDatabase(name);
            // `blocked`: the browser deletes it once the page closes its connection.
            request.onsuccess = request.onerror = request.onblocked = () => resolve();
          }),
      ),
    );
  } catch {
    // Storage is blocked, or the browser cannot list databases (Firefox before 126).
  }
}
