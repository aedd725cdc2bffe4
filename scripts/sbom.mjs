// `node scripts/sbom.mjs [--output FILE]`: writes the bill of materials of a release as CycloneDX: every package that a host
// installs with this one, and every package whose code is bundled in dist/, as its LICENSES.txt files name them. Fails when
// one of them has a license that is not allowed. Needs a build, and no network.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

/** Licenses that ask for nothing but a notice. */
const allowedLicenses = [
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'Unlicense',
];
/** Packages that name their license only in their papers, where somebody has read it. */
const readLicenses = { 'passport-strategy@1.0.0': 'MIT', 'pause@0.0.1': 'MIT' };
const licenseFiles = ['dist/LICENSES.txt', 'dist/dashboard/LICENSES.txt'];

const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));
const nameOf = (place) => place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);

function main() {
  const { values } = parseArgs({ options: { output: { type: 'string' } } });
  const missing = licenseFiles.filter((file) => !existsSync(file));
  if (missing.length > 0) return fail([`${missing.join(' and ')} is missing. Run npm run build first.`]);

  const { packages } = readJson('package-lock.json');
  const installed = withDependencies(packages, Object.keys(packages[''].dependencies ?? {}));
  const bundled = licenseFiles.flatMap((file) => findBundled(packages, readFileSync(file, 'utf8')));
  const bom = runNpmSbom(readJson('package.json'), packages, installed, new Set(bundled));
  const faults = bom.components.flatMap(checkLicense);
  if (faults.length > 0) return fail(faults);
  const text = `${JSON.stringify(bom, null, 2)}\n`;
  if (values.output === undefined) process.stdout.write(text);
  else writeFileSync(values.output, text);
}

function fail(faults) {
  for (const fault of faults) console.error(`- ${fault}`);
  process.exitCode = 1;
}

/** Returns the places in the lock file of these packages, and of all that they depend on. */
function withDependencies(packages, names) {
  const found = new Set();
  const add = (from, name, isOptional) => {
    const place = findCopy(packages, from, name);
    if (place === undefined && isOptional) return;
    if (place === undefined) throw new Error(`package-lock.json has no ${name}. Run npm install.`);
    if (found.has(place)) return;
    found.add(place);
    const { dependencies = {}, optionalDependencies = {} } = packages[place];
    for (const dependency of Object.keys(dependencies)) add(place, dependency, false);
    for (const dependency of Object.keys(optionalDependencies)) add(place, dependency, true);
  };
  for (const name of names) add('', name, false);
  return found;
}

/** Finds the copy of a package that a module in `from` would load. */
function findCopy(packages, from, name) {
  const place = `${from === '' ? '' : `${from}/`}node_modules/${name}`;
  if (place in packages) return place;
  if (from === '') return undefined;
  return findCopy(packages, from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/'))), name);
}

/** Returns the places of the packages that a LICENSES.txt names, in lines such as `clsx 2.1.1 (MIT)`. */
function findBundled(packages, licenses) {
  return [...licenses.matchAll(/^(\S+) (\d+\.\d+\.\d+\S*) \(.*\)$/gm)].map(([, name, version]) => {
    const place = Object.keys(packages).find(
      (key) => key !== '' && nameOf(key) === name && packages[key].version === version,
    );
    if (place === undefined) throw new Error(`package-lock.json has no ${name} ${version}. Build again.`);
    return place;
  });
}

/**
 * Runs `npm sbom` on a project that has only these packages. With the whole lock file, `npm sbom --omit dev` leaves out
 * packages that a development dependency needs too, and knows nothing of bundled code.
 */
function runNpmSbom({ name, version, license, description, dependencies }, packages, installed, bundled) {
  const direct = [...bundled].filter((place) => !installed.has(place));
  const root = {
    name,
    version,
    license,
    description,
    dependencies: {
      ...dependencies,
      ...Object.fromEntries(direct.map((place) => [nameOf(place), packages[place].version])),
    },
  };
  const entry = (place) => {
    const { dev, devOptional, peer, optional, peerDependencies, peerDependenciesMeta, ...rest } =
      packages[place];
    // The bundle contains what it needs of these packages' own dependencies; they have their own line in LICENSES.txt.
    return installed.has(place) ? rest : { ...rest, dependencies: {}, optionalDependencies: {} };
  };
  const lock = {
    name,
    version,
    lockfileVersion: 3,
    packages: {
      '': root,
      ...Object.fromEntries([...installed].map((place) => [place, entry(place)])),
      ...Object.fromEntries(direct.map((place) => [`node_modules/${nameOf(place)}`, entry(place)])),
    },
  };
  // npm names the product after its folder.
  const scratch = mkdtempSync(join(tmpdir(), 'ec_sbom_'));
  const project = join(scratch, name);
  try {
    mkdirSync(project);
    writeFileSync(join(project, 'package.json'), JSON.stringify(root));
    writeFileSync(join(project, 'package-lock.json'), JSON.stringify(lock));
    const options = ['--sbom-format', 'cyclonedx', '--sbom-type', 'library', '--package-lock-only'];
    const bom = JSON.parse(execFileSync('npm', ['sbom', ...options], { cwd: project, encoding: 'utf8' }));
    const names = new Set([...bundled].map((place) => `${nameOf(place)}@${packages[place].version}`));
    for (const component of bom.components) {
      const id = `${component.name}@${component.version}`;
      if (names.has(id)) component.properties.push({ name: `${name}:bundled`, value: 'true' });
      if (readLicenses[id] !== undefined) component.licenses = [{ license: { id: readLicenses[id] } }];
    }
    return bom;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** Returns a sentence when a component has a license that is not allowed, or none. */
function checkLicense({ name, version, licenses = [] }) {
  const stated = licenses.map(({ license, expression }) => expression ?? license.id ?? license.name);
  if (stated.length > 0 && stated.every((license) => allowedLicenses.includes(license))) return [];
  return [
    `${name} ${version} has ${stated.length === 0 ? 'no license' : `the license ${stated.join(', ')}`}, ` +
      'which scripts/sbom.mjs does not allow. Use another package, or ask a maintainer to read the license and allow it.',
  ];
}

main();
