import { parseSetCookie } from 'cookie';
import { createApiKey, createUser } from '../support/accounts';
import {
  allDenied,
  allGranted,
  auditedVisitor,
  consentCalls,
  consentTables,
  cookieOf,
  cookiesAfter,
} from '../support/consent';
import { createTestApp, type TestApp, type TestAppOptions } from '../support/create-test-app';
import { createActiveProfile, profileJson } from '../support/profiles';
import { createTenant, tenancy } from '../support/tenants';

let app: TestApp;
let calls: ReturnType<typeof consentCalls>;
let profileId: string;

const shared: TestApp[] = [];

/** Opens an app for this test alone. */
async function open(
  config: TestAppOptions['config'] = {},
  more: Partial<TestAppOptions> = {},
): Promise<void> {
  app = await createTestApp({ config: { rateLimit: false, ...config }, ...more });
  calls = consentCalls(app);
  profileId = (await createActiveProfile(app, { profileJson: profileJson({ allowReceipt: true }) })).id;
}

/** Opens one app for all tests of the file or `describe`. */
function openForAll(config: TestAppOptions['config'] = {}): void {
  let opened: { app: TestApp; calls: typeof calls; profileId: string };
  beforeAll(async () => {
    await open(config);
    opened = { app, calls, profileId };
    shared.push(app);
  });
  beforeEach(() => {
    ({ app, calls, profileId } = opened);
  });
}
openForAll();
afterEach(async () => {
  if (!shared.includes(app)) await app.close();
});
afterAll(() => Promise.all(shared.map((each) => each.close())));

const submission = (more: object = {}) => ({ profileId, consentJson: allGranted, ...more });
const setCookies = (response: { headers: Record<string, unknown> }) =>
  ((response.headers['set-cookie'] ?? []) as string[]).map((line) => parseSetCookie(line));
const names = (response: { headers: Record<string, unknown> }) =>
  setCookies(response).map(({ name }) => name);
const refused = [403, 'visitor_cookie_required'];
const verdict = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];
const proven = async (visitorId: string) =>
  (await calls.history(visitorId)).map((entry: { ownershipProven: boolean }) => entry.ownershipProven);
const lastErasure = () =>
  app.knex('svc_audit').where({ action: 'consent:erased' }).orderBy('sequence', 'desc').first();

/** A visitor's browser: keeps what answers set. */
async function decideAs(visitorId?: string) {
  const response = await calls.submit(submission({ visitorId })).expect(200);
  return { visitorId: response.body.visitorId as string, cookie: cookiesAfter(response) };
}

/** Each call on a visitor's own record. */
const ownRoutes = [
  ['GET', (id: string) => app.request.get(`${app.publicBase}/consent/${id}`)],
  [
    'PUT',
    (id: string) => app.request.put(`${app.publicBase}/consent/${id}`).send({ consentJson: allDenied }),
  ],
  ['verify', (id: string) => app.request.get(`${app.publicBase}/consent/${id}/verify`)],
  [
    'receipt',
    (id: string) =>
      app.request.get(`${app.publicBase}/consent/${id}/receipt`).set('Accept', 'application/json'),
  ],
  [
    'parental request',
    (id: string) =>
      app.request.post(`${app.publicBase}/consent/${id}/parental-consent-request`).send({ profileId }),
  ],
  ['DELETE', (id: string) => app.request.delete(`${app.publicBase}/consent/${id}`)],
] as const;

describe('with visitorCookie.requireProof', () => {
  openForAll({ visitorCookie: { requireProof: true } });

  test('a viewer who has read a visitor id can neither read, change nor erase the record with it, and gets no proof', async () => {
    const { visitorId } = await decideAs();
    const viewer = await createUser(app, { role: 'viewer' });
    const listed = await app.request.get(`${app.adminBase}/consents`).set(viewer.as).expect(200);
    const id = visitorId;
    expect(listed.body.items.map((item: { visitorId: string }) => item.visitorId)).toContain(id);
    const before = await consentTables(app);
    for (const [, call] of ownRoutes)
      expect(verdict(await call(id).set('Cookie', cookieOf(id)))).toEqual(refused);
    const posted = await calls
      .submit(submission({ visitorId: id, consentJson: allDenied }))
      .set('Cookie', cookieOf(id));
    expect([...verdict(posted), names(posted)]).toEqual([...refused, []]);
    expect(await consentTables(app)).toEqual(before);
  });

  test.each(ownRoutes)(
    '%s works with both cookies, and is refused the same for visitors who exist and who do not',
    async (_name, call) => {
      const { visitorId, cookie } = await decideAs();
      const [, proof] = cookie.split('; ');
      const other = await decideAs();
      const forgeries = [
        '',
        cookieOf(visitorId),
        String(proof),
        other.cookie,
        `${cookieOf(visitorId)}; ${other.cookie.split('; ')[1]}`,
        `${cookie}x`,
      ];
      for (const forged of forgeries) {
        expect(verdict(await call(visitorId).set('Cookie', forged))).toEqual(refused);
        expect(verdict(await call('nobody').set('Cookie', forged.replaceAll(visitorId, 'nobody')))).toEqual(
          refused,
        );
      }
      expect((await call(visitorId).set('Cookie', cookie)).status).toBe(200);
    },
  );

  test('an API key needs no cookie', async () => {
    const { visitorId } = await decideAs();
    const { key } = await createApiKey(app);
    for (const [, call] of ownRoutes) expect((await call(visitorId).set('X-API-Key', key)).status).toBe(200);
  });

  test('history and audit log say that the owner acted', async () => {
    const { visitorId, cookie } = await decideAs();
    await calls
      .submit(submission({ consentJson: allDenied }))
      .set('Cookie', cookie)
      .expect(200);
    await app.request
      .put(`${app.publicBase}/consent/${visitorId}`)
      .set('Cookie', cookie)
      .send({ consentJson: allGranted })
      .expect(200);
    expect(await proven(visitorId)).toEqual([true, true, true]);
    const erased = await app.request
      .delete(`${app.publicBase}/consent/${visitorId}`)
      .set('Cookie', cookie)
      .expect(200);
    expect(setCookies(erased).map(({ name, value, maxAge }) => [name, value, maxAge])).toEqual([
      ['svc_vid', '', 0],
      ['svc_own', '', 0],
      ['svc_choice', '', 0],
    ]);
    const entry = await lastErasure();
    expect(JSON.parse(entry.changes)).toEqual({
      by: 'visitor',
      ownershipProven: true,
      erased: { records: 1, states: expect.any(Number), parentalRequests: 0 },
      certificate: expect.any(String),
      erasedAt: expect.any(String),
      hashKey: expect.any(String),
    });
    expect(entry.resource_id).toBe(auditedVisitor(visitorId));
  });

  test('a planted cookie does not attach a visitor to somebody else’s record', async () => {
    const attacker = await decideAs();
    const planted = attacker.visitorId;
    const victim = await calls
      .submit(submission({ consentJson: allDenied }))
      .set('Cookie', cookieOf(planted))
      .expect(200);
    expect(victim.body.visitorId).not.toBe(planted);
    expect(names(victim)).toEqual(['svc_vid', 'svc_own', 'svc_choice']);
    const own = await app.request
      .get(`${app.publicBase}/consent/${planted}`)
      .set('Cookie', attacker.cookie)
      .expect(200);
    expect(own.body.consentJson).toEqual(allGranted);
    expect(await calls.history(planted)).toHaveLength(1);
  });

  test('an id that nobody has used is accepted without a proof, and gets one', async () => {
    for (const [held, visitorId] of [
      ['', 'named'],
      [cookieOf('kept'), undefined],
      [`${cookieOf('both')}; svc_own=forged`, 'both'],
    ] as const) {
      const made = await calls.submit(submission({ visitorId })).set('Cookie', held).expect(200);
      expect(made.body.visitorId).toBe(visitorId ?? 'kept');
      expect(names(made)).toEqual(['svc_vid', 'svc_own', 'svc_choice']);
      expect(await proven(made.body.visitorId)).toEqual([true]);
      await app.request
        .get(`${app.publicBase}/consent/${made.body.visitorId}`)
        .set('Cookie', cookiesAfter(made))
        .expect(200);
      // From now on there is something to protect.
      expect(verdict(await calls.submit(submission({ visitorId: made.body.visitorId })))).toEqual(refused);
      await calls.submit(submission()).set('Cookie', cookiesAfter(made)).expect(200);
    }
  });

  test('of two submissions for one new id only one gets the proof', async () => {
    const named = await Promise.all([1, 2, 3].map(() => calls.submit(submission({ visitorId: 'wanted' }))));
    expect(named.map(({ status }) => status).sort()).toEqual([200, 403, 403]);
    expect(named.flatMap(names).filter((name) => name === 'svc_own')).toHaveLength(1);
    const kept = await Promise.all(
      [1, 2, 3].map(() => calls.submit(submission()).set('Cookie', cookieOf('shared'))),
    );
    expect(kept.map(({ status }) => status)).toEqual([200, 200, 200]);
    const ids = kept.map(({ body }) => body.visitorId);
    expect(ids.filter((id) => id === 'shared')).toHaveLength(1);
    expect(new Set(ids).size).toBe(3);
  });

  test('a visitor who is erased while another request claims the id keeps the proof to themselves', async () => {
    let claims = 0;
    let key = '';
    await open({
      visitorCookie: { requireProof: true },
      plugins: [
        {
          name: 'between',
          initialize() {},
          destroy() {},
          // Runs between the first look at the id and the transaction.
          async beforeConsentSave({ visitorId }) {
            if (visitorId !== 'quick') return;
            claims += 1;
            // The server’s own request runs the hook too.
            if (claims > 1) return;
            const path = `${app.publicBase}/consent`;
            const server = { 'X-API-Key': key };
            await app.request.post(path).set(server).send(submission({ visitorId })).expect(200);
            await app.request.delete(`${path}/${visitorId}`).set(server).expect(200);
          },
        },
      ],
    });
    ({ key } = await createApiKey(app));
    const claimed = await calls.submit(submission({ visitorId: 'quick' }));
    expect([...verdict(claimed), names(claimed)]).toEqual([...refused, []]);
  });

  test('an id with a parent’s consent and no record is not free', async () => {
    const asked = await app.request
      .post(`${app.publicBase}/consent/parental-consent-request`)
      .send({ profileId })
      .expect(200);
    const { body } = await calls.resolveParent(asked.body.token).expect(200);
    expect(verdict(await calls.submit(submission({ visitorId: body.visitorId })))).toEqual(refused);
    const child = await calls.submit(submission()).set('Cookie', cookiesAfter(asked)).expect(200);
    expect(child.body).toMatchObject({ visitorId: body.visitorId, parentalConsent: 'granted' });
  });

  test('an erased id creates no record without its proof, so that nobody gets the proof that its browser has', async () => {
    const { visitorId, cookie } = await decideAs();
    const { key } = await createApiKey(app);
    const path = `${app.publicBase}/consent/${visitorId}`;
    await app.request.delete(path).set('X-API-Key', key).expect(200);
    for (const held of ['', cookieOf(visitorId), `${cookieOf(visitorId)}; svc_own=forged`]) {
      const named = await calls.submit(submission({ visitorId })).set('Cookie', held);
      expect([...verdict(named), names(named)]).toEqual([...refused, []]);
    }
    const planted = await calls.submit(submission()).set('Cookie', cookieOf(visitorId)).expect(200);
    expect(planted.body.visitorId).not.toBe(visitorId);
    expect(cookiesAfter(planted)).not.toContain(String(cookie.split('svc_own=')[1]));
    // The visitor comes back.
    const again = await calls.submit(submission()).set('Cookie', cookie).expect(200);
    expect(again.body.visitorId).toBe(visitorId);
  });

  test('another signing hash invalidates every proof, and visitors decide again under a new id', async () => {
    await open({ visitorCookie: { requireProof: true } });
    const { visitorId, cookie } = await decideAs();
    const rotated = await createTestApp({
      knex: app.knex,
      directory: app.directory,
      config: {
        visitorCookie: { requireProof: true },
        compliance: { dataSigningHash: 'a new signing hash, set after a leak of the old one' },
      },
    });
    const path = `${rotated.publicBase}/consent`;
    expect(verdict(await rotated.request.get(`${path}/${visitorId}`).set('Cookie', cookie))).toEqual(refused);
    const again = await rotated.request.post(path).set('Cookie', cookie).send(submission()).expect(200);
    expect(again.body.visitorId).not.toBe(visitorId);
    await rotated.request
      .get(`${path}/${again.body.visitorId}`)
      .set('Cookie', cookiesAfter(again))
      .expect(200);
    await rotated.close();
  });
});

describe('without it', () => {
  test('the bare id still reads, changes and erases, and never counts as proof', async () => {
    const { visitorId } = await decideAs();
    const bare = cookieOf(visitorId);
    await calls.read(visitorId).expect(200);
    const updated = await calls.update(visitorId, { consentJson: allDenied }).expect(200);
    const posted = await calls.submit(submission()).set('Cookie', bare).expect(200);
    // The id lives on, the proof is not handed to whoever has only read the id.
    expect([names(updated), names(posted)]).toEqual([
      ['svc_vid', 'svc_choice'],
      ['svc_vid', 'svc_choice'],
    ]);
    expect(posted.body).toMatchObject({ id: updated.body.id, createdAt: updated.body.createdAt });
    expect(await proven(visitorId)).toEqual([false, false, true]);
    await calls.erase(visitorId).expect(200);
    const { changes } = await lastErasure();
    expect(JSON.parse(changes)).toEqual({
      by: 'visitor',
      ownershipProven: false,
      erased: { records: 1, states: expect.any(Number), parentalRequests: 0 },
      certificate: expect.any(String),
      erasedAt: expect.any(String),
      hashKey: expect.any(String),
    });
  });

  test('evidence tells proven and unproven decisions apart', async () => {
    const { visitorId, cookie } = await decideAs();
    await calls.update(visitorId, { consentJson: allDenied }).expect(200);
    await calls.submit(submission()).set('Cookie', cookie).expect(200);
    const { body } = await app.request
      .get(`${app.adminBase}/consents/${visitorId}/evidence`)
      .set(await app.asAdmin())
      .expect(200);
    expect(body.history.map((state: { ownershipProven: boolean }) => state.ownershipProven)).toEqual([
      true,
      false,
      true,
    ]);
    expect(body.receipt.events.map((event: { ownershipProven: boolean }) => event.ownershipProven)).toEqual([
      true,
      false,
      true,
    ]);
  });

  test('the proof is renewed with the id, by a submission and by an update', async () => {
    const { visitorId, cookie } = await decideAs();
    const again = await calls.submit(submission()).set('Cookie', cookie).expect(200);
    const changed = await app.request
      .put(`${app.publicBase}/consent/${visitorId}`)
      .set('Cookie', cookie)
      .send({ consentJson: allDenied })
      .expect(200);
    for (const response of [again, changed]) {
      expect(cookiesAfter(response)).toBe(cookie);
      expect(setCookies(response)[1]).toMatchObject({
        name: 'svc_own',
        httpOnly: true,
        maxAge: 365 * 86_400,
      });
    }
  });

  test('a submission over a known id without its cookie is answered with the whole record, and no cookies', async () => {
    const first = await calls
      .submit(
        submission({ visitorId: 'user-42', ageVerified: true, tcfString: 'own', timezone: 'Europe/Berlin' }),
      )
      .expect(200);
    const { key } = await createApiKey(app);
    await app.request
      .put(`${app.publicBase}/consent/user-42`)
      .set('X-API-Key', key)
      .send({ consentJson: allGranted, subjectId: 'customer-7' })
      .expect(200);
    app.clock.advance(60_000);
    const stranger = await calls
      .submit(submission({ visitorId: 'user-42', consentJson: allDenied, locale: 'fr' }))
      .expect(200);
    expect(stranger.body).toEqual({
      id: first.body.id,
      createdAt: first.body.createdAt,
      visitorId: 'user-42',
      profileId,
      profileVersion: 1,
      locale: 'fr',
      consentJson: allDenied,
      effectiveConsent: allDenied,
      gpcDetected: false,
      source: 'banner',
      by: 'visitor',
      updatedAt: new Date(app.clock.now()).toISOString(),
      expiresAt: new Date(app.clock.now() + 365 * 86_400_000).toISOString(),
    });
    expect(names(stranger)).toEqual([]);
  });

  test('a stranger does not act under what a parent allowed, until the parent agrees again', async () => {
    const { visitorId, cookie } = await decideAs();
    const parentOf = async () => (await calls.read(visitorId).expect(200)).body.parentalConsent;
    const agree = async () =>
      calls
        .resolveParent((await calls.askParent(visitorId, { profileId }).expect(200)).body.token)
        .expect(200);
    await agree();
    expect(await parentOf()).toBe('granted');
    await calls.submit(submission({ visitorId })).expect(200);
    expect(await parentOf()).toBe('pending');
    await agree();
    expect(await parentOf()).toBe('granted');
    // The child's own next decision needs no new agreement.
    await calls.submit(submission({ visitorId })).expect(200);
    expect(await parentOf()).toBe('pending');
    await calls.submit(submission()).set('Cookie', cookie).expect(200);
    expect(await parentOf()).toBe('granted');
  });
});

describe('the proof', () => {
  test('has the __Host- prefix over TLS, and a cookie without the prefix proves nothing there', async () => {
    await open({ trustProxy: true, visitorCookie: { requireProof: true } });
    const tls = { 'X-Forwarded-Proto': 'https' };
    const response = await calls.submit(submission()).set(tls).expect(200);
    expect(setCookies(response)).toMatchObject([
      { name: 'svc_vid' },
      { name: '__Host-svc_own', secure: true, httpOnly: true, path: '/' },
      { name: 'svc_choice', secure: true, path: '/' },
    ]);
    const read = (cookie: string) =>
      app.request.get(`${app.publicBase}/consent/${response.body.visitorId}`).set(tls).set('Cookie', cookie);
    await read(cookiesAfter(response)).expect(200);
    expect(verdict(await read(cookiesAfter(response).replace('__Host-', '')))).toEqual(refused);
  });

  test.each([{ domain: 'shop.example' }, { path: '/shop' }])(
    'has no prefix where browsers would drop it: %j',
    async (visitorCookie) => {
      await open({ visitorCookie: { secure: true, ...visitorCookie } });
      expect(names(await calls.submit(submission()).expect(200))).toEqual([
        'svc_vid',
        'svc_own',
        'svc_choice',
      ]);
    },
  );

  test('is for one tenant: an id of another tenant cannot be turned into a proof by deciding elsewhere', async () => {
    await open({ tenancy, visitorCookie: { requireProof: true } });
    const { visitorId, cookie } = await decideAs();
    const tenant = await createTenant(app, 'elsewhere');
    const other = await createActiveProfile(app, { name: 'Elsewhere' }, tenant.id);
    const decision = { profileId: other.id, consentJson: allDenied };
    expect(verdict(await calls.submit({ ...decision, visitorId }))).toEqual(refused);
    const thief = await calls.submit(decision).set('Cookie', cookieOf(visitorId)).expect(200);
    expect(thief.body.visitorId).not.toBe(visitorId);
    const at = (tenantId: string, held: string) =>
      app.request.get(`${app.publicBase}/consent/${visitorId}?tenantId=${tenantId}`).set('Cookie', held);
    expect(verdict(await at('default', cookiesAfter(thief)))).toEqual(refused);
    expect(verdict(await at(tenant.id, cookie))).toEqual(refused);
  });

  test('of several tenants is kept beside each other, and picks the record where no tenant is named', async () => {
    await open({ tenancy, visitorCookie: { requireProof: true } });
    const first = await calls.submit(submission()).expect(200);
    const { visitorId } = first.body;
    const tenant = await createTenant(app, 'second');
    const other = await createActiveProfile(app, { name: 'Second' }, tenant.id);
    const second = await calls
      .submit({ profileId: other.id, consentJson: allDenied })
      .set('Cookie', cookiesAfter(first))
      .expect(200);
    expect(second.body.visitorId).toBe(visitorId);
    const read = (query: string, cookie: string) =>
      app.request.get(`${app.publicBase}/consent/${visitorId}${query}`).set('Cookie', cookie);
    for (const tenantId of ['default', tenant.id])
      await read(`?tenantId=${tenantId}`, cookiesAfter(second)).expect(200);
    // Only the second tenant's proof: the answer is its record, and does not mention the other one.
    const [id, both = ''] = cookiesAfter(second).split('; svc_own=');
    const onlySecond = `${id}; svc_own=${both.split('.')[0]}`;
    expect((await read('', onlySecond).expect(200)).body.profileId).toBe(other.id);
    expect(verdict(await read('', String(id)))).toEqual(refused);
  });

  test('cannot be required without a signing hash, as no proof would outlive the process', async () => {
    await expect(open({ compliance: {}, visitorCookie: { requireProof: true } })).rejects.toThrow(
      'compliance.dataSigningHash: is required when visitorCookie.requireProof is true',
    );
  });

  test('of a service without a signing hash ends with the process, which the log says at start', async () => {
    await open({ compliance: {} });
    expect(app.logger.lines.join('\n')).toMatch(/dataSigningHash is not set.*ownership proofs/);
  });
});

describe('an erased visitor', () => {
  test('is not brought back by a parental token from before, on either route', async () => {
    const { visitorId } = await decideAs();
    const { token } = (await calls.askParent(visitorId, { profileId }).expect(200)).body;
    await calls.erase(visitorId).expect(200);
    const before = await consentTables(app);
    const resolved = await calls.resolveParent(token);
    const posted = await calls.submit(submission({ visitorId, parentalConsentToken: token }));
    for (const response of [resolved, posted])
      expect(verdict(response)).toEqual([400, 'invalid_parental_token']);
    expect(await consentTables(app)).toEqual(before);
    // A token that is asked for afterwards works.
    const fresh = (await calls.askParent(visitorId, { profileId }).expect(200)).body.token;
    await calls.resolveParent(fresh).expect(200);
  });

  test('leaves a hash from which nobody without the key can guess the id', async () => {
    await decideAs('user-43');
    await calls.erase('user-43').expect(200);
    const { resource_id: hash } = await lastErasure();
    expect(hash).toBe(auditedVisitor('user-43'));
    const { createHash } = await import('node:crypto');
    expect(hash).not.toBe(createHash('sha256').update('user-43').digest('hex'));
    expect(auditedVisitor('user-43', 'other')).not.toBe(hash);
  });
});

test('a source is stored as it was sent, and `by` says who wrote it', async () => {
  const { key, id } = await createApiKey(app);
  for (const source of ['banner', 'api', 'import', undefined]) {
    const stored = { source: source ?? 'banner' };
    const [browser, server] = [`b-${source}`, `s-${source}`];
    const sent = await calls.submit(submission({ visitorId: browser, source })).expect(200);
    expect(sent.body).toMatchObject({ ...stored, by: 'visitor' });
    expect(await calls.history(browser)).toMatchObject([{ ...stored, by: 'visitor' }]);
    const passedOn = await calls
      .submit(submission({ visitorId: server, source }))
      .set('X-API-Key', key)
      .expect(200);
    expect(passedOn.body).toMatchObject({ ...stored, by: 'apiKey', apiKeyId: id });
    // A change does not state a source, so the record keeps its own.
    const changed = await app.request
      .put(`${app.publicBase}/consent/${browser}`)
      .set('X-API-Key', key)
      .send({ consentJson: allDenied })
      .expect(200);
    expect(changed.body).toMatchObject({ ...stored, by: 'apiKey', apiKeyId: id });
  }
});
