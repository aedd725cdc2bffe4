import { createUser } from '../support/accounts';
import { allDenied, allGranted, consentCalls } from '../support/consent';
import { createTestApp, createTestClock, type TestApp, testSigningHash } from '../support/create-test-app';
import { visitorCalls } from '../support/impressions';
import { createActiveProfile, createProfile, germanContent, profileJson } from '../support/profiles';
import { testInDeep } from '../support/scope';

const start = Date.UTC(2026, 2, 2, 12);
const day = 86_400_000;
const question = { texts: { en: { mainBanner: { heading: 'May we count your visit?' } } } };

describe('experiments', () => {
  let app: TestApp;
  let visitor: ReturnType<typeof visitorCalls>;
  let profileId: string;
  beforeEach(async () => {
    app = await createTestApp({ clock: createTestClock(start), config: { rateLimit: false } });
    visitor = visitorCalls(app);
    profileId = (await createActiveProfile(app, { localeContent: { de: germanContent() } })).id;
  });
  afterEach(() => app.close());

  const call = async (method: 'get' | 'post' | 'put' | 'patch' | 'delete', path: string, body?: object) =>
    app.request[method](`${app.adminBase}${path}`)
      .set(await app.asAdmin())
      .send(body);
  const startExperiment = (body: object = { variants: [question] }) =>
    call('post', `/profiles/${profileId}/experiments`, body);
  const endExperiment = (version: number, body: object = {}) =>
    call('post', `/profiles/${profileId}/experiments/${version}/end`, body);
  const published = async (locale = 'en') =>
    (await app.request.get(`${app.publicBase}/profiles/default/opt-in/${locale}`)).body;
  const bootstrap = async () =>
    (await app.request.get(`${app.publicBase}/bootstrap`).query({ tz: 'Europe/Berlin', lang: 'en' })).body;

  describe('start', () => {
    test('publishes a version whose files have what each variant shows, and nothing else', async () => {
      const before = await published();
      const { status, body } = await startExperiment({
        goal: 'answered',
        variants: [
          {
            name: 'A question',
            texts: {
              en: {
                mainBanner: {
                  heading: 'May we count your visit?',
                  htmlText:
                    '<p>Shop Ltd and 2 partners ask. <a href="/privacy">Privacy</a><script>alert(1)</script></p>',
                  buttons: [{ text: 'Accept all' }, { text: 'Reject all' }],
                },
                preferenceModal: { heading: 'What you allow' },
              },
            },
          },
          { position: 'top', texts: { de: { mainBanner: { heading: 'Dürfen wir zählen?' } } } },
        ],
      });
      expect([status, body.version, body.running, body.goal, body.endedAt, body.kept]).toEqual([
        201,
        2,
        true,
        'answered',
        null,
        null,
      ]);
      expect(body.variants.map(({ id, name }: { id: string; name?: string }) => [id, name])).toEqual([
        ['A', undefined],
        ['B', 'A question'],
        ['C', undefined],
      ]);
      const { variants, ...rest } = await published();
      expect(rest).toEqual(before);
      expect(variants.A).toEqual({});
      expect(variants.B).toEqual({
        mainBanner: {
          ...before.mainBanner,
          heading: 'May we count your visit?',
          htmlText: '<p>Shop Ltd and 2 partners ask. <a href="/privacy" rel="noopener">Privacy</a></p>',
          buttons: [
            { text: 'Accept all', style: 'primary', action: 'custom', cookies: '*' },
            { text: 'Reject all', style: 'primary', action: 'custom', cookies: '!' },
            { text: 'Choose', style: 'secondary', action: 'manage' },
          ],
        },
        preferenceModal: {
          heading: 'What you allow',
          htmlText: before.preferenceModal.htmlText,
          buttons: before.preferenceModal.buttons,
        },
      });
      expect(variants.C).toEqual({ mainBanner: { ...before.mainBanner, position: 'top' } });
      const german = await published('de');
      expect(german.variants.C.mainBanner.heading).toBe('Dürfen wir zählen?');
      // German visitors of B see German.
      expect(german.variants.B).toEqual({});
      expect((await bootstrap()).profile.variants).toEqual(variants);
    });

    test('runs plugins on each variant: they can change its texts, and nothing else', async () => {
      let expiryDays = 180;
      const own = (heading = '') => (heading.endsWith('(Shop)') ? heading : `${heading} (Shop)`);
      const other = await createTestApp({
        knex: app.knex,
        clock: app.clock,
        config: {
          rateLimit: false,
          compliance: { dataSigningHash: testSigningHash },
          plugins: [
            {
              name: 'changing',
              initialize() {},
              destroy() {},
              beforeProfileSave({ profileJson: { mainBanner, ...json }, ...draft }) {
                const { heading } = mainBanner as { heading?: string };
                const days = heading?.startsWith('May') ? expiryDays : 180;
                const banner = { ...(mainBanner as object), heading: own(heading) };
                return { ...draft, profileJson: { ...json, expiryDays: days, mainBanner: banner } };
              },
            },
          ],
        },
      });
      const begin = async () =>
        other.request
          .post(`${other.adminBase}/profiles/${profileId}/experiments`)
          .set(await other.asAdmin())
          .send({ variants: [question] });
      expiryDays = 90;
      const refused = await begin();
      expect([refused.status, refused.body.details]).toEqual([
        400,
        [expect.objectContaining({ path: 'variants[0]', message: expect.stringContaining('plugin') })],
      ]);
      expiryDays = 180;
      expect((await begin()).status).toBe(201);
      await other.close();
      const { mainBanner, variants } = await published();
      expect([mainBanner.heading, variants.B.mainBanner.heading]).toEqual([
        'Your privacy (Shop)',
        'May we count your visit? (Shop)',
      ]);
    });

    test('shows another look as it is at the start, and its default colours', async () => {
      const template = (await call('post', '/ui-templates', { name: 'Ocean', theme: { radius: 4 } })).body;
      const { body } = await startExperiment({ variants: [{ uiTemplateId: template.id }] });
      expect(body.variants[1]).toMatchObject({ id: 'B', uiTemplateId: template.id });
      const { variants } = await published();
      expect(variants.B.theme).toMatchObject({ radius: 4, light: { background: expect.any(String) } });
      expect(variants.B.ui).toEqual({ mainBanner: {}, preferenceModal: {} });
      await call('put', `/ui-templates/${template.id}`, { theme: { radius: 30 } });
      expect((await published()).variants.B.theme.radius).toBe(4);
      const ended = await endExperiment(2, { keep: 'B' });
      expect(ended.status).toBe(200);
      expect(await published()).toMatchObject({ theme: { radius: 4 } });
      const profile = await call('get', `/profiles/${profileId}`);
      expect(profile.body.profileJson.uiTemplateId).toBe(template.id);
    });

    test.each([
      ['a refusal that is called acceptance', { buttons: [{}, { text: 'Accept all' }] }],
      ['a blank label', { buttons: [{ text: ' ' }] }],
      [
        'consent by continuing',
        {
          htmlText:
            '<p>By continuing to use this site you consent to cookies of Shop Ltd and 2 partners. <a href="/privacy">Policy</a></p>',
        },
      ],
      ['a text without the policy', { htmlText: '<p>Shop Ltd and 2 partners use cookies.</p>' }],
    ])(
      'refuses %s with the findings of a save, also those that only warn there',
      async (_what, mainBanner) => {
        const { mainBanner: own = {} } = profileJson();
        const buttons = own.buttons?.map((button, index) => ({
          ...button,
          ...('buttons' in mainBanner ? mainBanner.buttons[index] : {}),
        }));
        const { status, body } = await startExperiment({ variants: [{ texts: { en: { mainBanner } } }] });
        const asSave = await call('put', `/profiles/${profileId}`, {
          profileJson: profileJson({ mainBanner: { ...own, ...mainBanner, buttons } }),
        });
        const rules = (findings: { rule: string }[] = []) => findings.map(({ rule }) => rule);
        expect([status, body.code]).toEqual([422, 'profile_invalid']);
        const ofSave = [...rules(asSave.body.errors), ...rules(asSave.body.warnings)];
        expect(rules(body.errors)).not.toEqual([]);
        expect(ofSave).toEqual(expect.arrayContaining(rules(body.errors)));
        expect(new Set(body.errors.map(({ variant }: { variant: string }) => variant))).toEqual(
          new Set(['B']),
        );
        expect((await call('get', `/profiles/${profileId}/experiments`)).body).toEqual([]);
      },
    );

    test.each([
      ['nothing', {}, 'validation_failed'],
      ['no variants', { variants: [] }, 'validation_failed'],
      ['more than three', { variants: [question, question, question, question] }, 'validation_failed'],
      ['a variant that is the banner as it is', { variants: [{ name: 'Same' }] }, 'validation_failed'],
      [
        'the same texts',
        { variants: [{ texts: { en: { mainBanner: { heading: 'Your privacy' } } } }] },
        'validation_failed',
      ],
      [
        'a language that the profile lacks',
        { variants: [{ texts: { fr: { mainBanner: { heading: 'x' } } } }] },
        'validation_failed',
      ],
      ['a look that does not exist', { variants: [{ uiTemplateId: 'none' }] }, 'validation_failed'],
      [
        'other categories',
        { variants: [{ ...question, texts: { en: { preferenceModal: { categories: {} } } } }] },
        'validation_failed',
      ],
      [
        'what a button does',
        { variants: [{ texts: { en: { mainBanner: { buttons: [{ cookies: '!' }] } } } }] },
        'validation_failed',
      ],
    ])('refuses %s', async (_what, body, code) => {
      const response = await startExperiment(body);
      expect([response.status, response.body.code]).toEqual([400, code]);
      expect((await call('get', `/profiles/${profileId}/experiments`)).body).toEqual([]);
      expect((await call('get', `/profiles/${profileId}`)).body.version).toBe(1);
    });

    test('starts with no other version than the one for which the variants were written', async () => {
      const begin = async (version: string) =>
        app.request
          .post(`${app.adminBase}/profiles/${profileId}/experiments`)
          .set(await app.asAdmin())
          .set('If-Match', version)
          .send({ variants: [question] });
      const swapped = profileJson().mainBanner?.buttons?.toReversed();
      await call('put', `/profiles/${profileId}`, {
        profileJson: profileJson({ mainBanner: { ...profileJson().mainBanner, buttons: swapped } }),
      });
      await call('post', `/profiles/${profileId}/activate`);
      const late = await begin('"1"');
      expect([late.status, late.body.code, late.body.version]).toEqual([412, 'version_conflict', 2]);
      expect((await published()).variants).toBeUndefined();
      expect((await begin('"2"')).status).toBe(201);
    });

    test('refuses a second one, unpublished changes, and a profile that is not live', async () => {
      await startExperiment();
      const second = await startExperiment();
      expect([second.status, second.body.code]).toEqual([409, 'experiment_running']);
      await call('put', `/profiles/${profileId}`, {
        note: 'A draft',
        profileJson: profileJson({ expiryDays: 9 }),
      });
      expect((await startExperiment()).body.code).toBe('experiment_running');
      await endExperiment(2);
      await call('put', `/profiles/${profileId}`, { profileJson: profileJson({ expiryDays: 8 }) });
      const drafted = await startExperiment();
      expect([drafted.status, drafted.body.code]).toEqual([409, 'experiment_needs_live_version']);
      await call('post', `/profiles/${profileId}/activate`);
      await call('post', `/profiles/${profileId}/deactivate`);
      expect((await startExperiment()).body.code).toBe('experiment_needs_live_version');
    });
  });

  describe('end', () => {
    test('keeps a variant for everyone, in a new version, and says so', async () => {
      await startExperiment();
      app.clock.advance(day);
      const { status, body } = await endExperiment(2, { keep: 'B', note: 'B asks more plainly' });
      expect([status, body.kept, body.running, body.endedAt, body.publishedVersion]).toEqual([
        200,
        'B',
        false,
        new Date(start + day).toISOString(),
        3,
      ]);
      const file = await published();
      expect(file).not.toHaveProperty('variants');
      expect(file.mainBanner.heading).toBe('May we count your visit?');
      expect((await bootstrap()).profileVersion).toBe(3);
      const { body: versions } = await call('get', `/profiles/${profileId}/versions`);
      expect(versions[0]).toMatchObject({ version: 3, published: true, note: 'B asks more plainly' });
      expect((await call('get', `/profiles/${profileId}/experiments`)).body).toEqual([
        {
          profileId,
          version: 2,
          goal: 'accepted',
          running: false,
          startedAt: new Date(start).toISOString(),
          startedBy: expect.objectContaining({ email: expect.any(String) }),
          endedAt: new Date(start + day).toISOString(),
          kept: 'B',
          variants: [
            { id: 'A', name: null },
            { id: 'B', name: null },
          ],
        },
      ]);
      const { body: audit } = await call('get', `/audit?action=experiment:ended`);
      expect(audit.items[0]).toMatchObject({
        resourceId: profileId,
        changes: { version: 2, kept: 'B', publishedVersion: 3 },
      });
    });

    test('shows the banner as it was when nothing is chosen, also with a draft in between', async () => {
      const before = await published();
      await startExperiment();
      await call('put', `/profiles/${profileId}`, { profileJson: profileJson({ expiryDays: 9 }) });
      const { body } = await endExperiment(2);
      expect([body.kept, body.publishedVersion]).toEqual(['A', 4]);
      expect(await published()).toEqual(before);
    });

    test('where a second person must approve, only the content that visitors have already can end it', async () => {
      await createUser(app, { role: 'editor' });
      const { body } = await startExperiment();
      await call('patch', '/settings', { approvalRequired: true });
      const refused = await endExperiment(body.version, { keep: 'B' });
      expect([refused.status, refused.body.code]).toEqual([409, 'approval_required']);
      expect((await published()).variants).toBeDefined();
      expect((await endExperiment(body.version)).status).toBe(200);
      expect((await published()).variants).toBeUndefined();
      expect((await startExperiment()).body.code).toBe('approval_required');
      const { paths } = (await app.request.get(`${app.adminBase}/openapi.json`).expect(200)).body;
      for (const path of ['/profiles/{id}/experiments', '/profiles/{id}/experiments/{version}/end'])
        expect(paths[path].post.responses['409'].description).toContain('`approval_required`');
    });

    test('can always keep what visitors have, whatever rules and plugins say by now', async () => {
      const heading = { mainBanner: { ...profileJson().mainBanner, heading: 'Changed by a plugin' } };
      await call('put', `/profiles/${profileId}`, { profileJson: profileJson({ expiryDays: 700 }) });
      await call('post', `/profiles/${profileId}/activate`);
      const before = await published();
      await startExperiment();
      const strict = await createTestApp({
        knex: app.knex,
        clock: app.clock,
        config: {
          rateLimit: false,
          compliance: { dataSigningHash: testSigningHash, rules: { 'expiry/too-long': 'error' } },
          plugins: [
            {
              name: 'changing',
              initialize() {},
              destroy() {},
              beforeProfileSave: (draft) => ({ ...draft, profileJson: { ...draft.profileJson, ...heading } }),
            },
          ],
        },
      });
      const stop = async (keep: string) =>
        strict.request
          .post(`${strict.adminBase}/profiles/${profileId}/experiments/3/end`)
          .set(await strict.asAdmin())
          .send({ keep });
      const refused = await stop('B');
      expect([refused.status, refused.body.code]).toEqual([422, 'profile_invalid']);
      expect((await stop('A')).body).toMatchObject({ kept: 'A', publishedVersion: 4 });
      await strict.close();
      expect(await published()).toEqual(before);
    });

    test('asks nobody again because of a version that waits', async () => {
      const { body: record } = await visitor
        .decide({ profileId, profileVersion: 1 }, { consentJson: allGranted, method: 'accept' })
        .expect(200);
      await startExperiment();
      await call('put', `/profiles/${profileId}`, { requireReconsent: true });
      await endExperiment(2);
      const { body } = await consentCalls(app).verify(record.visitorId);
      expect(body).toMatchObject({ valid: true });
    });

    test('another publication ends it, and so does taking the profile offline', async () => {
      await startExperiment();
      await call('put', `/profiles/${profileId}`, { profileJson: profileJson({ expiryDays: 9 }) });
      app.clock.advance(day);
      await call('post', `/profiles/${profileId}/activate`);
      expect(await published()).not.toHaveProperty('variants');
      const { body } = await call('get', `/profiles/${profileId}/experiments/2`);
      expect(body).toMatchObject({
        running: false,
        kept: null,
        endedAt: new Date(start + day).toISOString(),
      });
      const late = await endExperiment(2, { keep: 'B' });
      expect([late.status, late.body.code]).toEqual([409, 'experiment_ended']);
      await startExperiment();
      await call('post', `/profiles/${profileId}/deactivate`);
      expect((await call('get', `/profiles/${profileId}/experiments/4`)).body.running).toBe(false);
    });

    test('refuses a variant that it does not have, and a version without variants', async () => {
      await startExperiment();
      const unknown = await endExperiment(2, { keep: 'C' });
      expect([unknown.status, unknown.body.code]).toEqual([400, 'validation_failed']);
      const none = await endExperiment(1);
      expect([none.status, none.body.code]).toEqual([404, 'experiment_not_found']);
      expect((await call('get', `/profiles/${profileId}/experiments/9`)).status).toBe(404);
      expect((await call('get', '/profiles/none/experiments')).status).toBe(404);
    });

    test('and deleting the profile keeps them listed', async () => {
      await startExperiment();
      await call('delete', `/profiles/${profileId}`);
      const { status, body } = await call('get', `/profiles/${profileId}/experiments`);
      expect([status, body]).toEqual([200, [expect.objectContaining({ version: 2, running: false })]]);
    });
  });

  describe('an experiment that has ended does not come back', () => {
    const activate = () => call('post', `/profiles/${profileId}/activate`);
    const deactivate = () => call('post', `/profiles/${profileId}/deactivate`);
    const running = async () =>
      (await call('get', `/profiles/${profileId}/experiments`)).body.map(
        (experiment: { running: boolean }) => experiment.running,
      );
    /** As earlier versions of the service did: the version of the experiment stays the current one. */
    const leaveOffline = () =>
      app.knex('svc_profiles').where({ id: profileId }).update({ active_group: null });

    test('when its banner is taken offline and published again', async () => {
      const before = await published();
      await startExperiment();
      const offline = await deactivate();
      expect([offline.status, offline.body.version, offline.body.isActive, offline.headers.etag]).toEqual([
        200,
        3,
        false,
        '"3"',
      ]);
      expect((await deactivate()).body.version).toBe(3);
      const { body: versions } = await call('get', `/profiles/${profileId}/versions`);
      expect(versions[0]).toMatchObject({ version: 3, note: null, createdBy: { email: expect.any(String) } });
      const { body: audit } = await call('get', '/audit?action=profile:updated');
      expect(audit.items[0].changes).toEqual({
        version: { before: 2, after: 3 },
        endedExperiment: 2,
        fileHashes: { en: expect.any(String), de: expect.any(String) },
      });
      app.clock.advance(day);
      expect((await activate()).body).toMatchObject({ version: 3, publishedVersion: 3 });
      expect(await published()).toEqual(before);
      expect(await running()).toEqual([false]);
      expect((await call('get', `/stats/experiments/${profileId}/2`)).body.days).toBe(0);
    });

    test('when another banner of its group goes live, and this one again', async () => {
      const before = await published();
      await startExperiment();
      const other = (await createProfile(app)).id;
      const { body } = await call('post', `/profiles/${other}/activate`);
      expect(body.replaced).toMatchObject({ id: profileId, version: 2 });
      expect((await call('get', `/profiles/${profileId}`)).body).toMatchObject({
        version: 3,
        isActive: false,
      });
      expect((await activate()).body).toMatchObject({ publishedVersion: 3 });
      expect(await published()).toEqual(before);
      expect(await running()).toEqual([false]);
    });

    test('but a later version that waits stays as it is', async () => {
      await startExperiment();
      await call('put', `/profiles/${profileId}`, { profileJson: profileJson({ expiryDays: 9 }) });
      expect((await deactivate()).body).toMatchObject({ version: 3, profileJson: { expiryDays: 9 } });
    });

    test('nor does publishing it again while it runs end it', async () => {
      await startExperiment();
      expect((await activate()).body).toMatchObject({ version: 2, publishedVersion: 2 });
      expect((await published()).variants).toBeDefined();
      expect(await running()).toEqual([true]);
    });

    test('where its version is still the current one', async () => {
      const before = await published();
      await startExperiment();
      await leaveOffline();
      const response = await call('post', `/profiles/${profileId}/activate`);
      expect([response.body.version, response.body.publishedVersion, response.headers.etag]).toEqual([
        3,
        3,
        '"3"',
      ]);
      expect(await published()).toEqual(before);
      expect(await running()).toEqual([false]);
    });

    test.each([
      ['live', async () => {}],
      ['offline', async () => void (await leaveOffline())],
    ])('nor does a second person approve variants of a version that is %s', async (_state, leave) => {
      const before = await published();
      await startExperiment();
      await leave();
      const ben = await createUser(app, { role: 'editor' });
      const anna = await createUser(app, { role: 'editor' });
      await call('patch', '/settings', { approvalRequired: true });
      const asked = await app.request
        .post(`${app.adminBase}/profiles/${profileId}/publication-request`)
        .set(anna.as);
      const approved = await app.request
        .post(`${app.adminBase}/publication-requests/${asked.body.id}/approve`)
        .set(ben.as);
      expect([asked.status, approved.status, approved.body.publishedVersion]).toEqual([201, 200, 3]);
      expect(await published()).toEqual(before);
    });

    test('with the looks and translations that the version had', async () => {
      const template = (await call('post', '/ui-templates', { name: 'Ocean', theme: { radius: 4 } })).body;
      await call('put', `/profiles/${profileId}`, {
        profileJson: profileJson({ uiTemplateId: template.id, expiryDays: 700 }),
      });
      await activate();
      const before = [await published(), await published('de')];
      const rowOf = async () => {
        const { body } = await call('get', '/profiles?summary=1');
        const { locales, textCount, missingTexts, outdatedTexts, findings, uiTemplateName } = body[0];
        return { locales, textCount, missingTexts, outdatedTexts, findings, uiTemplateName };
      };
      const row = await rowOf();
      expect(row).toMatchObject({ uiTemplateName: 'Ocean', findings: { warnings: expect.any(Number) } });
      await startExperiment();
      await leaveOffline();
      expect((await call('delete', `/ui-templates/${template.id}`)).status).toBe(200);
      await activate();
      const withoutTemplate = ({ uiTemplateId: _deleted, ...file }: { uiTemplateId?: string }) => file;
      expect([await published(), await published('de')].map(withoutTemplate)).toEqual(
        before.map(withoutTemplate),
      );
      expect(await rowOf()).toEqual({ ...row, uiTemplateName: null });
    });
  });

  describe('among the versions', () => {
    const named = [
      { id: 'A', name: null },
      { id: 'B', name: 'A question' },
    ];
    beforeEach(async () => {
      await startExperiment({ variants: [{ ...question, name: 'A question', position: 'top' }] });
    });

    test('it is marked in the lists of versions and publications; a return to it brings A back', async () => {
      await call('put', `/profiles/${profileId}`, { note: 'A draft' });
      const { body: versions } = await call('get', `/profiles/${profileId}/versions`);
      expect(versions.map(({ variants }: { variants: object }) => variants)).toEqual([[], named, []]);
      const { body: publications } = await call('get', '/publications');
      expect(publications.items.map(({ variants }: { variants: object }) => variants)).toEqual([named, []]);
      const { body } = await call('post', `/profiles/${profileId}/rollback`, { version: 2 });
      expect(body.profile.profileJson.mainBanner.heading).toBe('Your privacy');
      const { body: later } = await call('get', `/profiles/${profileId}/versions`);
      expect([later[0].version, later[0].variants]).toEqual([4, []]);
    });

    test('a comparison has what changes for visitors of each variant', async () => {
      const diff = async (from: number, to: number) =>
        (await call('get', `/profiles/${profileId}/versions/${from}/diff/${to}`)).body;
      const change = (path: string, before: string | null, after: string | null) => ({ path, before, after });
      const started = await diff(1, 2);
      expect([started.shared, started.locales]).toEqual([[], {}]);
      expect(started.variants).toEqual([
        {
          id: 'B',
          shared: [change('mainBanner.position', expect.anything(), 'top')],
          locales: {
            en: [change('mainBanner.heading', 'Your privacy', 'May we count your visit?')],
          },
        },
      ]);
      await endExperiment(2, { keep: 'B' });
      const ended = await diff(2, 3);
      expect(ended.locales.en).toEqual([
        change('mainBanner.heading', 'Your privacy', 'May we count your visit?'),
      ]);
      expect(ended.variants).toEqual([{ id: 'B', shared: [], locales: {} }]);
      expect((await diff(1, 3)).variants).toEqual([]);
    });
  });

  describe('a decision', () => {
    const decide = (body: object) =>
      visitor.decide(
        { profileId, profileVersion: 2 },
        { consentJson: allGranted, method: 'accept', ...body },
      );

    test('names the variant in the record, its history, exports, receipts and evidence', async () => {
      await startExperiment();
      const { body: record } = await decide({ variant: 'B' }).expect(200);
      expect(record.variant).toBe('B');
      await decide({ variant: 'A', visitorId: record.visitorId, consentJson: allDenied }).expect(200);
      const history = await call('get', `/consents/${record.visitorId}/history`);
      expect(history.body.map(({ variant }: { variant?: string }) => variant)).toEqual(['A', 'B']);
      const evidence = await call('get', `/consents/${record.visitorId}/evidence?format=json`);
      expect(evidence.body.record.variant).toBe('A');
      expect(evidence.body.receipt).toMatchObject({ variant: 'A', profileVersion: 2 });
      expect(evidence.body.receipt.events.map(({ variant }: { variant: string }) => variant)).toEqual([
        'B',
        'A',
      ]);
      const csv = (await call('get', '/export/consents?format=csv')).text.split('\r\n');
      expect(csv[0]).toMatch(/effectiveConsent,variant,/);
    });

    test('is proved by the notice as its variant showed it', async () => {
      const look = (await call('post', '/ui-templates', { name: 'Ocean', theme: { radius: 4 } })).body;
      await startExperiment({
        variants: [
          {
            uiTemplateId: look.id,
            texts: {
              en: {
                mainBanner: { heading: 'May we count your visit?', buttons: [{ text: 'Accept all' }] },
                preferenceModal: { heading: 'What you allow' },
              },
            },
          },
        ],
      });
      const { variants, ...file } = await published();
      const { body: record } = await decide({ variant: 'B' }).expect(200);
      await decide({ variant: 'A', visitorId: record.visitorId, consentJson: allDenied }).expect(200);
      const notice = async (query = '') =>
        (await call('get', `/consents/${record.visitorId}/notice${query}`)).body;
      const ofB = await notice('?revision=1');
      expect(ofB).toEqual({
        ...file,
        ...variants.B,
        preferenceModal: { ...file.preferenceModal, ...variants.B.preferenceModal },
      });
      expect(ofB).toMatchObject({
        mainBanner: { heading: 'May we count your visit?', buttons: [{ text: 'Accept all' }, {}, {}] },
        preferenceModal: { heading: 'What you allow', categories: { necessary: {} } },
        theme: { radius: 4 },
      });
      expect(await notice()).toEqual(file);
      // A page that does not say what it showed.
      await decide({ visitorId: record.visitorId, consentJson: allGranted }).expect(200);
      expect(await notice()).toEqual({ ...file, variants });
    });

    test('does not name a variant that its version does not have', async () => {
      const { body: before } = await visitor
        .decide({ profileId, profileVersion: 1 }, { consentJson: allGranted, variant: 'B' })
        .expect(200);
      expect(before).not.toHaveProperty('variant');
      await startExperiment();
      const { body } = await decide({ variant: 'D' }).expect(200);
      expect(body).not.toHaveProperty('variant');
      await decide({ variant: 'b' }).expect(400);
    });
  });

  describe('statistics', () => {
    const read = async () => (await call('get', `/stats/experiments/${profileId}/2`)).body;
    const see = (variant: string, counts: { seen: number; accepted?: number; refused?: number }) =>
      visitor.visit({ profileId, profileVersion: 2, variant }, counts);

    test('count each variant, and have no verdict before enough was counted', async () => {
      await startExperiment();
      await see('A', { seen: 30, accepted: 3, refused: 2 });
      await see('B', { seen: 30, accepted: 28 });
      await see('X', { seen: 2 });
      app.clock.advance(3 * day);
      const statistics = await read();
      expect(statistics).toMatchObject({
        goal: 'accepted',
        running: true,
        to: null,
        days: 3,
        needed: { shown: 500, days: 7 },
        variants: [
          { id: 'A', shown: 30, accepted: 3, refused: 2, noAnswer: 25, differences: null, verdict: null },
          { id: 'B', shown: 30, accepted: 28, verdict: 'too_early' },
        ],
      });
      expect(statistics.variants[1].differences.acceptance.low).toBeGreaterThan(0.5);
      // Sums of hours become sums of days.
      app.clock.advance(5 * day);
      await app.service.maintenance();
      expect((await read()).variants).toEqual(statistics.variants);
    });

    test('say that B is better after a week with enough banners', async () => {
      await startExperiment();
      await see('A', { seen: 500, accepted: 100 });
      await see('B', { seen: 500, accepted: 160 });
      app.clock.advance(7 * day - 1);
      expect((await read()).variants[1].verdict).toBe('too_early');
      app.clock.advance(1);
      const { variants } = await read();
      expect(variants[1].verdict).toBe('better');
      expect(variants[1].differences.acceptance.low).toBeCloseTo(0.065, 2);
      expect(variants[1].differences.acceptance.high).toBeCloseTo(0.174, 2);
    });

    testInDeep('have no verdict once the sums of its first days are no longer kept', async () => {
      await startExperiment();
      await see('A', { seen: 500, accepted: 300 });
      app.clock.advance(5 * day);
      await see('A', { seen: 500, accepted: 100 });
      await see('B', { seen: 500, accepted: 160 });
      app.clock.advance(3 * day);
      await endExperiment(2);
      expect((await read()).variants[1].verdict).toBe('worse');
      app.clock.advance(753 * day);
      const { keptSince, variants } = await read();
      expect([keptSince, variants[0].shown, variants[1].verdict]).toEqual(['2026-03-03', 500, null]);
    });

    test('of a version without variants there are none', async () => {
      const response = await call('get', `/stats/experiments/${profileId}/1`);
      expect([response.status, response.body.code]).toEqual([404, 'experiment_not_found']);
    });
  });
});
