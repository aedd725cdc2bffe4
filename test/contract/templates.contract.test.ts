import { createUser } from '../support/accounts';
import { createTestApp, type TestApp } from '../support/create-test-app';
import { eachDatabaseSystem, type OpenDatabase } from '../support/databases';
import { holdAnswer } from '../support/held-answers';
import { endedOrWaiting } from '../support/lock-waits';
import { createActiveProfile, createProfile, profileJson } from '../support/profiles';
import { consentTemplate, createTemplate, uiTemplate } from '../support/templates';

eachDatabaseSystem((database) => {
  // better-sqlite3 waits for a lock without letting its own process go on, so two pools of it in one process
  // would only wait for each other.
  const secondPool = ({ knex, reopen }: OpenDatabase) =>
    database.name === 'better-sqlite3' ? knex : reopen();

  async function twoProcesses(): Promise<{
    one: TestApp;
    two: TestApp;
    admin: { Authorization: string };
    close(): Promise<void>;
  }> {
    const opened = await database.open();
    const one = await createTestApp({ knex: opened.knex });
    const two = await createTestApp({ knex: secondPool(opened), directory: one.directory });
    await one.service.start();
    await two.service.start();
    return {
      one,
      two,
      admin: await one.asAdmin(),
      async close() {
        await two.close();
        await one.close();
      },
    };
  }

  test.each(['/ui-templates', '/users', '/settings'])(
    'of several saves of one state of %s only the first is made',
    async (kind) => {
      const { one, two, admin, close } = await twoProcesses();
      const isSettings = kind === '/settings';
      const create = () =>
        kind === '/users' ? createUser(one, { signIn: false }) : createTemplate(one, 'ui-templates');
      const path = isSettings ? kind : `${kind}/${(await create()).id}`;
      const { etag = '' } = (await one.request.get(`${one.adminBase}${path}`).set(admin)).headers;
      const answers = await Promise.all(
        [one, two, one, two].map((app, index) =>
          app.request[isSettings ? 'patch' : 'put'](`${app.adminBase}${path}`)
            .set({ ...admin, 'If-Match': etag })
            .send(isSettings ? { allowedOrigins: [`https://${index}.example`] } : { name: `Name ${index}` }),
        ),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412, 412]);
      const saved = answers.find(({ status }) => status === 200);
      const now = await two.request.get(`${two.adminBase}${path}`).set(admin).expect(200);
      expect(now.headers.etag).toBe(saved?.headers.etag);
      await close();
    },
  );

  test('templates keep their form and every order in them', async () => {
    const { knex } = await database.open();
    const app = await createTestApp({ knex });
    const buttons = {
      zeta: { type: 'primary', action: 'manage' },
      alpha: { type: 'text', action: 'submit' },
    } as const;
    const categories = {
      zeta: { heading: 'Ζήτα 😀', cookies: ['b', 'a'] },
      alpha: { heading: 'Quote \' " \\ %' },
    };
    const parameter = { purpose: 'analytics', listenGpc: true } as const;
    const ui = await createTemplate(
      app,
      'ui-templates',
      uiTemplate({ name: 'Ünïcode 🍪', mainBanner: { overlayOpacity: 0.1, buttons } }),
    );
    const consent = await createTemplate(
      app,
      'consent-templates',
      consentTemplate({ cookies: { b: parameter, a: parameter }, categories }),
    );
    const read = async (path: string) =>
      (await app.request.get(`${app.adminBase}/${path}`).set(await app.asAdmin())).body;
    expect(JSON.stringify((await read(`ui-templates/${ui.id}`)).mainBanner)).toBe(
      JSON.stringify({ overlayOpacity: 0.1, buttons }),
    );
    const stored = await read(`consent-templates/${consent.id}`);
    expect(JSON.stringify([stored.cookies, stored.categories])).toBe(
      JSON.stringify([{ b: parameter, a: parameter }, categories]),
    );
    expect(stored.createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    await app.close();
  });

  test('no active profile keeps a deleted template when activation and deletion are concurrent', async () => {
    const { one, two, admin, close } = await twoProcesses();
    for (let round = 0; round < 6; round += 1) {
      const kind = round % 2 === 0 ? 'consent-templates' : 'ui-templates';
      const template = await createTemplate(
        one,
        kind,
        kind === 'ui-templates' ? { name: 'Bare' } : undefined,
      );
      const link =
        kind === 'ui-templates' ? { uiTemplateId: template.id } : { consentTemplateId: template.id };
      const profile = await createProfile(one, { profileJson: profileJson(link), localeContent: {} });
      const activate = () => one.request.post(`${one.adminBase}/profiles/${profile.id}/activate`).set(admin);
      const remove = () => two.request.delete(`${two.adminBase}/${kind}/${template.id}`).set(admin);
      const [activated, removed] = await (round < 3
        ? Promise.all([activate(), remove()])
        : Promise.all([remove(), activate()]).then(([a, b]) => [b, a] as const));
      expect(activated.status).toBe(200);
      expect([200, 422]).toContain(removed.status);
      if (removed.status === 422) expect(removed.body.activeProfiles).toMatchObject([{ id: profile.id }]);
      const read = (await one.request.get(`${one.adminBase}/profiles/${profile.id}`).set(admin)).body;
      expect(read.isActive).toBe(true);
      expect('consentTemplateId' in read.profileJson || 'uiTemplateId' in read.profileJson).toBe(
        removed.status === 422,
      );
    }
    await close();
  });

  test('a profile that is saved while its template is deleted or loses buttons fits the template, or is refused', async () => {
    const { one, two, admin, close } = await twoProcesses();
    const { manage: _manage, ...fewer } = uiTemplate().mainBanner?.buttons ?? {};
    for (let round = 0; round < 6; round += 1) {
      const { id } = await createTemplate(one, 'ui-templates');
      // Three labels, as the template has at first; a rival keeps it inactive in half of the rounds.
      const body = {
        name: `Round ${round}`,
        defaultLocale: 'en',
        profileJson: profileJson({ uiTemplateId: id, isActive: round % 2 === 0 }),
      };
      const save = () => one.request.post(`${one.adminBase}/profiles`).set(admin).send(body);
      const change = () =>
        two.request
          .put(`${two.adminBase}/ui-templates/${id}`)
          .set(admin)
          .send({ mainBanner: { buttons: fewer } });
      const remove = () => two.request.delete(`${two.adminBase}/ui-templates/${id}`).set(admin);
      const [saved, changed] = await Promise.all([save(), round < 3 ? change() : remove()]);
      const using = await one.knex('svc_profiles').where({ ui_template_id: id });
      const [template] = await one.knex('svc_ui_templates').where({ id });
      expect([200, 422]).toContain(changed.status);
      expect([200, 201, 400, 422]).toContain(saved.status);
      if (template === undefined) expect(using).toEqual([]);
      const active = using.filter(({ active_group }) => active_group !== null);
      if (active.length > 0) expect(Object.keys(JSON.parse(template.main_banner).buttons)).toHaveLength(3);
      if (saved.status < 300 && saved.body.isActive) {
        await one.request.delete(`${one.adminBase}/profiles/${saved.body.id}`).set(admin).expect(200);
      }
    }
    await close();
  });

  // SQLite lets one transaction write at a time, so nothing can come between its statements.
  const between = database.dialect === 'sqlite' ? test.skip : test;

  between('a deletion waits for an activation that is under way, and is then refused', async () => {
    const { one, two, admin, close } = await twoProcesses();
    const { id } = await createTemplate(one, 'consent-templates');
    const profile = await createProfile(one, {
      profileJson: profileJson({ consentTemplateId: id }),
      localeContent: {},
    });
    const activating = holdAnswer(one.knex, /^update .*svc_profiles.* set .*active_group/);
    const activated = Promise.resolve(
      one.request.post(`${one.adminBase}/profiles/${profile.id}/activate`).set(admin),
    );
    await activating.answered;
    const removed = Promise.resolve(
      two.request.delete(`${two.adminBase}/consent-templates/${id}`).set(admin),
    );
    await endedOrWaiting(one.knex, [removed]);
    activating.release();
    expect((await activated).status).toBe(200);
    expect((await removed).body).toMatchObject({
      code: 'template_in_use',
      activeProfiles: [{ id: profile.id }],
    });
    await close();
  });

  between(
    'a change of a template waits for a profile that is being saved with it, and is then refused',
    async () => {
      const { one, two, admin, close } = await twoProcesses();
      const ui = await createTemplate(one, 'ui-templates');
      const consent = await createTemplate(one, 'consent-templates');
      const { manage: _manage, ...fewer } = uiTemplate().mainBanner?.buttons ?? {};
      const { session: _session, ...cookies } = consentTemplate().cookies ?? {};
      const json = profileJson({ uiTemplateId: ui.id, consentTemplateId: consent.id, isActive: true });
      const saving = holdAnswer(one.knex, /^insert into .*svc_profiles/);
      const body = { name: 'Saved', defaultLocale: 'en', profileJson: json };
      const saved = Promise.resolve(one.request.post(`${one.adminBase}/profiles`).set(admin).send(body));
      await saving.answered;
      const put = (path: string, change: object) =>
        Promise.resolve(two.request.put(`${two.adminBase}/${path}`).set(admin).send(change));
      const changes = [
        put(`ui-templates/${ui.id}`, { mainBanner: { buttons: fewer } }),
        put(`consent-templates/${consent.id}`, { cookies }),
      ];
      await endedOrWaiting(one.knex, changes);
      saving.release();
      expect((await saved).status).toBe(201);
      expect((await Promise.all(changes)).map((answer) => answer.body.code)).toEqual([
        'buttons_in_use',
        'parameters_required',
      ]);
      await close();
    },
  );

  between('a profile is not saved with what a template was before it changed or went', async () => {
    const { one, two, admin, close } = await twoProcesses();
    const more = { ...uiTemplate().mainBanner?.buttons, help: { type: 'text', action: 'manage' } };
    const saveLate = async (meanwhile: (url: string) => Promise<unknown>) => {
      const { id } = await createTemplate(one, 'ui-templates');
      const looking = holdAnswer(one.knex, /^select .*svc_ui_templates/);
      const body = { name: 'Late', defaultLocale: 'en', profileJson: profileJson({ uiTemplateId: id }) };
      const saved = Promise.resolve(one.request.post(`${one.adminBase}/profiles`).set(admin).send(body));
      await looking.answered;
      await meanwhile(`${two.adminBase}/ui-templates/${id}`);
      looking.release();
      return saved;
    };
    const changed = await saveLate(async (url) =>
      two.request
        .put(url)
        .set(admin)
        .send({ mainBanner: { buttons: more } })
        .expect(200),
    );
    expect(changed.status).toBe(422);
    expect(changed.body.errors).toMatchObject([{ rule: 'content/button-count', section: 'mainBanner' }]);
    const deleted = await saveLate(async (url) => two.request.delete(url).set(admin).expect(200));
    expect(deleted.status).toBe(400);
    expect(deleted.body.details).toMatchObject([{ path: 'profileJson.uiTemplateId' }]);
    expect(await one.knex('svc_profiles')).toEqual([]);
    await close();
  });

  test('two operators who change different parts of a template at once both keep their change', async () => {
    const { one, two, admin, close } = await twoProcesses();
    const { id } = await createTemplate(one, 'ui-templates');
    const put = (app: TestApp, body: object) =>
      app.request.put(`${app.adminBase}/ui-templates/${id}`).set(admin).send(body).expect(200);
    await Promise.all([
      put(one, { mainBanner: { position: 'top' } }),
      put(two, { mainBanner: { showClose: true } }),
      put(one, { name: 'Both' }),
    ]);
    const { body } = await one.request.get(`${one.adminBase}/ui-templates/${id}`).set(admin);
    expect(body).toMatchObject({ name: 'Both', mainBanner: { position: 'top', showClose: true } });
    await close();
  });

  test('a template in use by an active profile is guarded on this database', async () => {
    const { knex } = await database.open();
    const app = await createTestApp({ knex });
    const admin = await app.asAdmin();
    const { id } = await createTemplate(app, 'consent-templates');
    const profile = await createActiveProfile(app, { profileJson: profileJson({ consentTemplateId: id }) });
    const refused = await app.request
      .delete(`${app.adminBase}/consent-templates/${id}`)
      .set(admin)
      .expect(422);
    expect(refused.body.activeProfiles).toEqual([
      { id: profile.id, name: 'Shop EU', complianceGroup: 'opt-in' },
    ]);
    const [summary] = (await app.request.get(`${app.adminBase}/profiles?summary=1`).set(admin)).body;
    expect(summary).toMatchObject({ consentTemplateName: 'Shop cookies', uiTemplateName: null });
    await app.close();
  });
});
