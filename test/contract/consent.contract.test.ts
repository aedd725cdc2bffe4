import { createApiKey } from '../support/accounts';
import {
  allDenied,
  allGranted,
  auditedVisitor,
  cellsHolding,
  consentCalls,
  consentTables,
  cookieOf,
  cookiesAfter,
  recordEvents,
} from '../support/consent';
import { createTestApp, type TestApp } from '../support/create-test-app';
import { eachDatabase } from '../support/databases';
import { createActiveProfile, profileJson } from '../support/profiles';
import { addStates } from '../support/states';
import { createTenant, tenancy } from '../support/tenants';

eachDatabase((database) => {
  let app: TestApp;
  let profileId: string;
  let calls: ReturnType<typeof consentCalls>;

  beforeAll(async () => {
    const { knex } = await database.open();
    app = await createTestApp({ knex, config: { rateLimit: false, tenancy } });
    profileId = (await createActiveProfile(app)).id;
    calls = consentCalls(app);
  });
  afterAll(() => app.close());
  const inAYear = () => new Date(app.clock.now() + 365 * 86_400_000).toISOString();

  test('answers the same record from a submission, a read and an event', async () => {
    const events = recordEvents(app);
    const submitted = await calls.submit({
      visitorId: 'first-visitor',
      profileId,
      consentJson: { zulu: 'granted', alpha: 'denied', 'ünï "cödé" 🍪': 'objected' },
      locale: 'DE-at',
      gpcDetected: true,
      source: 'banner',
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
      source: 'banner',
      by: 'visitor',
      ageVerified: false,
      tcfString: 'CP_tc-string~1',
      gppString: 'DBAA',
      effectiveConsent: {
        zulu: 'granted',
        alpha: 'denied',
        'ünï "cödé" 🍪': 'objected',
        analytics: 'denied',
        marketing: 'denied',
      },
      createdAt: now,
      updatedAt: now,
      expiresAt: inAYear(),
    });
    expect(Object.keys(submitted.body.consentJson)).toEqual(['zulu', 'alpha', 'ünï "cödé" 🍪']);
    const read = await calls.read('first-visitor').expect(200);
    expect(read.text).toBe(submitted.text);
    expect(events).toEqual([
      {
        name: 'consent.created',
        payload: {
          tenantId: 'default',
          occurredAt: now,
          visitorId: 'first-visitor',
          consent: submitted.body,
        },
      },
    ]);
    expect(
      await app
        .knex('svc_consents')
        .where({ visitor_id: 'first-visitor' })
        .first('country', 'region', 'tenant_id'),
    ).toEqual({
      country: 'AT',
      region: null,
      tenant_id: 'default',
    });
  });

  test('a second submission replaces the decision and keeps id, creation time and history', async () => {
    const submitted = await calls
      .submit({
        visitorId: 'returning',
        profileId,
        consentJson: allDenied,
        ageVerified: true,
        tcfString: 'old',
        timezone: 'Asia/Tokyo',
      })
      .expect(200);
    const first = submitted.body;
    app.clock.advance(60_000);
    const events = recordEvents(app);
    const second = (
      await calls
        .submit({ visitorId: 'returning', profileId, consentJson: allGranted, locale: 'fr' })
        .set('Cookie', cookiesAfter(submitted))
        .expect(200)
    ).body;
    expect(second).toEqual({
      id: first.id,
      visitorId: 'returning',
      profileId,
      profileVersion: 1,
      locale: 'fr',
      consentJson: allGranted,
      effectiveConsent: allGranted,
      gpcDetected: false,
      source: 'banner',
      by: 'visitor',
      createdAt: first.createdAt,
      updatedAt: new Date(app.clock.now()).toISOString(),
      expiresAt: inAYear(),
    });
    expect(events.map(({ name }) => name)).toEqual(['consent.updated']);
    const history = await calls.history('returning');
    expect(history).toEqual([
      expect.objectContaining({
        action: 'updated',
        consentJson: allGranted,
        locale: 'fr',
        ownershipProven: true,
        createdAt: second.updatedAt,
      }),
      expect.objectContaining({
        action: 'created',
        consentJson: allDenied,
        locale: 'en',
        ownershipProven: true,
        createdAt: first.createdAt,
      }),
    ]);
    expect(Object.keys(history[0]).sort()).toEqual(
      [
        'id',
        'by',
        'decided',
        'action',
        'profileId',
        'profileVersion',
        'locale',
        'consentJson',
        'gpcDetected',
        'source',
        'ownershipProven',
        'createdAt',
        'revision',
        'profileName',
        'complianceGroup',
        'country',
      ].sort(),
    );
    // What the second call did not tell does not undo what is known.
    expect(
      await app.knex('svc_consents').where({ visitor_id: 'returning' }).first('country', 'choice'),
    ).toEqual({ country: 'JP', choice: 'in' });
  });

  test('an update replaces the whole map and leaves what is not sent', async () => {
    const first = (
      await calls
        .submit({
          visitorId: 'changing',
          profileId,
          consentJson: allGranted,
          locale: 'de',
          gpcDetected: true,
          ageVerified: true,
        })
        .expect(200)
    ).body;
    app.clock.advance(1000);
    const updated = (await calls.update('changing', { consentJson: { analytics: 'denied' } }).expect(200))
      .body;
    expect(updated).toEqual({
      ...first,
      consentJson: { analytics: 'denied' },
      // It grants nothing new, so the signal of the first decision stays.
      effectiveConsent: { analytics: 'denied', marketing: 'denied' },
      updatedAt: new Date(app.clock.now()).toISOString(),
      expiresAt: inAYear(),
    });
    const more = (
      await calls
        .update('changing', { consentJson: { analytics: 'granted' }, locale: 'PT-br', gpcDetected: false })
        .expect(200)
    ).body;
    expect(more).toMatchObject({
      consentJson: { analytics: 'granted' },
      locale: 'pt-BR',
      gpcDetected: false,
      ageVerified: true,
    });
    expect(
      (await calls.history('changing')).map((entry: { action: string; consentJson: object }) => [
        entry.action,
        entry.consentJson,
      ]),
    ).toEqual([
      ['updated', { analytics: 'granted' }],
      ['updated', { analytics: 'denied' }],
      ['created', allGranted],
    ]);
  });

  test('an update drops the signals of the old map, unless the map is the same or they are sent again', async () => {
    const told = { tcfString: 'of the first map', gppString: 'of the first map, too', gpcOverride: true };
    await calls.submit({ visitorId: 'strings', profileId, consentJson: allGranted, ...told }).expect(200);
    const same = (await calls.update('strings', { consentJson: allGranted, locale: 'de' }).expect(200)).body;
    expect(same).toMatchObject({ locale: 'de', ...told });
    const sentAnew = (
      await calls.update('strings', { consentJson: allDenied, tcfString: 'of the second map' }).expect(200)
    ).body;
    expect(sentAnew).toMatchObject({ consentJson: allDenied, tcfString: 'of the second map' });
    for (const field of ['gppString', 'gpcOverride']) expect(sentAnew).not.toHaveProperty(field);
    const dropped = (await calls.update('strings', { consentJson: allGranted }).expect(200)).body;
    for (const field of Object.keys(told)) expect(dropped).not.toHaveProperty(field);
    expect((await calls.read('strings').expect(200)).body).toEqual(dropped);
    expect(
      (await calls.history('strings')).map((entry: { gpcOverride?: boolean }) => entry.gpcOverride),
    ).toEqual([undefined, undefined, true, true]);
  });

  test('a submission is one transaction, which reads the record first, and after an insert or where there is no RETURNING', async () => {
    await calls.submit({ visitorId: 'counted', profileId, consentJson: allGranted }).expect(200); // profile facts are in memory now
    const verbsOf = async (visitorId: string) => {
      const statements: { sql: string; __knexTxId?: string }[] = [];
      const listen = (statement: { sql: string }) => void statements.push(statement);
      app.knex.on('query', listen);
      await calls.submit({ visitorId, profileId, consentJson: allDenied }).expect(200);
      app.knex.removeListener('query', listen);
      // Statistics may be folding at this moment, in a transaction of their own.
      const transaction = statements.find(({ sql }) =>
        /(insert into|update) .svc_consents/.test(sql),
      )?.__knexTxId;
      const verbs = statements
        .filter(({ __knexTxId }) => __knexTxId === transaction)
        .map(({ sql }) => sql.split(/[ ;]/, 1)[0]?.toLowerCase());
      // A connection that other statements use afterwards still bears the transaction's name.
      return verbs.slice(0, verbs.indexOf('commit') + 1).filter((verb) => verb !== 'set');
    };
    // The record, and the journal of statistics.
    expect(await verbsOf('counted-first')).toEqual([
      'begin',
      'select',
      'insert',
      'select',
      'insert',
      'commit',
    ]);
    const update = database.dialect === 'mysql' ? ['update', 'select'] : ['update'];
    const states = ['insert', 'insert'];
    expect(await verbsOf('counted')).toEqual(['begin', 'select', ...update, ...states, 'insert', 'commit']);
  });

  test('keeps the largest decision whole', async () => {
    const consentJson = Object.fromEntries(
      Array.from({ length: 200 }, (_, index) => [
        `${String(index).padStart(3, '0')}-${'é'.repeat(60)}`,
        'granted',
      ]),
    );
    const strings = { tcfString: 'T'.repeat(16_384), gppString: 'G'.repeat(16_384 - 1) };
    const submitted = await calls.submit({
      visitorId: 'v'.repeat(128),
      profileId,
      consentJson,
      locale: 'en',
      ...strings,
    });
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
    const tenant = await createTenant(app, 'other');
    const other = await createActiveProfile(app, { name: 'Another tenant’s' }, tenant.id);
    await calls.submit({ visitorId: 'in-both', profileId: other.id, consentJson: allGranted }).expect(200);
    await calls.submit({ visitorId: 'in-both', profileId, consentJson: allDenied }).expect(200);
    const [{ key: own }, { key: others }] = [await createApiKey(app), await createApiKey(app, tenant.id)];
    const read = (key: string) => app.request.get(`${app.publicBase}/consent/in-both`).set('X-API-Key', key);
    expect((await read(own).expect(200)).body.consentJson).toEqual(allDenied);
    expect((await read(others).expect(200)).body.consentJson).toEqual(allGranted);
    await app.request.delete(`${app.publicBase}/consent/in-both`).set('X-API-Key', others).expect(200);
    await read(others).expect(404);
    await read(own).expect(200);
    expect(await calls.history('in-both')).toHaveLength(1);
  });

  test('records of one of the host’s users are found on every device, the latest decision first', async () => {
    const { key } = await createApiKey(app);
    const { key: others } = await createApiKey(app, (await createTenant(app, 'subjects')).id);
    const asServer = <T extends { set(name: string, value: string): T }>(request: T, by = key) =>
      request.set('X-API-Key', by);
    const of = (visitorId: string) => ({ visitorId, profileId, consentJson: allGranted });
    const subjectId = "user'42@Shop.example";
    const list = (subject: string, by = key) =>
      asServer(app.request.get(`${app.publicBase}/subjects/${encodeURIComponent(subject)}/consents`), by);
    await asServer(calls.submit({ ...of('phone'), subjectId })).expect(200);
    await asServer(calls.submit({ ...of('unrelated'), subjectId: subjectId.toLowerCase() })).expect(200);
    app.clock.advance(1000);
    await asServer(calls.submit(of('laptop'))).expect(200);
    await asServer(
      app.request.put(`${app.publicBase}/consent/laptop`).send({ consentJson: allDenied, subjectId }),
    ).expect(200);
    const found = (await list(subjectId).expect(200)).body;
    expect(found).toEqual([
      expect.objectContaining({
        visitorId: 'laptop',
        subjectId,
        consentJson: allDenied,
        effectiveConsent: allDenied,
      }),
      expect.objectContaining({ visitorId: 'phone', subjectId, consentJson: allGranted }),
    ]);
    app.clock.advance(1000);
    // The visitor's own decisions leave the link that a server has made.
    await calls.submit(of('phone')).set('Cookie', cookieOf('phone')).expect(200);
    await calls.update('laptop', { consentJson: allGranted }).expect(200);
    app.clock.advance(1000);
    await asServer(calls.submit(of('phone'))).expect(200);
    expect((await list(subjectId)).body.map((record: { visitorId: string }) => record.visitorId)).toEqual([
      'phone',
      'laptop',
    ]);
    expect((await list(subjectId, others).expect(200)).body).toEqual([]);
    await asServer(
      app.request.put(`${app.publicBase}/consent/laptop`).send({ consentJson: allGranted, subjectId: null }),
    ).expect(200);
    expect((await list(subjectId)).body).toHaveLength(1);
    await calls.erase('phone').expect(200);
    expect((await list(subjectId)).body).toEqual([]);
    expect(await cellsHolding(app, subjectId)).toEqual([]);
  });

  test('the signal of a known user on one device applies on the others until a decision there ends it', async () => {
    const { key } = await createApiKey(app);
    const { id: strict } = await createActiveProfile(app, {
      profileJson: profileJson({ complianceGroup: 'opt-out-strict' }),
      localeContent: {},
    });
    const decide = (visitorId: string, more: object = {}) => ({
      visitorId,
      profileId: strict,
      consentJson: allGranted,
      ...more,
    });
    const link = (visitorId: string, more: object = {}) =>
      app.request
        .put(`${app.publicBase}/consent/${visitorId}`)
        .set('X-API-Key', key)
        .send({ consentJson: allGranted, subjectId: 'known', ...more });
    const onLaptop = async () => (await calls.read('signal-laptop').expect(200)).body.effectiveConsent;
    await calls.submit(decide('signal-laptop')).expect(200);
    await link('signal-laptop').expect(200);
    app.clock.advance(1000);
    await calls.submit(decide('signal-phone', { gpcDetected: true })).expect(200);
    expect(await onLaptop()).toEqual(allGranted);
    // The answer of a write sees what the write did.
    expect((await link('signal-phone', { locale: 'fr' }).expect(200)).body).toMatchObject({
      gpcDetected: true,
      effectiveConsent: allDenied,
    });
    expect(await onLaptop()).toEqual(allDenied);
    expect((await link('signal-laptop', { gpcOverride: true }).expect(200)).body.effectiveConsent).toEqual(
      allGranted,
    );
    app.clock.advance(1000);
    // Confirmed on the phone, and refused again there: neither is the signal alone.
    const phone = { Cookie: cookieOf('signal-phone') };
    const change = (body: object) => calls.update('signal-phone', body).set(phone).expect(200);
    await change({ consentJson: allGranted, gpcOverride: true });
    expect(await onLaptop()).toEqual(allGranted);
    await change({ consentJson: allGranted, gpcOverride: false });
    expect(await onLaptop()).toEqual(allDenied);
    expect((await change({ consentJson: allDenied })).body.gpcDetected).toBe(true);
    expect(await onLaptop()).toEqual(allDenied);
    // A new grant without the signal; the record reports what was last sent.
    expect((await change({ consentJson: allGranted })).body.gpcDetected).toBe(true);
    expect(await onLaptop()).toEqual(allGranted);
    await change({ consentJson: allDenied, gpcDetected: true });
    app.clock.advance(1000);
    expect(await onLaptop()).toEqual(allDenied);
    const listed = await app.request
      .get(`${app.adminBase}/consents?subjectId=known`)
      .set(await app.asAdmin());
    expect(listed.body.items.map((record: { effectiveConsent: object }) => record.effectiveConsent)).toEqual([
      allDenied,
      allDenied,
    ]);
    // An erasure is not consent.
    await calls.erase('signal-phone').expect(200);
    expect(await onLaptop()).toEqual(allDenied);
    await link('signal-laptop', { gpcOverride: true }).expect(200);
    expect(await onLaptop()).toEqual(allGranted);
  });

  test('erasing leaves the id in no table, and an audit entry without it', async () => {
    const visitorId = 'to-be-forgotten-0123456789';
    await calls.submit({ visitorId, profileId, consentJson: allGranted }).expect(200);
    await calls.update(visitorId, { consentJson: allDenied }).expect(200);
    await app.knex('svc_parental_consents').insert({
      tenant_id: 'default',
      visitor_id: visitorId,
      profile_id: profileId,
      granted_at: 1,
      updated_at: 1,
    });
    const before = new Set(await cellsHolding(app, visitorId));
    expect([...before].sort()).toEqual([
      'svc_consent_history.visitor_id',
      'svc_consents.visitor_id',
      'svc_parental_consents.visitor_id',
    ]);
    const events = recordEvents(app);
    const erased = await calls.erase(visitorId).expect(200);
    const { certificate, ...answer } = erased.body;
    expect(answer).toEqual({ erased: true, visitorId });
    expect(JSON.stringify(certificate)).not.toContain(visitorId);
    expect(await cellsHolding(app, visitorId)).toEqual([]);
    const entry = await app
      .knex('svc_audit')
      .where({ action: 'consent:erased', resource_id: auditedVisitor(visitorId) })
      .first();
    expect(entry).toMatchObject({ tenant_id: 'default', resource_type: 'consent', user_id: null });
    expect(JSON.parse(entry.changes)).toEqual({
      by: 'visitor',
      certificate: certificate.id,
      erased: { parentalRequests: 1, records: 1, states: 2 },
      erasedAt: certificate.erasedAt,
      hashKey: expect.stringMatching(/^[0-9a-f]{8}$/),
      ownershipProven: false,
    });
    expect(events).toEqual([
      {
        name: 'consent.erased',
        payload: { tenantId: 'default', occurredAt: new Date(app.clock.now()).toISOString(), visitorId },
      },
    ]);
    await calls.read(visitorId).expect(404);
    await calls.update(visitorId, { consentJson: allGranted }).expect(404);
    expect(await cellsHolding(app, visitorId)).toEqual([]);
    const again = (await calls.submit({ visitorId, profileId, consentJson: allGranted }).expect(200)).body;
    expect(await calls.history(visitorId)).toEqual([
      expect.objectContaining({ action: 'created', createdAt: again.createdAt }),
    ]);
  });

  test('an update that changes nothing writes nothing, emits nothing and returns the unchanged record', async () => {
    const sent = {
      visitorId: 'same-again',
      profileId,
      consentJson: { analytics: 'granted', marketing: 'denied' },
      locale: 'de',
      tcfString: 'own',
    };
    const submitted = await calls.submit(sent).expect(200);
    app.clock.advance(1000);
    const before = await consentTables(app);
    const events = recordEvents(app);
    for (const body of [
      { consentJson: sent.consentJson },
      {
        consentJson: { marketing: 'denied', analytics: 'granted' },
        locale: 'DE',
        tcfString: 'own',
        gpcDetected: false,
        gppString: null,
      },
    ]) {
      const answer = await calls.update('same-again', body).expect(200);
      expect(answer.body).toEqual(submitted.body);
      expect(answer.headers['set-cookie']).toBeUndefined();
    }
    expect(events).toEqual([]);
    expect(await consentTables(app)).toEqual(before);
    // A decision that is submitted again is a new one, also when it says the same.
    await calls.submit(sent).set('Cookie', cookiesAfter(submitted)).expect(200);
    expect(await calls.history('same-again')).toHaveLength(2);
    for (const change of [{ locale: 'fr' }, { tcfString: 'new' }, { consentJson: allDenied }]) {
      await calls.update('same-again', { consentJson: sent.consentJson, ...change }).expect(200);
    }
    expect(await calls.history('same-again')).toHaveLength(5);
  });

  test('a visitor can add at most 200 states a day, also with concurrent requests, and more on the next day', async () => {
    const { key } = await createApiKey(app);
    const first = await calls.submit({ visitorId: 'busy', profileId, consentJson: allGranted }).expect(200);
    const id = first.body.id;
    const rows = app.knex('svc_consent_history').where({ visitor_id: 'busy' });
    await addStates(app.knex, 'busy', 191);
    const answers = await Promise.all(
      Array.from({ length: 14 }, (_, index) =>
        index % 2 === 0
          ? calls
              .submit({ visitorId: 'busy', profileId, consentJson: allGranted })
              .set('Cookie', cookiesAfter(first))
          : calls
              .update('busy', { consentJson: { analytics: 'granted', [`n-${index}`]: 'granted' } })
              .set('X-API-Key', key),
      ),
    );
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.map(({ status, body }) => [status, body.code])).toEqual(
      Array(5).fill([429, 'rate_limited']),
    );
    const untilMidnight = Math.ceil((86_400_000 - (app.clock.now() % 86_400_000)) / 1000);
    for (const { headers } of refused) expect(headers['retry-after']).toBe(String(untilMidnight));
    expect(await rows.clone()).toHaveLength(200);
    expect((await app.knex('svc_consents').where({ id }).first('revision')).revision).toBe(200);
    // Imports do not use up the day.
    await rows.clone().where('revision', '>', 190).update({ written_by: 'import' });
    await calls
      .submit({ visitorId: 'busy', profileId, consentJson: allGranted })
      .set('Cookie', cookiesAfter(first))
      .expect(200);
    await rows.clone().where('revision', '>', 190).update({ written_by: 'visitor' });
    await calls.submit({ visitorId: 'someone-else', profileId, consentJson: allDenied }).expect(200);
    app.clock.advance(untilMidnight * 1000);
    await calls
      .submit({ visitorId: 'busy', profileId, consentJson: allGranted })
      .set('Cookie', cookiesAfter(first))
      .expect(200);
    expect(await rows.clone()).toHaveLength(202);
  });

  test('a long history is read page by page, newest first, each state once', async () => {
    await calls.submit({ visitorId: 'long', profileId, consentJson: allGranted }).expect(200);
    const localeOf = (revision: number) => (revision === 1 ? 'en' : `x-${revision}`);
    await addStates(app.knex, 'long', 250, (revision) => ({ locale: localeOf(revision) }));
    const get = async (query: object, visitorId = 'long') =>
      app.request
        .get(`${app.adminBase}/consents/${visitorId}/history`)
        .query(query)
        .set(await app.asAdmin());
    const pages: { locale: string }[][] = [];
    let cursor: string | undefined;
    do {
      const { status, body, headers } = await get(cursor === undefined ? {} : { cursor });
      expect(status).toBe(200);
      pages.push(body);
      cursor = headers['next-cursor'];
    } while (cursor !== undefined);
    expect(pages.map(({ length }) => length)).toEqual([100, 100, 50]);
    expect(pages.flat().map(({ locale }) => locale)).toEqual([
      ...Array.from({ length: 250 }, (_, index) => localeOf(250 - index)),
    ]);
    const short = await get({ limit: 2 });
    expect(short.body).toEqual(pages.flat().slice(0, 2));
    const next = short.headers['next-cursor'];
    expect((await get({ limit: 200, cursor: next })).body).toEqual(pages.flat().slice(2, 202));
    await calls.submit({ visitorId: 'other-history', profileId, consentJson: allGranted }).expect(200);
    for (const answer of [
      await get({ cursor: next }, 'other-history'),
      await get({ cursor: `${next}x` }),
      await get({ limit: 0 }),
      await get({ limit: 201 }),
    ]) {
      expect([answer.status, answer.body.code]).toEqual([400, 'validation_failed']);
    }
    expect((await get({ limit: 1 }, 'nobody-at-all')).status).toBe(404);
  });

  test('an unproven update of an existing visitor is undone whole where the cookie is required', async () => {
    const strict = await createTestApp({
      knex: app.knex,
      directory: app.directory,
      config: { rateLimit: false, visitorCookie: { requireOnUpdate: true } },
    });
    const strictCalls = consentCalls(strict);
    await strictCalls.submit({ visitorId: 'guarded', profileId, consentJson: allDenied }).expect(200);
    const before = await consentTables(app);
    const events = recordEvents(strict);
    const refused = await strictCalls
      .submit({ visitorId: 'guarded', profileId, consentJson: allGranted })
      .expect(403);
    expect(refused.body.code).toBe('visitor_cookie_required');
    expect(refused.headers['set-cookie']).toBeUndefined();
    expect(await consentTables(app)).toEqual(before);
    expect(events).toEqual([]);
    await strictCalls
      .submit({ visitorId: 'guarded', profileId, consentJson: allGranted })
      .set('Cookie', cookieOf('guarded'))
      .expect(200);
    await strict.close();
  });
});
