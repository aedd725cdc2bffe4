import type { ProfileJson } from '#banners/profiles/profile-schemas';
import { openAdminApp } from '../support/open-admin-app';
import { createActiveProfile, createProfile, germanContent, profileJson } from '../support/profiles';
import { createTemplate, insertForeignTemplate, uiTemplate } from '../support/templates';

const app = openAdminApp();

const send = (method: 'get' | 'post' | 'put' | 'delete', path = '', body?: object) =>
  app.call(method, `/ui-templates${path}`, body);
const profiles = (method: 'get' | 'post' | 'put', path = '', body?: object) =>
  app.call(method, `/profiles${path}`, body);
const label = (text: string) => ({ text });
const labels = (...texts: string[]) => texts.map(label);
/** `profileJson()` with labels only, linked to the template. */
function labelled(uiTemplateId: string, overrides: Partial<ProfileJson> = {}): ProfileJson {
  const { mainBanner, preferenceModal } = profileJson();
  return profileJson({
    uiTemplateId,
    mainBanner: { ...mainBanner, buttons: labels('Accept all', 'Reject', 'Choose') },
    preferenceModal: { ...preferenceModal, buttons: labels('Save') },
    ...overrides,
  });
}
const newProfile = (json: ProfileJson, localeContent: object = {}) => ({
  name: 'Shop',
  defaultLocale: 'en',
  profileJson: json,
  localeContent,
});
const { mainBanner: banner } = uiTemplate();
const buttons = banner?.buttons ?? {};
const reversed = Object.fromEntries(Object.entries(buttons).reverse());

describe('templates', () => {
  test('keep their fields and the order of their buttons', async () => {
    const created = (await send('post', '', uiTemplate()).expect(201)).body;
    expect(created).toMatchObject({ ...uiTemplate(), tenantId: 'default' });
    const odd = {
      ...reversed,
      zeta: { type: 'text', action: 'manage' },
      alpha: { type: 'text', action: 'manage' },
    };
    const second = (
      await send(
        'post',
        '',
        uiTemplate({ name: 'Second', mainBanner: { buttons: odd as typeof buttons } }),
      ).expect(201)
    ).body;
    const list = (await send('get').expect(200)).body;
    expect(list.map((one: object) => ({ ...one, warnings: [] }))).toEqual([created, second]);
    expect(Object.keys(list[1].mainBanner.buttons)).toEqual([
      'manage',
      'reject-all',
      'accept-all',
      'zeta',
      'alpha',
    ]);
  });

  test('start blank, are copied, and are changed part by part', async () => {
    const blank = (await send('post', '', { name: 'Blank' }).expect(201)).body;
    expect(blank).toMatchObject({ mainBanner: {}, preferenceModal: {} });
    const { id } = await createTemplate(app, 'ui-templates');
    const changed = (await send('put', `/${id}`, { mainBanner: { position: 'top' } }).expect(200)).body;
    expect(changed.mainBanner).toEqual({ ...banner, position: 'top' });
    expect(changed.preferenceModal).toEqual(uiTemplate().preferenceModal);
    const copy = (await send('post', `/${id}/copy`).expect(201)).body;
    expect(copy).toMatchObject({ name: 'Copy of Bottom bar', mainBanner: changed.mainBanner });
    const actions = await app
      .knex('svc_audit')
      .where({ resource_type: 'uiTemplate' })
      .orderBy('sequence')
      .pluck('action');
    expect(actions).toEqual([
      'uiTemplate:created',
      'uiTemplate:created',
      'uiTemplate:updated',
      'uiTemplate:copied',
    ]);
  });

  test.each([
    [
      'a button id that would leave its place',
      { mainBanner: { buttons: { 1: { type: 'primary', action: 'manage' } } } },
      'mainBanner.buttons.1',
    ],
    [
      'a button without an action',
      { mainBanner: { buttons: { ok: { type: 'primary' } } } },
      'mainBanner.buttons.ok.action',
    ],
    [
      'cookies of other kinds',
      { mainBanner: { buttons: { ok: { type: 'primary', action: 'custom', cookies: ['a'] } } } },
      'mainBanner.buttons.ok.cookies',
    ],
    ['a tag that runs', { mainBanner: { headingTag: 'script' } }, 'mainBanner.headingTag'],
    ['an opacity beyond one', { mainBanner: { overlayOpacity: 1.5 } }, 'mainBanner.overlayOpacity'],
    ['a switch that is none', { preferenceModal: { trapFocus: 'yes' } }, 'preferenceModal.trapFocus'],
  ])('refuse %s', async (_what, body, path) => {
    const response = await send('post', '', { name: 'Faulty', ...body }).expect(400);
    expect(response.body.code).toBe('validation_failed');
    expect(new Set(response.body.details.map((detail: { path: string }) => detail.path))).toEqual(
      new Set([path]),
    );
  });

  test('of another tenant are unknown', async () => {
    const id = await insertForeignTemplate(app, 'ui-templates');
    expect((await send('get')).body).toEqual([]);
    for (const [method, path] of [
      ['get', ''],
      ['put', ''],
      ['delete', ''],
      ['post', '/copy'],
      ['get', '/profile-usage'],
    ] as const) {
      expect((await send(method, `/${id}${path}`, { name: 'x' }).expect(404)).body.code).toBe(
        'ui_template_not_found',
      );
    }
    const response = await profiles('post', '', newProfile(labelled(id))).expect(400);
    expect(response.body.details).toEqual([
      { path: 'profileJson.uiTemplateId', message: expect.stringContaining(id) },
    ]);
  });
});

describe('a profile with a UI template', () => {
  test('takes look, action and cookies of its buttons from the template’s at the same place, and its own win', async () => {
    const { id } = await createTemplate(app, 'ui-templates');
    const { gpcBanner, mainBanner } = labelled(id, {
      gpcBanner: { htmlText: '<p>Signal</p>', buttons: labels('All', 'None', 'Choose') },
    });
    const own = { text: 'Reject', style: 'secondary' as const };
    const { body } = await profiles(
      'post',
      '',
      newProfile(
        labelled(id, {
          gpcBanner,
          mainBanner: { ...mainBanner, buttons: [label('Accept'), own, label('Choose')] },
        }),
      ),
    );
    const expected = [
      { text: 'Accept', style: 'primary', action: 'custom', cookies: '*' },
      { text: 'Reject', style: 'secondary', action: 'custom', cookies: '!' },
      { text: 'Choose', style: 'secondary', action: 'manage' },
    ];
    expect(body.profileJson.mainBanner.buttons).toEqual(expected);
    expect(body.profileJson.gpcBanner.buttons.map(({ cookies }: { cookies: string }) => cookies)).toEqual([
      '*',
      '!',
      undefined,
    ]);
    expect(body.profileJson.preferenceModal.buttons).toEqual([
      { text: 'Save', style: 'primary', action: 'submit' },
    ]);
    expect(body.warnings.map(({ rule }: { rule: string }) => rule)).toEqual(['banner/asymmetric']);
  });

  test('is served with the template’s look, and tells the template’s name in its summary', async () => {
    const { id } = await createTemplate(app, 'ui-templates');
    await createActiveProfile(app, { profileJson: labelled(id) });
    const { buttons: _inBanner, ...look } = banner ?? {};
    for (const locale of ['en', 'de']) {
      const served = (
        await app.request.get(`${app.publicBase}/profiles/default/opt-in/${locale}`).expect(200)
      ).body;
      expect(served.ui).toEqual({
        mainBanner: look,
        preferenceModal: { position: 'center', showClose: true, persistent: false, trapFocus: true },
      });
      expect(served.mainBanner.buttons[1]).toMatchObject({
        style: 'primary',
        action: 'custom',
        cookies: '!',
      });
      expect(served).not.toHaveProperty('uiTemplateId');
    }
    await createProfile(app, { name: 'Plain' });
    const summaries = (await profiles('get', '?summary=1')).body;
    expect(summaries.map(({ uiTemplateName }: { uiTemplateName: string }) => uiTemplateName)).toEqual([
      'Bottom bar',
      null,
    ]);
  });

  test('must label each button of the template in every locale', async () => {
    const { id } = await createTemplate(app, 'ui-templates');
    const { mainBanner, preferenceModal } = labelled(id);
    const json = labelled(id, {
      mainBanner: { ...mainBanner, buttons: labels('Accept', 'Reject') },
      gpcBanner: { htmlText: '<p>Signal</p>', buttons: labels('OK') },
      preferenceModal: { ...preferenceModal, buttons: labels('Save', 'Close') },
    });
    const german = germanContent({
      mainBanner: { htmlText: '<p>Kekse</p>', buttons: labels('Ja', 'Nein', 'Auswahl', 'Mehr') },
    });
    const response = await profiles('post', '', newProfile(json, { de: german })).expect(422);
    expect(response.body.code).toBe('profile_invalid');
    const counts = response.body.errors.filter(
      ({ rule }: { rule: string }) => rule === 'content/button-count',
    );
    expect(
      counts.map(({ locale, section, field }: Record<string, string>) => `${locale} ${section} ${field}`),
    ).toEqual([
      'en mainBanner buttons',
      'en gpcBanner buttons',
      'en preferenceModal buttons',
      'de mainBanner buttons',
    ]);
    expect(counts[0].message).toContain('accept-all, reject-all, manage');
  });

  test('decides itself on the buttons of a section that the template says nothing of', async () => {
    const { id } = await createTemplate(
      app,
      'ui-templates',
      uiTemplate({ preferenceModal: { position: 'center' } }),
    );
    const { preferenceModal } = labelled(id);
    await profiles(
      'post',
      '',
      newProfile(labelled(id, { preferenceModal: { ...preferenceModal, buttons: labels('Save', 'Close') } })),
    ).expect(201);
    const { id: none } = await createTemplate(
      app,
      'ui-templates',
      uiTemplate({ preferenceModal: { buttons: {} } }),
    );
    await profiles('post', '', newProfile(labelled(none))).expect(422);
  });

  test('keeps the look of its version until profileJson is sent again, and gets it back with a rollback', async () => {
    const { id } = await createTemplate(app, 'ui-templates');
    const profile = await createActiveProfile(app, { profileJson: labelled(id) });
    const lookOf = async () => {
      await profiles('post', `/${profile.id}/activate`).expect(200);
      return (await app.request.get(`${app.publicBase}/profiles/default/opt-in/en`).expect(200)).body.ui
        .mainBanner.position;
    };
    await send('put', `/${id}`, { mainBanner: { position: 'top' } }).expect(200);
    await profiles('put', `/${profile.id}`, { name: 'Renamed' }).expect(200);
    expect(await lookOf()).toBe('bottom');
    await profiles('put', `/${profile.id}`, { profileJson: labelled(id) }).expect(200);
    expect(await lookOf()).toBe('top');
    const { shared } = (await profiles('get', `/${profile.id}/versions/2/diff/3`).expect(200)).body;
    expect(shared).toContainEqual({ path: 'ui.mainBanner.position', before: 'bottom', after: 'top' });
    await profiles('post', `/${profile.id}/rollback`, { version: 1 }).expect(200);
    expect(await lookOf()).toBe('bottom');
    const copy = (await profiles('post', `/${profile.id}/copy`).expect(201)).body;
    expect(copy.profileJson.uiTemplateId).toBe(id);
    const ofOtherGroup = await profiles('post', `/${profile.id}/copy`, { complianceGroup: 'notice-only' });
    for (const made of [copy, ofOtherGroup.body]) {
      const file = (await profiles('get', `/${made.id}/versions/1`).expect(200)).body;
      expect(file.ui.mainBanner.position).toBe('bottom');
    }
  });

  test('goes on with the look that it had once the template is deleted', async () => {
    const { id } = await createTemplate(app, 'ui-templates');
    const profile = await createProfile(app, { profileJson: labelled(id) });
    await send('delete', `/${id}`).expect(200);
    await profiles('post', `/${profile.id}/copy`, { complianceGroup: 'notice-only' }).expect(201);
    const renamed = (await profiles('put', `/${profile.id}`, { name: 'Renamed' }).expect(200)).body;
    expect(renamed.profile.profileJson).not.toHaveProperty('uiTemplateId');
    expect(renamed.warnings).toMatchObject([{ rule: 'profile/template-deleted' }]);
    expect((await profiles('get', `/${profile.id}/versions/2`)).body.ui.mainBanner.position).toBe('bottom');
    expect((await profiles('put', `/${profile.id}`, { name: 'Again' }).expect(200)).body.warnings).toEqual(
      [],
    );
  });
});

describe('a template that an active profile uses', () => {
  let id: string;
  let active: { id: string };
  beforeEach(async () => {
    ({ id } = await createTemplate(app, 'ui-templates'));
    await createProfile(app, { name: 'Draft', profileJson: labelled(id) });
    active = await createActiveProfile(app, { name: 'Active', profileJson: labelled(id) });
  });
  const blocked = () => ({
    error: expect.stringMatching(/\.$/),
    blockingProfiles: [{ id: active.id, name: 'Active', complianceGroup: 'opt-in' }],
  });

  test('loses no button', async () => {
    const { 'reject-all': _rejectAll, ...rest } = buttons;
    const response = await send('put', `/${id}`, {
      mainBanner: { buttons: rest },
      preferenceModal: { buttons: {} },
    }).expect(422);
    expect(response.body).toEqual({
      ...blocked(),
      code: 'buttons_in_use',
      removedButtonIds: ['reject-all', 'save'],
      reordered: false,
    });
    expect((await send('get', `/${id}`)).body.mainBanner).toEqual(banner);
  });

  test('keeps its buttons in their order', async () => {
    const response = await send('put', `/${id}`, { mainBanner: { buttons: reversed } }).expect(422);
    expect(response.body).toEqual({
      ...blocked(),
      code: 'buttons_in_use',
      removedButtonIds: [],
      reordered: true,
    });
  });

  test('may change otherwise, and gain buttons, which the profile must label when it is saved next', async () => {
    const more = { ...buttons, help: { type: 'text', action: 'manage' } };
    await send('put', `/${id}`, { name: 'New', mainBanner: { position: 'top', buttons: more } }).expect(200);
    await profiles('put', `/${active.id}`, { name: 'Renamed' }).expect(200);
    const response = await profiles('put', `/${active.id}`, { profileJson: labelled(id) }).expect(422);
    expect(response.body.errors[0]).toMatchObject({ rule: 'content/button-count', section: 'mainBanner' });
  });

  test('is not deleted', async () => {
    const { blockingProfiles, error } = blocked();
    expect((await send('delete', `/${id}`).expect(422)).body).toEqual({
      error,
      code: 'template_in_use',
      activeProfiles: blockingProfiles,
    });
    expect((await send('get', `/${id}/profile-usage`)).body).toMatchObject([
      { name: 'Draft', isActive: false },
      { name: 'Active', isActive: true },
    ]);
  });

  test('is used until a version without it is published', async () => {
    await profiles('put', `/${active.id}`, { profileJson: profileJson() }).expect(200);
    const { blockingProfiles, error } = blocked();
    const { manage: _manage, ...rest } = buttons;
    const removal = await send('put', `/${id}`, { mainBanner: { buttons: rest } }).expect(422);
    expect(removal.body).toEqual({
      ...blocked(),
      code: 'buttons_in_use',
      removedButtonIds: ['manage'],
      reordered: false,
    });
    expect((await send('delete', `/${id}`).expect(422)).body).toEqual({
      error,
      code: 'template_in_use',
      activeProfiles: blockingProfiles,
    });
    await profiles('post', `/${active.id}/activate`).expect(200);
    await send('put', `/${id}`, { mainBanner: { buttons: rest } }).expect(200);
    await send('delete', `/${id}`).expect(200);
  });

  test('is free again once the profile is inactive', async () => {
    await profiles('post', `/${active.id}/deactivate`).expect(200);
    await send('put', `/${id}`, { mainBanner: { buttons: reversed } }).expect(200);
    await send('delete', `/${id}`).expect(200);
  });
});
