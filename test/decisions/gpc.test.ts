import express from 'express';
import supertest from 'supertest';
import type { ProfileJson } from '#banners/profiles/profile-schemas';
import { consentCalls, cookieOf, recordEvents } from '../support/consent';
import { createTestApp, type TestApp } from '../support/create-test-app';
import { createActiveProfile, createProfile, profileJson } from '../support/profiles';

// No types are installed for it; the parts that hosts use are the same.
const express4 = require('express4') as typeof express;

const all = { necessary: 'granted', statistics: 'granted', ads: 'granted' };
const adsDenied = { ...all, ads: 'denied' };

/**
 * Two kinds of parameters: `ads` listens, in a category with one that does not; `necessary` is mandatory and
 * is said to listen.
 */
const content: Partial<ProfileJson> = {
  cookies: {
    session: { purpose: 'necessary', listenGpc: true },
    counter: { purpose: 'analytics', listenGpc: false },
    frequency: { purpose: 'marketing', listenGpc: false },
    pixel: { purpose: 'marketing', listenGpc: true },
  },
  preferenceModal: {
    heading: 'Choices',
    buttons: [{ text: 'Save', action: 'submit' }],
    categories: {
      necessary: { heading: 'Necessary', legalBasis: 'mandatory', cookies: ['session'] },
      statistics: { heading: 'Statistics', legalBasis: 'consent', cookies: ['counter', 'not-a-parameter'] },
      ads: { heading: 'Ads', legalBasis: 'consent', cookies: ['frequency', 'pixel'] },
    },
  },
};

describe('effectiveConsent', () => {
  let app: TestApp;
  let calls: ReturnType<typeof consentCalls>;
  const profiles: Record<string, string> = {};

  beforeAll(async () => {
    app = await createTestApp({
      config: { rateLimit: false, compliance: { rules: { 'category/unknown-parameter': 'off' } } },
    });
    calls = consentCalls(app);
    for (const gpcMode of ['ignore', 'honor', 'strict'] as const) {
      const { complianceGroup: _none, ...rest } = profileJson({ ...content, gpcMode });
      const created = await createActiveProfile(app, {
        name: gpcMode,
        profileJson: { ...rest, customComplianceGroup: `group-${gpcMode}` },
        localeContent: {},
      });
      profiles[gpcMode] = created.id;
    }
  });
  afterAll(() => app.close());

  const submit = (gpcMode: string, visitorId: string, more: object = {}) =>
    calls.submit({ visitorId, profileId: profiles[gpcMode], consentJson: all, ...more });
  const withSignal = (request: ReturnType<typeof submit>) => request.set('Sec-GPC', '1');

  test.each([
    ['ignore', all],
    ['honor', all],
    ['strict', adsDenied],
  ])(
    'of an accept-all with the signal, in mode %s, is %j, on the record, in the event and in the verdict',
    async (gpcMode, expected) => {
      const visitorId = `accepts-${gpcMode}`;
      const events = recordEvents(app);
      const { body } = await withSignal(submit(gpcMode, visitorId)).expect(200);
      expect(body).toMatchObject({ consentJson: all, gpcDetected: true, effectiveConsent: expected });
      expect(events).toMatchObject([{ payload: { consent: body } }]);
      expect((await calls.read(visitorId)).body).toEqual(body);
      const seen = await app.request.get(`${app.adminBase}/consents/${visitorId}`).set(await app.asAdmin());
      expect(seen.body).toMatchObject(body);
      const verdict = (await calls.verify(visitorId).expect(200)).body;
      expect(verdict).toMatchObject({
        valid: true,
        reason: null,
        effectiveConsent: expected,
        gpcConflict: gpcMode === 'strict',
      });
    },
  );

  test('in mode strict is undone by a separate choice, until the next decision', async () => {
    await withSignal(submit('strict', 'confirms')).expect(200);
    const confirmed = (
      await calls.update('confirms', { consentJson: all, gpcOverride: true }).set('Sec-GPC', '1').expect(200)
    ).body;
    expect(confirmed).toMatchObject({ gpcOverride: true, effectiveConsent: all });
    expect((await calls.verify('confirms')).body).toMatchObject({
      effectiveConsent: all,
      gpcConflict: false,
    });
    // The same map again (here: another language) is the same choice; another map is a new one.
    expect(
      (await calls.update('confirms', { consentJson: all, locale: 'fr' }).expect(200)).body.effectiveConsent,
    ).toEqual(all);
    await calls.update('confirms', { consentJson: adsDenied }).set('Sec-GPC', '1').expect(200);
    const again = (await calls.update('confirms', { consentJson: all }).set('Sec-GPC', '1').expect(200)).body;
    expect(again).not.toHaveProperty('gpcOverride');
    expect(again.effectiveConsent).toEqual(adsDenied);
    expect(
      (await submit('strict', 'confirms', { gpcOverride: true, gpcDetected: true }).expect(200)).body
        .effectiveConsent,
    ).toEqual(all);
    expect(
      (await calls.history('confirms')).map((entry: { gpcOverride?: boolean }) => entry.gpcOverride),
    ).toEqual([true, undefined, undefined, true, true, undefined]);
  });

  test('of a new grant without the signal is that decision, by PUT as by POST', async () => {
    const first = { ...all, statistics: 'denied' };
    for (const [visitorId, decide] of [
      ['puts', () => calls.update('puts', { consentJson: all })],
      ['posts', () => submit('strict', 'posts').set('Cookie', cookieOf('posts'))],
    ] as const) {
      await withSignal(submit('strict', visitorId, { consentJson: first })).expect(200);
      const { body } = await decide().expect(200);
      // A PUT applies only what was sent, and this one sent no `gpcDetected`.
      expect(body).toMatchObject({ gpcDetected: visitorId === 'puts', effectiveConsent: all });
      expect((await calls.read(visitorId)).body).toEqual(body);
    }
  });

  test('of a PUT that only denies more still denies what it denied, whatever is sent', async () => {
    await withSignal(submit('strict', 'narrows')).expect(200);
    const { body } = await calls
      .update('narrows', { consentJson: { ...all, statistics: 'denied' }, gpcDetected: false })
      .expect(200);
    expect(body).toMatchObject({
      gpcDetected: false,
      effectiveConsent: { ...adsDenied, statistics: 'denied' },
    });
    expect((await calls.read('narrows')).body).toEqual(body);
  });

  test.each([
    ['honor', 'in another language', { locale: 'es' }],
    ['honor', 'as it is', {}],
    ['strict', 'in another language', { locale: 'es' }],
  ])(
    'in mode %s a signal that comes with the same map, %s, is only a later one',
    async (gpcMode, _what, more) => {
      const visitorId = `same-${gpcMode}-${Object.keys(more).length}`;
      await submit(gpcMode, visitorId).expect(200);
      const put = await withSignal(calls.update(visitorId, { consentJson: all, ...more })).expect(200);
      expect(put.body).toMatchObject({ gpcDetected: true, effectiveConsent: adsDenied });
      expect((await withSignal(calls.read(visitorId))).body).toEqual(put.body);
      // The decision itself was made without it.
      expect((await calls.read(visitorId)).body.effectiveConsent).toEqual(all);
    },
  );

  test('a PUT of the same map revives no override from before the signal', async () => {
    await submit('strict', 'overrides', { gpcOverride: true }).expect(200);
    await withSignal(calls.update('overrides', { consentJson: all, locale: 'es' })).expect(200);
    expect((await withSignal(calls.read('overrides'))).body).toMatchObject({
      gpcDetected: true,
      effectiveConsent: adsDenied,
    });
    // A click of its own, after the banner that explains the signal, does.
    const confirmed = await withSignal(calls.update('overrides', { consentJson: all, gpcOverride: true }));
    expect(confirmed.body).toMatchObject({ gpcDetected: true, effectiveConsent: all });
  });

  test('a PUT of the same map without a signal does not remove the signal', async () => {
    await withSignal(submit('strict', 'keeps')).expect(200);
    const { body } = await calls.update('keeps', { consentJson: all, gpcDetected: false, locale: 'es' });
    expect(body).toMatchObject({ gpcDetected: false, effectiveConsent: adsDenied });
    // Nor does the next change.
    const denies = await calls.update('keeps', { consentJson: { ...all, statistics: 'denied' } }).expect(200);
    expect(denies.body).toMatchObject({
      gpcDetected: false,
      effectiveConsent: { ...adsDenied, statistics: 'denied' },
    });
    // A whole new decision does.
    const again = await submit('strict', 'keeps').set('Cookie', cookieOf('keeps')).expect(200);
    expect(again.body).toMatchObject({ gpcDetected: false, effectiveConsent: all });
  });

  test('of the same decision in another language keeps the signal', async () => {
    await withSignal(submit('strict', 'translated')).expect(200);
    const { body } = await calls.update('translated', { consentJson: all, locale: 'fr' }).expect(200);
    expect(body).toMatchObject({ gpcDetected: true, effectiveConsent: adsDenied });
  });

  test.each([
    ['honor', 'opt-out'],
    ['strict', 'notice-opt-out'],
  ] as const)(
    'in mode %s starts denied where the visitor has said nothing, though %s allows it otherwise',
    async (gpcMode, complianceGroup) => {
      const { id: profileId } = await createActiveProfile(app, {
        name: complianceGroup,
        profileJson: profileJson({ ...content, gpcMode, complianceGroup }),
        localeContent: {},
      });
      const answer = (visitorId: string, consentJson: object) =>
        calls.submit({ visitorId, profileId, consentJson });
      const signalled = await withSignal(answer(`silent-${gpcMode}`, { statistics: 'granted' })).expect(200);
      expect(signalled.body.effectiveConsent).toEqual({ statistics: 'granted', ads: 'denied' });
      const silent = await answer(`silent-${gpcMode}-2`, {}).expect(200);
      expect(silent.body.effectiveConsent).toEqual({});
    },
  );

  test('starts denied in a custom group, whose law is unknown, with or without the signal', async () => {
    const { body } = await submit('ignore', 'silent-custom', { consentJson: {} }).expect(200);
    expect(body.effectiveConsent).toEqual({ statistics: 'denied', ads: 'denied' });
  });

  test.each([
    ['ignore', all],
    ['honor', adsDenied],
    ['strict', adsDenied],
  ])(
    'a signal that comes after the decision counts in mode %s for what is read then: %j',
    async (gpcMode, expected) => {
      const visitorId = `later-${gpcMode}`;
      await submit(gpcMode, visitorId).expect(200);
      expect((await calls.verify(visitorId)).body).toMatchObject({
        effectiveConsent: all,
        gpcConflict: false,
      });
      const verdict = (await calls.verify(visitorId).set('Sec-GPC', '1').expect(200)).body;
      expect(verdict).toMatchObject({
        valid: true,
        reason: null,
        effectiveConsent: expected,
        gpcConflict: expected !== all,
      });
      const read = (await calls.read(visitorId).set('Sec-GPC', '1').expect(200)).body;
      expect(read).toMatchObject({ consentJson: all, gpcDetected: false, effectiveConsent: expected });
      // It is not a decision: the stored record stays, and without the signal it applies again.
      expect((await calls.read(visitorId)).body.effectiveConsent).toEqual(all);
      // The operator's own browser may send the signal too; it says nothing of the visitor.
      const seen = await app.request
        .get(`${app.adminBase}/consents/${visitorId}`)
        .set({ ...(await app.asAdmin()), 'Sec-GPC': '1' });
      expect(seen.body.effectiveConsent).toEqual(all);
    },
  );

  test('uses the current settings of the profile', async () => {
    const { complianceGroup: _none, ...rest } = profileJson({ ...content, gpcMode: 'honor' });
    const { id } = await createProfile(app, {
      profileJson: { ...rest, customComplianceGroup: 'tightened' },
      localeContent: {},
    });
    await withSignal(calls.submit({ visitorId: 'tightened', profileId: id, consentJson: all })).expect(200);
    expect((await calls.read('tightened')).body.effectiveConsent).toEqual(all);
    await app.request
      .put(`${app.adminBase}/profiles/${id}`)
      .set(await app.asAdmin())
      .send({ profileJson: { ...rest, customComplianceGroup: 'tightened', gpcMode: 'strict' } })
      .expect(200);
    expect((await calls.read('tightened')).body.effectiveConsent).toEqual(adsDenied);
  });

  test.each([{ gpcOverride: 'yes' }, { gpcOverride: 1 }])('%j is 400', async (fields) => {
    const answers = [
      await submit('strict', 'confirms', fields),
      await calls.update('confirms', { consentJson: all, ...fields }),
    ];
    for (const { status, body } of answers)
      expect([status, body.code, body.details[0].path]).toEqual([400, 'validation_failed', 'gpcOverride']);
  });
});

describe.each([
  ['Express 4', express4],
  ['Express 5', express],
])('svc.wellKnownGpc on %s', (_name, host) => {
  let service: TestApp;
  beforeAll(async () => {
    service = await createTestApp();
  });
  afterAll(() => service.close());
  const path = '/.well-known/gpc.json';

  test.each<[string, (app: ReturnType<typeof express>) => void]>([
    ['at the root', (app) => app.use(service.service.wellKnownGpc)],
    ['at its path', (app) => app.use(path, service.service.wellKnownGpc)],
    ['as a route', (app) => app.all(path, service.service.wellKnownGpc)],
  ])('states support when mounted %s, cacheable, without a start', async (_where, mount) => {
    const app = host();
    mount(app);
    const response = await supertest(app).get(`${path}?x=1`).expect(200);
    expect(response.body).toEqual({ gpc: true, lastUpdate: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/) });
    expect(response.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'public, max-age=86400',
      'access-control-allow-origin': '*',
    });
    const { etag } = response.headers;
    expect(etag).toMatch(/^"[0-9a-f]+"$/);
    const known = await supertest(app)
      .get(path)
      .set('If-None-Match', etag as string)
      .expect(304);
    expect(known.headers).toMatchObject({ etag, 'cache-control': 'public, max-age=86400' });
    expect(known.text).toBe('');
    const head = await supertest(app).head(path).expect(200);
    expect([head.text ?? '', head.headers['content-length'], head.headers.etag]).toEqual([
      '',
      response.headers['content-length'],
      etag,
    ]);
    for (const method of ['post', 'put', 'delete', 'patch', 'options'] as const) {
      const refused = await supertest(app)[method](path);
      expect([method, refused.status, refused.headers.allow, refused.body.code]).toEqual([
        method,
        405,
        'GET, HEAD',
        'method_not_allowed',
      ]);
    }
  });

  test('leaves every other path to the host, and is nothing below a prefix', async () => {
    const app = host();
    app.use(service.service.wellKnownGpc);
    app.use('/prefix', service.service.wellKnownGpc);
    app.use((req, res) => void res.send(`the host: ${req.originalUrl}`));
    for (const other of [
      '/',
      '/.well-known/gpc.json.bak',
      '/.well-known/GPC.json',
      '/.well-known/',
      `/prefix${path}`,
      '/.well-known/gpc%2Ejson',
    ])
      expect((await supertest(app).get(other).expect(200)).text).toBe(`the host: ${other}`);
  });
});

test('the day of the statement is the host’s to name', async () => {
  const service = await createTestApp({ config: { compliance: { gpcLastUpdate: '2026-01-31' } } });
  service.app.use(service.service.wellKnownGpc);
  expect((await service.request.get('/.well-known/gpc.json').expect(200)).body).toEqual({
    gpc: true,
    lastUpdate: '2026-01-31',
  });
  await service.close();
  await expect(createTestApp({ config: { compliance: { gpcLastUpdate: '31.1.2026' } } })).rejects.toThrow(
    'compliance.gpcLastUpdate',
  );
});
