import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { root, run } from './tarball';

interface Component {
  readonly name: string;
  readonly version: string;
  readonly purl: string;
  readonly licenses: readonly object[];
  readonly hashes: readonly { readonly alg: string }[];
  readonly properties: readonly { readonly name: string }[];
}

const script = join(root, 'scripts/sbom.mjs');
const bundledIn = (file: string) =>
  [...readFileSync(join(root, file), 'utf8').matchAll(/^(\S+ \d+\.\S+) \(/gm)].map(([, id]) => id);

test('the bill of materials names what a host installs and what is bundled, with licenses and hashes', async () => {
  const bom = JSON.parse(await run(process.execPath, [script], root));
  expect(bom).toMatchObject({
    bomFormat: 'CycloneDX',
    metadata: {
      component: {
        name: 'express-consent',
        type: 'library',
        purl: expect.stringMatching(/^pkg:npm\/express-consent@/),
      },
    },
  });
  const components: readonly Component[] = bom.components;
  const names = components.map(({ name }) => name);

  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  // `qs` comes with body-parser, and also with packages that only tests need.
  expect(names).toEqual(expect.arrayContaining([...Object.keys(dependencies), 'qs', 'htmlparser2']));
  const bundled = components.filter(({ properties }) =>
    properties.some(({ name }) => name === 'express-consent:bundled'),
  );
  expect(bundled.map(({ name, version }) => `${name} ${version}`).sort()).toEqual(
    [...bundledIn('dist/LICENSES.txt'), ...bundledIn('dist/dashboard/LICENSES.txt')].sort(),
  );
  const onlyForDevelopment = Object.keys(devDependencies).filter(
    (name) => !bundled.some((component) => component.name === name),
  );
  expect(names.filter((name) => onlyForDevelopment.includes(name))).toEqual([]);
  for (const { name, version, purl, licenses, hashes } of components) {
    expect(purl).toBe(`pkg:npm/${name.replace('@', '%40')}@${version}`);
    expect(licenses).toHaveLength(1);
    expect(hashes).toMatchObject([{ alg: 'SHA-512' }]);
  }
});

describe('in a project with another license', () => {
  let project: string;
  beforeEach(() => {
    project = mkdtempSync(join(tmpdir(), 'ec_sbom_test_'));
    const facts = { name: 'shop', version: '0.1.0', license: 'MIT', dependencies: { viral: '1.2.3' } };
    write('package.json', JSON.stringify(facts));
    const packages = {
      '': facts,
      'node_modules/viral': { version: '1.2.3', license: 'GPL-3.0-only' },
      'node_modules/bundled': { version: '4.5.6', license: 'MIT', dev: true },
    };
    write('package-lock.json', JSON.stringify({ ...facts, lockfileVersion: 3, packages }));
    write('dist/dashboard/LICENSES.txt', '');
  });
  afterEach(() => rmSync(project, { recursive: true, force: true }));

  function write(file: string, text: string): void {
    mkdirSync(dirname(join(project, file)), { recursive: true });
    writeFileSync(join(project, file), text);
  }

  test('a license that is not allowed fails with a sentence, and so does a missing build', async () => {
    await expect(run(process.execPath, [script], project)).rejects.toThrow(
      'dist/LICENSES.txt is missing. Run npm run build first.',
    );
    write('dist/LICENSES.txt', `${'-'.repeat(80)}\nbundled 4.5.6 (MIT)\n${'-'.repeat(80)}\n`);
    await expect(run(process.execPath, [script], project)).rejects.toThrow(
      'viral 1.2.3 has the license GPL-3.0-only, which scripts/sbom.mjs does not allow.',
    );
  });
});
