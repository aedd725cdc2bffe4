import type { CookieMap } from '#banners/profiles/index';
import { bannerTextLocales, bannerTexts } from '#content/banner-texts/index';
import { cookieCatalogue } from '#content/cookie-catalogue/index';
import { complianceGroupIds, complianceGroups } from '#standards/compliance/index';
import { createTestApp } from '../support/create-test-app';
import { eachDatabaseInDeep } from '../support/databases';
import { openAdminApp } from '../support/open-admin-app';
import { createActiveProfile, createProfile, profileJson } from '../support/profiles';
import { pickSome } from '../support/scope';

const config = { visitorCookie: { name: 'shop_visitor' }, receipts: { controllerName: 'Shop Ltd' } };
const app = openAdminApp({ config });

const seed = (groups: unknown) => app.call('post', '/setup/seed-profiles', { groups });
const profiles = async () => (await app.call('get', '/profiles')).body;
const served = (group: string, locale: string) =>
  app.request.get(`${app.publicBase}/profiles/default/${group}/${locale}`);
const seededAudit = () => app.knex('svc_audit').where({ action: 'setup:seeded' });

interface Made {
  readonly group: string;
  readonly profileId: string;
}

test('every group gets a profile that is active and served in every language that there are texts in, and a second call changes nothing', async () => {
  const { body } = await seed([...complianceGroupIds].reverse()).expect(200);
  expect(body).toEqual({
    created: complianceGroupIds.map((group) => ({
      group,
      profileId: expect.any(String),
      version: 1,
      warnings: [],
    })),
    skipped: [],
  });
  for (const { group, profileId } of body.created as Made[]) {
    for (const locale of [...bannerTextLocales, 'default']) {
      const file = (await served(group, locale).expect(200)).body;
      expect(file).toMatchObject({
        id: profileId,
        complianceGroup: group,
        currentLocale: locale === 'default' ? 'en' : locale,
        defaultLocale: 'en',
      });
      expect([...file.locales].sort()).toEqual([...bannerTextLocales].sort());
    }
  }
  const [entry, ...others] = await seededAudit();
  expect(others).toEqual([]);
  expect(JSON.parse(entry.changes)).toEqual({
    created: (body.created as Made[]).map(({ group, profileId }) => ({ group, profileId })),
    skipped: [],
  });

  expect((await seed(complianceGroupIds).expect(200)).body).toEqual({
    created: [],
    skipped: complianceGroupIds,
  });
  expect(await profiles()).toHaveLength(8);
  expect(await seededAudit()).toHaveLength(1);
});

test.each(complianceGroupIds)(
  'the profile of %s is without any warning under the rules of its group',
  async (group) => {
    const { body } = await seed([group]).expect(200);
    const [{ profileId }] = body.created;
    // A copy is judged as a new profile is, with the texts of every language.
    const copy = await app.call('post', `/profiles/${profileId}/copy`).expect(201);
    expect(copy.body.warnings).toEqual([]);
    const raw = await app.call('get', `/profiles/${profileId}`).expect(200);
    const { isActive: _active, locales: _locales, ...content } = raw.body.profileJson;
    const again = await app.call('put', `/profiles/${profileId}`, { profileJson: content }).expect(200);
    expect(again.body.warnings).toEqual([]);
  },
);

test('before a choice, only categories that the law of the group allows are on', async () => {
  await seed(complianceGroupIds).expect(200);
  const granted = await Promise.all(
    complianceGroupIds.map(async (group) => {
      const { cookies, gpcBanner, gpcMode } = (await served(group, 'en')).body;
      const all = Object.values(cookies) as {
        purpose: string;
        preGranted?: boolean;
        provider?: string;
        description?: string;
        maxAgeSeconds?: number | 'session';
        name?: string;
      }[];
      for (const cookie of all)
        expect([
          cookie.name,
          cookie.provider,
          cookie.description,
          String(cookie.maxAgeSeconds ?? ''),
        ]).toEqual(Array(4).fill(expect.stringMatching(/\S/)));
      expect(all.map(({ name }) => name)).toContain('shop_visitor');
      expect([group, gpcMode, gpcBanner !== undefined]).toEqual([
        group,
        complianceGroups[group].gpcMode,
        complianceGroups[group].gpcMode !== 'ignore',
      ]);
      return [
        group,
        [...new Set(all.filter(({ preGranted }) => preGranted).map(({ purpose }) => purpose))].sort(),
      ];
    }),
  );
  const everything = ['analytics', 'marketing', 'preferences'];
  expect(Object.fromEntries(granted)).toEqual({
    'opt-in-explicit': [],
    'opt-in': [],
    'opt-in-exempt': ['analytics', 'preferences'],
    'opt-out-strict': everything,
    'opt-out': everything,
    'notice-opt-out': everything,
    'notice-only': everything,
    unregulated: everything,
  });
});

test('advertising is declared as sold and shared, and Google Analytics listens to the signal as the catalogue says', async () => {
  await seed(['opt-out-strict']).expect(200);
  const cookies: CookieMap = (await served('opt-out-strict', 'en')).body.cookies;
  for (const cookie of Object.values(cookies).filter(({ purpose }) => purpose === 'marketing'))
    expect(cookie).toMatchObject({ listenGpc: true, cpraCategory: ['selling', 'sharing'] });
  for (const name of ['_ga', '_ga_*', '_fbp', '_gcl_au', 'IDE']) {
    const seeded = Object.values(cookies).find((cookie) => cookie.name === name);
    const { listenGpc, cpraCategory } = cookieCatalogue.find((entry) => entry.name === name) ?? {};
    expect([name, seeded?.listenGpc, seeded?.cpraCategory]).toEqual([name, listenGpc, cpraCategory]);
  }
});

test('explicit consent offers no button for everything at once, and names who decides about the data', async () => {
  await app.request
    .put(`${app.adminBase}/tenants/default`)
    .set(await app.asAdmin())
    .send({ name: 'Shop Ltd' })
    .expect(200);
  await seed(['opt-in-explicit']).expect(200);
  const file = (await served('opt-in-explicit', 'en')).body;
  expect(file.mainBanner.buttons.some(({ cookies }: { cookies?: unknown }) => cookies === '*')).toBe(false);
  expect(file.complianceConfig).toEqual({ dataFiduciary: 'Shop Ltd' });
  expect(file.mainBanner.htmlText).toContain('Shop Ltd is responsible for how this site uses your data.');
});

test('the banner names who is responsible and counts the partners, in every language', async () => {
  const named = await createTestApp({ config: { receipts: { controllerName: 'Shop & Sons' } } });
  const token = await named.asAdmin();
  await named.request
    .post(`${named.adminBase}/setup/seed-profiles`)
    .set(token)
    .send({ groups: ['opt-in', 'opt-out-strict'] })
    .expect(200);
  for (const locale of bannerTextLocales) {
    const { mainBanner, complianceConfig } = (
      await named.request.get(`${named.publicBase}/profiles/default/opt-in/${locale}`).expect(200)
    ).body;
    expect([locale, mainBanner.htmlText]).toEqual([locale, expect.stringMatching(/Shop &amp; Sons.*2/)]);
    expect(complianceConfig).toEqual({ controllerName: 'Shop & Sons' });
  }
  await named.close();
});

test.each([
  ['pt', 'pt-BR'],
  ['pt-BR', 'pt-BR'],
  ['pt-MZ', 'pt-PT'],
])('a visitor whose browser asks for %s is sent to the texts in %s', async (language, locale) => {
  await seed(['opt-in']).expect(200);
  const { body } = await app.request
    .get(`${app.publicBase}/resolve-profile?tz=Europe/Lisbon&lang=${language}`)
    .expect(200);
  expect(body).toMatchObject({
    found: true,
    locale,
    path: `${app.publicBase}/profiles/default/opt-in/${locale}`,
  });
});

test('marks the site’s own cookies as first party', async () => {
  await seed(['opt-in-exempt']).expect(200);
  const { cookies } = (await served('opt-in-exempt', 'en')).body;
  const own = Object.values(cookies as Record<string, { provider: string; firstParty?: boolean }>);
  expect(own.filter(({ firstParty }) => firstParty).map(({ provider }) => provider)).toEqual(
    Array.from({ length: 7 }, () => 'This site'),
  );
  expect(own.filter(({ provider, firstParty }) => provider === 'This site' && !firstParty)).toEqual([]);
});

test('Arabic is served from right to left', async () => {
  await seed(['opt-in']).expect(200);
  const file = (await served('opt-in', 'ar')).body;
  expect(file.mainBanner.htmlText).toMatch(/^<p dir="rtl" lang="ar">\p{Script=Arabic}/u);
  expect(file.mainBanner.buttons[0]).toEqual({
    text: 'قبول الكل',
    style: 'primary',
    action: 'custom',
    cookies: '*',
  });
  expect((await served('opt-in', 'en')).body.gpcBanner.htmlText).toContain('data-consent-open');
});

test('a group with an active profile is left as it is, and an inactive one is not in the way', async () => {
  const active = await createActiveProfile(app);
  await createProfile(app, { profileJson: profileJson({ complianceGroup: 'notice-only' }) });
  const { body } = await seed(['opt-in', 'notice-only', 'notice-only']).expect(200);
  expect(body).toEqual({
    created: [{ group: 'notice-only', profileId: expect.any(String), version: 1, warnings: [] }],
    skipped: ['opt-in'],
  });
  expect((await served('opt-in', 'en')).body.id).toBe(active.id);
});

test.each([
  ['a group that is not built in', ['opt-in', 'my-group']],
  ['an entry that is not a name', ['opt-in', 7]],
  ['no list', 'opt-in'],
  ['nothing', undefined],
])('%s is refused, and nothing is made', async (_name, groups) => {
  expect((await seed(groups).expect(400)).body.code).toBe('validation_failed');
  expect(await profiles()).toEqual([]);
});

test('texts that name the tenant, which nobody has named, are reported until they name the company', async () => {
  const unnamed = await createTestApp();
  const admin = await unnamed.asAdmin();
  const call = async (method: 'post' | 'put', path: string, body: object) =>
    (await unnamed.request[method](`${unnamed.adminBase}${path}`).set(admin).send(body)).body;
  const rule = 'profile/unnamed-controller';
  const seeded = await call('post', '/setup/seed-profiles', { groups: ['opt-in'], locales: ['de', 'en'] });
  expect(seeded.created[0].warnings).toEqual([{ rule, message: expect.stringContaining('“Default”') }]);
  const update = async (change: object) => {
    const { warnings } = await call('put', `/profiles/${seeded.created[0].profileId}`, change);
    return warnings.filter((warning: { rule: string }) => warning.rule === rule);
  };
  const path = `${unnamed.adminBase}/profiles/${seeded.created[0].profileId}`;
  const { profileJson: saved } = (await unnamed.request.get(path).set(admin)).body;
  const named = { ...saved, complianceConfig: { controllerName: 'Shop Ltd' } };
  expect(await update({ profileJson: named })).toEqual(
    ['de', 'en'].map((locale) => ({
      rule,
      message: expect.any(String),
      locale,
      section: 'mainBanner',
      field: 'htmlText',
    })),
  );
  await unnamed.close();
});

test('the cookies of the service are listed with the period for which it sets them', async () => {
  const own = ['shop_visitor', '__Host-svc_own', 'svc_choice'];
  const { body } = await seed(complianceGroupIds).expect(200);
  for (const { group, profileId } of body.created as Made[]) {
    const { cookies, expiryDays } = (await served(group, 'en')).body;
    const listed = Object.values(cookies as CookieMap).filter(({ name = '' }) => own.includes(name));
    expect(listed).toHaveLength(own.length);
    const submitted = await app.request
      .post(`${app.publicBase}/consent`)
      .set('X-Forwarded-Proto', 'https')
      .send({ profileId, consentJson: { marketing: 'denied' } })
      .expect(200);
    const set = [submitted.headers['set-cookie']].flat().map((text) => String(text).split('; '));
    for (const { name, maxAgeSeconds } of listed) {
      expect([group, name, maxAgeSeconds]).toEqual([group, name, expiryDays * 86_400]);
      const sent = set.find(([pair = '']) =>
        pair.replace('__Host-', '').startsWith(`${name?.replace('__Host-', '')}=`),
      );
      expect(sent).toContain(`Max-Age=${maxAgeSeconds}`);
    }
  }
});

test.each([
  ['another number of days', { expiryDays: 90 }, {}, ['visitor', 'visitor-proof', 'choice']],
  ['another period of one cookie', {}, { visitor: { maxAgeSeconds: 365 * 86_400 } }, ['visitor']],
  ['a session', {}, { choice: { maxAgeSeconds: 'session' } }, ['choice']],
  ['the same in words', {}, { visitor: { maxAgeSeconds: undefined, duration: '6 months' } }, []],
  [
    'the same in days',
    { expiryDays: 90 },
    Object.fromEntries(
      ['visitor', 'visitor-proof', 'choice'].map((id) => [id, { maxAgeSeconds: 90 * 86_400 }]),
    ),
    [],
  ],
  [
    'the time after which browsers delete all cookies',
    { expiryDays: 730 },
    Object.fromEntries(
      ['visitor', 'visitor-proof', 'choice'].map((id) => [id, { maxAgeSeconds: 400 * 86_400 }]),
    ),
    [],
  ],
  [
    'another period of an entry of the storage',
    {},
    { choice: { kind: 'localStorage', maxAgeSeconds: 60 } },
    [],
  ],
] as const)(
  'a save of %s reports the cookies of the service that are listed with a wrong period',
  async (_what, settings, cookies, ids) => {
    const { body } = await seed(['opt-in']).expect(200);
    const path = `/profiles/${body.created[0].profileId}`;
    const { isActive: _active, locales: _locales, ...saved } = (await app.call('get', path)).body.profileJson;
    const changed = Object.entries(cookies).map(([id, change]) => [id, { ...saved.cookies[id], ...change }]);
    const { warnings } = (
      await app
        .call('put', path, {
          profileJson: {
            ...saved,
            ...settings,
            cookies: { ...saved.cookies, ...Object.fromEntries(changed) },
          },
        })
        .expect(200)
    ).body;
    const rule = 'profile/own-cookie-lifetime';
    expect(warnings.filter((warning: { rule: string }) => warning.rule === rule)).toEqual(
      ids.map((parameter) => ({ rule, parameter, message: expect.stringContaining(`“${parameter}”`) })),
    );
  },
);

test('an empty list of groups creates nothing', async () => {
  expect((await seed([]).expect(200)).body).toEqual({ created: [], skipped: [] });
  expect(await seededAudit()).toEqual([]);
});

describe('with the answers of an operator', () => {
  const answers = {
    groups: ['opt-in', 'opt-out-strict'],
    locales: ['de', 'en'],
    privacyUrl: 'https://shop.example/privacy?from=a&to=b',
    controllerName: 'Shop & Sons',
    catalogue: ['express-connect-sid', 'ga', 'meta-fbp'],
    theme: { light: { primary: '#7a1f4f' } },
    position: 'bottom-left',
  };
  const ask = (changes: object) => app.call('post', '/setup/seed-profiles', { ...answers, ...changes });

  test('describe what is in the catalogue in every language, and mark what it has in English only', async () => {
    const rare = { ...answers, groups: ['opt-in'], locales: ['de', 'en', 'ar'] };
    const common = (await app.call('post', '/setup/seed-profiles', { ...rare, publish: false }).expect(200))
      .body;
    expect(common.created[0].warnings).toEqual([]);
    const path = `/profiles/${common.created[0].profileId}?include=localeContent`;
    const { profileJson: made, localeContent } = (await app.call('get', path).expect(200)).body;
    expect(made.cookies.ga.description).toMatch(/^Unterscheidet Besucher/);
    expect(localeContent.en.cookies.ga.description).toMatch(/^Gives each browser/);
    expect(localeContent.ar.cookies['meta-fbp'].description).toContain('Meta');

    const catalogue = [...answers.catalogue, 'lotame-panorama'];
    const { body } = await app.call('post', '/setup/seed-profiles', { ...rare, catalogue, publish: false });
    const marks = body.created[0].warnings;
    expect(marks.map(({ rule, locale }: Record<string, string>) => [rule, locale])).toEqual([
      ['content/parameter-untranslated', 'de'],
      ['content/parameter-untranslated', 'ar'],
    ]);
    expect(marks[0].message).toContain('“panoramaId”');
  });

  test('drafts hold them, and visitors get nothing until they are published', async () => {
    const { body } = await ask({ publish: false }).expect(200);
    expect(body.created.map(({ group, version }: Record<string, unknown>) => [group, version])).toEqual([
      ['opt-in', 1],
      ['opt-out-strict', 1],
    ]);
    await served('opt-in', 'de').expect(404);
    for (const { profileId } of body.created as Made[])
      await app.call('post', `/profiles/${profileId}/activate`).expect(200);
    const file = (await served('opt-in', 'de').expect(200)).body;
    expect(file).toMatchObject({
      defaultLocale: 'de',
      locales: ['de', 'en'],
      complianceConfig: { controllerName: 'Shop & Sons' },
      mainBanner: { position: 'bottom-left' },
      theme: { light: { primary: '#7a1f4f' } },
    });
    expect(file.mainBanner.htmlText).toMatch(/Shop &amp; Sons.*2/);
    // The text links to the policy already.
    expect(file).not.toHaveProperty('privacyUrl');
    expect(file.mainBanner.htmlText.match(/privacy\?from=a&amp;to=b/g)).toHaveLength(1);
    const english = (await served('opt-out-strict', 'en').expect(200)).body;
    expect(english.mainBanner.htmlText).toContain('href="https://shop.example/privacy?from=a&amp;to=b"');
    expect(
      Object.values(english.cookies as CookieMap)
        .map(({ name }) => name)
        .sort(),
    ).toEqual(['__Host-svc_own', '_fbp', '_ga', 'connect.sid', 'shop_visitor', 'svc_choice'].sort());
    const [template, ...others] = (await app.call('get', '/ui-templates')).body;
    expect([template.name, others]).toEqual(['Shop & Sons', []]);
    const entries = await seededAudit();
    expect(JSON.parse(entries[0].changes)).toMatchObject({ published: false });
  });

  test('are published at once unless the request says otherwise', async () => {
    await ask({}).expect(200);
    await served('opt-in', 'de').expect(200);
  });

  test.each(complianceGroupIds)('fit the rules of %s, whatever the site sets', async (group) => {
    const all = (await app.call('get', '/cookie-catalogue').expect(200)).body;
    const ids = all.map(({ id }: { id: string }) => id).filter((_id: string, at: number) => at % 2 === 0);
    const { body } = await ask({ groups: [group], catalogue: ids.slice(0, 500) }).expect(200);
    expect(body.created).toHaveLength(1);
  });

  test.each(complianceGroupIds)(
    'of a site with only necessary cookies inform and offer no choice: %s',
    async (group) => {
      const locales = [...pickSome(bannerTextLocales, bannerTextLocales.length)];
      const catalogue = ['express-connect-sid'];
      const { body } = await ask({ groups: [group], locales, catalogue, privacyUrl: undefined }).expect(200);
      expect(body.created[0].warnings).toEqual([]);
      for (const locale of locales) {
        const file = (await served(group, locale).expect(200)).body;
        const { heading, htmlText } = bannerTexts(locale).banners['necessary-only'];
        const { acknowledge } = bannerTexts(locale).buttons;
        expect(file.mainBanner.heading).toBe(heading);
        expect(file.mainBanner.htmlText.replaceAll(' rel="noopener"', '')).toBe(htmlText);
        for (const section of [file.mainBanner, file.preferenceModal])
          expect(section.buttons).toMatchObject([{ text: acknowledge, action: 'submit' }]);
        expect(Object.keys(file.preferenceModal.categories)).toEqual(['necessary']);
        expect(file.preferenceModal.htmlText).toBe(file.mainBanner.htmlText);
        expect(file).not.toHaveProperty('gpcBanner');
      }
    },
  );

  test('of a site with only necessary cookies get the same words for a language that is added', async () => {
    const { body } = await ask({ groups: ['opt-in'], locales: ['en'], catalogue: [] }).expect(200);
    const { profileJson: made } = (await app.call('get', `/profiles/${body.created[0].profileId}`)).body;
    const { texts } = (
      await app.call('post', '/profiles/starter-texts', { profileJson: made, locale: 'es' }).expect(200)
    ).body;
    const { banners, buttons, categories } = bannerTexts('es');
    expect(texts).toMatchObject({
      'mainBanner.heading': banners['necessary-only'].heading,
      'mainBanner.buttons[0].text': buttons.acknowledge,
      'preferenceModal.buttons[0].text': buttons.acknowledge,
      'preferenceModal.categories.necessary.heading': categories.necessary.heading,
    });
  });

  test.each([
    ['a language without texts', { locales: ['en', 'xx'] }, 'locales[1]'],
    ['an unknown cookie', { catalogue: ['ga', 'nothing'] }, 'catalogue[1]'],
    ['an unsafe address', { privacyUrl: 'javascript:alert(1)' }, 'privacyUrl'],
    ['a blank name', { controllerName: ' ' }, 'controllerName'],
    ['an unknown position', { position: 'aside' }, 'position'],
    ['a colour that is none', { theme: { light: { primary: 'red' } } }, 'theme.light.primary'],
  ])('are refused for %s, and nothing is made', async (_name, changes, path) => {
    const { body } = await ask(changes).expect(400);
    expect(body.code).toBe('validation_failed');
    expect(body.details.map((detail: { path: string }) => detail.path)).toContain(path);
    expect(await profiles()).toEqual([]);
  });

  test('are refused for a colour that nobody can read, with the finding', async () => {
    const { body } = await ask({ theme: { light: { primary: '#ffff00' } } }).expect(422);
    expect(body).toMatchObject({ code: 'ui_template_invalid', errors: expect.any(Array) });
    expect([await profiles(), (await app.call('get', '/ui-templates')).body]).toEqual([[], []]);
  });

  test('leave no look behind when every group has a banner', async () => {
    await ask({ theme: undefined }).expect(200);
    await ask({}).expect(200);
    expect((await app.call('get', '/ui-templates')).body).toEqual([]);
  });
});

describe('previewing a starter profile', () => {
  const choices = {
    locales: ['de', 'en'],
    privacyUrl: 'https://shop.example/privacy',
    controllerName: 'Shop Ltd',
    catalogue: ['ga'],
    position: 'center',
  };
  const ask = (body: object) => app.call('post', '/setup/preview-profile', body);

  test('answers what seeding saves, and saves nothing', async () => {
    const { body } = await ask({ group: 'opt-in', ...choices }).expect(200);
    expect(await profiles()).toEqual([]);
    const seeded = (
      await app.call('post', '/setup/seed-profiles', { groups: ['opt-in'], ...choices }).expect(200)
    ).body.created;
    const made = (await app.call('get', `/profiles/${seeded[0].profileId}?include=localeContent`)).body;
    const previewed = (await app.call('post', '/profiles/preview', { ...body, name: undefined }).expect(200))
      .body.profile;
    const served = (await app.request.get(`${app.publicBase}/profiles/default/opt-in/de`).expect(200)).body;
    expect(previewed).toEqual({ ...served, id: expect.any(String) });
    expect([body.name, body.defaultLocale]).toEqual([made.name, 'de']);
  });

  test('refuses what seeding refuses, and users who may not seed', async () => {
    await ask({ group: 'none', ...choices }).expect(400);
    await ask({ ...choices }).expect(400);
    await ask({ group: 'opt-in', catalogue: ['nothing'] }).expect(400);
    await ask({ group: 'opt-in', locales: ['tlh'] }).expect(400);
    await app.request.post(`${app.adminBase}/setup/preview-profile`).send({ group: 'opt-in' }).expect(401);
  });
});

test('suggests a name and the languages that have texts', async () => {
  await app.call('put', '/tenants/default', { name: 'Shop Ltd' }).expect(200);
  expect((await app.call('get', '/setup/suggestions').expect(200)).body).toEqual({
    controllerName: 'Shop Ltd',
    locales: bannerTextLocales,
  });
});

describe('on every database', () => {
  eachDatabaseInDeep((database) => {
    test('calls at once in two processes make each profile once, and leave no other behind', async () => {
      const opened = await database.open();
      // better-sqlite3 waits for a lock without letting its own process go on.
      const second = database.name === 'better-sqlite3' ? opened.knex : opened.reopen();
      const one = await createTestApp({ knex: opened.knex });
      const two = await createTestApp({ knex: second, directory: one.directory });
      const token = await one.asAdmin();
      const groups = ['opt-in', 'opt-out-strict'];
      const answers = await Promise.all(
        [one, two, one, two].map((process) =>
          process.request.post(`${process.adminBase}/setup/seed-profiles`).set(token).send({ groups }),
        ),
      );
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      const made = answers.flatMap(({ body }) => body.created as Made[]);
      expect(made.map(({ group }) => group).sort()).toEqual(groups);
      expect(answers.flatMap(({ body }) => body.skipped)).toHaveLength(6);
      const list = (await one.request.get(`${one.adminBase}/profiles`).set(token)).body;
      expect(
        list.map(({ id, isActive }: { id: string; isActive: boolean }) => [id, isActive]).sort(),
      ).toEqual(made.map(({ profileId }) => [profileId, true]).sort());
      expect(
        (await one.request.get(`${one.adminBase}/profiles/archived`).set(token).expect(200)).body,
      ).toEqual([]);
      for (const { group, profileId } of made) {
        expect(
          (await two.request.get(`${two.publicBase}/profiles/default/${group}/ar`).expect(200)).body.id,
        ).toBe(profileId);
      }
      await two.close();
      await one.close();
    });
  });
});
