import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import Ajv from 'ajv';
import addFormats from 'ajv-formats';
import { ReceiptView } from '#evidence/receipts/receipt-schemas';
import { diskStorage } from '#platform/storage/disk/disk-storage';
import { readSignal } from '#standards/receipt/index';
import { createApiKey } from '../support/accounts';
import { allDenied, allGranted, consentCalls, cookieOf } from '../support/consent';
import { createTestApp, type TestApp } from '../support/create-test-app';
import { createActiveProfile, germanContent, profileJson } from '../support/profiles';
import { createReceiptProfile, receiptCalls } from '../support/receipts';
import { addStates } from '../support/states';
import { createTenant } from '../support/tenants';

let app: TestApp;
let consents: ReturnType<typeof consentCalls>;
let receipts: ReturnType<typeof receiptCalls>;
let profileId: string;
let visitors = 0;

beforeAll(async () => {
  const settings = {
    controllerName: 'Shop Ltd',
    controllerAddress: '1 High Street, Dublin',
    contact: 'privacy@shop.example',
    withdrawalUrl: 'https://shop.example/privacy',
    storageLocations: ['IE', 'DE'],
    recipients: { Google: { address: 'Gordon House, Dublin' } },
  };
  app = await createTestApp({
    config: { receipts: settings, rateLimit: false, tenancy: { enabled: true } },
    prefix: '/privacy',
    onDisk: true,
  });
  consents = consentCalls(app);
  receipts = receiptCalls(app);
  profileId = (await createReceiptProfile(app, {}, { de: germanContent() })).id;
});
afterAll(() => app.close());

/** A new visitor who has decided. */
async function decided(body: object = {}): Promise<string> {
  visitors += 1;
  const visitorId = `visitor-${visitors}`;
  await consents
    .submit({
      visitorId,
      profileId,
      consentJson: allGranted,
      locale: 'de-AT',
      timezone: 'Europe/Vienna',
      ...body,
    })
    .expect(200);
  return visitorId;
}

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex');
const asAdmin = async (path: string, body: object) =>
  app.request
    .post(`${app.adminBase}${path}`)
    .set(await app.asAdmin())
    .send(body);

describe('the receipt as JSON', () => {
  test('has the form that the API describes', async () => {
    const { body } = await receipts.json(await decided({ tcfString: 'CP-text' })).expect(200);
    const validate = addFormats(new Ajv({ strict: false })).compile({
      ...ReceiptView,
      additionalProperties: false,
    });
    validate(body);
    expect(validate.errors).toBeNull();
  });

  test('contains the record, the choices, the signals and whether it is valid', async () => {
    const visitorId = await decided({
      consentJson: { necessary: 'granted', analytics: 'granted', marketing: 'denied' },
      tcfString: 'TC',
      gppString: 'GPP',
    });
    const record = (await consents.read(visitorId)).body;
    const { body } = await receipts.json(visitorId).expect(200);
    expect(body).toMatchObject({
      schema_version: 'ISO/IEC TS 27560:2023',
      record_id: record.id,
      pii_principal_id: visitorId,
      language: 'de',
      locale: 'de-AT',
      profileId,
      profileVersion: 1,
      complianceGroup: 'opt-in',
      law: 'GDPR',
      choices: record.consentJson,
      gpcDetected: false,
      tcString: 'TC',
      gppString: 'GPP',
      withdrawalUrl: 'https://shop.example/privacy',
      decidedAt: record.updatedAt,
      firstDecidedAt: record.createdAt,
      earlierEvents: 0,
      validity: { valid: true, reason: null },
    });
    expect(body.receipt_id).toMatch(/^[0-9a-f-]{36}$/);
    expect(body.receipt_id).not.toBe((await receipts.json(visitorId)).body.receipt_id);
    expect(
      body.purposes.map((purpose: { purpose: string; choice: string }) => [purpose.purpose, purpose.choice]),
    ).toEqual([
      ['Notwendig', 'granted'],
      ['Statistik', 'granted'],
      ['Werbung', 'denied'],
    ]);
    expect(body.purposes[1]).toMatchObject({
      purpose_type: 'analytics',
      lawful_basis: 'dpv:Consent',
      retention_period: '13 Monate',
      storage_locations: ['IE', 'DE'],
      pii_information: [
        { pii_type: 'pd:Identifier, pd:BrowsingBehaviour', pii_attribute_id: '_ga', pii_optional: true },
      ],
      jurisdiction: 'AT',
      recipient_third_parties: ['Google'],
      pii_controllers: ['Shop Ltd'],
      withdrawal_method: 'https://shop.example/privacy',
      description: 'Counts visits.',
    });
  });

  test('names the notice by the hash of the very bytes that the visitor can still load', async () => {
    const { body } = await receipts.json(await decided()).expect(200);
    const { pathname, protocol, hostname } = new URL(body.privacy_notice);
    expect([protocol, hostname, pathname]).toEqual([
      'http:',
      '127.0.0.1',
      `/privacy/svc/api/v1/profiles/default/${profileId}/1/de`,
    ]);
    const notice = await app.request.get(pathname).set('Accept-Encoding', 'identity').expect(200);
    expect(body.noticeSha256).toBe(sha256(notice.text));
    expect(notice.body.currentLocale).toBe('de');
  });

  test('keeps to the version that was shown when the profile has moved on', async () => {
    const visitorId = await decided();
    const before = (await receipts.json(visitorId)).body;
    const changed = profileJson({ allowReceipt: true, expiryDays: 30 });
    const texts = {
      de: germanContent({
        preferenceModal: {
          heading: 'Neu',
          buttons: [{ text: 'Speichern' }],
          categories: {
            necessary: { heading: 'N' },
            analytics: { heading: 'A' },
            marketing: { heading: 'M' },
          },
        },
      }),
    };
    await app.request
      .put(`${app.adminBase}/profiles/${profileId}`)
      .set(await app.asAdmin())
      .send({ profileJson: changed, localeContent: texts })
      .expect(200);
    await asAdmin(`/profiles/${profileId}/activate`, {});
    const after = (await receipts.json(visitorId)).body;
    expect([after.profileVersion, after.noticeSha256, after.purposes[1].purpose]).toEqual([
      1,
      before.noticeSha256,
      'Statistik',
    ]);
    const newer = (await receipts.json(await decided())).body;
    expect([newer.profileVersion, newer.purposes[1].purpose]).toEqual([2, 'A']);
    expect(newer.noticeSha256).not.toBe(before.noticeSha256);
    // Put back what the other tests stand on.
    await asAdmin(`/profiles/${profileId}/rollback`, { version: 1 });
    await asAdmin(`/profiles/${profileId}/activate`, {});
  });

  test('lists every decision as an event, oldest first, and what was withdrawn', async () => {
    const visitorId = await decided();
    app.clock.advance(60_000);
    await consents.update(visitorId, { consentJson: allDenied }).set('Sec-GPC', '1').expect(200);
    const { body } = await receipts.json(visitorId).expect(200);
    expect(
      body.events.map((event: { event_state: string; gpcDetected: boolean }) => [
        event.event_state,
        event.gpcDetected,
      ]),
    ).toEqual([
      ['dpv:ConsentGiven', false],
      ['dpv:ConsentWithdrawn', true],
    ]);
    expect(body.events[1]).toMatchObject({
      choices: { analytics: 'denied', marketing: 'denied' },
      states: { analytics: 'dpv:ConsentWithdrawn', marketing: 'dpv:ConsentWithdrawn' },
    });
    expect(body.events[0]).toMatchObject({
      entity_id: visitorId,
      validity_duration: 'P365D',
      choices: allGranted,
      ownershipProven: true,
    });
    expect([body.gpcDetected, body.choices, body.decidedAt]).toEqual([
      true,
      allDenied,
      body.events[1].event_time,
    ]);
  });

  test('says of a grant without the signal that it came without, also where the record keeps what was sent before', async () => {
    const visitorId = await decided({ consentJson: allDenied, gpcDetected: true });
    app.clock.advance(60_000);
    await consents.update(visitorId, { consentJson: allGranted }).expect(200);
    expect((await consents.read(visitorId).expect(200)).body.gpcDetected).toBe(true);
    const { body } = await receipts.json(visitorId).expect(200);
    const signals = body.events.map(({ gpcDetected }: { gpcDetected: boolean }) => gpcDetected);
    expect([...signals, body.gpcDetected]).toEqual([true, false, false]);
    expect(readSignal(body)).toBe('notSeen');
    // A decision that only takes away keeps the opt-out, and came without the signal.
    app.clock.advance(60_000);
    await consents
      .submit({ visitorId, profileId, consentJson: allDenied })
      .set('Cookie', cookieOf(visitorId))
      .expect(200);
    expect((await receipts.json(visitorId).expect(200)).body.gpcDetected).toBe(false);
  });

  test('calls a withdrawal of one purpose a withdrawal, and says which one', async () => {
    const visitorId = await decided();
    await consents.update(visitorId, { consentJson: { ...allGranted, marketing: 'denied' } }).expect(200);
    const { events, purposes } = (await receipts.json(visitorId).expect(200)).body;
    expect(events[1]).toMatchObject({
      event_state: 'dpv:ConsentWithdrawn',
      choices: { marketing: 'denied' },
      states: { marketing: 'dpv:ConsentWithdrawn' },
    });
    expect(purposes.map(({ consentState }: { consentState: string | null }) => consentState)).toEqual([
      null,
      'dpv:RenewedConsentGiven',
      'dpv:ConsentWithdrawn',
    ]);
  });

  test('names the exception under which a category is used in the United Kingdom', async () => {
    const { cookies } = profileJson();
    const { categories = {}, ...modal } = profileJson().preferenceModal ?? {};
    const exempt = await createReceiptProfile(app, {
      complianceGroup: 'opt-in-exempt',
      countries: ['GB'],
      cookies: {
        ...cookies,
        ga: { ...cookies?.ga, purpose: 'analytics', listenGpc: true, preGranted: true },
        theme: { purpose: 'preferences', listenGpc: false, provider: 'Shop', duration: '1 year' },
      },
      preferenceModal: {
        ...modal,
        categories: {
          ...categories,
          look: {
            heading: 'Appearance',
            htmlText: 'Your theme.',
            legalBasis: 'legitimate-interest',
            cookies: ['theme'],
          },
        },
      },
    });
    const visitorId = await decided({
      profileId: exempt.id,
      consentJson: { analytics: 'objected' },
      timezone: 'Europe/London',
    });
    const { purposes } = (await receipts.json(visitorId).expect(200)).body as {
      purposes: { categoryId: string; exception?: string }[];
    };
    expect(Object.fromEntries(purposes.map(({ categoryId, exception }) => [categoryId, exception]))).toEqual({
      necessary: undefined,
      analytics: 'PECR 2003 sch. A1: statistical purposes',
      marketing: undefined,
      look: 'PECR 2003 sch. A1: appearance',
    });
  });

  test('leaves the site itself out of the recipients', async () => {
    const { ga, ...others } = profileJson().cookies ?? {};
    const cookies = {
      ...others,
      ga: { purpose: 'analytics' as const, listenGpc: true, provider: 'Matomo', firstParty: true },
    };
    const { id } = await createReceiptProfile(app, { complianceGroup: 'unregulated', cookies });
    const { body } = await receipts.json(await decided({ profileId: id })).expect(200);
    expect(body.purposes[1]).toMatchObject({
      recipient_third_parties: [],
      parameters: [{ provider: 'Matomo', firstParty: true }],
    });
    expect(body.party_identification.map(({ party_name }: { party_name: string }) => party_name)).toEqual([
      'Shop Ltd',
      'Meta',
    ]);
  });

  test('names the notice at the configured address, else at the one that the request was sent to', async () => {
    const other = await createTestApp({
      knex: app.knex,
      directory: app.directory,
      config: {
        receipts: { publicUrl: 'https://privacy.shop.example/consent/' },
        tenancy: { enabled: true },
      },
    });
    const visitorId = await decided();
    const { body } = await receiptCalls(other).json(visitorId).expect(200);
    const notice = `profiles/default/${profileId}/${body.profileVersion}/de`;
    expect(body.privacy_notice).toBe(`https://privacy.shop.example/consent/${notice}`);
    await other.close();
    const asked = await receipts.json(visitorId).set('Host', 'shop.example:8443').expect(200);
    expect(asked.body.privacy_notice).toBe(`http://shop.example:8443/privacy/svc/api/v1/${notice}`);
    const strange = await receipts.json(visitorId).set('Host', 'a"b/../').expect(200);
    expect(strange.body.privacy_notice).toBe(`/privacy/svc/api/v1/${notice}`);
  });

  test('stays small with any category names', async () => {
    const named = (state: string) =>
      Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`${index}`.padEnd(64, 'x'), state]));
    const visitorId = await decided({ consentJson: named('granted') });
    for (let round = 0; round < 20; round += 1)
      await consents.update(visitorId, { consentJson: named(round % 2 ? 'granted' : 'denied') }).expect(200);
    const { text, body } = await receipts.json(visitorId).expect(200);
    expect(text.length).toBeLessThan(400_000);
    expect(body.events.length + body.earlierEvents).toBe(21);
    expect(body.events.length).toBeGreaterThan(1);
  });

  test('lists what remains of a choice under the signal', async () => {
    const { id } = await createReceiptProfile(app, { complianceGroup: 'opt-out-strict' });
    const visitorId = await decided({ profileId: id, gpcDetected: true });
    const { purposes } = (await receipts.json(visitorId).expect(200)).body;
    expect(
      purposes.map((purpose: { choice: string; effectiveChoice: string; limitedBy: string | null }) => [
        purpose.choice,
        purpose.effectiveChoice,
        purpose.limitedBy,
      ]),
    ).toEqual([
      ['granted', 'granted', null],
      ['granted', 'denied', 'signal'],
      ['granted', 'denied', 'signal'],
    ]);
  });

  test('lists the newest hundred decisions and the number of earlier ones', async () => {
    const visitorId = await decided();
    await addStates(app.knex, visitorId, 130);
    const { body } = await receipts.json(visitorId).expect(200);
    expect([body.events.length, body.earlierEvents, body.events[0].event_state]).toEqual([
      100,
      30,
      'dpv:RenewedConsentGiven',
    ]);
    // As retention leaves it.
    await app
      .knex('svc_consent_history')
      .where({ visitor_id: visitorId })
      .andWhere('revision', '<', 130)
      .delete();
    const pruned = (await receipts.json(visitorId).expect(200)).body;
    expect([pruned.events.length, pruned.earlierEvents]).toEqual([1, 129]);
  });

  test('is plain text where operators wrote HTML, and no longer than a receipt should be', async () => {
    const htmlText = `<p>First &amp; <b>bold</b> &lt;tag&gt;</p><ul><li>one</li><li>two</li></ul><p>${'word '.repeat(2000)}</p>`;
    const modal = profileJson().preferenceModal;
    const analytics = { heading: 'Analytics', htmlText, legalBasis: 'consent' as const, cookies: ['ga'] };
    const { id } = await createReceiptProfile(app, {
      complianceGroup: 'opt-out',
      preferenceModal: { ...modal, categories: { ...modal?.categories, analytics } },
      cookies: {
        ...profileJson().cookies,
        ga: { purpose: 'analytics', listenGpc: true, name: '\u202egnp.exe', description: 'a\u2028b\n\nc' },
      },
    });
    const { purposes } = (await receipts.json(await decided({ profileId: id, locale: 'en' })).expect(200))
      .body;
    expect(purposes[1].description).toMatch(/^First & bold <tag>\n• one\n• two\nword word .*…$/s);
    expect(purposes[1].description.length).toBeLessThanOrEqual(1500);
    expect(purposes[1].parameters[0]).toMatchObject({
      id: 'ga',
      name: 'gnp.exe',
      description: 'a b\nc',
      provider: null,
      duration: null,
    });
    expect(purposes[1].retention_period).toBeNull();
  });

  test('prefers the profile’s controller to the configured one', async () => {
    const complianceConfig = {
      dataFiduciary: 'Fiduciary Pvt. Ltd.',
      contact: 'dpo@fiduciary.example',
      withdrawalUrl: ' ',
      controllerAddress: 'Pune',
      storageLocations: 'IN, SG',
    };
    const { id } = await createReceiptProfile(app, { complianceGroup: 'notice-opt-out', complianceConfig });
    const { body } = await receipts.json(await decided({ profileId: id })).expect(200);
    expect(body.party_identification[0]).toEqual({
      party_id: 'Fiduciary Pvt. Ltd.',
      party_address: 'Pune',
      party_name: 'Fiduciary Pvt. Ltd.',
      party_role: 'PII controller',
      party_contact: 'dpo@fiduciary.example',
      party_type: 'dpv:LegalEntity',
    });
    expect(body.purposes[1]).toMatchObject({ storage_locations: ['IN', 'SG'] });
    expect(body.missingFields).toEqual(['retention_period', 'party_address', 'party_contact']);
    expect(body.withdrawalUrl).toBe('https://shop.example/privacy');
  });

  test('never gives an address that runs as a script, also where one was stored before it would have been refused', async () => {
    const { id } = await createReceiptProfile(app, {
      complianceGroup: 'opt-in-exempt',
      complianceConfig: { withdrawalUrl: 'https://own.example' },
    });
    const visitorId = await decided({ profileId: id });
    expect((await receipts.json(visitorId).expect(200)).body.withdrawalUrl).toBe('https://own.example');
    const disk = diskStorage({ directory: app.directory });
    const read = async (key: string) => {
      const found = await disk.read(key);
      return (
        found && {
          ...found,
          body: Buffer.from(
            found.body.toString('utf8').replaceAll('https://own.example', 'javascript:alert(1)'),
          ),
        }
      );
    };
    const other = await createTestApp({
      knex: app.knex,
      config: { storage: { ...disk, read }, tenancy: { enabled: true } },
    });
    const { body, text } = await receiptCalls(other).json(visitorId).expect(200);
    expect(body.withdrawalUrl).toBeNull();
    expect(text).not.toContain('javascript:');
    await other.close();
  });

  test('of a deleted profile is still given, as its notice remains', async () => {
    const { id } = await createReceiptProfile(app, { complianceGroup: 'unregulated' });
    const visitorId = await decided({ profileId: id });
    const admin = await app.asAdmin();
    await app.request.delete(`${app.adminBase}/profiles/${id}`).set(admin).expect(200);
    const { body } = await receipts.json(visitorId).expect(200);
    expect(body).toMatchObject({
      profileId: id,
      validity: { valid: false, reason: 'profile_inactive', expiresAt: null },
      noticeSha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(body.events[0].validity_duration).toBe('P365D');
    // Without its notice too, nobody knows any more whether receipts were offered.
    const other = await decided({ profileId });
    await rm(join(app.directory, 'default', id), { recursive: true });
    expect((await receipts.json(other).expect(200)).body.noticeSha256).not.toBeNull();
  });

  test('says that a notice is missing or invalid instead of failing', async () => {
    const { id } = await createReceiptProfile(app, { complianceGroup: 'opt-in-exempt' });
    const visitorId = await decided({ profileId: id });
    await rm(join(app.directory, 'default', id, '1'), { recursive: true });
    // With the row of the version its files would be written again.
    await app.knex('svc_profile_versions').where({ profile_id: id }).delete();
    const { body } = await receipts.json(visitorId).expect(200);
    expect([
      body.noticeStatus,
      body.noticeSha256,
      body.language,
      body.purposes.map((purpose: { purpose: string }) => purpose.purpose),
    ]).toEqual(['missing', null, 'de-AT', Object.keys(allGranted)]);
  });
});

describe('access to receipts', () => {
  test('only holders of the cookie, whether or not the visitor exists', async () => {
    const visitorId = await decided();
    for (const [path, cookie] of [
      [receipts.path(visitorId), ''],
      [receipts.path(visitorId), cookieOf('somebody-else')],
      [receipts.path('nobody'), ''],
    ] as const) {
      const refused = await app.request.get(path).set('Cookie', cookie).expect(403);
      expect(refused.body.code).toBe('visitor_cookie_required');
    }
  });

  test('the visitor whose record there is, no one else', async () => {
    expect((await receipts.json('nobody').expect(404)).body.code).toBe('consent_not_found');
    const visitorId = await decided();
    await consents.erase(visitorId).expect(200);
    await receipts.json(visitorId).expect(404);
  });

  test('is refused when the profile does not offer receipts', async () => {
    const { id } = await createActiveProfile(app, {
      profileJson: profileJson({ complianceGroup: 'notice-only' }),
    });
    const visitorId = await decided({ profileId: id });
    expect((await receipts.get(visitorId).expect(403)).body.code).toBe('receipt_disabled');
    expect((await receipts.json(visitorId).expect(403)).body.code).toBe('receipt_disabled');
  });

  test('a server with a key of the tenant, not of another', async () => {
    const visitorId = await decided();
    const get = (key: string) =>
      app.request.get(receipts.path(visitorId)).set('X-API-Key', key).set('Accept', 'application/json');
    await get((await createApiKey(app)).key).expect(200);
    await get((await createApiKey(app, (await createTenant(app, 'other')).id)).key).expect(404);
  });

  test('only pages of the sites that are listed', async () => {
    const { id } = await createReceiptProfile(app, {
      complianceGroup: 'opt-in-explicit',
      allowedOrigins: ['https://shop.example'],
      complianceConfig: { dataFiduciary: 'Shop' },
    });
    const visitorId = await decided({ profileId: id });
    const allowed = await receipts.json(visitorId).set('Origin', 'https://shop.example').expect(200);
    expect(allowed.headers).toMatchObject({
      'access-control-allow-origin': 'https://shop.example',
      'access-control-allow-credentials': 'true',
    });
    const refused = await receipts.json(visitorId).set('Origin', 'https://elsewhere.example').expect(403);
    expect([refused.body.code, refused.headers['access-control-allow-origin']]).toEqual([
      'origin_not_allowed',
      undefined,
    ]);
  });
});

describe('the form of a receipt', () => {
  test.each([
    [undefined, 'application/pdf'],
    ['*/*', 'application/pdf'],
    ['text/html,application/xhtml+xml,*/*;q=0.8', 'application/pdf'],
    ['application/pdf', 'application/pdf'],
    ['application/pdf, application/json', 'application/pdf'],
    ['application/json;q=0.5, application/pdf', 'application/pdf'],
    ['application/json;q=0', 'application/pdf'],
    ['application/json;q=nonsense;x', 'application/pdf'],
    ['application/json, application/pdf', 'application/json; charset=utf-8'],
    ['application/pdf;q=0.1, */*', 'application/json; charset=utf-8'],
    ['application/json', 'application/json; charset=utf-8'],
    ['APPLICATION/JSON, text/plain, */*', 'application/json; charset=utf-8'],
    ['application/pdf;q=0.3, application/json;q=0.4', 'application/json; charset=utf-8'],
  ])('asked for as %j is %s', async (accept, type) => {
    const request = receipts.pdf(await decided());
    const { headers } = await (accept === undefined ? request : request.set('Accept', accept)).expect(200);
    expect(headers['content-type']).toBe(type);
    expect(headers.vary).toContain('Accept');
    expect(headers['cache-control']).toBe('private, no-store');
  });

  test('is decided by no more than the beginning of a header without end', async () => {
    await receipts
      .pdf(await decided())
      .set('Accept', `${','.repeat(5000)}application/json`)
      .expect('Content-Type', 'application/pdf')
      .expect(200);
  });
});
