import { readFileSync } from 'node:fs';

type Packages = Readonly<Record<string, { readonly dependencies?: Readonly<Record<string, string>> }>>;

const { packages }: { packages: Packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));

/** Finds the copy of a package that a module in `from` would load. */
function resolve(from: string, name: string): string {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const place = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    if (place in packages) return place;
    if (folder === '') throw new Error(`${name} is not in the lock file`);
    if (!folder.includes('/node_modules/')) folder = '';
  }
}

/** Returns these packages with all that they depend on. */
function withDependencies(names: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>();
  const add = (from: string, name: string) => {
    const place = resolve(from, name);
    if (found.has(place)) return;
    found.add(place);
    for (const dependency of Object.keys(packages[place]?.dependencies ?? {})) add(place, dependency);
  };
  for (const name of names) add('', name);
  return found;
}

test('a host installs at most 60 packages besides Express, Knex and a driver', () => {
  const hosts = withDependencies(['express', 'knex', 'better-sqlite3']);
  const own = Object.keys(packages['']?.dependencies ?? {});
  const added = [...withDependencies(own)].filter((place) => !hosts.has(place));
  expect(added.length).toBeGreaterThan(own.length / 2);
  expect(added.length).toBeLessThanOrEqual(60);
});
