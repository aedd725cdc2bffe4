import { createTestApp } from '../support/create-test-app';
import { openAdminApp } from '../support/open-admin-app';
import {
  createActiveProfile,
  createProfile,
  germanContent,
  profileJson,
  withNewCategory,
} from '../support/profiles';

const shared = openAdminApp({ onDisk: true }, 'all tests');
let app = shared;

/** For tests that break their storage. */
function useOwnApps(): void {
  const own = openAdminApp({ onDisk: true });
  beforeAll(() => {
    app = own;
  });
  afterAll(() => {
    app = shared;
  });
}

/** Another process on the same database and storage, started once. */
async function restart(): Promise<void> {
  const again = await createTestApp({ knex: app.knex, directory: app.directory, clock: app.clock });
  await again.service.start();
  await again.service.close();
}

const get = (path: string) => app.call('get', `/profiles${path}`);
const post = (path: string, body?: object) => app.call('post', `/profiles${path}`, body);
const put = (id: string, body: object) => app.call('put', `/profiles/${id}`, body);
const remove = (id: string) => app.call('delete', `/profiles/${id}`);
const importCsv = (id: string, csv: string) =>
  app
    .call('post', `/profiles/${id}/import-translations`)
    .set('Content-Type', 'text/csv; charset=utf-8')
    .send(csv);
const unknownId = '0190aaaa-0000-7000-8000-000000000000';

describe('copying', () => {
  test('makes an inactive profile of version 1 with the same content, and leaves the original as it is', async () => {
    const { id } = await createActiveProfile(app);
    await put(id, { name: 'Shop' }).expect(200);
    const copy = (await post(`/${id}/copy`).expect(201)).body;
    expect(copy).toMatchObject({
      name: 'Copy of Shop',
      version: 1,
      isActive: false,
      publishedVersion: null,
      profileJson: { isActive: false, locales: ['en', 'de'] },
    });
    expect((await app.request.get(`${app.publicBase}/profiles/${copy.id}/de`)).body.mainBanner.heading).toBe(
      'Ihre Privatsphäre',
    );
    expect((await get(`/${id}`)).body).toMatchObject({ isActive: true, version: 2 });
    expect((await post(`/${id}/copy`, { name: 'Second shop' }).expect(201)).body.name).toBe('Second shop');
    await post(`/${id}/copy`, { name: 5 }).expect(400);
    await post(`/${unknownId}/copy`).expect(404);
  });
});

describe('deleting', () => {
  test('removes the row, withdraws what was served, and leaves an archived profile', async () => {
    const { id } = await createActiveProfile(app);
    await put(id, { name: 'Shop' }).expect(200);
    expect((await remove(id).expect(200)).body).toEqual({ deleted: true, id });
    await remove(id).expect(404);
    await get(`/${id}`).expect(404);
    await app.request.get(`${app.publicBase}/profiles/default/opt-in/en`).expect(404);
    await app.request.get(`${app.publicBase}/profiles/${id}`).expect(404);

    const archived = (await get('/archived').expect(200)).body;
    expect(archived).toEqual([{ id, versionCount: 2, lastModified: expect.stringMatching(/Z$/) }]);
    expect(
      (await get(`/${id}/versions`).expect(200)).body.map(({ version, published }: never) => [
        version,
        published,
      ]),
    ).toEqual([
      [2, false],
      [1, false],
    ]);
    expect((await get(`/${id}/versions/1?locale=de`).expect(200)).body.currentLocale).toBe('de');
    const actions = await app
      .knex('svc_audit')
      .where({ resource_id: id })
      .orderBy('sequence')
      .pluck('action');
    expect(actions).toEqual([
      'profile:created',
      'profile:activated',
      'profile:updated',
      'profile:deactivated',
      'profile:deleted',
    ]);
  });
});

describe.each(['moved away', 'hidden by an empty mount'])('while the storage is %s', (how) => {
  useOwnApps();

  test.each<[string, (id: string) => { expect(status: number): PromiseLike<unknown> }]>([
    ['withdrawing', (id) => post(`/${id}/deactivate`)],
    ['deleting', remove],
  ])('%s is 503, and what was served is served when it is back', async (_deed, perform) => {
    const { id } = await createActiveProfile(app);
    const { mkdir, rename, rm } = await import('node:fs/promises');
    await rename(app.directory, `${app.directory}-away`);
    if (how !== 'moved away') await mkdir(app.directory);
    await perform(id).expect(503);
    await rm(app.directory, { recursive: true, force: true });
    await rename(`${app.directory}-away`, app.directory);
    expect((await get(`/${id}`).expect(200)).body.isActive).toBe(true);
    await app.request.get(`${app.publicBase}/profiles/default/opt-in/en`).expect(200);
    await perform(id).expect(200);
    app.clock.advance(120_000);
    await app.request.get(`${app.publicBase}/profiles/default/opt-in/en`).expect(404);
  });
});

test('withdrawing what is withdrawn already takes away what storage still serves of it', async () => {
  const { id } = await createActiveProfile(app);
  const { cp } = await import('node:fs/promises');
  await cp(`${app.directory}/default/opt-in`, `${app.directory}-copy`, { recursive: true });
  await post(`/${id}/deactivate`).expect(200);
  await cp(`${app.directory}-copy`, `${app.directory}/default/opt-in`, { recursive: true });
  app.clock.advance(120_000);
  await app.request.get(`${app.publicBase}/profiles/default/opt-in/en`).expect(200);
  await post(`/${id}/deactivate`).expect(200);
  app.clock.advance(120_000);
  await app.request.get(`${app.publicBase}/profiles/default/opt-in/en`).expect(404);
});

describe('versions', () => {
  test('are listed newest first, with their locales and which one visitors get', async () => {
    const { id } = await createActiveProfile(app);
    await put(id, { localeContent: { fr: germanContent() } }).expect(200);
    const versions = (await get(`/${id}/versions`).expect(200)).body;
    expect(versions).toMatchObject([
      { version: 2, createdAt: expect.any(String), locales: ['de', 'en', 'fr'], published: false },
      { version: 1, createdAt: expect.any(String), locales: ['de', 'en'], published: true },
    ]);
  });

  test('give their raw locale files, the default one when no locale is named', async () => {
    const { id } = await createActiveProfile(app);
    const served = (await app.request.get(`${app.publicBase}/profiles/default/opt-in/en`)).body;
    expect((await get(`/${id}/versions/1`).expect(200)).body).toEqual(served);
    expect((await get(`/${id}/versions/1?locale=en`)).body).toEqual(served);
    expect((await get(`/${id}/versions/1?locale=fr`).expect(404)).body.code).toBe('locale_file_not_found');
    await get(`/${id}/versions/1?locale=_manifest`).expect(400);
  });

  test.each([
    '/versions/2',
    '/versions/0',
    '/versions/x',
    '/versions/1e0',
    '/versions/..%2f1',
    '/versions/1/diff/9',
  ])('answer 404 for %s', async (path) => {
    const { id } = await createProfile(app);
    expect((await get(`/${id}${path}`).expect(404)).body.code).toBe('version_not_found');
  });

  test.each([unknownId, 'opt-in', '..', '%2e%2e', 'a%2fb'])('of %s are not found', async (id) => {
    await createActiveProfile(app);
    await get(`/${id}/versions`).expect(404);
  });

  test('never show what a save left that failed after writing its files', async () => {
    const { id } = await createActiveProfile(app);
    await app.knex.raw(
      "create trigger refuse before insert on svc_audit begin select raise(abort, 'no'); end",
    );
    const dead = profileJson({ mainBanner: { ...profileJson().mainBanner, heading: 'DEAD' } });
    await put(id, { profileJson: dead, localeContent: { fr: germanContent() } }).expect(500);
    await app.knex.raw('drop trigger refuse');
    expect((await get(`/${id}/versions`)).body).toHaveLength(1);
    await get(`/${id}/versions/2`).expect(404);
    await get(`/${id}/versions/1/diff/2`).expect(404);
    await post(`/${id}/rollback`, { version: 2 }).expect(404);
    await app.request.get(`${app.publicBase}/profiles/default/${id}/2/en`).expect(404);

    await put(id, { name: 'True' }).expect(200);
    await post(`/${id}/activate`).expect(200);
    expect((await get(`/${id}/versions`)).body[0]).toMatchObject({ version: 2, locales: ['de', 'en'] });
    expect((await app.request.get(`${app.publicBase}/profiles/${id}`)).body.mainBanner.heading).toBe(
      'Your privacy',
    );
    app.clock.advance(120_000);
    expect(
      (await app.request.get(`${app.publicBase}/profiles/default/${id}/2/en`).expect(200)).body.mainBanner
        .heading,
    ).toBe('Your privacy');
    await app.request.get(`${app.publicBase}/profiles/default/${id}/2/fr`).expect(404);
  });

  test('of a save that died between its commit and its seal are whole at the next look', async () => {
    const { id } = await createProfile(app);
    const { rm } = await import('node:fs/promises');
    await rm(`${app.directory}/default/${id}/1/_manifest.json`);
    expect((await put(id, { name: 'Next' }).expect(200)).body.profile.version).toBe(2);
    expect((await get(`/${id}/versions`)).body.map(({ version }: { version: number }) => version)).toEqual([
      2, 1,
    ]);
  });

  describe.each<[string, (id: string) => unknown]>([
    ['asked for after their profile was deleted', (id) => remove(id).expect(200)],
    ['asked for after a restart', restart],
  ])('when %s', (_when, look) => {
    test('are whole and served, though nobody sealed them when they were saved', async () => {
      const { id } = await createProfile(app);
      const { rm } = await import('node:fs/promises');
      await rm(`${app.directory}/default/${id}/1/_manifest.json`);
      await look(id);
      expect((await get(`/${id}/versions`).expect(200)).body).toHaveLength(1);
      await app.request.get(`${app.publicBase}/profiles/default/${id}/1/en`).expect(200);
    });
  });

  test('never show one whose save was not finished', async () => {
    const { id } = await createProfile(app);
    const { mkdir, writeFile } = await import('node:fs/promises');
    await mkdir(`${app.directory}/default/${id}/2`);
    await writeFile(`${app.directory}/default/${id}/2/en.json`, '{}');
    expect((await get(`/${id}/versions`)).body).toHaveLength(1);
    await get(`/${id}/versions/2`).expect(404);
  });
});

describe('the difference of two versions', () => {
  test('names each changed path, shared and per locale', async () => {
    const { id } = await createProfile(app);
    const banner = { ...profileJson().mainBanner, heading: 'Hello', position: 'top' };
    await put(id, {
      profileJson: profileJson({ expiryDays: 90, mainBanner: banner }),
      localeContent: { de: null, fr: germanContent() },
    }).expect(200);
    const { body } = await get(`/${id}/versions/1/diff/2`).expect(200);
    expect(body).toMatchObject({ from: 1, to: 2 });
    expect(body.shared).toEqual(
      expect.arrayContaining([
        { path: 'expiryDays', before: null, after: 90 },
        { path: 'mainBanner.position', before: 'bottom', after: 'top' },
        { path: 'locales', before: ['en', 'de'], after: ['en', 'fr'] },
      ]),
    );
    expect(body.shared).toHaveLength(3);
    expect(body.locales.en).toEqual([{ path: 'mainBanner.heading', before: 'Your privacy', after: 'Hello' }]);
    expect(body.locales.de).toContainEqual({
      path: 'mainBanner.heading',
      before: 'Ihre Privatsphäre',
      after: null,
    });
    expect(body.locales.fr).toContainEqual({
      path: 'mainBanner.heading',
      before: null,
      after: 'Ihre Privatsphäre',
    });
  });
});

describe('rolling back', () => {
  test('writes a new version with the old content, origins and locales included', async () => {
    const { id } = await createActiveProfile(app, {
      profileJson: profileJson({ allowedOrigins: ['https://shop.example'] }),
    });
    await put(id, { profileJson: profileJson({ expiryDays: 5 }), localeContent: { de: null } }).expect(200);
    const { body } = await post(`/${id}/rollback`, { version: 1 }).expect(200);
    expect(body.profile).toMatchObject({
      version: 3,
      publishedVersion: 1,
      profileJson: { allowedOrigins: ['https://shop.example'], locales: ['en', 'de'] },
    });
    expect(body.profile.profileJson).not.toHaveProperty('expiryDays');
    expect((await get(`/${id}/versions/1/diff/3`)).body).toEqual({
      from: 1,
      to: 3,
      shared: [],
      locales: {},
      variants: [],
    });
  });

  test('and translations follow only the version that the operator has seen, where it is named', async () => {
    const { id } = await createActiveProfile(app);
    await put(id, { profileJson: profileJson({ expiryDays: 5 }) }).expect(200);
    const { text } = await app.call('get', `/export/translations/${id}`).expect(200);
    for (const send of [() => post(`/${id}/rollback`, { version: 1 }), () => importCsv(id, text)]) {
      const { version } = (await get(`/${id}`)).body;
      const late = await send()
        .set('If-Match', `"${version - 1}"`)
        .expect(412);
      expect(late.body).toMatchObject({ code: 'version_conflict', version });
      expect((await get(`/${id}`)).body.version).toBe(version);
      const answers = await Promise.all([1, 2].map(() => send().set('If-Match', `"${version}"`)));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
      await send().set('If-Match', 'three').expect(400);
      await send().expect(200);
    }
  });

  test('refuses versions that are not there, and another group while active', async () => {
    const { id } = await createProfile(app, { profileJson: profileJson({ complianceGroup: 'opt-out' }) });
    expect((await post(`/${id}/rollback`, { version: 2 }).expect(404)).body.code).toBe('version_not_found');
    await post(`/${id}/rollback`, { version: 0 }).expect(400);
    await post(`/${id}/rollback`, {}).expect(400);
    await put(id, { profileJson: profileJson() }).expect(200);
    await post(`/${id}/activate`).expect(200);
    expect((await post(`/${id}/rollback`, { version: 1 }).expect(422)).body.code).toBe('active_group_change');
  });
});

describe('translations', () => {
  test('come in as a new version: new locales are added, empty cells fall back, guards are undone', async () => {
    const { id } = await createProfile(app);
    const csv =
      '\ufefflocale,mainBanner.heading,mainBanner.htmlText,mainBanner.buttons[0].text,mainBanner.buttons[1].text,mainBanner.buttons[2].text,' +
      'preferenceModal.heading,preferenceModal.buttons[0].text,preferenceModal.categories.necessary.heading,preferenceModal.categories.analytics.heading,preferenceModal.categories.marketing.heading\r\n' +
      'fr,,"<p>Nous, ici, ""cookies""</p>",\'=Oui,Non,Choisir,Vos choix,Enregistrer,Nécessaire,Mesure,Publicité\r\n';
    const { body } = await importCsv(id, csv).expect(200);
    expect(body.profile).toMatchObject({ version: 2, profileJson: { locales: ['en', 'de', 'fr'] } });
    const french = (await app.request.get(`${app.publicBase}/profiles/${id}/fr`)).body;
    expect(french.mainBanner).toMatchObject({
      heading: 'Your privacy',
      htmlText: '<p>Nous, ici, "cookies"</p>',
    });
    expect(french.mainBanner.buttons[0]).toMatchObject({ text: '=Oui', action: 'custom', cookies: '*' });
    expect((await app.request.get(`${app.publicBase}/profiles/${id}/de`)).body.mainBanner.heading).toBe(
      'Ihre Privatsphäre',
    );
  });

  test('go out as CSV with guarded formulas, and come back in unchanged', async () => {
    const { id } = await createProfile(app, {
      profileJson: profileJson({
        mainBanner: { ...profileJson().mainBanner, heading: '=1+1, "quoted"\nline' },
      }),
    });
    const response = await app.call('get', `/export/translations/${id}`).expect(200);
    expect(response.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(response.headers['content-disposition']).toMatch(
      /^attachment; filename="translations-[\da-f]{6}-\d{4}-\d\d-\d\d\.csv"$/,
    );
    const [header, english] = response.text.split('\r\n');
    expect(header).toMatch(
      /^\ufefflocale,mainBanner\.heading,mainBanner\.htmlText,mainBanner\.buttons\[0\]\.text/,
    );
    expect(english).toMatch(/^en,"'=1\+1, ""quoted""\nline",/);
    await importCsv(id, response.text).expect(200);
    expect((await get(`/${id}/versions/1/diff/2`)).body).toEqual({
      from: 1,
      to: 2,
      shared: [],
      locales: {},
      variants: [],
    });
    expect(
      await app
        .knex('svc_audit')
        .where({ action: 'export:translations', resource_id: id })
        .pluck('resource_id'),
    ).toEqual([id]);
    await app.call('get', `/export/translations/${unknownId}`).expect(404);
  });

  test('are complete in the languages that they change, and can lack texts in others', async () => {
    const { id } = await createProfile(app);
    await put(id, { profileJson: withNewCategory() }).expect(200);
    const { text } = await app.call('get', `/export/translations/${id}`).expect(200);
    await importCsv(id, text.replace('Your choices', 'Choose')).expect(200);
    const { body } = await importCsv(id, text.replace('Ihre Auswahl', 'Wählen Sie')).expect(422);
    expect(body.errors).toMatchObject([{ rule: 'content/blank', locale: 'de' }]);
  });

  test('quote lone line breaks, as RFC 4180 demands', async () => {
    const { id } = await createProfile(app, {
      profileJson: profileJson({
        mainBanner: { ...profileJson().mainBanner, heading: 'l1\nl2' },
        preferenceModal: { ...profileJson().preferenceModal, heading: 'c\rr' },
      }),
    });
    const { text } = await app.call('get', `/export/translations/${id}`).expect(200);
    expect(text).toContain('"l1\nl2"');
    expect(text).toContain('"c\rr"');
  });

  test('change the default locale’s texts too', async () => {
    const { id } = await createProfile(app);
    const { body } = await importCsv(id, 'locale,mainBanner.heading\nen,Hello\n').expect(200);
    expect(body.profile.profileJson.mainBanner).toMatchObject({
      heading: 'Hello',
      htmlText: '<p>Shop Ltd and 2 partners use cookies. <a href="/privacy" rel="noopener">Policy</a></p>',
    });
  });

  test.each([
    ['no locale column', 'mainBanner.heading\nx\n', 'column 1'],
    ['more cells than any profile has texts', `locale${','.repeat(500_001)}\n`, ''],
    ['a column that is not a text of the profile', 'locale,mainBanner.nothing\nen,x\n', 'column 2'],
    ['a column twice', 'locale,mainBanner.heading,mainBanner.heading\nen,x,y\n', 'column 3'],
    ['a row without a language tag', 'locale,mainBanner.heading\nEnglish please,x\n', 'row 2'],
    ['a locale twice', 'locale,mainBanner.heading\nde,x\nDE,y\n', 'row 3'],
    ['more cells than columns', 'locale,mainBanner.heading\nde,x,y\n', 'row 2'],
    ['semicolons', 'locale;mainBanner.heading\nde;x\n', 'column 1'],
    ['no row', 'locale,mainBanner.heading\n', 'row 2'],
    ['a text that is too long', `locale,mainBanner.heading\nen,${'x'.repeat(1001)}\n`, 'row 2, column 2'],
    ['an open quote', 'locale,mainBanner.heading\nde,"x\n', undefined],
  ])('refuse %s', async (_what, csv, path) => {
    const { id } = await createProfile(app);
    const { body } = await importCsv(id, csv).expect(400);
    expect(body.code).toBe('validation_failed');
    if (path !== undefined) expect(body.details[0].path).toBe(path);
    expect((await get(`/${id}`)).body.version).toBe(1);
  });

  test.each(['\n', '\r\n', '\r'])(
    'are read with the line ends %j, and rows of empty cells are skipped',
    async (end) => {
      const { id } = await createProfile(app);
      const rows = ['\ufefflocale,mainBanner.heading', ',', 'de,Schön', ' , ', ''];
      const { body } = await importCsv(id, rows.join(end)).expect(200);
      expect(body.profile.version).toBe(2);
      const german = (await app.request.get(`${app.publicBase}/profiles/${id}/de`)).body;
      expect(german.mainBanner.heading).toBe('Schön');
    },
  );

  test('are UTF-8 or refused, so that no text is damaged on its way in', async () => {
    const { id } = await createProfile(app);
    const send = (contentType: string, bytes: Buffer) =>
      app.call('post', `/profiles/${id}/import-translations`).set('Content-Type', contentType).send(bytes);
    const csv = 'locale,mainBanner.heading\nde,Schön\n';
    const refused = await send('text/csv', Buffer.from(csv, 'latin1')).expect(400);
    expect(refused.body).toMatchObject({
      code: 'validation_failed',
      details: [{ path: '', message: 'must be UTF-8' }],
    });
    for (const charset of ['iso-8859-1', 'windows-1252', 'utf-16le', '"latin1"', 'utf-7', '']) {
      const { body } = await send(`text/csv; charset=${charset}`, Buffer.from(csv, 'latin1')).expect(415);
      expect(body.code).toBe('unsupported_media_type');
    }
    expect((await get(`/${id}`)).body.version).toBe(1);
    await send('text/csv; header=present; charset="UTF-8"', Buffer.from(`\ufeff${csv}`)).expect(200);
    expect((await get(`/${id}/versions/2?locale=de`)).body.mainBanner.heading).toBe('Schön');
  });

  test('refuse a new locale with blanks, JSON, and unknown profiles', async () => {
    const { id } = await createProfile(app);
    expect((await importCsv(id, 'locale,mainBanner.heading\nfr,x\n').expect(422)).body.code).toBe(
      'profile_invalid',
    );
    await post(`/${id}/import-translations`, { locale: 'fr' }).expect(415);
    await importCsv(unknownId, 'locale,mainBanner.heading\nfr,x\n').expect(404);
  });
});
