import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createUser } from '../support/accounts';
import { allDenied, allGranted, consentCalls, cookieOf } from '../support/consent';
import { openAdminApp } from '../support/open-admin-app';
import { createProfile, germanContent, profileJson } from '../support/profiles';
import { createReceiptProfile } from '../support/receipts';
import { createTenant, tenancy } from '../support/tenants';

/** Copies that an operator hands to a visitor: the receipt, and the notice on which they decided. */
const app = openAdminApp({ config: { rateLimit: false, tenancy }, onDisk: true });

let profileId: string;
beforeEach(async () => {
  ({ id: profileId } = await createReceiptProfile(app));
  const submit = (consentJson: object) =>
    consentCalls(app)
      .submit({ visitorId: 'visitor', profileId, consentJson })
      .set('Cookie', cookieOf('visitor'))
      .expect(200);
  await submit(allGranted);
  await app.call('put', `/profiles/${profileId}`, {
    profileJson: profileJson({
      allowReceipt: true,
      mainBanner: { ...profileJson().mainBanner, heading: 'Later' },
    }),
  });
  await app.call('post', `/profiles/${profileId}/activate`).expect(200);
  await submit(allDenied);
});

const notice = (query = '') => app.call('get', `/consents/visitor/notice${query}`);
const receipt = (visitorId = 'visitor') => app.call('get', `/consents/${visitorId}/receipt?format=json`);
const exported = () => app.knex('svc_audit').where({ action: 'export:receipt' });

test('the notice is that of the state asked for, by default the latest', async () => {
  const first = await notice('?revision=1').expect(200);
  expect(first.body.mainBanner.heading).not.toBe('Later');
  for (const query of ['', '?revision=2'])
    expect((await notice(query).expect(200)).body.mainBanner.heading).toBe('Later');
});

test('the notice stays that of the decision when only the language of the record changes', async () => {
  const { id } = await createReceiptProfile(app, {}, { de: germanContent() });
  const { submit, update } = consentCalls(app);
  await submit({ visitorId: 'bilingual', profileId: id, consentJson: allGranted, locale: 'en' }).expect(200);
  const read = async () => {
    const { body } = await app.call('get', '/consents/bilingual/receipt?format=json').expect(200);
    const { receipt_id, issuedAt, ...facts } = body;
    const shown = (await app.call('get', '/consents/bilingual/notice').expect(200)).body;
    return { language: body.language, sha256: body.noticeSha256, facts, shown };
  };
  const before = await read();
  expect([before.language, before.shown.mainBanner.heading]).toEqual(['en', 'Your privacy']);
  const { body } = await update('bilingual', { consentJson: allGranted, locale: 'de' }).expect(200);
  expect(body.locale).toBe('de');
  const after = await read();
  expect(after).toEqual(before);
  expect((await app.call('get', '/consents/bilingual/notice?revision=2').expect(200)).body).toEqual(
    before.shown,
  );
  const evidence = (await app.call('get', '/consents/bilingual/evidence?format=json').expect(200)).body;
  const notices = [...evidence.history.map(({ notice }: { notice: object }) => notice), ...evidence.notices];
  expect(notices).toMatchObject(Array(3).fill({ locale: 'en', sha256: before.sha256 }));
  expect(evidence.receipt).toMatchObject({ language: 'en', noticeSha256: before.sha256 });

  await update('bilingual', { consentJson: allDenied }).expect(200);
  expect(await read()).toMatchObject({
    language: 'de',
    shown: { mainBanner: { heading: 'Ihre Privatsphäre' } },
  });
});

test.each([
  ['?revision=3', 404, 'version_not_found'],
  ['?revision=2147483646', 404, 'version_not_found'],
  ['?revision=0', 400, 'validation_failed'],
  ['?revision=2147483647', 400, 'validation_failed'],
  ['?revision=1.5', 400, 'validation_failed'],
  ['?revision=1&revision=2', 400, 'validation_failed'],
])('a notice of %s is %i %s', async (query, status, code) => {
  const answer = await notice(query);
  expect([answer.status, answer.body.code]).toEqual([status, code]);
});

test('a notice that storage and database have lost is 404 locale_file_not_found', async () => {
  const removed = app.knex('svc_profile_versions').where({ profile_id: profileId, version: 1 });
  await removed.delete();
  await rm(join(app.directory, 'default', profileId, '1'), { recursive: true });
  expect((await notice('?revision=1').expect(404)).body.code).toBe('locale_file_not_found');
  await notice().expect(200);
});

test('somebody without a record has neither, and nothing is written about them', async () => {
  expect((await receipt('nobody').expect(404)).body.code).toBe('consent_not_found');
  expect((await app.call('get', '/consents/nobody/notice').expect(404)).body.code).toBe('consent_not_found');
  expect(await exported()).toEqual([]);
});

test('a receipt that leaves the service is in the audit log, without the visitor’s id', async () => {
  const { body, headers } = await receipt().expect(200);
  expect(body.pii_principal_id).toBe('visitor');
  expect(headers).toMatchObject({
    'cache-control': 'private, no-store',
    'content-disposition': expect.stringMatching(/^attachment; filename="consent-receipt-/),
  });
  const [entry, ...others] = await exported();
  expect([others, JSON.parse(entry.changes)]).toEqual([[], { format: 'json' }]);
  expect(entry.resource_id).toMatch(/^[0-9a-f]{64}$/);
});

test('both need the permission, and belong to one tenant', async () => {
  const { as } = await createUser(app, { role: ['profiles:read', 'visitors:read'] });
  const south = await createTenant(app, 'south');
  await createProfile(app, {}, south.id);
  for (const path of ['/consents/visitor/receipt?format=json', '/consents/visitor/notice?revision=1']) {
    const refused = await app.request.get(`${app.adminBase}${path}`).set(as).expect(403);
    expect(refused.body.code).toBe('forbidden');
    const foreign = await app.call('get', path).set(south.header).expect(404);
    expect(foreign.body.code).toBe('consent_not_found');
  }
  expect(await exported()).toEqual([]);
});
