import { GppModel } from '@iabgpp/cmpapi';
import { headerGeoProvider } from '#platform/geo/index';
import { allGranted, choiceAfter, consentCalls, cookieOf } from '../support/consent';
import { createTestApp, type TestApp } from '../support/create-test-app';
import { decide, openGuardedHost, setCookies } from '../support/guarded-host';
import { importFile, plainMapping } from '../support/imports';
import { createActiveProfile, profileJson } from '../support/profiles';

type Content = ReturnType<typeof profileJson>;

/** A profile whose optional cookies are allowed before a choice, except in the groups that ask first. */
function inGroup(group: string): Content {
  const content = profileJson({
    complianceGroup: group as 'opt-in',
    countries: undefined,
    gpcMode: 'honor',
    allowReceipt: true,
  });
  const preGranted = !group.startsWith('opt-in');
  const cookies = Object.entries(content.cookies ?? {}).map(([id, cookie]) => [
    id,
    { ...cookie, ...(id === 'pixel' && { cpraCategory: ['selling', 'sharing'] }), preGranted },
  ]);
  return { ...content, cookies: Object.fromEntries(cookies) };
}

/** Moves a profile to another group as operators do. Returns the warnings of the save. */
async function move(app: Pick<TestApp, 'request' | 'adminBase' | 'asAdmin'>, id: string, group: string) {
  const admin = await app.asAdmin();
  const path = `${app.adminBase}/profiles/${id}`;
  await app.request.post(`${path}/deactivate`).set(admin).expect(200);
  const saved = await app.request
    .put(path)
    .set(admin)
    .send({ profileJson: inGroup(group) })
    .expect(200);
  await app.request.post(`${path}/activate`).set(admin).expect(200);
  return saved.body.warnings.filter(({ rule }: { rule: string }) => rule === 'group/decided-on');
}

let app: TestApp;
let calls: ReturnType<typeof consentCalls>;
beforeEach(async () => {
  const geo = headerGeoProvider({ country: 'x-country', region: 'x-region' });
  app = await createTestApp({
    config: {
      rateLimit: false,
      geo,
      gpp: { enabled: true },
      compliance: { rules: { 'gpc/ignored': 'off' } },
    },
  });
  calls = consentCalls(app);
});
afterEach(() => app.close());

const open = async (group: string) =>
  (await createActiveProfile(app, { profileJson: inGroup(group), localeContent: {} })).id;
const submit = (visitorId: string, profileId: string, consentJson: object, more: object = {}) =>
  calls
    .submit({ visitorId, profileId, consentJson, ...more })
    .set({ 'x-country': 'US', 'x-region': 'CA', Cookie: cookieOf(visitorId) })
    .expect(200);
const verdict = async (visitorId: string) => {
  const { valid, reason } = (await calls.verify(visitorId).expect(200)).body;
  return { valid, reason };
};
const recheck = async (profileId: string, version: number) =>
  (
    await app.request
      .get(`${app.publicBase}/recheck?profileId=${profileId}&profileVersion=${version}`)
      .set('x-country', 'DE')
      .expect(200)
  ).body;
const valid = { valid: true, reason: null };
const invalid = { valid: false, reason: 'reconsent_required' };

describe('when a profile moves to a stricter group', () => {
  test.each([
    ['notice-only', 'opt-in'],
    ['opt-out', 'opt-in'],
    ['opt-out', 'opt-out-strict'],
    ['opt-in', 'opt-in-explicit'],
  ])('from %s to %s, decisions of before are not valid, and saving warns of it', async (from, to) => {
    const id = await open(from);
    await submit('granted', id, allGranted);
    await submit('silent', id, {}, { method: 'close' });
    expect(await move(app, id, to)).toEqual([
      { rule: 'group/decided-on', message: expect.stringContaining(`“${from}”`) },
    ]);
    expect(await verdict('granted')).toEqual(invalid);
    expect(await verdict('silent')).toEqual(invalid);
    expect(await recheck(id, 1)).toEqual({ ask: true, reason: 'reconsent_required' });
    expect(await recheck(id, 2)).toEqual({ ask: false, reason: null });
    await submit('granted', id, allGranted);
    expect(await verdict('granted')).toEqual(valid);
  });

  test('silence of before allows nothing', async () => {
    const id = await open('notice-only');
    await submit('silent', id, {}, { method: 'close' });
    await move(app, id, 'opt-in');
    const { body } = await calls.read('silent').expect(200);
    expect(body.effectiveConsent).toEqual({ analytics: 'denied', marketing: 'denied' });
  });

  test('a decision on a cached page of before has the group of that page', async () => {
    const id = await open('opt-out');
    await move(app, id, 'opt-in');
    const { body } = await submit('cached', id, { analytics: 'granted' }, { profileVersion: 1 });
    expect(body.effectiveConsent).toEqual({ analytics: 'granted', marketing: 'denied' });
    expect(await verdict('cached')).toEqual(invalid);
    expect((await calls.history('cached'))[0]).toMatchObject({ complianceGroup: 'opt-out' });
  });

  test('imported decisions have the group of the version that they name', async () => {
    const id = await open('opt-out');
    await move(app, id, 'opt-in');
    const decidedAt = new Date(Date.now() - 86_400_000).toISOString();
    for (const [visitor, profileVersion] of [
      ['old', 1],
      ['new', 2],
    ] as const)
      await importFile(app, id, `visitor,decided,analytics\n${visitor},${decidedAt},true`, {
        profileVersion,
        mapping: { ...plainMapping, categories: { analytics: 'analytics' }, country: undefined },
      });
    expect([await verdict('old'), await verdict('new')]).toEqual([invalid, valid]);
    const groups = await Promise.all(
      ['old', 'new'].map(async (visitor) => (await calls.history(visitor))[0].complianceGroup),
    );
    expect(groups).toEqual(['opt-out', 'opt-in']);
  });

  test('a changed decision is one of the new group, as by POST', async () => {
    const id = await open('opt-out');
    await submit('changed', id, allGranted);
    await move(app, id, 'opt-in');
    const consentJson = { analytics: 'granted' };
    const { body } = await calls.update('changed', { consentJson, profileVersion: 2 }).expect(200);
    const posted = (await submit('posted', id, consentJson)).body;
    expect(body.effectiveConsent).toEqual({ analytics: 'granted', marketing: 'denied' });
    expect(posted.effectiveConsent).toEqual(body.effectiveConsent);
    const sale = (text: string) =>
      (new GppModel(text).toObject() as Record<string, Record<string, number>>).usca?.SaleOptOut;
    expect([sale(body.gppString), sale(posted.gppString)]).toEqual([1, 1]);
    expect(await verdict('changed')).toEqual(valid);
    expect(
      (await calls.history('changed')).map((state: Record<string, unknown>) => state.complianceGroup),
    ).toEqual(['opt-in', 'opt-out']);
    const receipt = await app.request
      .get(`${app.publicBase}/consent/changed/receipt`)
      .set({ Accept: 'application/json', Cookie: cookieOf('changed') })
      .expect(200);
    expect(JSON.stringify(receipt.body)).not.toContain('opt-out');
  });

  test('an update with the same map decides nothing, so the group of the decision stays', async () => {
    const id = await open('opt-out');
    await submit('same', id, allGranted);
    await move(app, id, 'opt-in');
    await calls.update('same', { consentJson: allGranted, locale: 'fr', profileVersion: 2 }).expect(200);
    expect(await verdict('same')).toEqual(invalid);
  });
});

test('a move to a less strict group leaves decisions valid, also when the profile comes back', async () => {
  const id = await open('opt-in');
  await submit('early', id, allGranted);
  expect(await move(app, id, 'opt-out')).toEqual([]);
  await submit('between', id, allGranted);
  expect(await verdict('early')).toEqual(valid);
  expect(await recheck(id, 1)).toEqual({ ask: false, reason: null });
  await move(app, id, 'opt-in');
  expect(await verdict('early')).toEqual(valid);
  expect(await verdict('between')).toEqual(invalid);
  expect(await recheck(id, 1)).toEqual({ ask: false, reason: null });
  expect(await recheck(id, 2)).toEqual({ ask: true, reason: 'reconsent_required' });
});

test('the guard allows nothing by a choice from before the profile asked first, and keeps its refusals', async () => {
  const ga = '_ga=GA1; Path=/';
  const fbp = '_fbp=fb.1; Path=/';
  const host = await openGuardedHost({
    guard: { mode: 'enforce' },
    profile: inGroup('notice-only'),
    config: { compliance: { type: 'auto' } },
    routes(routes) {
      routes.get('/', (_req, res) => void res.setHeader('Set-Cookie', [ga, fbp]).send('home'));
      routes.get('/choice', (req, res) => void res.json(req.consent?.isGranted('analytics')));
    },
  });
  const silent = await decide(host, {});
  const refusing = await decide(host, { analytics: 'granted', marketing: 'denied' });
  const home = async (Cookie: string) => setCookies(await host.request.get('/').set('Cookie', Cookie));
  expect(await home(silent)).toEqual([ga, fbp]);
  expect(await home(refusing)).toEqual([ga]);
  await move(host, host.profileId, 'opt-in');
  expect(await home(silent)).toEqual([]);
  expect(await home(refusing)).toEqual([]);
  expect((await host.request.get('/choice').set('Cookie', silent)).body).toBe(false);
  await move(host, host.profileId, 'opt-out');
  expect(await home(refusing)).toEqual([ga]);
  await host.close();
});

test('a profile that was only saved and never published has decided about nothing', async () => {
  const created = await app.request
    .post(`${app.adminBase}/profiles`)
    .set(await app.asAdmin())
    .send({ name: 'Draft', defaultLocale: 'en', profileJson: inGroup('notice-only') })
    .expect(201);
  const saved = await app.request
    .put(`${app.adminBase}/profiles/${created.body.id}`)
    .set(await app.asAdmin())
    .send({ profileJson: inGroup('opt-in') })
    .expect(200);
  expect(JSON.stringify(saved.body.warnings)).not.toContain('decided-on');
});

test('after the clock was ahead, a late withdrawal is applied', async () => {
  const id = await open('opt-in');
  app.clock.advance(86_400_000);
  await submit('ahead', id, allGranted);
  app.clock.advance(-86_400_000);
  const decidedAt = new Date(app.clock.now() - 60_000).toISOString();
  const denied = { necessary: 'granted', analytics: 'denied', marketing: 'denied' };
  const answer = await submit('ahead', id, denied, { decidedAt });
  expect(answer.body).toMatchObject({ consentJson: denied, updatedAt: decidedAt });
  expect((await calls.read('ahead').expect(200)).body.consentJson).toEqual(denied);
  expect(choiceAfter(answer)?.categories.map(({ state }) => state)).toEqual([null, 'denied', 'denied']);
});

test('where the clocks of two processes differ a little, a later withdrawal stays', async () => {
  const id = await open('opt-in');
  await submit('skewed', id, allGranted);
  app.clock.advance(7_200_000);
  const denied = { necessary: 'granted', analytics: 'denied', marketing: 'denied' };
  await submit('skewed', id, denied);
  app.clock.advance(-2000);
  const decidedAt = new Date(app.clock.now() - 3_600_000).toISOString();
  await submit('skewed', id, allGranted, { decidedAt });
  expect((await calls.read('skewed').expect(200)).body.consentJson).toEqual(denied);
});
