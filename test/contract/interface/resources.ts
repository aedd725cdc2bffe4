import { type Cases, german, inWorld, profileJson, publicBase, unique, type World } from './world';

const granted = { necessary: 'granted', analytics: 'granted', marketing: 'granted' };

/** Submits a decision of a new visitor and returns the record with the cookies of the visitor's browser. */
export async function decide(world: World, more: object = {}) {
  const profile = await world.activeProfile();
  const browser = world.browser();
  const answer = await browser
    .post('/consent', { profileId: profile.id, consentJson: granted, ...more })
    .expect(200);
  return {
    profile,
    browser,
    record: answer.body,
    cookies: answer.headers['set-cookie'] as unknown as string[],
  };
}

const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

export const consentRecord: Cases<'Consent record (public API)'> = {
  id: async (world) => {
    const { record, browser, profile } = await decide(world);
    expect(record.id).toEqual(expect.any(String));
    const again = await browser.post('/consent', { profileId: profile.id, consentJson: granted }).expect(200);
    expect(again.body.id).toBe(record.id);
  },
  visitorId: async (world) => {
    const { record, browser } = await decide(world, { visitorId: unique('visitor') });
    const { body } = await browser.get(`/consent/${record.visitorId}`).expect(200);
    expect(body.visitorId).toBe(record.visitorId);
  },
  profileId: async (world) => {
    const { record, profile } = await decide(world);
    expect(record.profileId).toBe(profile.id);
  },
  profileVersion: async (world) => {
    const { record } = await decide(world);
    expect(record.profileVersion).toBe(1);
  },
  locale: async (world) => {
    const { record } = await decide(world, { locale: 'de' });
    expect(record.locale).toBe('de');
  },
  consentJson: async (world) => {
    const consentJson = { necessary: 'granted', analytics: 'denied', marketing: 'objected' };
    const { record } = await decide(world, { consentJson });
    expect(record.consentJson).toEqual(consentJson);
  },
  gpcDetected: async (world) => {
    const { record } = await decide(world, { gpcDetected: true });
    expect(record.gpcDetected).toBe(true);
  },
  source: async (world) => {
    for (const source of ['banner', 'api', 'import']) {
      const { record } = await decide(world, { source });
      expect(record.source).toBe(source);
    }
  },
  ageVerified: async (world) => {
    const { record } = await decide(world, { ageVerified: true });
    expect(record.ageVerified).toBe(true);
  },
  tcfString: async (world) => {
    const { record } = await decide(world, { tcfString: 'a string' });
    expect(record.tcfString).toBe('a string');
  },
  createdAt: async (world) => {
    const { record } = await decide(world);
    expect(record.createdAt).toEqual(time);
  },
  updatedAt: async (world) => {
    const { record, browser } = await decide(world);
    const { body } = await browser
      .put(`/consent/${record.visitorId}`, { consentJson: { ...granted, marketing: 'denied' } })
      .expect(200);
    expect(body.createdAt).toBe(record.createdAt);
    expect(body.updatedAt >= record.updatedAt).toBe(true);
  },
};

export const consentInput: Cases<'Consent input (POST body)'> = {
  visitorId: async (world) => {
    const { record, cookies } = await decide(world);
    expect(record.visitorId).toMatch(/^[\w-]{8,}$/);
    expect(cookies.some((cookie) => cookie.startsWith(`svc_vid=${record.visitorId};`))).toBe(true);
  },
  profileId: async (world) => {
    const { body } = await world.open('post', '/consent', { consentJson: granted }).expect(400);
    expect(body.details[0].path).toBe('profileId');
  },
  consentJson: async (world) => {
    const { id } = await world.activeProfile();
    await world.open('post', '/consent', { profileId: id }).expect(400);
    await world.open('post', '/consent', { profileId: id, consentJson: { analytics: 1 } }).expect(400);
    for (const state of ['granted', 'denied']) {
      const { body } = await world
        .open('post', '/consent', { profileId: id, consentJson: { analytics: state } })
        .expect(200);
      expect(body.consentJson).toEqual({ analytics: state });
    }
  },
  locale: async (world) => expect((await decide(world)).record.locale).toBe('en'),
  gpcDetected: async (world) => expect((await decide(world)).record.gpcDetected).toBe(false),
  source: async (world) => {
    expect((await decide(world)).record.source).toBe('banner');
    await expect(decide(world, { source: 'elsewhere' })).rejects.toThrow('400');
  },
  ageVerified: async (world) => {
    await expect(decide(world, { ageVerified: 'yes' })).rejects.toThrow('400');
    expect((await decide(world, { ageVerified: false })).record.ageVerified).toBe(false);
  },
  parentalConsentToken: async (world) => {
    const { browser, record, profile } = await decide(world);
    const { body } = await browser
      .post(`/consent/${record.visitorId}/parental-consent-request`, { profileId: profile.id })
      .expect(200);
    expect(body.token).toMatch(/^pcon_/);
    await browser
      .post('/consent', { profileId: profile.id, consentJson: granted, parentalConsentToken: body.token })
      .expect(200);
    await world
      .browser()
      .post('/consent', { profileId: profile.id, consentJson: granted, parentalConsentToken: 'pcon_x' })
      .expect(400);
  },
  tcfString: async (world) => expect((await decide(world, { tcfString: 'x' })).record.tcfString).toBe('x'),
  'rule 1': async (world) => {
    const { record } = await decide(world);
    const next = await decide(world);
    expect(next.record.visitorId).not.toBe(record.visitorId);
  },
};

export const resolvedProfile: Cases<'Resolved profile (public API response)'> = {
  id: async (world) => {
    const { id } = await world.profile();
    expect((await world.open('get', `/profiles/${id}`).expect(200)).body.id).toBe(id);
  },
  expiryDays: async (world) => {
    const { id } = await world.profile({ expiryDays: 90 });
    expect((await world.open('get', `/profiles/${id}`)).body.expiryDays).toBe(90);
    const plain = await world.profile();
    expect((await world.open('get', `/profiles/${plain.id}`)).body.expiryDays ?? 365).toBe(365);
  },
  defaultLocale: async (world) => {
    const { id } = await world.profile();
    expect((await world.open('get', `/profiles/${id}/de`)).body.defaultLocale).toBe('en');
  },
  currentLocale: async (world) => {
    const { id } = await world.profile();
    expect((await world.open('get', `/profiles/${id}/de`)).body.currentLocale).toBe('de');
  },
  locales: async (world) => {
    const { id } = await world.profile();
    expect((await world.open('get', `/profiles/${id}`)).body.locales.sort()).toEqual(['de', 'en']);
  },
  cookies: async (world) => {
    const { id } = await world.profile();
    expect(Object.keys((await world.open('get', `/profiles/${id}`)).body.cookies).sort()).toEqual([
      'ga',
      'pixel',
      'session',
    ]);
  },
  mainBanner: async (world) => {
    const { id } = await world.profile();
    const { mainBanner } = (await world.open('get', `/profiles/${id}/de`)).body;
    expect(mainBanner).toMatchObject({ position: 'bottom', heading: 'Ihre Privatsphäre' });
    expect(mainBanner.buttons.map(({ text }: { text: string }) => text)).toEqual([
      'Alle annehmen',
      'Ablehnen',
      'Auswählen',
    ]);
  },
  preferenceModal: async (world) => {
    const { id } = await world.profile();
    const { preferenceModal } = (await world.open('get', `/profiles/${id}/de`)).body;
    expect(preferenceModal).toMatchObject({
      heading: 'Ihre Auswahl',
      categories: { analytics: { heading: 'Statistik', legalBasis: 'consent', cookies: ['ga'] } },
    });
  },
  gpcBanner: async (world) => {
    const plain = await world.profile();
    expect((await world.open('get', `/profiles/${plain.id}`)).body).not.toHaveProperty('gpcBanner');
    const { mainBanner } = profileJson();
    const { id } = await world.profile({ gpcBanner: mainBanner }, { localeContent: {} });
    expect((await world.open('get', `/profiles/${id}`)).body.gpcBanner.htmlText).toContain('cookies');
  },
  resolvedComplianceGroup: async (world) => {
    const { id } = await world.activeProfile({ complianceGroup: 'opt-in' });
    expect((await world.open('get', `/profiles/${id}`)).body).not.toHaveProperty('resolvedComplianceGroup');
    const { body } = await world.open('get', '/profiles/auto/en?tz=Europe/Berlin').expect(200);
    expect(body).toMatchObject({ id, resolvedComplianceGroup: 'opt-in' });
    await world.admin('post', `/profiles/${id}/deactivate`).expect(200);
  },
};

/** Saves profile fields and returns them as the admin API reads them. */
async function saved(world: World, json: object) {
  const { id } = await world.profile(json);
  return (await world.admin('get', `/profiles/${id}`).expect(200)).body.profileJson;
}

/** The status of a profile that is like the valid one but for these parts. */
async function statusOf(world: World, json: object, more: object = {}): Promise<number> {
  const { complianceGroup: _opt, ...base } = profileJson();
  const { status } = await world.admin('post', '/profiles', {
    name: unique('Profile'),
    defaultLocale: 'en',
    profileJson: { ...base, customComplianceGroup: unique('group'), ...json },
    ...more,
  });
  return status;
}

const keeps = (json: object) => async (world: World) => expect(await saved(world, json)).toMatchObject(json);

const snapshotOf = async (world: World, id: string, version: number, locale: string) =>
  world.admin('get', `/profiles/${id}/versions/${version}?locale=${locale}`);

export const profileFields: Cases<'Profile (admin API)'> = {
  id: async (world) => {
    const { id } = await world.profile();
    const { body } = await world.admin('put', `/profiles/${id}`, { name: unique('Renamed') }).expect(200);
    expect((body.profile ?? body).id).toBe(id);
  },
  name: async (world) => {
    await world.admin('post', '/profiles', { defaultLocale: 'en', profileJson: profileJson() }).expect(400);
  },
  defaultLocale: async (world) => {
    await world.admin('post', '/profiles', { name: 'x', profileJson: profileJson() }).expect(400);
    await world
      .admin('post', '/profiles', { name: 'x', defaultLocale: 'not a locale', profileJson: profileJson() })
      .expect(400);
  },
  version: async (world) => {
    const { id, version } = await world.profile();
    expect(version).toBe(1);
    await world.admin('put', `/profiles/${id}`, { name: unique('Renamed') }).expect(200);
    expect((await world.admin('get', `/profiles/${id}`)).body.version).toBe(2);
    expect((await world.admin('post', `/profiles/${id}/copy`, {}).expect(201)).body.version).toBe(1);
  },
  profileJson: async (world) => {
    await world.admin('post', '/profiles', { name: 'x', defaultLocale: 'en' }).expect(400);
  },
  localeContent: async (world) => {
    const { id } = await world.profile();
    expect((await world.admin('get', `/profiles/${id}`)).body).not.toHaveProperty('localeContent');
    expect((await snapshotOf(world, id, 1, 'de')).body.mainBanner.heading).toBe('Ihre Privatsphäre');
  },
  complianceGroup: async (world) => {
    const withGroup = { complianceGroup: 'opt-out' as const, customComplianceGroup: undefined };
    expect(await saved(world, withGroup)).toMatchObject({ complianceGroup: 'opt-out' });
    expect(await statusOf(world, { complianceGroup: 'no-such-group' })).toBe(400);
  },
  isActive: async (world) => {
    expect((await saved(world, { isActive: true })).isActive).toBe(true);
    expect((await saved(world, {})).isActive).toBe(false);
  },
  gpcMode: async (world) => {
    for (const gpcMode of ['ignore', 'honor', 'strict'])
      expect((await saved(world, { gpcMode })).gpcMode).toBe(gpcMode);
    expect(await statusOf(world, { gpcMode: 'maybe' })).toBe(400);
  },
  expiryDays: async (world) => {
    expect((await saved(world, { expiryDays: 30 })).expiryDays).toBe(30);
    expect(await statusOf(world, { expiryDays: 0 })).toBe(400);
  },
  enhanceAccessibility: keeps({ enhanceAccessibility: true }),
  showFooterMetadata: keeps({ showFooterMetadata: true }),
  locales: async (world) => expect([...(await saved(world, {})).locales].sort()).toEqual(['de', 'en']),
  cookies: async (world) => expect((await saved(world, {})).cookies.ga.purpose).toBe('analytics'),
  'mainBanner, gpcBanner (optional), preferenceModal': async (world) => {
    const json = await saved(world, {});
    expect(json.mainBanner.heading).toBe('Your privacy');
    expect(json.preferenceModal.heading).toBe('Your choices');
    expect(JSON.stringify(json)).not.toContain('Ihre Privatsphäre');
  },
  allowedOrigins: keeps({ allowedOrigins: ['https://shop.example'] }),
  darkMode: keeps({ darkMode: true }),
  hidePoweredBy: async (world) => {
    const { id } = await world.profile();
    expect((await world.open('get', `/profiles/${id}`)).body.hidePoweredBy).toBe(true);
    expect((await saved(world, { hidePoweredBy: false })).hidePoweredBy).toBe(false);
  },
  allowReceipt: async (world) => {
    const { browser, record } = await decide(world);
    await browser.get(`/consent/${record.visitorId}/receipt`).expect(403);
    const allowed = await world.activeProfile({ allowReceipt: true });
    const { body } = await browser
      .post('/consent', { profileId: allowed.id, consentJson: granted })
      .expect(200);
    const receipt = browser.get(`/consent/${body.visitorId}/receipt`);
    // PDF is the default; a worker thread of the built package prints it.
    await receipt.set('Accept', 'application/json').expect(200);
  },
  complianceConfig: keeps({ complianceConfig: { dataFiduciary: 'Shop Ltd' } }),
  customComplianceGroup: async (world) => {
    expect(await statusOf(world, { customComplianceGroup: 'Not Kebab' })).toBe(400);
    const group = unique('own-group');
    const first = await world.activeProfile({ customComplianceGroup: group });
    const second = await world.activeProfile({ customComplianceGroup: group });
    expect((await world.admin('get', `/profiles/${first.id}`)).body.isActive).toBe(false);
    expect((await world.admin('get', `/profiles/${second.id}`)).body.isActive).toBe(true);
  },
  cookiesOverride: async (world) => {
    const template = await world.consentTemplate();
    const cookiesOverride = { ga: { preGranted: true } };
    expect((await saved(world, { consentTemplateId: template.id, cookiesOverride })).cookiesOverride).toEqual(
      cookiesOverride,
    );
    const { body } = await world.admin('get', `/consent-templates/${template.id}`);
    expect(body.cookies.ga).not.toHaveProperty('preGranted', true);
  },
  'storage rule 1': async (world) => {
    const { id } = await world.profile();
    const { body } = await world.admin('get', `/profiles/${id}/versions/1`).expect(200);
    expect(body.currentLocale).toBe('en');
    expect((await snapshotOf(world, id, 1, 'en')).body.currentLocale).toBe('en');
    const stored = await world.knex('svc_profiles').where({ id }).first();
    expect(JSON.stringify(stored)).not.toContain('Ihre Privatsphäre');
  },
  'storage rule 2': async (world) => {
    const { id, group } = await world.activeProfile();
    const served = await world.open('get', `/profiles/default/${group}/de`).expect(200);
    expect(served.body).toEqual((await snapshotOf(world, id, 1, 'de')).body);
  },
  'storage rule 3': async (world) => {
    const { id } = await world.profile();
    const first = await snapshotOf(world, id, 1, 'en');
    const banner = { ...profileJson().mainBanner, heading: 'Changed' };
    const { profileJson: json } = (await world.admin('get', `/profiles/${id}`)).body;
    await world.admin('put', `/profiles/${id}`, { profileJson: { ...json, mainBanner: banner } }).expect(200);
    expect((await snapshotOf(world, id, 2, 'en')).body.mainBanner.heading).toBe('Changed');
    expect((await snapshotOf(world, id, 1, 'en')).text).toBe(first.text);
  },
  'storage rule 4': async (world) => {
    const { id } = await world.profile();
    await world.admin('delete', `/profiles/${id}`).expect(200);
    await world.admin('get', `/profiles/${id}`).expect(404);
    const archived = (await world.admin('get', '/profiles/archived').expect(200)).body;
    expect(archived.map((entry: { id: string }) => entry.id)).toContain(id);
    expect((await snapshotOf(world, id, 1, 'en')).status).toBe(200);
  },
  'parameter purpose': async (world) => {
    const { cookies } = profileJson();
    for (const purpose of ['necessary', 'functional', 'preferences', 'analytics', 'marketing'])
      expect(
        (await saved(world, { cookies: { ...cookies, ga: { ...cookies?.ga, purpose } } })).cookies.ga.purpose,
      ).toBe(purpose);
    expect(await statusOf(world, { cookies: { ...cookies, ga: { listenGpc: true } } })).toBe(400);
  },
  'parameter listenGpc': async (world) => {
    const { cookies } = profileJson();
    expect(await statusOf(world, { cookies: { ...cookies, ga: { purpose: 'analytics' } } })).toBe(400);
  },
  'parameter cpraCategory': async (world) => {
    const json = await saved(world, {});
    expect(json.cookies.pixel.cpraCategory).toBe('sharing');
    expect(json.cookies.ga).not.toHaveProperty('cpraCategory');
  },
  'category heading': async (world) => {
    const { preferenceModal } = profileJson();
    const blank = { ...preferenceModal?.categories?.analytics, heading: ' ' };
    const categories = { ...preferenceModal?.categories, analytics: blank };
    expect(await statusOf(world, { preferenceModal: { ...preferenceModal, categories } })).toBe(422);
    const content = {
      ...german,
      preferenceModal: { ...german.preferenceModal, categories: { analytics: { heading: '' } } },
    };
    expect(await statusOf(world, {}, { localeContent: { de: content } })).toBe(422);
  },
  'category htmlText': async (world) =>
    expect((await saved(world, {})).preferenceModal.categories.analytics.htmlText).toBe('Counts visits.'),
  'category legalBasis': async (world) => {
    const { preferenceModal } = profileJson();
    for (const legalBasis of ['mandatory', 'consent', 'legitimate-interest'] as const) {
      const marketing = { ...preferenceModal?.categories?.marketing, legalBasis };
      const categories = { ...preferenceModal?.categories, marketing };
      const json = await saved(world, { preferenceModal: { ...preferenceModal, categories } });
      expect(json.preferenceModal.categories.marketing.legalBasis).toBe(legalBasis);
    }
  },
  'category cookies': async (world) =>
    expect((await saved(world, {})).preferenceModal.categories.analytics.cookies).toEqual(['ga']),
  'content of mainBanner': async (world) => {
    const { mainBanner } = profileJson();
    expect(await statusOf(world, { mainBanner: { ...mainBanner, heading: undefined } })).toBe(201);
    expect(await statusOf(world, { mainBanner: { ...mainBanner, htmlText: '' } })).toBe(422);
  },
  'content of gpcBanner': async (world) => {
    const { mainBanner } = profileJson();
    expect(await statusOf(world, { gpcBanner: { ...mainBanner, htmlText: '' } })).toBe(422);
    expect(await statusOf(world, { gpcBanner: mainBanner })).toBe(201);
  },
  'content of preferenceModal': async (world) => {
    const { preferenceModal } = profileJson();
    expect(await statusOf(world, { preferenceModal: { ...preferenceModal, htmlText: undefined } })).toBe(201);
    expect(await statusOf(world, { preferenceModal: { ...preferenceModal, heading: '' } })).toBe(422);
  },
  'button (in profile content)': async (world) => {
    const json = await saved(world, {});
    expect(json.mainBanner.buttons[0]).toEqual({
      text: 'Accept all',
      style: 'primary',
      action: 'custom',
      cookies: '*',
    });
    const { mainBanner } = profileJson();
    const buttons = [{ text: ' ', action: 'custom', cookies: '*' }];
    expect(await statusOf(world, { mainBanner: { ...mainBanner, buttons } })).toBe(422);
    expect(
      await statusOf(world, { mainBanner: { ...mainBanner, buttons: [{ text: 'x', action: 'jump' }] } }),
    ).toBe(400);
  },
};

export const conventions: Cases<'Conventions'> = {
  '{base_url}': async (world) => {
    await world.call('get', `${publicBase}/health`).expect(200);
  },
  '{public_base}': async (world) => {
    await world.open('get', '/resolve-profile').expect(200);
  },
  '{admin_base}': async (world) => {
    await world.admin('get', '/auth/me').expect(200);
  },
  svc: async (world) => {
    const { cookies } = await decide(world);
    expect(cookies.some((cookie) => cookie.startsWith('svc_vid='))).toBe(true);
  },
  'bodies are JSON, timestamps ISO 8601': async (world) => {
    const { record } = await decide(world);
    expect([record.createdAt, record.updatedAt]).toEqual([time, time]);
    await world.open('post', '/consent').type('application/xml').send('<x/>').expect(415);
  },
  'the dashboard at {base_url}/svc/': async (world) => {
    await world.call('get', '/svc/').expect(404);
    await inWorld({ dashboard: { enabled: true } }, async (other) => {
      const { headers } = await other.call('get', '/svc/').expect(200);
      expect(headers['content-type']).toContain('text/html');
    });
  },
};
