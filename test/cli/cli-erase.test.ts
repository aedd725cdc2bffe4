import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import createKnex, { type Knex } from 'knex';
import { runCli, runCliHere } from '../support/cli';
import { allDenied, allGranted, consentCalls } from '../support/consent';
import { createTestApp, createTestClock, type TestApp, testSigningHash } from '../support/create-test-app';
import { createActiveProfile } from '../support/profiles';

let directory: string;
let profileId: string;
/** Lines that a listener of `consent.erased` has written, one for each event. */
let erased: string[];
let restored: Knex;
let app: TestApp;
const clock = createTestClock();
const backup = () => join(directory, 'backup.sqlite');
const open = (filename: string) =>
  createKnex({ client: 'better-sqlite3', connection: { filename }, useNullAsDefault: true });
const decide = (visitorId: string, consentJson: object = allGranted) =>
  consentCalls(app).submit({ visitorId, profileId, consentJson }).expect(200);

/** Visitors decide, a backup is made, and then Anna, Bert and Cara are erased. */
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), `ec_test_${Math.floor(Date.now() / 1000)}_erase_`));
  const knex = open(join(directory, 'lost.sqlite'));
  app = await createTestApp({ knex, clock });
  profileId = (await createActiveProfile(app)).id;
  for (const visitorId of ['anna', 'bert', 'cara', 'dora']) await decide(visitorId);
  await consentCalls(app).update('bert', { consentJson: allDenied }).expect(200);
  await knex.raw('vacuum into ?', [backup()]);
  erased = [];
  app.service.events.on('consent.erased', (event) => void erased.push(JSON.stringify(event)));
  for (const visitorId of ['anna', 'bert', 'cara']) await consentCalls(app).erase(visitorId).expect(200);
  await app.close();
  await knex.destroy();
  restored = open(backup());
});
afterEach(async () => {
  await restored.destroy();
  await rm(directory, { recursive: true, force: true });
});

const environment = { EXPRESS_CONSENT_DATA_SIGNING_HASH: testSigningHash };
/** Such as that of staging. */
const otherEnvironment = { EXPRESS_CONSENT_DATA_SIGNING_HASH: 'the signing hash of another installation' };
const erase = (
  input: string,
  args: readonly string[] = ['--from', '-'],
  variables: Readonly<Record<string, string>> = environment,
) => runCliHere(['erase', '--database', backup(), ...args], variables, input);
const visitors = () => restored('svc_consents').orderBy('visitor_id').pluck('visitor_id');

test('visitors who were erased after the backup are erased again: from events, from webhook messages, by id', async () => {
  const [anna, bert] = erased;
  const message = JSON.stringify({ type: 'consent.erased', timestamp: 'x', data: JSON.parse(bert ?? '') });
  const list = `\uFEFF${anna}\r\n${message}\r\n\r\ncara\r\nnobody\r\n`;
  const file = join(directory, 'erased.jsonl');
  await writeFile(file, list);
  expect(await erase('', ['--from', file])).toEqual({
    code: 0,
    stdout: '4 lines read: 3 visitors erased, 1 not stored, 0 kept because they have decided again since.\n',
    stderr: '',
  });
  expect(await visitors()).toEqual(['dora']);
  expect(
    await restored('svc_consent_history')
      .pluck('visitor_id')
      .catch(() => []),
  ).not.toContain('bert');
  expect(await restored('svc_audit').where({ action: 'consent:erased' })).toHaveLength(3);
  expect(await erase(list)).toMatchObject({
    code: 0,
    stdout: '4 lines read: 0 visitors erased, 4 not stored, 0 kept because they have decided again since.\n',
  });
  expect(await restored('svc_erased_visitors')).toHaveLength(3);
});

test('a visitor who has decided again since the erasure is kept', async () => {
  app = await createTestApp({ knex: restored, clock });
  await restored('svc_consents').where({ visitor_id: 'anna' }).delete();
  clock.advance(1000);
  await decide('anna');
  await app.close();
  expect(await erase(erased.join('\n'))).toMatchObject({
    stdout: '3 lines read: 2 visitors erased, 0 not stored, 1 kept because they have decided again since.\n',
  });
  expect(await visitors()).toEqual(['anna', 'dora']);
});

test('a list with an unusable line, another tenant, no signing hash or that of another app erases nobody', async () => {
  for (const line of ['{"visitorId":"anna"', '{"type":"consent.created","data":{"visitorId":"anna"}}', 'a b'])
    expect(await erase(`${erased[0]}\n${line}\n`)).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^Line 2 of the list is neither a visitor id nor the JSON/),
    });
  expect(await erase('anna', ['--from', '-', '--tenant', 'elsewhere'])).toMatchObject({ code: 2 });
  expect(await erase('anna', ['--from', join(directory, 'missing')])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('cannot be read: ENOENT'),
  });
  expect(await erase('anna', [])).toMatchObject({ code: 2, stderr: expect.stringContaining('--from') });
  expect(await erase('anna', ['--from', '-'], {})).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('compliance.dataSigningHash is not set'),
  });
  expect(await erase('anna', ['--from', '-'], otherEnvironment)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(
      'compliance.dataSigningHash is not the secret that this database was last used with: visitors who were erased',
    ),
  });
  expect(await visitors()).toEqual(['anna', 'bert', 'cara', 'dora']);
});

test('a line of a tenant that the database does not know is counted, and the others are applied', async () => {
  const gone = JSON.stringify({ tenantId: 'closed-shop', visitorId: 'anna' });
  const printed = {
    code: 0,
    stdout: '2 lines read: 1 visitors erased, 1 not stored, 0 kept because they have decided again since.\n',
  };
  // Also where `--tenant` names no tenant, which no line needs.
  expect(await erase(`${gone}\n${erased[0]}\n`, ['--from', '-', '--tenant', 'closed-shop'])).toMatchObject(
    printed,
  );
  expect(await visitors()).toEqual(['bert', 'cara', 'dora']);
});

test('plugins erase their own data of these visitors', async () => {
  const config = join(directory, 'consent.config.cjs');
  const told = join(directory, 'told');
  await writeFile(
    config,
    `const { appendFileSync } = require('node:fs');
    const note = (text) => appendFileSync(${JSON.stringify(told)}, text + '\\n');
    module.exports = {
      knex: require(${JSON.stringify(require.resolve('knex'))})({ client: 'better-sqlite3', connection: { filename: ${JSON.stringify(backup())} }, useNullAsDefault: true }),
      compliance: { dataSigningHash: ${JSON.stringify(testSigningHash)} },
      auth: { masterSecret: 'm'.repeat(64) },
      plugins: [{
        name: 'newsletter',
        initialize: () => note('initialize'),
        afterConsentErase: ({ visitorId }) => note(visitorId),
        destroy: () => note('destroy'),
      }],
    };`,
  );
  const { code, stderr } = await runCli(['erase', '--config', config, '--from', '-'], {
    input: 'anna\nnobody\n',
  });
  expect([code, stderr]).toEqual([0, '']);
  expect((await readFile(told, 'utf8')).trim().split('\n')).toEqual(['initialize', 'anna', 'destroy']);
});
