import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describeInAll } from '../support/scope';

const root = resolve(__dirname, '../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const { scripts, engines, peerDependencies } = JSON.parse(read('package.json'));

test('every threat names a test that exists', () => {
  const page = 'docs/guide/threat-model.md';
  const threats = read(page)
    .split('| Threat | Measure | Test |\n|---|---|---|\n')
    .slice(1)
    .flatMap((section) => section.split('\n\n')[0]?.trim().split('\n') ?? []);
  expect(threats.length).toBeGreaterThan(30);
  const faults = threats.flatMap((row) => {
    const [, threat = '', , tests = ''] = row.split(/(?<!\\)\|/).map((cell) => cell.trim());
    const files = [...tests.matchAll(/\]\(([^)]+\.test\.ts)\)/g)].map(([, file = '']) => file);
    if (files.length === 0) return [`${threat}: names no test`];
    return files
      .filter((file) => !existsSync(join(root, dirname(page), file)))
      .map((file) => `${threat}: ${file} does not exist`);
  });
  expect(faults).toEqual([]);
});

test('workflows run scripts and files that exist', () => {
  const text = readdirSync(join(root, '.github/workflows'))
    .map((name) => read(`.github/workflows/${name}`))
    .join('\n');
  const names = [...text.matchAll(/npm run (?:--silent )?([\w:]+)/g)].map(([, name = '']) => name);
  const own = / ((?:\.\/\.github|\.ci|scripts|test)\/\S+|jest\S+\.js)/g;
  const files = [...text.matchAll(own)].map(([, file = '']) => file);
  expect(names.length + files.length).toBeGreaterThan(4);
  expect(names.filter((name) => !(name in scripts))).toEqual([]);
  expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
});

describeInAll('options of the test commands', () => {
  test.each(['test', 'test:all', 'test:deep', 'test:quick', 'test:watch'])(
    '`npm run %s` passes the files and options after `--` on to Jest',
    (name) => {
      const file = join(root, 'test/standards/csp.test.ts');
      const options = [file, '--listTests', '--watch=false', '--shard=1/1'];
      const { stdout, stderr } = spawnSync('npm', ['run', '--silent', name, '--', ...options], {
        cwd: root,
        encoding: 'utf8',
      });
      expect({ stdout, stderr }).toEqual({ stdout: `${file}\n`, stderr: '' });
    },
  );
});

test('the page of supported versions says what CI tests and what package.json allows', () => {
  const page = read('docs/guide/supported-versions.md');
  const cells = (name: string) =>
    (new RegExp(`^\\| ${name} \\| (.*?) \\| (.*?) \\|$`, 'm').exec(page) ?? []).slice(1) as [string, string];
  const ci = read('.github/workflows/ci.yml');
  const list = (key: string) => /\[(.*)\]/.exec(ci.split(`\n        ${key}: `)[1] ?? '')?.[1];

  expect(cells('Node')[1]).toMatch(`${list('node')}:`);
  expect(cells('Express')[1]).toMatch(`${list('express')}:`);
  const drivers = [...ci.matchAll(/driver: ([\w-]+)(?:, server: "(.+?)")? \}/g)];
  expect(drivers.length).toBeGreaterThan(4);
  for (const [, driver = '', server = driver] of drivers)
    expect(page.split('\n').find((row) => row.includes(`\`${server}\``))).toContain(`\`${driver}\``);
  const servers = [...page.matchAll(/`((?:mysql|mariadb|postgres):\S+)`/g)].map(([, server]) => server);
  expect(servers.sort()).toEqual(drivers.flatMap(([, , server]) => server ?? []).sort());

  // What a range allows, in the words of the page.
  for (const [range, name, words] of [
    [engines.node, 'Node', '20.19 or newer'],
    [peerDependencies.express, 'Express', '4.21.2 or newer, 5.1 or newer'],
    [peerDependencies.knex, 'Knex', '3.1 or newer'],
  ]) {
    expect(cells(name)[0]).toBe(words);
    for (const [version] of words.matchAll(/[\d.]+/g)) expect(range).toContain(version);
  }
});
