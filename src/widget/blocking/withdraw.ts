import { listCookiePlaces } from '../core/cookie-places';
import type { States, WidgetContext, WidgetParameter, WidgetProfile } from '../widget-types';

/**
 * Removes what the parameters of withdrawn categories have stored in this browser: cookies, `localStorage`,
 * `sessionStorage` and IndexedDB. Parameters of other categories stay, as do the widget's own cookies.
 * Resolves once all is removed that a script can remove.
 *
 * @param before states before on this page; what was granted has run, so the page may have to be reloaded
 */
export async function withdraw(
  { dom, options, bootstrap }: WidgetContext,
  withdrawn: readonly string[],
  before: States | null,
): Promise<void> {
  const { profile } = await bootstrap();
  if (!profile) return;
  const goes = selectParameters(profile, (category) => withdrawn.includes(category));
  const stays = selectParameters(profile, (category) => !withdrawn.includes(category));
  const isRemoved = (kind: WidgetParameter['kind'], name: string) =>
    matchesSome(goes, kind, name) && !matchesSome(stays, kind, name);

  removeCookies(
    dom,
    (name) => !/^svc_/.test(name) && name !== options.cookieName && isRemoved('cookie', name),
    goes.flatMap(({ path }) => path ?? []),
  );
  removeItems('localStorage', (name) => isRemoved('localStorage', name));
  removeItems('sessionStorage', (name) => isRemoved('sessionStorage', name));
  await removeDatabases((name) => isRemoved('indexedDB', name));
  if (profile.reloadOnWithdrawal && withdrawn.some((id) => before?.[id] === 'granted')) location.reload();
}

interface Parameter extends WidgetParameter {
  readonly pattern: RegExp;
}

function selectParameters(
  { preferenceModal, cookies }: WidgetProfile,
  isWanted: (category: string) => boolean,
): readonly Parameter[] {
  return Object.entries(preferenceModal.categories)
    .filter(([id]) => isWanted(id))
    .flatMap(([, category]) => category.cookies)
    .flatMap((id) => {
      const parameter = cookies[id];
      return parameter
        ? [{ ...parameter, pattern: toPattern(parameter.storedName ?? parameter.name ?? id) }]
        : [];
    });
}

/** Returns a pattern in which `*` stands for any text, as in `_ga_*`. */
const toPattern = (name: string) =>
  RegExp(`^${name.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replace(/\*+/g, '.*')}$`);

const matchesSome = (parameters: readonly Parameter[], kind: WidgetParameter['kind'], name: string) =>
  parameters.some((parameter) => (parameter.kind ?? 'cookie') === kind && parameter.pattern.test(name));

/**
 * Removes cookies that a script can see. A cookie is removed only by its own domain and path, which scripts
 * cannot read, so every possible one is tried.
 */
function removeCookies(dom: Document, isRemoved: (name: string) => boolean, paths: readonly string[]): void {
  const places = listCookiePlaces(paths);
  for (const pair of dom.cookie.split('; ')) {
    const name = pair.split('=')[0] ?? '';
    if (!isRemoved(name)) continue;
    for (const place of places)
      for (const variant of ['', ';secure', ';secure;samesite=none;partitioned'])
        dom.cookie = `${name}=;max-age=0${place}${variant}`;
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
