import { createHash } from 'node:crypto';
import { createApiKey } from '../support/accounts';
import { allDenied, allGranted, cellsHolding, consentCalls, consentTables, cookieOf, recordEvents } from '../support/consent';
import { createTestApp, type TestApp } from '../support/create-test-app';
import { eachDatabase } from '../support/databases';
import { createActiveProfile } from '../support/profiles';

eachDatabase((database) => {
  let app: TestApp;
  let profileId: string;
  let calls: ReturnType<typeof consentCalls>;

  beforeAll(async () => {
    const { knex } = await database.open();
    app = await createTestApp({ knex, config: { rateLimit: false } });
    profileId = (await createActiveProfile(app)).id;
    calls = consentCalls(app);
  });
  afterAll(() => app.close());

  test('answers the same record from a submission, a read and an event', async () => {
    const events = recordEvents(app);
    const submitted = await calls.submit({
      visitorId: 'first-visitor',
      profileId,
      consentJson: { zulu: 'granted', alpha: 'denied', 'ünï "cödé" 🍪': 'objected' },
      locale: 'DE-at',
      gpcDetected: true,
      source: 'import',
      ageVerified: false,
      tcfString: 'CP_tc-string~1',
      gppString: 'DBAA',
      timezone: 'Europe/Vienna',
    });
    expect(submitted.status).toBe(200);
    const now = new Date(app.clock.now()).toISOString();
    expect(submitted.body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      visitorId: 'first-visitor',
      profileId,
      profileVersion: 1,
      locale: 'de-AT',
      consentJson: { zulu: 'granted', alpha: 'denied', 'ünï "cödé" 🍪': 'objected' },
      gpcDetected: true,
      source: 'import',
      ageVerified: false,
      tcfString: 'CP_tc-string~1',
      gppString: 'DBAA',
      createdAt: now,
      updatedAt: now,
    });
    expect(Object.keys(submitted.body.consentJson)).toEqual(['zulu', 'alpha', 'ünï "cödé" 🍪']);
    const read = await calls.read('first-visitor').expect(200);
    expect(read.text).toBe(submitted.text);
    expect(events).toEqual([
      { name: 'consent.created', payload: { tenantId: 'default', occurredAt: now, visitorId: 'first-visitor', consent: submitted.body } },
    ]);
    expect(await app.knex('svc_visitors').where({ visitor_id: 'first-visitor' }).first('country', 'region', 'tenant_id')).toEqual({
      country: 'AT',
      region: null,
      tenant_id: 'default',
    });
  });

  test('a second submission replaces the decision and keeps id, creation time and history', async () => {
    const first = (
      await calls.submit({ visitorId: 'returning', profileId, consentJson: allDenied, ageVerified: true, tcfString: 'old', timezone: 'Asia/Tokyo' }).expect(200)
    ).body;
    app.clock.advance(60_000);
    const events = recordEvents(app);
    const second = (
      await calls.submit({ visitorId: 'returning', profileId, consentJson: allGranted, locale: 'fr' }).set('Cookie', cookieOf('returning')).expect(200)
    ).body;
    expect(second).toEqual({
      id: first.id,
      visitorId: 'returning',
      profileId,
      profileVersion: 1,
      locale: 'fr',
      consentJson: allGranted,
      gpcDetected: false,
      source: 'banner',
      createdAt: first.createdAt,
      updatedAt: new Date(app.clock.now()).toISOString(),
    });
    expect(events.map(({ name }) => name)).toEqual(['consent.updated']);
    const history = await calls.history('returning');
    expect(history).toEqual([
      expect.objectContaining({ action: 'updated', consentJson: allGranted, locale: 'fr', ownershipProven: true, createdAt: second.updatedAt }),
      expect.objectContaining({ action: 'created', consentJson: allDenied, locale: 'en', ownershipProven: true, createdAt: first.createdAt }),
    ]);
    expect(Object.keys(history[0]).sort()).toEqual(
      ['id', 'action', 'profileId', 'profileVersion', 'locale', 'consentJson', 'gpcDetected', 'source', 'ownershipProven', 'createdAt'].sort(),
    );
    // What the second call did not tell does not undo what is known.
    expect(await app.knex('svc_visitors').where({ visitor_id: 'returning' }).first('country')).toEqual({ country: 'JP' });
    expect(await app.knex('svc_consents').where({ visitor_id: 'returning' }).first('country', 'choice')).toEqual({ country: 'JP', choice: 'in' });
  });

  test('an update replaces the whole map and leaves what is not sent', async () => {
    const first = (
      await calls.submit({ visitorId: 'changing', profileId, consentJson: allGranted, locale: 'de', gpcDetected: true, tcfString: 'kept' }).expect(200)
    ).body;
    app.clock.advance(1000);
    const updated = (await calls.update('changing', { consentJson: { analytics: 'denied' } }).expect(200)).body;
    expect(updated).toEqual({ ...first, consentJson: { analytics: 'denied' }, updatedAt: new Date(app.clock.now()).toISOString() });
    const more = (await calls.update('changing', { consentJson: { analytics: 'granted' }, locale: 'PT-br', gpcDetected: false }).expect(200)).body;
    expect(more).toMatchObject({ consentJson: { analytics: 'granted' }, locale: 'pt-BR', gpcDetected: false, tcfString: 'kept' });
    expect((await calls.history('changing')).map((entry: { action: string; consentJson: object }) => [entry.action, entry.consentJson])).toEqual([
      ['updated', { analytics: 'granted' }],
      ['updated', { analytics: 'denied' }],
      ['created', allGranted],
    ]);
  });

  test('a submission is one transaction of three statements, and one read more where there is no RETURNING', async () => {
    await calls.submit({ visitorId: 'counted', profileId, consentJson: allGranted }).expect(200); // profile facts are in memory now
    const statements: string[] = [];
    const listen = ({ sql }: { sql: string }) => void statements.push(sql);
    app.knex.on('query', listen);
    await calls.submit({ visitorId: 'counted', profileId, consentJson: allDenied }).expect(200);
    app.knex.removeListener('query', listen);
    const verbs = statements.map((sql) => sql.split(/[ ;]/, 1)[0]?.toLowerCase());
    expect(verbs.filter((verb) => verb !== 'set')).toEqual([
      'begin',
      'insert',
      ...(database.dialect === 'mysql' ? ['select'] : []),
      'insert',
      'insert',
      'commit',
    ]);
  });

  test('keeps the largest decision whole', async () => {
    const consentJson = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`${String(index).padStart(3, '0')}-${'é'.repeat(60)}`, 'granted']));
    const strings = { tcfString: 'T'.repeat(16_384), gppString: 'G'.repeat(16_384 - 1) };
    const submitted = await calls.submit({ visitorId: 'v'.repeat(128), profileId, consentJson, locale: 'en', ...strings });
    expect(submitted.body).toMatchObject({ consentJson, ...strings });
    expect((await calls.read('v'.repeat(128)).expect(200)).text).toBe(submitted.text);
    expect((await calls.history('v'.repeat(128)))[0].consentJson).toEqual(consentJson);
  });

  test('ids that differ in case are different visitors', async () => {
    await calls.submit({ visitorId: 'CaseSensitive', profileId, consentJson: allGranted }).expect(200);
    await calls.submit({ visitorId: 'casesensitive', profileId, consentJson: allDenied }).expect(200);
    expect((await calls.read('CaseSensitive')).body.consentJson).toEqual(allGranted);
    expect(await calls.history('casesensitive')).toHaveLength(1);
  });

  test('one visitor id in two tenants is two records', async () => {
    const other = await createActiveProfile(app, {
      name: 'Another tenant’s',
      profileJson: { ...(await storedProfileJson(profileId)), complianceGroup: 'opt-out' },
    });
    await app.knex('svc_profiles').where({ id: other.id }).update({ tenant_id: 'other' });
    app.clock.advance(1000); // what was kept of profiles in memory is looked at again
    await app.knex('svc_revisions').increment('revision', 1);
    await calls.submit({ visitorId: 'in-both', profileId: other.id, consentJson: allGranted }).expect(200);
    await calls.submit({ visitorId: 'in-both', profileId, consentJson: allDenied }).expect(200);
    const [{ key: own }, { key: others }] = [await createApiKey(app), await createApiKey(app, 'other')];
    const read = (key: string) => app.request.get(`${app.publicBase}/consent/in-both`).set('X-API-Key', key);
    expect((await read(own).expect(200)).body.consentJson).toEqual(allDenied);
    expect((await read(others).expect(200)).body.consentJson).toEqual(allGranted);
    await app.request.delete(`${app.publicBase}/consent/in-both`).set('X-API-Key', others).expect(200);
    await read(others).expect(404);
    await read(own).expect(200);
    expect(await calls.history('in-both')).toHaveLength(1);
  });

  test('erasing leaves the id in no table, and an audit entry without it', async () => {
    const visitorId = 'to-be-forgotten-0123456789';
    await calls.submit({ visitorId, profileId, consentJson: allGranted }).expect(200);
    await calls.update(visitorId, { consentJson: allDenied }).expect(200);
    await app.knex('svc_parental_consents').insert({ tenant_id: 'default', visitor_id: visitorId, profile_id: profileId, granted_at: 1 });
    const before = new Set(await cellsHolding(app, visitorId));
    expect([...before].sort()).toEqual([
      'svc_consent_history.visitor_id',
      'svc_consents.visitor_id',
      'svc_parental_consents.visitor_id',
      'svc_visitors.visitor_id',
    ]);
    const events = recordEvents(app);
    const erased = await calls.erase(visitorId).expect(200);
    expect(erased.body).toEqual({ erased: true, visitorId });
    expect(await cellsHolding(app, visitorId)).toEqual([]);
    const hash = createHash('sha256').update(visitorId).digest('hex');
    const entry = await app.knex('svc_audit').where({ action: 'consent:erased', resource_id: hash }).first();
    expect(entry).toMatchObject({ tenant_id: 'default', resource_type: 'consent', user_id: null, changes: '{"by":"visitor"}' });
    expect(events).toEqual([{ name: 'consent.erased', payload: { tenantId: 'default', occurredAt: new Date(app.clock.now()).toISOString(), visitorId } }]);
    await calls.read(visitorId).expect(404);
    await calls.update(visitorId, { consentJson: allGranted }).expect(404);
    expect(await cellsHolding(app, visitorId)).toEqual([]);
    const again = (await calls.submit({ visitorId, profileId, consentJson: allGranted }).expect(200)).body;
    expect(await calls.history(visitorId)).toEqual([expect.objectContaining({ action: 'created', createdAt: again.createdAt })]);
  });

  test('an unproven update of an existing visitor is undone whole where the cookie is required', async () => {
    const strict = await createTestApp({ knex: app.knex, directory: app.directory, config: { rateLimit: false, visitorCookie: { requireOnUpdate: true } } });
    const strictCalls = consentCalls(strict);
    await strictCalls.submit({ visitorId: 'guarded', profileId, consentJson: allDenied }).expect(200);
    const before = await consentTables(app);
    const events = recordEvents(strict);
    const refused = await strictCalls.submit({ visitorId: 'guarded', profileId, consentJson: allGranted }).expect(403);
    expect(refused.body.code).toBe('visitor_cookie_required');
    expect(refused.headers['set-cookie']).toBeUndefined();
    expect(await consentTables(app)).toEqual(before);
    expect(events).toEqual([]);
    await strictCalls.submit({ visitorId: 'guarded', profileId, consentJson: allGranted }).set('Cookie', cookieOf('guarded')).expect(200);
    await strict.close();
  });

  async function storedProfileJson(id: string) {
    return JSON.parse((await app.knex('svc_profiles').where({ id }).first('profile_json')).profile_json);
  }
});
