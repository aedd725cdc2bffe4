import { GppModel } from '@iabgpp/cmpapi';
import { headerGeoProvider } from '#platform/geo/index';
import { allDenied, allGranted, consentCalls, cookieOf } from '../support/consent';
import { createTestApp, type TestApp } from '../support/create-test-app';
import { importFile, plainMapping } from '../support/imports';
import { createActiveProfile, profileJson } from '../support/profiles';
import { makeTcString } from '../support/tc-strings';

type Content = ReturnType<typeof profileJson>;
type Categories = NonNullable<NonNullable<Content['preferenceModal']>['categories']>;

let app: TestApp;
let calls: ReturnType<typeof consentCalls>;
async function start(rules = {}): Promise<void> {
  const geo = headerGeoProvider({ country: 'x-country', region: 'x-region' });
  app = await createTestApp({
    config: { rateLimit: false, geo, gpp: { enabled: true }, compliance: { rules } },
  });
  calls = consentCalls(app);
}
beforeEach(() => start());
afterEach(() => app.close());

const seller = (group: string): Content => {
  const content = profileJson({
    complianceGroup: group as 'opt-in',
    countries: undefined,
    allowReceipt: true,
  });
  const pixel = { ...content.cookies?.pixel, purpose: 'marketing' as const, listenGpc: true };
  return {
    ...content,
    cookies: { ...content.cookies, pixel: { ...pixel, cpraCategory: ['selling', 'sharing'] } },
  };
};

async function open(content: Content): Promise<string> {
  return (await createActiveProfile(app, { profileJson: content, localeContent: {} })).id;
}

const withCategories = (content: Content, categories: Categories): Content => ({
  ...content,
  preferenceModal: { ...content.preferenceModal, categories },
});

const categoriesOf = (content: Content) => (content.preferenceModal?.categories ?? {}) as Categories;

/** The same profile with `marketing` under the name `ads`. */
function renamed(content: Content): Content {
  const { marketing, ...others } = categoriesOf(content);
  return withCategories(content, { ...others, ads: { ...marketing } });
}

/** The same profile with the pixel of `marketing` in `analytics`. */
function moved(content: Content): Content {
  const { analytics, marketing, ...others } = categoriesOf(content);
  return withCategories(content, {
    ...others,
    analytics: { ...analytics, cookies: ['ga', 'pixel'] },
    marketing: { ...marketing, cookies: [] },
  });
}

async function republish(id: string, content: Content) {
  const admin = await app.asAdmin();
  const path = `${app.adminBase}/profiles/${id}`;
  const saved = await app.request.put(path).set(admin).send({ profileJson: content }).expect(200);
  await app.request.post(`${path}/activate`).set(admin).expect(200);
  return saved.body;
}

const submit = (visitorId: string, profileId: string, consentJson: object, more: object = {}) =>
  calls
    .submit({ visitorId, profileId, consentJson, ...more })
    .set({ 'x-country': 'US', 'x-region': 'CA', Cookie: cookieOf(visitorId) })
    .expect(200);

/** Sale and sharing in the Californian section of a string: 1 opted out, 2 did not. */
function optOuts(gppString: string): [number, number] {
  const fields = (new GppModel(gppString).toObject() as Record<string, Record<string, number>>).usca;
  return [fields?.SaleOptOut ?? -1, fields?.SharingOptOut ?? -1];
}

describe('when a category is renamed, a decision of before', () => {
  test('keeps the visitor opted out, in the map and in the string', async () => {
    const id = await open(seller('opt-out-strict'));
    const refused = (await submit('refused', id, allDenied)).body;
    await submit('accepted', id, allGranted);
    expect(optOuts(refused.gppString)).toEqual([1, 1]);
    await republish(id, renamed(seller('opt-out-strict')));
    const { body } = await calls.read('refused').expect(200);
    expect(body.effectiveConsent).toEqual({ ...allDenied, ads: 'denied' });
    expect(optOuts(body.gppString)).toEqual([1, 1]);
    expect((await calls.verify('refused').expect(200)).body.effectiveConsent.ads).toBe('denied');
    expect(optOuts((await calls.read('accepted').expect(200)).body.gppString)).toEqual([2, 2]);
  });

  test('keeps the visitor opted out when the cookie was replaced too, or nothing is sold any more', async () => {
    const id = await open(seller('opt-out-strict'));
    await submit('refused', id, allDenied);
    const next = renamed(seller('opt-out-strict'));
    const { pixel, ...cookies } = next.cookies ?? {};
    const { ads, ...others } = categoriesOf(next);
    const replaced = { ...next, cookies: { ...cookies, tag: { ...pixel, name: '_tag' } } } as Content;
    await republish(id, withCategories(replaced, { ...others, ads: { ...ads, cookies: ['tag'] } }));
    const { body } = await calls.read('refused').expect(200);
    expect(body.effectiveConsent.ads).toBe('denied');
    expect(optOuts(body.gppString)).toEqual([1, 1]);
    await republish(id, withCategories({ ...next, cookies } as Content, others));
    expect(optOuts((await calls.read('refused').expect(200)).body.gppString)).toEqual([1, 1]);
  });

  test('applies under the new name when a cached page sends the old one', async () => {
    const id = await open(seller('opt-out-strict'));
    await republish(id, renamed(seller('opt-out-strict')));
    const { body } = await submit('cached', id, allDenied);
    expect(body.profileVersion).toBe(2);
    expect(body.effectiveConsent.ads).toBe('denied');
    expect(optOuts(body.gppString)).toEqual([1, 1]);
  });

  test('of a child whose parent has not agreed allows neither the old name nor the new one', async () => {
    const id = await open(seller('opt-out-strict'));
    const { token } = (await calls.askParent('child', { profileId: id }).expect(200)).body;
    await submit('child', id, allGranted, { parentalConsentToken: token });
    await republish(id, renamed(seller('opt-out-strict')));
    const { effectiveConsent, gppString } = (await calls.read('child').expect(200)).body;
    expect(effectiveConsent).toMatchObject({ marketing: 'denied', ads: 'denied' });
    expect(optOuts(gppString)).toEqual([1, 1]);
  });

  test('allows nothing new in a group that asks first', async () => {
    const id = await open(seller('opt-in'));
    await submit('partly', id, { necessary: 'granted', analytics: 'granted' });
    await submit('accepted', id, allGranted);
    await republish(id, renamed(seller('opt-in')));
    expect((await calls.read('partly')).body.effectiveConsent).toMatchObject({
      analytics: 'granted',
      ads: 'denied',
    });
    expect((await calls.read('accepted')).body.effectiveConsent.ads).toBe('denied');
  });
});

describe('when a cookie moves to another category, a decision of before', () => {
  test.each(['opt-in', 'opt-out-strict'])(
    'that refused the cookie denies its new category (%s)',
    async (group) => {
      const id = await open(seller(group));
      const onlyAnalytics = { ...allDenied, analytics: 'granted' };
      await submit('partly', id, onlyAnalytics);
      await submit('accepted', id, allGranted);
      await republish(id, moved(seller(group)));
      const { body } = await calls.read('partly').expect(200);
      expect(body.effectiveConsent).toEqual(allDenied);
      expect(optOuts(body.gppString ?? (await calls.read('accepted')).body.gppString)).toEqual([1, 1]);
      expect((await calls.verify('partly')).body.effectiveConsent.analytics).toBe('denied');
      expect((await calls.read('accepted')).body.effectiveConsent).toEqual(allGranted);
    },
  );
});

describe('when a category is added, a decision about the version of before', () => {
  const withVideo = (content: Content): Content => ({
    ...withCategories(content, {
      ...categoriesOf(content),
      video: { heading: 'Videos', htmlText: 'Videos.', legalBasis: 'consent', cookies: ['video'] },
    }),
    cookies: {
      ...content.cookies,
      video: { purpose: 'functional', listenGpc: false, name: 'yt', provider: 'Video', duration: '1 day' },
    },
  });
  const choices = async () =>
    Object.fromEntries(
      (await app.knex('svc_consents').select('visitor_id', 'choice')).map(({ visitor_id, choice }) => [
        visitor_id,
        choice,
      ]),
    );

  test.each(['opt-in', 'opt-out-strict'])(
    'grants or refuses everything that was asked: %s',
    async (group) => {
      const id = await open(seller(group));
      await republish(id, withVideo(seller(group)));
      const shown = { profileVersion: 1 };
      await submit('grants', id, allGranted, shown);
      await submit('refuses', id, allDenied, shown);
      await submit('changes', id, allGranted, shown);
      await submit('same', id, allGranted, shown);
      const update = (visitorId: string, body: object) =>
        calls.update(visitorId, body).set('Cookie', cookieOf(visitorId)).expect(200);
      await update('changes', { consentJson: allDenied, ...shown });
      await update('same', { consentJson: allGranted, locale: 'de' });
      const rows = 'visitor,decided,analytics,ads,country\nin,2026-01-01,1,1,DE\nout,2026-01-01,0,0,DE\n';
      await importFile(app, id, rows, shown);
      expect(await choices()).toEqual({
        grants: 'in',
        refuses: 'out',
        changes: 'out',
        same: 'in',
        in: 'in',
        out: 'out',
      });
    },
  );

  test('cannot be imported with an answer about the new category', async () => {
    const id = await open(seller('opt-in'));
    await republish(id, withVideo(seller('opt-in')));
    const mapping = { ...plainMapping, categories: { analytics: 'analytics', ads: 'video' } };
    const file = 'visitor,decided,analytics,ads,country\nv,2026-01-01,1,1,DE\n';
    await expect(importFile(app, id, file, { mapping, profileVersion: 1 })).rejects.toThrow(
      'Version 1 of the profile has no category "video"',
    );
    expect((await importFile(app, id, file, { mapping })).counts.written).toBe(1);
  });
});

test('a decision whose version is not stored allows no optional category', async () => {
  const id = await open(seller('opt-out-strict'));
  await submit('lost', id, allGranted);
  await app.knex('svc_consents').update({ profile_version: 7 });
  const { effectiveConsent, gppString } = (await calls.read('lost').expect(200)).body;
  expect(effectiveConsent).toEqual(allDenied);
  expect(optOuts(gppString)).toEqual([1, 1]);
});

test('a deleted profile releases no string that was withheld', async () => {
  const id = await open(seller('opt-out-strict'));
  const laxer = (await submit('accepted', id, allGranted)).body.gppString;
  const refused = (await submit('refused', id, allDenied, { gppString: laxer })).body;
  expect(optOuts(refused.gppString)).toEqual([1, 1]);
  const { token } = (await calls.askParent('child', { profileId: id }).expect(200)).body;
  const strings = { gppString: laxer, tcfString: makeTcString() };
  await submit('child', id, allGranted, { parentalConsentToken: token, ...strings });
  const admin = await app.asAdmin();
  await app.request.post(`${app.adminBase}/profiles/${id}/deactivate`).set(admin).expect(200);
  await app.request.delete(`${app.adminBase}/profiles/${id}`).set(admin).expect(200);
  for (const visitor of ['refused', 'child']) {
    for (const { body } of [
      await calls.read(visitor).expect(200),
      await app.request.get(`${app.adminBase}/consents/${visitor}`).set(admin).expect(200),
    ]) {
      expect(body).not.toHaveProperty('gppString');
      expect(body).not.toHaveProperty('tcfString');
    }
  }
});

test('a save that renames a category or moves a cookie of the published version recommends asking again', async () => {
  const id = await open(seller('opt-in'));
  const warningsOf = async (content: Content, more: object = {}) => {
    const { body } = await app.request
      .put(`${app.adminBase}/profiles/${id}`)
      .set(await app.asAdmin())
      .send({ profileJson: content, ...more })
      .expect(200);
    const all: { rule: string; category?: string; parameter?: string }[] = body.warnings;
    return all
      .filter(({ rule }) => rule === 'category/decided-on')
      .map(({ category, parameter }) => [category, parameter]);
  };
  expect(await warningsOf(seller('opt-in'))).toEqual([]);
  expect(await warningsOf(renamed(seller('opt-in')))).toEqual([['marketing', undefined]]);
  expect(await warningsOf(moved(seller('opt-in')))).toEqual([['analytics', 'pixel']]);
  expect(await warningsOf(moved(seller('opt-in')), { requireReconsent: true })).toEqual([]);
});

/** The same profile with the pixel among what nobody can refuse. */
function imposed(content: Content, pixel: object): Content {
  const { necessary, marketing, ...others } = categoriesOf(content);
  const cookies = {
    ...content.cookies,
    pixel: { ...content.cookies?.pixel, purpose: 'necessary', ...pixel },
  };
  return withCategories({ ...content, cookies } as Content, {
    ...others,
    necessary: { ...necessary, cookies: ['session', 'pixel'] },
  });
}

test.each([
  ['opt-in', { cpraCategory: ['selling', 'sharing'] }],
  ['opt-out-strict', { cpraCategory: ['selling', 'sharing'] }],
  ['opt-in', { cpraCategory: undefined }],
])('a cookie that sells or advertises blocks a save when it is mandatory (%s, %j)', async (group, pixel) => {
  const { body } = await app.request
    .post(`${app.adminBase}/profiles`)
    .set(await app.asAdmin())
    .send({
      name: 'Shop',
      defaultLocale: 'en',
      profileJson: imposed(seller(group), pixel),
      localeContent: {},
    })
    .expect(422);
  expect(body.errors).toMatchObject([{ rule: 'consent/mandatory-sale', parameter: 'pixel' }]);
});

test('the string reports a mandatory sale as not opted out, and the signal opts out of it', async () => {
  await app.close();
  await start({ 'consent/mandatory-sale': 'off' });
  const id = await open(imposed(seller('opt-out-strict'), { cpraCategory: ['selling', 'sharing'] }));
  const { gppString } = (await submit('sold', id, allGranted)).body;
  const fields = (new GppModel(gppString).toObject() as Record<string, Record<string, number>>).usca;
  expect(fields).toMatchObject({
    SaleOptOutNotice: 2,
    SharingOptOutNotice: 2,
    SaleOptOut: 0,
    SharingOptOut: 0,
  });
  const signalled = (await calls.read('sold').set('Sec-GPC', '1').expect(200)).body;
  expect(optOuts(signalled.gppString)).toEqual([1, 1]);
});

test('the string of Virginia reports mandatory sensitive data as processed without consent', async () => {
  await app.close();
  await start({ 'consent/mandatory-sale': 'off' });
  const id = await open(
    imposed(seller('opt-out'), { cpraCategory: 'sensitive', sensitiveData: ['precise-geolocation'] }),
  );
  const { gppString } = (
    await calls
      .submit({ visitorId: 'placed', profileId: id, consentJson: allGranted })
      .set({ 'x-country': 'US', 'x-region': 'VA', Cookie: cookieOf('placed') })
      .expect(200)
  ).body;
  const fields = (new GppModel(gppString).toObject() as Record<string, Record<string, unknown>>).usva;
  expect(fields?.SensitiveDataProcessing).toEqual([0, 0, 0, 0, 0, 0, 0, 1]);
});
