import { createHash } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import Ajv from 'ajv';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { strFromU8, unzipSync } from 'fflate';
import { Evidence } from '#evidence/archives/evidence-schemas';
import { jsonPieces } from '#evidence/archives/json-pieces';
import { canonicalJson } from '#platform/kernel/json';
import { createApiKey, createUser } from '../support/accounts';
import { allDenied, allGranted, auditedVisitor, cellsHolding, consentCalls } from '../support/consent';
import { createTestApp, type TestApp } from '../support/create-test-app';
import { importFile } from '../support/imports';
import { createActiveProfile, germanContent, profileJson } from '../support/profiles';
import { asBytes } from '../support/receipts';
import { testInAll } from '../support/scope';
import { addStates } from '../support/states';
import { createTenant } from '../support/tenants';

let app: TestApp;
let consents: ReturnType<typeof consentCalls>;
let profileId: string;
let visitors = 0;

beforeAll(async () => {
  app = await createTestApp({
    config: { rateLimit: false, tenancy: { enabled: true } },
    prefix: '/privacy',
    onDisk: true,
  });
  consents = consentCalls(app);
  profileId = (await createActiveProfile(app)).id;
});
afterAll(() => app.close());

async function decided(body: object = {}): Promise<string> {
  visitors += 1;
  const visitorId = `visitor-${visitors}`;
  await consents
    .submit({
      visitorId,
      profileId,
      consentJson: allGranted,
      locale: 'de',
      timezone: 'Europe/Vienna',
      ...body,
    })
    .expect(200);
  return visitorId;
}

const path = (visitorId: string) => `${app.adminBase}/consents/${visitorId}/evidence`;
const get = async (visitorId: string, query = '') =>
  app.request.get(`${path(visitorId)}${query}`).set(await app.asAdmin());
/** Returns the hash that the save of version 1 recorded. */
async function savedHash(profile: string, locale: string): Promise<string> {
  const row = await app.knex('svc_profile_versions').where({ profile_id: profile, version: 1 }).first();
  return JSON.parse(row.files)[locale];
}
/** Removes version 1 from storage and from the database, which would write its files again. */
async function loseVersion(profile: string): Promise<void> {
  await rm(join(app.directory, 'default', profile, '1'), { recursive: true });
  await app.knex('svc_profile_versions').where({ profile_id: profile, version: 1 }).delete();
}
const sha256 = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest('hex');

async function unzipped(visitorId: string) {
  const answer = await app.request
    .get(`${path(visitorId)}?format=zip`)
    .set(await app.asAdmin())
    .buffer(true)
    .parse(asBytes as never)
    .expect(200);
  const files = unzipSync(answer.body);
  return {
    answer,
    files,
    text: (name: string) => strFromU8(files[name] ?? new Uint8Array()),
    json: (name: string) => JSON.parse(strFromU8(files[name] ?? new Uint8Array())),
  };
}

interface Line {
  readonly hash: string;
  readonly action: string;
  readonly resourceId: string;
}

/** As the README of an archive tells a reader to. */
function isUnchanged({ hash, ...entry }: Line): boolean {
  return sha256(canonicalJson(entry)) === hash;
}

describe('evidence as JSON', () => {
  test('has the form that the API describes', async () => {
    const { status, body, headers } = await get(await decided());
    expect([status, headers.vary]).toEqual([200, expect.stringContaining('Accept')]);
    const validate = addFormats(new Ajv({ strict: false })).compile({
      ...Evidence,
      additionalProperties: false,
    });
    validate(body);
    expect(validate.errors).toBeNull();
  });

  test('bundles the record, every state newest first, and a receipt', async () => {
    const visitorId = await decided();
    app.clock.advance(1000);
    await consents.update(visitorId, { consentJson: allDenied }).expect(200);
    const admin = await app.asAdmin();
    const { body } = await get(visitorId);
    expect(body).toMatchObject({
      tenantId: 'default',
      visitorId,
      country: 'AT',
      region: null,
      earlierStates: 0,
      generatedBy: 'express-consent 0.1.0',
    });
    const shown = await app.request.get(`${app.adminBase}/consents/${visitorId}`).set(admin);
    // Whether the visitor is asked again changes with time, and evidence does not.
    const { invalidReason: _asked, ...record } = shown.body;
    expect(body.record).toEqual({ ...record, decidedWithSignal: false });
    expect(
      body.history.map(
        ({ notice, decidedWithSignal, ...state }: { notice: object; decidedWithSignal: boolean }) => state,
      ),
    ).toEqual(await consents.history(visitorId));
    expect(body.receipt).toMatchObject({
      record_id: body.record.id,
      privacy_notice: expect.stringMatching(
        new RegExp(`^http://127.0.0.1:\\d+/privacy/svc/api/v1/profiles/default/${profileId}/1/de$`),
      ),
    });
  });

  test('says of each decision whether it was made with the signal', async () => {
    const visitorId = await decided({ consentJson: allDenied, gpcDetected: true });
    await consents.update(visitorId, { consentJson: allGranted }).expect(200);
    const kept = { gpcDetected: true, decidedWithSignal: false };
    const { body } = await get(visitorId);
    expect(body.record).toMatchObject(kept);
    expect(body.history).toMatchObject([kept, { gpcDetected: true, decidedWithSignal: true }]);
    expect(body.receipt).toMatchObject({ gpcDetected: false });
    const { json, text } = await unzipped(visitorId);
    expect(json('record.json')).toMatchObject(kept);
    expect(json('history.json').states).toMatchObject([kept, { decidedWithSignal: true }]);
    expect(text('README.txt')).toMatch(/^GPC signal +not seen$/m);
  });

  test('states when a parent agreed, and which profiles still wait for one', async () => {
    const visitorId = await decided();
    expect((await get(visitorId)).body.parentalConsents).toEqual([]);
    const { id: other } = await createActiveProfile(app, {
      profileJson: profileJson({ complianceGroup: 'opt-out' }),
    });
    const tokenFor = async (id: string) =>
      (await consents.askParent(visitorId, { profileId: id }).expect(200)).body.token as string;
    const open = {
      visitorId,
      profileId: other,
      consentJson: allDenied,
      parentalConsentToken: await tokenFor(other),
    };
    const { key } = await createApiKey(app);
    await consents.submit(open).set('X-API-Key', key).expect(200);
    const token = await tokenFor(profileId);
    app.clock.advance(60_000);
    const grantedAt = new Date(app.clock.now()).toISOString();
    await consents.resolveParent(token).expect(200);
    app.clock.advance(60_000);
    const expected = [
      { profileId, grantedAt, denied: [], earlierAnswers: [] },
      { profileId: other, grantedAt: null, denied: [], earlierAnswers: [] },
    ];
    expect((await get(visitorId)).body.parentalConsents).toEqual(expected);
    expect((await unzipped(visitorId)).json('record.json').parentalConsents).toEqual(expected);

    // What the parent has agreed to until now stays proven.
    const again = { token: await tokenFor(profileId), consentJson: { ...allGranted, marketing: 'denied' } };
    await app.request.post(`${app.publicBase}/consent/parental-consent-resolve`).send(again).expect(200);
    expect((await get(visitorId)).body.parentalConsents[0]).toEqual({
      profileId,
      grantedAt: new Date(app.clock.now()).toISOString(),
      denied: ['marketing'],
      earlierAnswers: [{ grantedAt, denied: [] }],
    });
  });

  test('holds the exact notice of each state, each once, as visitors were served it', async () => {
    const { id } = await createActiveProfile(app, {
      profileJson: profileJson({ complianceGroup: 'opt-out' }),
    });
    const visitorId = await decided({ profileId: id });
    await consents.update(visitorId, { consentJson: allDenied, locale: 'de-CH' }).expect(200);
    const admin = await app.asAdmin();
    const changed = {
      localeContent: {
        de: germanContent({
          mainBanner: {
            heading: 'Neu',
            htmlText: '<p>Neu</p>',
            buttons: [{ text: 'a' }, { text: 'b' }, { text: 'c' }],
          },
        }),
      },
    };
    await app.request.put(`${app.adminBase}/profiles/${id}`).set(admin).send(changed).expect(200);
    await app.request.post(`${app.adminBase}/profiles/${id}/activate`).set(admin).expect(200);
    await consents
      .submit({ visitorId, profileId: id, consentJson: allGranted, locale: 'en' })
      .set('Cookie', `svc_vid=${visitorId}`)
      .expect(200);
    const { body } = await get(visitorId);
    expect(
      body.notices.map((notice: { profileVersion: number; locale: string; status: string }) => [
        notice.profileVersion,
        notice.locale,
        notice.status,
      ]),
    ).toEqual([
      [2, 'en', 'included'],
      [1, 'de', 'included'],
    ]);
    for (const notice of body.notices) {
      const served = await app.request
        .get(`${app.publicBase}/profiles/default/${id}/${notice.profileVersion}/${notice.locale}`)
        .set('Accept-Encoding', 'identity');
      expect([notice.text, notice.sha256, notice.bytes]).toEqual([
        served.text,
        sha256(served.text),
        Buffer.byteLength(served.text),
      ]);
    }
    expect(body.history.map((state: { notice: { sha256: string } }) => state.notice.sha256)).toEqual([
      body.notices[0].sha256,
      body.notices[1].sha256,
      body.notices[1].sha256,
    ]);
  });

  test('takes no other file for the notice that was saved', async () => {
    const { id } = await createActiveProfile(app, {
      profileJson: profileJson({ complianceGroup: 'opt-out-strict' }),
    });
    const visitorId = await decided({ profileId: id });
    const file = join(app.directory, 'default', id, '1', 'de.json');
    const changed = (await readFile(file, 'utf8')).replace('Datenschutz', 'Datenverkauf');
    await writeFile(file, changed);
    const saved = await savedHash(id, 'de');
    expect(sha256(changed)).not.toBe(saved);
    const { body } = await get(visitorId);
    expect(body.notices).toEqual([
      expect.objectContaining({ locale: 'de', sha256: saved, status: 'changed', text: changed }),
    ]);
    expect(body.history[0].notice.sha256).toBe(saved);
    expect(body.receipt).toMatchObject({ noticeStatus: 'changed', noticeSha256: saved });
    const { files, text, json } = await unzipped(visitorId);
    const name = `notices/${id}/1/de.json`;
    expect([files[name], text(`changed/${name}`)]).toEqual([undefined, changed]);
    expect(json('manifest.json').missing).toEqual([
      { name, reason: 'The file in storage does not have the hash that was recorded when it was saved.' },
    ]);
    expect(text('SHA256SUMS')).toContain(`${sha256(changed)}  changed/${name}\n`);
    expect(text('README.txt')).toContain(`SHA-256 ${saved} (the file in storage is another one)`);
    const admin = await app.asAdmin();
    const shown = await app.request.get(`${app.adminBase}/consents/${visitorId}/notice`).set(admin);
    expect([shown.status, shown.body.code]).toEqual([404, 'locale_file_not_found']);
  });

  test('names no notice for a decision that was imported, only for one that the visitor made here since', async () => {
    const { id } = await createActiveProfile(app, {
      profileJson: profileJson({ complianceGroup: 'opt-in-exempt' }),
    });
    await importFile(
      app,
      id,
      'visitor,decided,analytics,ads\nimported,2026-03-01T10:00:00Z,granted,granted\n',
    );
    const imported = (await get('imported')).body;
    const none = { profileId: id, profileVersion: 1, sha256: null };
    expect(imported.history).toMatchObject([{ by: 'import', notice: none }]);
    expect([imported.notices, imported.receipt.noticeStatus, imported.receipt.noticeSha256]).toEqual([
      [],
      'imported',
      null,
    ]);
    const { text, files } = await unzipped('imported');
    expect(text('README.txt')).toContain(
      'SHA-256 unknown (the decision was imported: what was shown is not known)',
    );
    expect(Object.keys(files).filter((name) => name.startsWith('notices/'))).toEqual([]);
    const admin = await app.asAdmin();
    await app.request.get(`${app.adminBase}/consents/imported/notice`).set(admin).expect(404);
    const locale = imported.history[0].locale;
    await consents
      .submit({ visitorId: 'imported', profileId: id, consentJson: allDenied, locale })
      .set('Cookie', 'svc_vid=imported')
      .expect(200);
    const { body } = await get('imported');
    expect(body.history).toMatchObject([
      { by: 'visitor', notice: { sha256: body.notices[0].sha256 } },
      { by: 'import', notice: none },
    ]);
    expect([body.notices[0].status, body.receipt.noticeStatus]).toEqual(['included', 'saved']);
  });

  test('marks a notice that is gone, and goes on', async () => {
    const { id } = await createActiveProfile(app, {
      profileJson: profileJson({ complianceGroup: 'opt-out-strict' }),
    });
    const visitorId = await decided({ profileId: id });
    await loseVersion(id);
    const { status, body } = await get(visitorId);
    expect([status, body.notices, body.history[0].notice.sha256, body.receipt.noticeSha256]).toEqual([
      200,
      [
        {
          profileId: id,
          profileVersion: 1,
          locale: 'de',
          sha256: null,
          bytes: 0,
          status: 'missing',
          text: null,
        },
      ],
      null,
      null,
    ]);
    expect((await unzipped(visitorId)).json('manifest.json').missing).toEqual([
      { name: `notices/${id}/1/de.json`, reason: 'The file is no longer in the storage of the service.' },
    ]);
  });

  test('holds the audit entries of its profiles and of itself, none of others, each with a hash that can be computed again', async () => {
    const visitorId = await decided();
    await createActiveProfile(app, { profileJson: profileJson({ complianceGroup: 'notice-only' }) });
    await get(await decided());
    await get(visitorId);
    const { audit } = (await get(visitorId)).body;
    expect(audit.lines.map(({ action, resourceId }: Line) => [action, resourceId])).toEqual([
      ['profile:created', profileId],
      ['profile:activated', profileId],
      ['export:evidence', auditedVisitor(visitorId)],
      ['export:evidence', auditedVisitor(visitorId)],
    ]);
    expect(audit.lines.every(isUnchanged)).toBe(true);
    // The chain has the hash of the notice too, so that a changed text and a changed hash of its version are noticed.
    expect(audit.lines[0].changes.fileHashes.de).toBe(await savedHash(profileId, 'de'));
    expect(isUnchanged({ ...audit.lines[0], action: 'profile:deleted' })).toBe(false);
    const head = await app.knex('svc_audit_heads').where({ tenant_id: 'default' }).first();
    expect([audit.head, audit.earlierLines]).toEqual([
      { sequence: Number(head.sequence), hash: head.hash },
      false,
    ]);
  });

  test('holds each audit entry once, also where the clocks of two processes disagree', async () => {
    const { id } = await createActiveProfile(app, {
      profileJson: profileJson({ complianceGroup: 'opt-in-explicit' }),
    });
    const admin = await app.asAdmin();
    for (let save = 1; save <= 104; save += 1) {
      app.clock.advance(save % 2 === 0 ? 5000 : -5000);
      await app.request
        .put(`${app.adminBase}/profiles/${id}`)
        .set(admin)
        .send({ name: `Name ${save}` })
        .expect(200);
    }
    const { audit } = (await get(await decided({ profileId: id }))).body;
    const stored = await app.knex('svc_audit').where({ resource_id: id }).orderBy('sequence').pluck('id');
    const lines = audit.lines.filter(({ resourceId }: Line) => resourceId === id);
    expect(lines.map((line: { id: string }) => line.id)).toEqual(stored);
  });

  test('shows an entry that somebody has made unreadable as such', async () => {
    const { id } = await createActiveProfile(app, {
      profileJson: profileJson({ complianceGroup: 'opt-out' }),
    });
    const visitorId = await decided({ profileId: id });
    // As somebody with the rights of the database's owner could.
    await app.knex.raw('drop trigger if exists svc_audit_no_update');
    const entry = await app.knex('svc_audit').where({ resource_id: id }).orderBy('sequence').first('id');
    await app.knex('svc_audit').where(entry).update({ changes: '{"name"' });
    const [first] = (await get(visitorId)).body.audit.lines;
    expect(first.changes).toEqual({ unreadable: '{"name"' });
  });

  test('leaves older states out beyond a bound, and says how many', async () => {
    const visitorId = await decided();
    await addStates(app.knex, visitorId, 5101);
    const { body } = await get(visitorId);
    expect([body.history.length, body.earlierStates, body.notices.length]).toEqual([5000, 101, 1]);
  });

  testInAll(
    'is bounded by size as well, says how much it left out, and is sent while it is made',
    async () => {
      const visitorId = await decided();
      const large = JSON.stringify(
        Object.fromEntries(
          Array.from({ length: 200 }, (_, index) => [`${'k'.repeat(60)}${index}`, 'granted']),
        ),
      );
      await addStates(app.knex, visitorId, 901, (revision) =>
        revision === 1 ? {} : { consent_json: large },
      );
      const answer = await get(visitorId);
      expect(answer.headers['transfer-encoding']).toBe('chunked');
      const { history, earlierStates } = answer.body;
      expect(history.length).toBeGreaterThan(400);
      expect(history.length + earlierStates).toBe(901);
      expect(answer.text.length).toBeLessThan(11 * 1_048_576);
      const { json } = await unzipped(visitorId);
      expect(json('history.json').states).toEqual(history);
      expect(json('history.json').earlierStates).toBe(earlierStates);
    },
  );

  test('is the same JSON in pieces as it would be in one', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.constantFrom('', '  '), (value, space) => {
        expect([...jsonPieces(value, space)].join('')).toBe(JSON.stringify(value, null, space));
      }),
    );
    const large = {
      lines: Array.from({ length: 5000 }, (_, index) => ({ index, text: 'a line\n of text' })),
    };
    const pieces = [...jsonPieces(large, '  ')];
    expect(pieces.join('')).toBe(JSON.stringify(large, null, '  '));
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(70_000);
  });
});

describe('evidence as an archive', () => {
  test('explains itself, and every file is what the manifest says', async () => {
    const visitorId = await decided({
      consentJson: { analytics: 'granted', 'x: granted\n\nIn force yes': 'denied' },
    });
    const { answer, files, text, json } = await unzipped(visitorId);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': expect.stringMatching(
        /^attachment; filename="evidence-\w{1,6}-\d{4}-\d\d-\d\d\.zip"$/,
      ),
    });
    const manifest = json('manifest.json');
    const notice = `notices/${profileId}/1/de.json`;
    const names = [
      'README.txt',
      'record.json',
      'history.json',
      'receipt.json',
      'audit.json',
      notice,
      'receipt.pdf',
    ];
    expect(manifest).toMatchObject({ tenantId: 'default', visitorId, missing: [] });
    expect(manifest.files.map(({ name }: { name: string }) => name)).toEqual(names);
    expect(Object.keys(files).sort()).toEqual([...names, 'manifest.json', 'SHA256SUMS'].sort());
    for (const { name, sha256: sum, bytes } of manifest.files)
      expect([name, sha256(files[name] ?? ''), files[name]?.length]).toEqual([name, sum, bytes]);
    expect(text('SHA256SUMS')).toBe(
      manifest.files
        .map((file: { sha256: string; name: string }) => `${file.sha256}  ${file.name}\n`)
        .join(''),
    );
    expect(text('receipt.pdf').slice(0, 5)).toBe('%PDF-');
    expect(json('history.json').states[0].notice.sha256).toBe(sha256(files[notice] ?? ''));
    expect(json('audit.json').lines.every(isUnchanged)).toBe(true);
    const readme = text('README.txt');
    for (const part of [
      visitorId,
      json('record.json').id,
      json('receipt.json').noticeSha256,
      'sha256sum --check SHA256SUMS',
      json('audit.json').head.hash,
      ...names.slice(1),
    ])
      expect(readme).toContain(part);
    // What a visitor wrote cannot pass for a line of it.
    expect(readme).toContain('"x: granted\\n\\nIn force yes": denied');
  });

  test('is given without the printed receipt where that cannot be printed, and says why', async () => {
    const visitorId = await decided({ locale: 'ja' });
    const { files, text, json } = await unzipped(visitorId);
    expect(Object.keys(files)).not.toContain('receipt.pdf');
    expect(json('manifest.json').missing).toEqual([
      { name: 'receipt.pdf', reason: expect.stringContaining('receipts.fonts') },
    ]);
    expect(text('README.txt')).toContain('receipt.pdf: No configured font');
  });

  test.each([
    ['', undefined, 'application/json; charset=utf-8'],
    ['', 'application/zip', 'application/zip'],
    ['', 'application/json, application/zip', 'application/json; charset=utf-8'],
    ['?format=json', 'application/zip', 'application/json; charset=utf-8'],
    ['?format=zip', 'application/json', 'application/zip'],
  ])('with %j and Accept %j is %s', async (query, accept, type) => {
    const request = app.request.get(`${path(await decided())}${query}`).set(await app.asAdmin());
    const { headers, status } = await (accept === undefined ? request : request.set('Accept', accept))
      .buffer(true)
      .parse(asBytes as never);
    expect([status, headers['content-type']]).toEqual([200, type]);
  });
});

describe('who gets evidence', () => {
  test('those who may export, not those who may only read consents', async () => {
    const visitorId = await decided();
    const as = async (role: Parameters<typeof createUser>[1]) =>
      (await app.request.get(path(visitorId)).set((await createUser(app, role)).as)).status;
    expect(await as({ role: 'auditor' })).toBe(200);
    expect(await as({ role: 'viewer' })).toBe(403);
    expect(await as({ role: ['consents:read', 'audit:read'] })).toBe(403);
    expect(await as({ role: ['exports:read'] })).toBe(200);
    await app.request.get(path(visitorId)).expect(401);
  });

  test('of a visitor that there is, in the tenant that is asked', async () => {
    const visitorId = await decided();
    expect((await get('nobody')).body.code).toBe('consent_not_found');
    const other = await createTenant(app, 'other');
    const answer = await app.request
      .get(path(visitorId))
      .set(await app.asAdmin())
      .set(other.header);
    expect([answer.status, answer.body.code]).toEqual([404, 'consent_not_found']);
    expect((await get(visitorId, '?format=exe')).body.code).toBe('validation_failed');
    await consents.erase(visitorId).expect(200);
    expect((await get(visitorId)).status).toBe(404);
  });

  test('each time leaves an audit entry without the visitor id, and refusals leave none', async () => {
    const visitorId = await decided();
    await get(visitorId, '?format=zip');
    await get('no-such-visitor');
    const entries = await app
      .knex('svc_audit')
      .where({ action: 'export:evidence', resource_id: auditedVisitor(visitorId) });
    expect(
      entries.map(({ resource_type, changes, user_email }) => [resource_type, changes, user_email]),
    ).toEqual([['consent', '{"format":"zip"}', 'admin@shop.example']]);
    await consents.erase(visitorId).expect(200);
    expect(await cellsHolding(app, visitorId)).toEqual([]);
    expect(await app.knex('svc_audit').where({ resource_id: auditedVisitor('no-such-visitor') })).toEqual([]);
  });
});
