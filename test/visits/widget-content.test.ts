import type { LocaleContent, ProfileJson } from '#banners/profiles/profile-schemas';
import { createTestApp } from '../support/create-test-app';
import { openAdminApp } from '../support/open-admin-app';
import { germanContent, profileJson } from '../support/profiles';

const app = openAdminApp({}, 'all tests');

// The next test publishes its own profile.
afterEach(async () => {
  const { body } = await app.call('get', '/profiles?summary=1').expect(200);
  for (const { id, isActive } of body)
    if (isActive) await app.call('post', `/profiles/${id}/deactivate`).expect(200);
});

const save = (overrides: object = {}, german: object = {}) =>
  app.call('post', '/profiles', {
    name: 'Shop',
    defaultLocale: 'en',
    profileJson: profileJson({ isActive: true, ...overrides }),
    localeContent: { de: { ...germanContent(), ...german } },
  });
const served = async (locale: string) =>
  (await app.request.get(`${app.publicBase}/profiles/default/opt-in/${locale}`).expect(200)).body;
const described = (): ProfileJson['cookies'] => {
  const { cookies = {} } = profileJson();
  return Object.fromEntries(
    Object.entries(cookies).map(([id, cookie]) => [id, { ...cookie, description: `About ${id}` }]),
  );
};
const german: LocaleContent['cookies'] = {
  session: { description: 'Hält die Sitzung aufrecht.' },
  ga: { description: 'Zählt Besuche.', name: 'Statistik-Cookie', provider: 'Google Irland' },
  pixel: { description: 'Misst Werbung.' },
};
const details = (body: { details?: { path: string }[] }) => (body.details ?? []).map(({ path }) => path);

describe('texts of parameters', () => {
  test('are those of the locale, and the default locale’s where it has none', async () => {
    const saved = await save({ cookies: described() }, { cookies: german }).expect(201);
    expect(saved.body.warnings).toEqual([]);
    expect((await served('en')).cookies.ga).toMatchObject({ name: '_ga', description: 'About ga' });
    expect((await served('de')).cookies).toMatchObject({
      session: { name: 'sid', purpose: 'necessary', description: 'Hält die Sitzung aufrecht.' },
      ga: {
        name: 'Statistik-Cookie',
        storedName: '_ga',
        provider: 'Google Irland',
        description: 'Zählt Besuche.',
        listenGpc: true,
      },
    });
  });

  test('warn once for each language without descriptions, and for cookies that do not exist', async () => {
    const saved = await save(
      { cookies: described() },
      { cookies: { ga: german?.ga, ghost: { name: 'Boo' } } },
    ).expect(201);
    expect(saved.body.warnings).toMatchObject([
      { rule: 'content/locale-structure', locale: 'de', field: 'cookies' },
      { rule: 'content/parameter-untranslated', locale: 'de' },
    ]);
    expect(saved.body.warnings[0].message).toContain('“ghost”');
    expect(saved.body.warnings[1].message).toContain('“sid”, “_fbp”');
    expect(Object.keys((await served('de')).cookies)).toEqual(['session', 'ga', 'pixel']);
  });

  test('cannot change what a parameter does', async () => {
    await save({}, { cookies: { ga: { purpose: 'necessary', listenGpc: false, name: 'Zähler' } } }).expect(
      201,
    );
    expect((await served('de')).cookies.ga).toMatchObject({
      purpose: 'analytics',
      listenGpc: true,
      name: 'Zähler',
    });
  });

  test('move with a default locale that becomes another locale, and show in the comparison', async () => {
    const { id } = (await save({ cookies: described() }, { cookies: german }).expect(201)).body;
    const { cookies: own = {}, ...rest } = { ...germanContent(), cookies: german };
    const cookies = Object.fromEntries(
      Object.entries(described() ?? {}).map(([key, cookie]) => [key, { ...cookie, ...own[key] }]),
    );
    await app
      .call('put', `/profiles/${id}`, {
        defaultLocale: 'de',
        profileJson: profileJson({ ...rest, cookies }),
      })
      .expect(200);
    await app.call('post', `/profiles/${id}/activate`, {}).expect(200);
    expect((await served('en')).cookies.ga).toMatchObject({ name: '_ga', description: 'About ga' });
    expect((await served('de')).cookies.ga.name).toBe('Statistik-Cookie');
    await app
      .call('put', `/profiles/${id}`, {
        localeContent: { en: { ...germanContent(), cookies: { ga: { name: 'Counter' } } } },
      })
      .expect(200);
    const { shared, locales } = (await app.call('get', `/profiles/${id}/versions/2/diff/3`).expect(200)).body;
    expect(shared).toEqual([]);
    expect(locales.en).toContainEqual({ path: 'cookies.ga.name', before: '_ga', after: 'Counter' });
  });

  test('of 2,000 parameters in 30 languages are saved or refused in bounded time', async () => {
    const ids = Array.from({ length: 2000 }, (_, index) => `p${index}`);
    const text = 'x'.repeat(40);
    const cookies = Object.fromEntries(
      ids.map((id) => [id, { purpose: 'analytics', listenGpc: false, description: text }]),
    );
    const { preferenceModal } = profileJson();
    const categories = { all: { heading: 'All', legalBasis: 'consent' as const, cookies: ids } };
    const started = Date.now();
    const locales = [
      'de',
      'fr',
      'es',
      'it',
      'nl',
      'pl',
      'ar',
      'he',
      'fa',
      'el',
      'ja',
      'fi',
      'sv',
      'da',
      'nb',
    ];
    const content = {
      ...germanContent(),
      preferenceModal: {
        ...germanContent().preferenceModal,
        categories: { all: { heading: 'Alle' } },
      },
    };
    const response = await app.call('post', '/profiles', {
      name: 'Large',
      defaultLocale: 'en',
      profileJson: profileJson({
        cookies: cookies as ProfileJson['cookies'],
        preferenceModal: { ...preferenceModal, categories },
      }),
      localeContent: Object.fromEntries(
        [...locales, ...locales.map((locale) => `${locale}-x-shop`)]
          .slice(0, 29)
          .map((locale) => [
            locale,
            { ...content, cookies: Object.fromEntries(ids.map((id) => [id, { name: id }])) },
          ]),
      ),
    });
    expect([201, 400, 413]).toContain(response.status);
    expect(Date.now() - started).toBeLessThan(20_000);
    if (response.status === 201) {
      const untranslated = response.body.warnings.filter(
        ({ rule }: { rule: string }) => rule === 'content/parameter-untranslated',
      );
      expect(untranslated).toHaveLength(29);
      expect(JSON.stringify(response.body.warnings).length).toBeLessThan(100_000);
    }
  });

  test.each([
    ['kind', 'cookies', ['database', 7]],
    ['path', '/', ['shop', '/a;b', '/a b', '/\n', `/${'x'.repeat(300)}`]],
    ['maxAgeSeconds', 60, [0, -1, 1.5, 1e12, 'Session', '60']],
  ])('accept no wrong %s', async (field, _good, wrong) => {
    for (const value of wrong) {
      const cookies = { ...described(), ga: { ...described()?.ga, [field]: value } };
      const response = await save({ cookies }).expect(400);
      expect(details(response.body).join()).toContain(`profileJson.cookies.ga.${field}`);
    }
  });

  test('are refused under keys of the prototype', async () => {
    for (const id of ['__proto__', 'constructor']) {
      const cookies = JSON.parse(`{"${id}":{"name":"x"}}`);
      await save({}, { cookies }).expect(400);
    }
  });

  test('come with technology, path and lifetime', async () => {
    const facts = { kind: 'localStorage', path: '/shop', maxAgeSeconds: 86_400 };
    const cookies = {
      ...described(),
      ga: { ...described()?.ga, ...facts },
      session: { ...described()?.session, maxAgeSeconds: 'session' },
    };
    await save({ cookies }, { cookies: german }).expect(201);
    expect((await served('de')).cookies).toMatchObject({ ga: facts, session: { maxAgeSeconds: 'session' } });
  });
});

describe('settings of the widget', () => {
  test('have defaults', async () => {
    await save().expect(201);
    const file = await served('de');
    expect(file).toMatchObject({
      closeMeans: 'undecided',
      reloadOnWithdrawal: false,
      languageSwitch: false,
    });
    for (const absent of ['ageGate', 'privacyUrl', 'theme']) expect(file).not.toHaveProperty(absent);
  });

  test('are published as set, texts in each language', async () => {
    const saved = await save(
      {
        ageGate: { minimumAge: 14, parental: true, heading: 'How old are you?', text: 'The law asks.' },
        closeMeans: 'refuse',
        reloadOnWithdrawal: true,
        languageSwitch: true,
        privacyUrl: '/privacy',
      },
      { ageGate: { heading: 'Wie alt sind Sie?' }, privacyUrl: 'https://shop.example/datenschutz' },
    ).expect(201);
    expect(saved.body.warnings).toEqual([]);
    const common = {
      closeMeans: 'refuse',
      reloadOnWithdrawal: true,
      languageSwitch: true,
    };
    const gate = { minimumAge: 14, ask: 'birthYear', parental: true, text: 'The law asks.' };
    expect(await served('en')).toMatchObject({
      ...common,
      ageGate: { ...gate, heading: 'How old are you?' },
      privacyUrl: '/privacy',
    });
    expect(await served('de')).toMatchObject({
      ...common,
      ageGate: { ...gate, heading: 'Wie alt sind Sie?' },
      privacyUrl: 'https://shop.example/datenschutz',
    });
  });

  test('include no age where the law of the visitor’s place sets it', async () => {
    await save({ ageGate: {} }).expect(201);
    expect((await served('en')).ageGate).toEqual({ ask: 'birthYear', parental: false });
  });

  test('warn of an age gate’s texts in a profile without one', async () => {
    const { body } = await save({}, { ageGate: { heading: 'Wie alt sind Sie?' } }).expect(201);
    expect(body.warnings).toMatchObject([
      { rule: 'content/locale-structure', locale: 'de', field: 'ageGate' },
    ]);
  });

  test.each<[string, object]>([
    ['an address that runs', { privacyUrl: 'javascript:alert(1)' }],
    ['an address with white space before its scheme', { privacyUrl: ' javascript:alert(1)' }],
    ['an address of another host', { privacyUrl: '//evil.example' }],
    ['an address of another host with a backslash', { privacyUrl: '/\\evil.example' }],
    ['a data address', { privacyUrl: 'data:text/html,x' }],
    ['an address with a line break', { privacyUrl: '/privacy\n' }],
    ['an address with a quote', { privacyUrl: 'https://shop.example/"onclick=x' }],
    ['an address without a host', { privacyUrl: 'http://[' }],
    ['an address with two hosts', { privacyUrl: 'https://shop.example@evil.example/' }],
    ['an address whose host is none', { privacyUrl: 'https://shop%example/' }],
    ['an age of no child', { ageGate: { minimumAge: 40 } }],
    ['another question', { ageGate: { ask: 'passport' } }],
    ['another effect of closing', { closeMeans: 'accept' }],
    [
      'a place that is none',
      { preferenceModal: { ...profileJson().preferenceModal, categories: { a: { order: -1 } } } },
    ],
  ])('refuse %s', async (_what, overrides) => {
    await save(overrides).expect(400);
  });

  test.each(['http://[::1]:8080/privacy', 'https://müller.example', 'https://shop.example:443?page=privacy'])(
    'accept the address %s',
    async (privacyUrl) => {
      expect(() => new URL(privacyUrl)).not.toThrow();
      await save({ privacyUrl }).expect(201);
    },
  );

  test('list categories by their order', async () => {
    const { preferenceModal } = profileJson();
    const { necessary, analytics, marketing } = preferenceModal?.categories ?? {};
    const categories = {
      analytics: { ...analytics, order: 2 },
      marketing,
      necessary: { ...necessary, order: 1 },
    };
    await save({ preferenceModal: { ...preferenceModal, categories } }).expect(201);
    expect(Object.keys((await served('de')).preferenceModal.categories)).toEqual([
      'necessary',
      'analytics',
      'marketing',
    ]);
  });

  test('warn of positions and words that the widget cannot use', async () => {
    const { mainBanner } = profileJson();
    const { body } = await save(
      { mainBanner: { ...mainBanner, position: 'botom' } },
      { words: { cookiesOther: 'Cookies' } },
    ).expect(201);
    expect(body.warnings).toMatchObject([
      { rule: 'content/word-place', locale: 'de', field: 'words.cookiesOther' },
      { rule: 'ui/unknown-position', section: 'mainBanner', field: 'position' },
    ]);
  });
});

describe('translations as CSV', () => {
  const exported = async (id: string) =>
    (await app.call('get', `/export/translations/${id}`).expect(200)).text
      .replace('\uFEFF', '')
      .split('\r\n');
  const sendCsv = (id: string, csv: string) =>
    app.call('post', `/profiles/${id}/import-translations`).set('Content-Type', 'text/csv').send(csv);

  test('hold the widget’s texts that any language has, and take new ones', async () => {
    const { id } = (
      await save(
        {
          cookies: described(),
          ageGate: { heading: 'Your age' },
          privacyUrl: '/privacy',
          words: { close: 'Dismiss' },
        },
        { cookies: german },
      ).expect(201)
    ).body;
    const [header = ''] = await exported(id);
    const columns = header.split(',');
    expect(columns).toEqual(
      expect.arrayContaining(['cookies.ga.description', 'ageGate.heading', 'privacyUrl', 'words.close']),
    );
    expect(columns).not.toContain('words.on');
    expect(columns).not.toContain('ageGate.text');

    const csv = [
      'locale,cookies.ga.description,cookies.ga.name,ageGate.heading,privacyUrl,words.on',
      'en,Counts,,Age,/legal,Enabled',
      'de,Zählt,Zähler,Alter,/recht,An',
    ].join('\r\n');
    const saved = (await sendCsv(id, csv).expect(200)).body;
    await app.call('post', `/profiles/${id}/activate`, {}).expect(200);
    expect(await served('en')).toMatchObject({
      cookies: { ga: { description: 'Counts', purpose: 'analytics', provider: 'Google' } },
      ageGate: { heading: 'Age', ask: 'birthYear' },
      privacyUrl: '/legal',
      words: { on: 'Enabled', close: 'Dismiss' },
    });
    expect((await served('en')).cookies.ga).not.toHaveProperty('name');
    expect(await served('de')).toMatchObject({
      cookies: {
        ga: { description: 'Zählt', name: 'Zähler', provider: 'Google Irland' },
        pixel: { description: 'Misst Werbung.' },
      },
      ageGate: { heading: 'Alter' },
      privacyUrl: '/recht',
      words: { on: 'An' },
    });
    expect((saved.profile ?? saved).version).toBe(2);
  });

  test.each([
    ['words.close', '<b>Close</b>', 'plain text'],
    ['words.close', 'x'.repeat(501), '500 characters'],
    ['privacyUrl', 'javascript:alert(1)', 'http://'],
    ['cookies.ga.name', 'x'.repeat(301), '300 characters'],
    ['cookies.ga.description', 'x'.repeat(5001), '5000 characters'],
  ])('refuse in %s the text %s', async (column, text, reason) => {
    const { id } = (await save().expect(201)).body;
    const response = await sendCsv(id, `locale,${column}\r\nde,"${text}"`).expect(400);
    expect(response.body.details).toEqual([
      { path: 'row 2, column 2', message: expect.stringContaining(reason) },
    ]);
  });

  test.each(['words.shut', 'words.__proto__', 'cookies.ghost.name', 'cookies.ga.purpose', 'ageGate.heading'])(
    'refuse the column %s',
    async (column) => {
      const { id } = (await save().expect(201)).body;
      await sendCsv(id, `locale,${column}\r\nde,x`).expect(400);
    },
  );
});

describe('the theme of a UI template', () => {
  const template = (theme: object) => app.call('post', '/ui-templates', { name: 'Look', theme });
  const withTemplate = async (theme: object) => {
    const { id } = (await template(theme).expect(201)).body;
    await save({ uiTemplateId: id }).expect(201);
    return id;
  };

  test('is published with every colour', async () => {
    await withTemplate({ light: { primary: '#7a0019' }, radius: 4, font: 'Inter, sans-serif' });
    expect((await served('de')).theme).toEqual({
      light: {
        background: '#ffffff',
        text: '#1a1c20',
        primary: '#7a0019',
        onPrimary: '#ffffff',
        secondary: '#eceef2',
        line: '#767a82',
      },
      dark: {
        background: '#1b1d21',
        text: '#f1f2f4',
        primary: '#f1f2f4',
        onPrimary: '#1b1d21',
        secondary: '#2f3238',
        line: '#8d9199',
      },
      radius: 4,
      font: 'Inter, sans-serif',
    });
  });

  test('is replaced as a whole by an update, and left alone by others', async () => {
    const { id } = (await template({ radius: 4 }).expect(201)).body;
    const named = (await app.call('put', `/ui-templates/${id}`, { name: 'New' }).expect(200)).body;
    expect(named).toMatchObject({ theme: { radius: 4 }, warnings: [] });
    expect((await app.call('put', `/ui-templates/${id}`, { theme: { font: 'inherit' } })).body.theme).toEqual(
      {
        font: 'inherit',
      },
    );
    expect((await app.call('get', `/ui-templates/${id}`)).body.theme).toEqual({ font: 'inherit' });
  });

  test('reaches a profile when its content is saved, and stays in its versions', async () => {
    const templateId = await withTemplate({ radius: 4 });
    const { body: before } = await app.request.get(`${app.publicBase}/profiles/default/opt-in/de`);
    await app.call('put', `/ui-templates/${templateId}`, { theme: { radius: 9 } }).expect(200);
    expect((await served('de')).theme.radius).toBe(4);
    await app
      .call('put', `/profiles/${before.id}`, {
        profileJson: profileJson({ uiTemplateId: templateId }),
      })
      .expect(200);
    await app.call('post', `/profiles/${before.id}/activate`, {}).expect(200);
    expect((await served('de')).theme.radius).toBe(9);
    const { shared } = (await app.call('get', `/profiles/${before.id}/versions/1/diff/2`).expect(200)).body;
    expect(shared).toContainEqual({ path: 'ui.theme.radius', before: 4, after: 9 });
  });

  test('is refused with too little contrast, stating ratio and law', async () => {
    const response = await template({ light: { text: '#777777' } }).expect(422);
    expect(response.body).toMatchObject({
      code: 'ui_template_invalid',
      errors: [
        { rule: 'ui/contrast', field: 'theme.light.text', law: expect.stringContaining('1.4.3') },
        { rule: 'ui/contrast', field: 'theme.light.text' },
      ],
    });
    // The grey that is known for missing 4.5:1 on white by a hair.
    expect(response.body.errors[0].message).toContain('is 4.47:1 in `light`; it must be at least 4.5:1');
    await template({ light: { text: '#595959' } }).expect(201);
    const faint = (await template({ dark: { line: '#333333' } }).expect(422)).body;
    expect(faint.errors).toMatchObject([
      { field: 'theme.dark.line', law: expect.stringContaining('1.4.11') },
    ]);
    const { id } = (await template({}).expect(201)).body;
    await app.call('put', `/ui-templates/${id}`, { theme: { light: { onPrimary: '#000000' } } }).expect(422);
  });

  test('has the severities that the host has configured', async () => {
    const configured = async (rules: Record<string, 'error' | 'warning' | 'off'>) => {
      const strict = await createTestApp({ config: { compliance: { rules } } });
      const post = async (path: string, body: object) =>
        strict.request
          .post(`${strict.adminBase}${path}`)
          .set(await strict.asAdmin())
          .send(body);
      const faint = { name: 'Look', theme: { light: { text: '#777777' } } };
      const placed = { mainBanner: { ...profileJson().mainBanner, position: 'middle' } };
      const answers = [
        await post('/ui-templates', faint),
        await post('/ui-templates', { name: 'Look', mainBanner: { position: 'middle' } }),
        await post('/profiles', { name: 'Shop', defaultLocale: 'en', profileJson: profileJson(placed) }),
      ];
      await strict.close();
      const rulesIn = (list: { rule: string }[] = []) =>
        list.map(({ rule }) => rule).filter((id) => /^ui/.test(id));
      return answers.map(({ status, body }) => [status, rulesIn(body.errors), rulesIn(body.warnings)]);
    };
    const [contrast, position] = ['ui/contrast', 'ui/unknown-position'];
    expect(await configured({ [contrast]: 'warning', [position]: 'error' })).toEqual([
      [201, [], [contrast, contrast]],
      [422, [position], []],
      [422, [position], []],
    ]);
    expect(await configured({ [contrast]: 'off', [position]: 'off' })).toEqual([
      [201, [], []],
      [201, [], []],
      [201, [], []],
    ]);
  });

  test('has default colours with enough contrast', async () => {
    await withTemplate({ radius: 4 });
    const { light, dark } = (await served('de')).theme;
    await template({ light, dark }).expect(201);
  });

  test.each<[string, object]>([
    ['a colour by name', { light: { text: 'red' } }],
    ['a colour that loads something', { light: { text: 'url(https://evil.example)' } }],
    ['a font with a second declaration', { font: 'x;background:url(//evil.example)' }],
    ['a font with a closing brace', { font: 'x}' }],
    ['a font with a quote', { font: '"Inter"' }],
    ['a negative radius', { radius: -1 }],
    ['a list of colours', { light: ['#000000'] }],
  ])('refuses %s', async (_what, theme) => {
    await template(theme).expect(400);
  });

  test('refuses keys of the prototype, and ignores unknown colours', async () => {
    await template(JSON.parse('{"light":{"__proto__":{"text":"#ffffff"}}}')).expect(400);
    const { body } = await template({ light: { accent: '#ffffff' } }).expect(201);
    expect(body.theme).toEqual({ light: {} });
  });

  test('comes with warnings of unknown positions', async () => {
    const response = await app
      .call('post', '/ui-templates', {
        name: 'Look',
        mainBanner: { position: 'middle' },
        preferenceModal: { position: 'right' },
      })
      .expect(201);
    expect(response.body.warnings).toMatchObject([
      { rule: 'ui/unknown-position', field: 'mainBanner.position' },
    ]);
    const saved = (await save({ uiTemplateId: response.body.id }).expect(201)).body;
    expect(saved.warnings).toMatchObject([{ rule: 'ui/unknown-position', field: 'ui.mainBanner.position' }]);
  });
});
