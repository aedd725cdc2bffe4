import { createTestApp } from '../support/create-test-app';
import { openAdminApp } from '../support/open-admin-app';
import { createActiveProfile, createProfile, germanContent, profileJson } from '../support/profiles';

const app = openAdminApp({ onDisk: true });

const served = (locale: string, group = 'opt-in') =>
  app.request.get(`${app.publicBase}/profiles/default/${group}/${locale}`);
const post = (body: object) => app.call('post', '/profiles', body);
const put = (id: string, body: object) => app.call('put', `/profiles/${id}`, body);
const newProfile = (overrides: object = {}) => ({
  name: 'Shop',
  defaultLocale: 'en',
  profileJson: profileJson(),
  ...overrides,
});

describe('creating a profile', () => {
  test('writes version 1, inactive, and answers 201 with its warnings', async () => {
    const response = await post(newProfile({ localeContent: { de: germanContent() } })).expect(201);
    expect(response.headers.etag).toBe('"1"');
    expect(response.body).toMatchObject({
      name: 'Shop',
      tenantId: 'default',
      version: 1,
      publishedVersion: null,
      isActive: false,
      complianceGroup: 'opt-in',
      activatedAt: null,
      warnings: [],
    });
    expect(response.body.profileJson).toMatchObject({ isActive: false, locales: ['en', 'de'] });
    expect(response.body.profileJson.mainBanner.heading).toBe('Your privacy');
    const read = await app.call('get', `/profiles/${response.body.id}`).expect(200);
    const { warnings: _warnings, ...profile } = response.body;
    expect(read.body).toEqual(profile);
  });

  test('activates it at once when asked to and its group has no active profile', async () => {
    const response = await post(newProfile({ profileJson: profileJson({ isActive: true }) })).expect(201);
    expect(response.body).toMatchObject({ isActive: true, publishedVersion: 1 });
    expect((await served('en').expect(200)).body.id).toBe(response.body.id);
  });

  test('saves it inactive and asks for a choice when another profile of the group is active', async () => {
    const active = await createActiveProfile(app);
    const response = await post(newProfile({ profileJson: profileJson({ isActive: true }) })).expect(200);
    expect(response.body).toMatchObject({
      conflict: { id: active.id, name: 'Shop EU' },
      requiresChoice: true,
      profile: { isActive: false, name: 'Shop' },
    });
    await app.call('get', `/profiles/${response.body.profile.id}`).expect(200);
    expect((await served('en')).body.id).toBe(active.id);
  });

  test('refuses every blank text of every locale at once, naming locale, section and field', async () => {
    const response = await post(
      newProfile({
        profileJson: profileJson({
          mainBanner: {
            htmlText: '<p>&nbsp;\u200b</p>',
            buttons: [{ text: 'OK', action: 'custom', cookies: '*' }, { text: ' ' }],
          },
          gpcBanner: { htmlText: '<script>alert(1)</script>' },
        }),
        localeContent: {
          de: germanContent({
            preferenceModal: {
              heading: 'X',
              buttons: [],
              categories: { necessary: { heading: 'N' }, analytics: { heading: '' } },
            },
          }),
        },
      }),
    ).expect(422);
    expect(response.body.code).toBe('profile_invalid');
    const found = response.body.errors.map(({ rule, locale, section, field }: Record<string, string>) =>
      [rule, locale, section, field].join(' '),
    );
    expect(found.sort()).toEqual(
      [
        'content/blank en mainBanner htmlText',
        'content/blank en mainBanner buttons[1].text',
        'content/blank en gpcBanner htmlText',
        'content/blank de preferenceModal buttons[0].text',
        'content/blank de preferenceModal categories.analytics.heading',
        'content/blank de preferenceModal categories.marketing.heading',
        'banner/no-reject  mainBanner buttons',
      ].sort(),
    );
    expect(response.body.error).toMatch(/locale en, mainBanner: htmlText must not be blank/);
    expect((await app.call('get', '/profiles')).body).toEqual([]);
  });

  test('removes scripts from operators’ HTML with a warning', async () => {
    const html =
      '<p onclick="x()">Shop Ltd, 2 partners <a href="javascript:alert(1)">a</a> <a href="https://shop.example">b</a><img src=x onerror=alert(1)></p>';
    const response = await post(
      newProfile({
        profileJson: profileJson({ mainBanner: { ...profileJson().mainBanner, htmlText: html } }),
      }),
    ).expect(201);
    expect(response.body.warnings).toEqual([
      expect.objectContaining({
        rule: 'content/sanitised',
        locale: 'en',
        section: 'mainBanner',
        field: 'htmlText',
      }),
    ]);
    expect(response.body.profileJson.mainBanner.htmlText).toBe(
      '<p>Shop Ltd, 2 partners <a rel="noopener">a</a> <a href="https://shop.example" rel="noopener">b</a></p>',
    );
  });

  test.each([
    ['a locale that is not a language tag', { defaultLocale: 'x_y' }, 'defaultLocale'],
    [
      'content for a locale that is not a language tag',
      { localeContent: { 'not a tag': germanContent() } },
      'localeContent.not a tag',
    ],
    ['the default locale among the others', { localeContent: { EN: germanContent() } }, 'localeContent.EN'],
    [
      'one locale in two spellings',
      { localeContent: { 'de-at': germanContent(), 'de-AT': germanContent() } },
      'localeContent.de-AT',
    ],
    [
      'an unknown compliance group',
      { profileJson: { ...profileJson(), complianceGroup: 'gdpr' } },
      'profileJson.complianceGroup',
    ],
    [
      'a custom group that is a built-in id',
      { profileJson: profileJson({ complianceGroup: undefined, customComplianceGroup: 'opt-out' }) },
      'profileJson.customComplianceGroup',
    ],
    [
      'a custom group that is reserved',
      { profileJson: profileJson({ complianceGroup: undefined, customComplianceGroup: 'auto' }) },
      'profileJson.customComplianceGroup',
    ],
    [
      'an origin that is none',
      { profileJson: profileJson({ allowedOrigins: ['shop.example'] }) },
      'profileJson.allowedOrigins[0]',
    ],
    ['an expiry of zero days', { profileJson: profileJson({ expiryDays: 0 }) }, 'profileJson.expiryDays'],
    [
      'a parameter without listenGpc',
      { profileJson: { ...profileJson(), cookies: { a: { purpose: 'analytics' } } } },
      'profileJson.cookies.a.listenGpc',
    ],
    [
      'a wrong type before any blank text',
      { profileJson: { mainBanner: { htmlText: 5 } } },
      'profileJson.mainBanner.htmlText',
    ],
    ['no name', { name: '  ' }, 'name'],
  ])('refuses %s', async (_what, overrides, path) => {
    const response = await post(newProfile(overrides)).expect(400);
    expect(response.body.code).toBe('validation_failed');
    expect(response.body.details.map((fault: { path: string }) => fault.path)).toContain(path);
  });

  test('refuses more than 10,000 values in unknown fields of profileJson', async () => {
    const mystery = (length: number) => ({
      a: Array.from({ length: 5000 }, () => 1),
      b: Array.from({ length }, () => 1),
    });
    // The two lists and the object are values too.
    await post(newProfile({ profileJson: { ...profileJson(), mystery: mystery(4997) } })).expect(201);
    const { body } = await post(
      newProfile({ profileJson: { ...profileJson(), mystery: mystery(4998) } }),
    ).expect(400);
    expect(body.details).toEqual([
      { path: 'profileJson', message: 'must not have more than 10000 values in fields that are not known' },
    ]);
  });

  test.each([
    ['cookies', 2000, { purpose: 'necessary', listenGpc: false }],
    ['categories', 200, { cookies: [] }],
  ])('refuses too many %s before anything else about them', async (name, most, value) => {
    const entries = (length: number) =>
      Object.fromEntries(Array.from({ length }, (_entry, index) => [`entry${index}`, value]));
    const admin = await app.asAdmin();
    const check = (length: number) =>
      app.request
        .post(`${app.adminBase}/profiles/validate`)
        .set(admin)
        .send({ complianceGroup: 'opt-in', cookies: {}, categories: {}, [name]: entries(length) });
    await check(most).expect(200);
    expect((await check(most + 1).expect(400)).body.details).toEqual([
      { path: name, message: `must have at most ${most} keys` },
    ]);
  });

  test('keeps unknown fields of profileJson with a warning', async () => {
    const response = await post(
      newProfile({ profileJson: { ...profileJson(), mystery: { deep: [1, null] } } }),
    ).expect(201);
    expect(response.body.warnings).toEqual([expect.objectContaining({ rule: 'profile/unknown-field' })]);
    expect(response.body.profileJson.mystery).toEqual({ deep: [1, null] });
  });

  test('reports unknown fields at every depth by path, keeps them, and hides them from visitors', async () => {
    const plain = profileJson({ isActive: true });
    const evil = '<script>alert(1)</script>';
    const strange = {
      ...plain,
      cookies: { ...plain.cookies, ga: { ...plain.cookies?.ga, evil } },
      mainBanner: {
        ...plain.mainBanner,
        footerHtml: evil,
        toString: evil,
        buttons: plain.mainBanner?.buttons?.map((button) => ({ ...button, onclick: evil })),
      },
      gpcBanner: { htmlText: '<p>GPC</p>', evil },
      preferenceModal: {
        ...plain.preferenceModal,
        deep: { er: evil },
        categories: Object.fromEntries(
          Object.entries(plain.preferenceModal?.categories ?? {}).map(([id, category]) => [
            id,
            { ...category, evil },
          ]),
        ),
      },
      cookiesOverride: { ga: { preGranted: false, evil } },
      complianceConfig: { 'any key': 'is known' },
    };
    const response = await post(
      newProfile({ profileJson: strange, localeContent: { de: germanContent() } }),
    ).expect(201);
    const told = response.body.warnings.filter(
      ({ rule }: { rule: string }) => rule === 'profile/unknown-field',
    );
    expect(told.map(({ message }: { message: string }) => message.split(' ')[0]).sort()).toEqual(
      [
        'cookies.ga.evil',
        'cookiesOverride.ga.evil',
        'gpcBanner.evil',
        'mainBanner.buttons[0].onclick',
        'mainBanner.buttons[1].onclick',
        'mainBanner.buttons[2].onclick',
        'mainBanner.footerHtml',
        'mainBanner.toString',
        'preferenceModal.categories.analytics.evil',
        'preferenceModal.categories.marketing.evil',
        'preferenceModal.categories.necessary.evil',
        'preferenceModal.deep',
      ].map((path) => `profileJson.${path}`),
    );
    expect(response.body.profileJson).toMatchObject({
      cookies: strange.cookies,
      mainBanner: { footerHtml: evil, buttons: strange.mainBanner.buttons },
      preferenceModal: strange.preferenceModal,
      cookiesOverride: strange.cookiesOverride,
    });
    for (const locale of ['en', 'de']) {
      const { body, text } = await served(locale).expect(200);
      expect(text).not.toContain('alert(1)');
      expect(body.mainBanner.buttons[0]).toMatchObject({ style: 'primary', action: 'custom', cookies: '*' });
      expect(body.complianceConfig).toEqual({ 'any key': 'is known' });
    }
  });

  test.each([
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    'data:text/html,x',
    '//evil.example',
    '/privacy',
    'https://a.example/ onclick=x',
    'mailto:a@b.example',
  ])('takes no address such as %s for visitors to open', async (address) => {
    for (const key of ['withdrawalUrl', 'policyURL', 'some url']) {
      const { body } = await post(
        newProfile({ profileJson: profileJson({ complianceConfig: { [key]: address } }) }),
      ).expect(400);
      expect(body.details).toEqual([
        {
          path: expect.stringContaining('profileJson.complianceConfig'),
          message: 'must start with http:// or https://',
          rule: 'web_address',
        },
      ]);
    }
    const complianceConfig = {
      withdrawalUrl: 'https://shop.example/privacy?a=1',
      policyURL: '',
      curlers: 'any other text',
    };
    await post(newProfile({ profileJson: profileJson({ complianceConfig }) })).expect(201);
  });

  test('lists a hundred unknown fields and the number of the others', async () => {
    const many = Object.fromEntries(Array.from({ length: 130 }, (_, index) => [`field${index}`, 1]));
    const { body } = await post(newProfile({ profileJson: { ...profileJson(), ...many } })).expect(201);
    expect(body.warnings).toHaveLength(101);
    expect(body.warnings[100].message).toContain('30 more');
  });

  test('treats null in an optional field as omitted', async () => {
    const response = await post(
      newProfile({ profileJson: { ...profileJson(), gpcBanner: null, expiryDays: null } }),
    ).expect(201);
    expect(response.body.profileJson).not.toHaveProperty('gpcBanner');
    expect(response.body.profileJson).not.toHaveProperty('expiryDays');
  });
});

describe('changing a profile', () => {
  test('writes the next version under the same id and leaves what is served until it is activated again', async () => {
    const { id } = await createActiveProfile(app);
    const changed = profileJson({ mainBanner: { ...profileJson().mainBanner, heading: 'New heading' } });
    const response = await put(id, { profileJson: changed }).expect(200);
    expect(response.body).toMatchObject({
      profile: { id, version: 2, publishedVersion: 1, isActive: true },
      warnings: [],
    });
    expect((await served('en')).body.mainBanner.heading).toBe('Your privacy');
    expect((await app.request.get(`${app.publicBase}/profiles/${id}`)).body.mainBanner.heading).toBe(
      'Your privacy',
    );

    await app.call('post', `/profiles/${id}/activate`).expect(200);
    expect((await served('en')).body.mainBanner.heading).toBe('New heading');
    expect(
      (await app.request.get(`${app.publicBase}/profiles/default/${id}/1/en`)).body.mainBanner.heading,
    ).toBe('Your privacy');
  });

  test('carries locales forward with their own texts and the new shared fields', async () => {
    const { id } = await createProfile(app);
    const next = profileJson({
      expiryDays: 30,
      mainBanner: {
        ...profileJson().mainBanner,
        heading: 'Changed',
        buttons: [
          { text: 'Yes', action: 'custom', cookies: ['ga'] },
          { text: 'No', action: 'custom', cookies: '!' },
          { text: 'More', action: 'manage' },
        ],
      },
    });
    await put(id, { profileJson: next }).expect(200);
    const german = (await app.request.get(`${app.publicBase}/profiles/${id}/de`)).body;
    expect(german).toMatchObject({
      expiryDays: 30,
      currentLocale: 'de',
      mainBanner: { heading: 'Ihre Privatsphäre' },
    });
    expect(german.mainBanner.buttons[0]).toMatchObject({
      text: 'Alle annehmen',
      action: 'custom',
      cookies: ['ga'],
    });
    // The German modal never had an intro of its own, so it follows the default locale's.
    expect(german.preferenceModal.htmlText).toBe('<p>Choose what you allow.</p>');
  });

  test('shows the default locale’s texts where carried-forward locales lack new ones, with a warning', async () => {
    const { id } = await createProfile(app);
    const base = profileJson();
    const categories = {
      ...base.preferenceModal?.categories,
      extra: { heading: 'Extra', htmlText: 'More.', legalBasis: 'consent' as const, cookies: [] },
    };
    const response = await put(id, {
      profileJson: profileJson({ preferenceModal: { ...base.preferenceModal, categories } }),
    }).expect(200);
    expect(response.body.warnings).toContainEqual(
      expect.objectContaining({
        rule: 'content/untranslated',
        locale: 'de',
        field: 'categories.extra.heading',
      }),
    );
    const german = (await app.request.get(`${app.publicBase}/profiles/${id}/de`)).body;
    expect(german.preferenceModal.categories.extra.heading).toBe('Extra');
    expect(german.preferenceModal.categories.analytics.heading).toBe('Statistik');
    // What is sent must be complete all the same.
    await put(id, { localeContent: { de: germanContent() } }).expect(422);
  });

  test('is refused beyond 200 locales, 500,000 characters of HTML or 25,000 markup characters', async () => {
    const letters = 'abcdefghijklmnopqrstuvwxyz';
    const tags = [...letters]
      .flatMap((a) => [...letters].map((b) => `x${a}${b}`))
      .filter((tag) => Intl.getCanonicalLocales(tag)[0] === tag);
    const small = Object.fromEntries(tags.slice(0, 200).map((tag) => [tag, germanContent()]));
    expect((await post(newProfile({ localeContent: small })).expect(400)).body.details[0].message).toMatch(
      /at most 200 locales/,
    );
    const long = Object.fromEntries(
      tags.slice(0, 5).map((tag) => [
        tag,
        germanContent({
          mainBanner: { htmlText: 'x'.repeat(100_000), buttons: germanContent().mainBanner?.buttons ?? [] },
        }),
      ]),
    );
    expect((await post(newProfile({ localeContent: long })).expect(400)).body.details[0].message).toMatch(
      /characters of HTML/,
    );
    const marked = germanContent({
      mainBanner: { htmlText: `x${'<'.repeat(25_001)}`, buttons: germanContent().mainBanner?.buttons ?? [] },
    });
    expect(
      (await post(newProfile({ localeContent: { de: marked } })).expect(400)).body.details[0].message,
    ).toMatch(/"<" and "&" characters/);
  });

  test('removes a locale by null', async () => {
    const { id } = await createProfile(app);
    const response = await put(id, { localeContent: { de: null } }).expect(200);
    expect(response.body.profile.profileJson.locales).toEqual(['en']);
  });

  test('changes the default locale with its content, and carries the old one on', async () => {
    const { id } = await createProfile(app);
    await put(id, { defaultLocale: 'de' })
      .expect(422)
      .expect(({ body }) => expect(body.code).toBe('default_locale_content_missing'));
    const german = germanContent();
    const next = profileJson({
      mainBanner: { ...profileJson().mainBanner, heading: german.mainBanner?.heading },
    });
    const response = await put(id, { defaultLocale: 'de', profileJson: next }).expect(200);
    expect(response.body.profile).toMatchObject({
      defaultLocale: 'de',
      profileJson: { locales: ['de', 'en'] },
    });
    expect((await app.request.get(`${app.publicBase}/profiles/${id}/en`)).body.mainBanner.heading).toBe(
      'Your privacy',
    );
  });

  test('reports the fields that another locale cannot set', async () => {
    const { id } = await createProfile(app);
    const german = germanContent({
      mainBanner: {
        htmlText: 'Shop Ltd, 2 Partner: <a href="/d">x</a>',
        buttons: [{ text: 'a', action: 'submit' }, { text: 'b' }, { text: 'c' }],
      },
    });
    const response = await put(id, { localeContent: { de: german } }).expect(200);
    expect(response.body.warnings).toEqual([
      expect.objectContaining({
        rule: 'content/locale-structure',
        locale: 'de',
        section: 'mainBanner',
        field: 'buttons[0]',
      }),
    ]);
    expect(
      (await app.request.get(`${app.publicBase}/profiles/${id}/de`)).body.mainBanner.buttons[0].action,
    ).toBe('custom');
  });

  test('reports a GPC banner or a position that only another locale has', async () => {
    const { id } = await createProfile(app);
    const gpcBanner = { position: 'top', htmlText: '<p>Signal</p>', buttons: [{ text: 'Gut' }] };
    const german = germanContent({
      mainBanner: { ...germanContent().mainBanner, position: 'top' },
      gpcBanner,
    });
    const structure = (section: string, field: string) =>
      expect.objectContaining({ rule: 'content/locale-structure', locale: 'de', section, field });
    const response = await put(id, { localeContent: { de: german } }).expect(200);
    expect(response.body.warnings).toEqual([
      structure('mainBanner', 'position'),
      structure('gpcBanner', 'gpcBanner'),
    ]);
    const { body } = await app.request.get(`${app.publicBase}/profiles/${id}/de`).expect(200);
    expect(body.mainBanner.position).toBe('bottom');
    expect(body).not.toHaveProperty('gpcBanner');

    const english = {
      position: 'top',
      htmlText: '<p>Signal</p>',
      buttons: [{ text: 'OK', action: 'submit' as const }],
    };
    const both = await put(id, {
      profileJson: profileJson({ gpcBanner: english }),
      localeContent: { de: german },
    }).expect(200);
    expect(
      both.body.warnings.filter(({ rule }: { rule: string }) => rule === 'content/locale-structure'),
    ).toEqual([structure('mainBanner', 'position')]);
  });

  test('is not wrapped when the profile has no built-in group', async () => {
    const { id } = await createProfile(app, {
      profileJson: profileJson({ complianceGroup: undefined, customComplianceGroup: 'app-banner' }),
    });
    const response = await put(id, { name: 'Renamed' }).expect(200);
    expect(response.body).toMatchObject({
      id,
      name: 'Renamed',
      version: 2,
      complianceGroup: 'app-banner',
      warnings: [],
    });
  });

  test('is refused when someone else has saved meanwhile', async () => {
    const { id } = await createProfile(app);
    await put(id, { name: 'First' }).set('If-Match', '"1"').expect(200);
    const response = await put(id, { name: 'Second' }).set('If-Match', '"1"').expect(412);
    expect(response.body.code).toBe('version_conflict');
    await put(id, { name: 'x' }).set('If-Match', 'one').expect(400);
    expect((await app.call('get', `/profiles/${id}`)).body).toMatchObject({
      name: 'First',
      version: 2,
    });
  });

  test('gives two operators who save at once a version each', async () => {
    const { id } = await createProfile(app);
    const responses = await Promise.all(['A', 'B', 'C', 'D'].map((name) => put(id, { name })));
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(responses.map(({ body }) => body.profile.version).sort()).toEqual([2, 3, 4, 5]);
  });

  test('lets only one of two who name the same version win', async () => {
    const { id } = await createProfile(app);
    const responses = await Promise.all(
      ['A', 'B', 'C'].map((name) => put(id, { name }).set('If-Match', '"1"')),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 412, 412]);
  });

  test('cannot move an active profile to another group', async () => {
    const { id } = await createActiveProfile(app);
    const response = await put(id, { profileJson: profileJson({ complianceGroup: 'opt-out' }) }).expect(422);
    expect(response.body.code).toBe('active_group_change');
  });

  test('with isActive true activates an inactive profile, and leaves an active one as it is published', async () => {
    const { id } = await createProfile(app);
    expect(
      (await put(id, { profileJson: profileJson({ isActive: true }) }).expect(200)).body.profile,
    ).toMatchObject({
      isActive: true,
      version: 2,
      publishedVersion: 2,
    });
    expect(
      (await put(id, { profileJson: profileJson({ isActive: true }) }).expect(200)).body.profile,
    ).toMatchObject({
      isActive: true,
      version: 3,
      publishedVersion: 2,
    });
    expect(
      (await put(id, { profileJson: profileJson({ isActive: false }) }).expect(200)).body.profile,
    ).toMatchObject({ isActive: true, version: 4 });
  });

  test('answers 404 before it looks at the body', async () => {
    const response = await put('0190aaaa-0000-7000-8000-000000000000', { name: 5 }).expect(404);
    expect(response.body.code).toBe('profile_not_found');
  });
});

describe('activating and deactivating', () => {
  test('replaces the active profile of the group, which becomes inactive', async () => {
    const first = await createActiveProfile(app);
    const second = await createActiveProfile(app, { name: 'Second' });
    expect((await served('en')).body.id).toBe(second.id);
    const list = (await app.call('get', '/profiles?summary=1')).body;
    expect(list).toMatchObject([
      {
        id: first.id,
        name: 'Shop EU',
        complianceGroup: 'opt-in',
        isActive: false,
        consentTemplateName: null,
        uiTemplateName: null,
      },
      {
        id: second.id,
        name: 'Second',
        complianceGroup: 'opt-in',
        isActive: true,
        consentTemplateName: null,
        uiTemplateName: null,
      },
    ]);
  });

  test('of custom groups works like that of built-in ones', async () => {
    await createActiveProfile(app, {
      profileJson: profileJson({ complianceGroup: undefined, customComplianceGroup: 'app-banner' }),
    });
    expect((await served('de', 'app-banner').expect(200)).body.complianceGroup).toBe('app-banner');
  });

  test('says that isActive does nothing without a group', async () => {
    const response = await post(
      newProfile({ profileJson: profileJson({ complianceGroup: undefined, isActive: true }) }),
    ).expect(201);
    expect(response.body).toMatchObject({
      isActive: false,
      warnings: [expect.objectContaining({ rule: 'profile/no-group' })],
    });
  });

  test('needs a group', async () => {
    const { id } = await createProfile(app, { profileJson: profileJson({ complianceGroup: undefined }) });
    const response = await app.call('post', `/profiles/${id}/activate`).expect(422);
    expect(response.body.code).toBe('compliance_group_required');
  });

  test('withdraws the served files and keeps the snapshots', async () => {
    const { id } = await createActiveProfile(app);
    await served('en').expect(200);
    const response = await app.call('post', `/profiles/${id}/deactivate`).expect(200);
    expect(response.body).toMatchObject({ isActive: false, publishedVersion: 1 });
    await served('en').expect(404);
    await app.request.get(`${app.publicBase}/profiles/default/${id}/1/en`).expect(200);
  });

  test('ends with one active profile, the one that is served, when many activate at once', async () => {
    const profiles = await Promise.all(['A', 'B', 'C', 'D', 'E'].map((name) => createProfile(app, { name })));
    const responses = await Promise.all(
      profiles.map(({ id }) => app.call('post', `/profiles/${id}/activate`)),
    );
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    const active = (await app.call('get', '/profiles?summary=1')).body.filter(
      ({ isActive }: { isActive: boolean }) => isActive,
    );
    expect(active).toHaveLength(1);
    expect((await served('en')).body.id).toBe(active[0].id);
  });

  test('is written to the audit log and emitted as events', async () => {
    const told: string[] = [];
    for (const name of [
      'profile.created',
      'profile.updated',
      'profile.activated',
      'profile.deactivated',
    ] as const)
      app.service.events.on(name, (event) => told.push(`${name} ${event.version}`));
    const { id } = await createActiveProfile(app);
    await put(id, { name: 'Renamed' }).expect(200);
    await app.call('post', `/profiles/${id}/deactivate`).expect(200);
    expect(told).toEqual([
      'profile.created 1',
      'profile.activated 1',
      'profile.updated 2',
      'profile.deactivated 2',
    ]);
    const entries = await app.knex('svc_audit').where({ resource_type: 'profile' }).orderBy('sequence');
    expect(entries.map(({ action, resource_id, user_email }) => [action, resource_id, user_email])).toEqual(
      ['profile:created', 'profile:activated', 'profile:updated', 'profile:deactivated'].map((action) => [
        action,
        id,
        'admin@shop.example',
      ]),
    );
    expect(JSON.parse(entries[1].changes)).toEqual({
      complianceGroup: 'opt-in',
      publishedVersion: { before: null, after: 1 },
    });
    const sha256 = expect.stringMatching(/^[0-9a-f]{64}$/);
    expect(JSON.parse(entries[2].changes)).toEqual({
      version: { before: 1, after: 2 },
      name: { before: expect.any(String), after: 'Renamed' },
      fileHashes: { en: sha256, de: sha256 },
    });
  });

  test('writes the differences to the audit log: settings before and after, texts by path', async () => {
    const { id } = await createProfile(app);
    const changed = profileJson({
      expiryDays: 30,
      mainBanner: { ...profileJson().mainBanner, htmlText: '<p>Other words</p>' },
    });
    await put(id, { profileJson: changed, localeContent: { de: null }, requireReconsent: true }).expect(200);
    const { changes } = await app
      .knex('svc_audit')
      .where({ action: 'profile:updated', resource_id: id })
      .first('changes');
    expect(JSON.parse(changes)).toMatchObject({
      version: { before: 1, after: 2 },
      expiryDays: { after: 30 },
      texts: { en: ['mainBanner.htmlText'] },
      requireReconsent: true,
    });
    expect(changes).not.toContain('Other words');
  });
});

describe('repair at start', () => {
  test('publishes profiles that are active in the database and withdraws the others', async () => {
    const { id } = await createActiveProfile(app);
    const { rm } = await import('node:fs/promises');
    await rm(`${app.directory}/default/opt-in`, { recursive: true });
    await createActiveProfile(app, { profileJson: profileJson({ complianceGroup: 'opt-out' }) });
    await app.knex('svc_profiles').where({ group_id: 'opt-out' }).update({ active_group: null });
    await app.service.close();

    const again = await createTestApp({ knex: app.knex, directory: app.directory });
    expect(
      (await again.request.get(`${again.publicBase}/profiles/default/opt-in/en`).expect(200)).body.id,
    ).toBe(id);
    await again.request.get(`${again.publicBase}/profiles/default/opt-out/en`).expect(404);
    await again.close();
  });

  test('recovers from a save that died with its files half written', async () => {
    const { id } = await createProfile(app);
    const { mkdir, writeFile } = await import('node:fs/promises');
    await mkdir(`${app.directory}/default/${id}/2`);
    await writeFile(`${app.directory}/default/${id}/2/en.json`, '{"half');
    await put(id, { name: 'Next' }).expect(200);
    expect(
      (await app.request.get(`${app.publicBase}/profiles/default/${id}/2/en`).expect(200)).body.currentLocale,
    ).toBe('en');
  });
});
