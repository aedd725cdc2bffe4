/** Functions that run in the scanned page. They can use nothing from outside their own body. */

/** The parts of a page that they use; Node’s types have no DOM. */
interface PageScope {
  readonly document: object;
  readonly Document: { readonly prototype: object };
  readonly Storage: { readonly prototype: { setItem(name: string, value: string): void } };
  readonly IDBFactory: { readonly prototype: { open(name: string, version?: number): unknown } };
  readonly localStorage: object;
  readonly sessionStorage: object;
  readonly indexedDB: { databases?(): Promise<{ name?: string }[]> };
  readonly Navigator: { readonly prototype: object };
  readonly [notes: symbol]: unknown;
}

/** Kind, name and address of the script. */
export type StorageNote = readonly [kind: string, name: string, initiator: string];

/** Notes which script sets a cookie or an entry. Values are not kept. */
export function watchStorage(): void {
  const scope = globalThis as unknown as PageScope; // Runs in a page, not in Node.
  const notes: [string, string, string][] = [];
  Object.defineProperty(globalThis, Symbol.for('express-consent.scan'), { value: notes });
  const note = (kind: string, name: unknown) => {
    // The first three lines are the error itself and two functions of this script.
    const lines = (new Error().stack ?? '').split('\n').slice(3);
    const [, caller = ''] = /(https?:\/\/[^\s)]+)/.exec(lines.join('\n')) ?? [];
    if (notes.length < 500) notes.push([kind, `${name}`.slice(0, 200), caller.slice(0, 1000)]);
  };

  const cookie = Object.getOwnPropertyDescriptor(scope.Document.prototype, 'cookie');
  const setCookie = cookie?.set;
  if (cookie !== undefined && setCookie !== undefined)
    Object.defineProperty(scope.Document.prototype, 'cookie', {
      ...cookie,
      set(text: unknown) {
        note('cookie', `${text}`.split(/[=;]/, 1)[0]?.trim());
        setCookie.call(this, `${text}`);
      },
    });
  const storage = scope.Storage.prototype;
  const { setItem } = storage;
  storage.setItem = function (name, value) {
    note(this === scope.localStorage ? 'localStorage' : 'sessionStorage', name);
    return setItem.call(this, name, value);
  };
  const factory = scope.IDBFactory.prototype;
  const { open } = factory;
  factory.open = function (...database) {
    note('indexedDB', database[0]);
    return open.apply(this, database);
  };
}

/** Returns the names of entries and databases of a frame’s origin, and the notes of `watchStorage`. */
export async function readStorage(): Promise<{
  readonly localStorage: string[];
  readonly sessionStorage: string[];
  readonly indexedDB: string[];
  readonly notes: StorageNote[];
}> {
  const scope = globalThis as unknown as PageScope; // Runs in a page, not in Node.
  const names = (read: () => object) => {
    try {
      return Object.keys(read()).slice(0, 300);
    } catch {
      return []; // A frame without storage of its own.
    }
  };
  const databases = await Promise.resolve()
    .then(() => scope.indexedDB.databases?.() ?? [])
    .catch(() => []);
  return {
    localStorage: names(() => scope.localStorage),
    sessionStorage: names(() => scope.sessionStorage),
    indexedDB: databases.slice(0, 100).map(({ name = '' }) => name),
    notes: (scope[Symbol.for('express-consent.scan')] ?? []) as StorageNote[],
  };
}

/** Makes the browser send Global Privacy Control to scripts; headers are set elsewhere. */
export function sendGpcSignal(): void {
  const { prototype } = (globalThis as unknown as PageScope).Navigator; // Runs in a page, not in Node.
  Object.defineProperty(prototype, 'globalPrivacyControl', { get: () => true });
}
