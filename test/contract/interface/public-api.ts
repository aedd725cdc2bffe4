import { type Cases, inWorld, profileJson, unique, type World } from './world';

const granted = { necessary: 'granted', analytics: 'granted', marketing: 'granted' };
const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64');
const berlin = base64({
  timezone: 'Europe/Berlin',
  languages: ['de-DE', 'en'],
  language: 'de-DE',
  locale: 'de',
});

async function visitorOf(world: World, json: object = {}) {
  const profile = await world.activeProfile(json);
  const browser = world.browser();
  const { body: record } = await browser
    .post('/consent', { profileId: profile.id, consentJson: granted })
    .expect(200);
  return { profile, browser, record, path: `/consent/${record.visitorId}` };
}

/** Runs a case in a service whose visitors in Europe have a banner. */
const withEurope = (work: (world: World, id: string) => Promise<unknown>) => () =>
  inWorld({}, async (world) => work(world, (await world.activeProfile({ complianceGroup: 'opt-in' })).id));

const resolved = async (world: World, query: string) =>
  (await world.open('get', `/resolve-profile?${query}`).expect(200)).body;

export const publicApi: Cases<'Public API'> = {
  'GET /profiles/:tenantId/:complianceGroup/:locale': async (world) => {
    const { id, group } = await world.activeProfile();
    const { body, headers } = await world.open('get', `/profiles/default/${group}/de`).expect(200);
    expect(body).toMatchObject({ id, currentLocale: 'de' });
    expect(headers['cache-control']).toBe('public, max-age=3600, stale-while-revalidate=60');
    const missing = await world.open('get', `/profiles/default/${group}/fr`).expect(303);
    expect(missing.headers.location).toMatch(new RegExp(`/profiles/default/${group}/default$`));
    const fallback = await world.open('get', `/profiles/default/${group}/default`).expect(200);
    expect(fallback.body.currentLocale).toBe('en');
  },
  'GET /profiles/:tenantId/:profileId/:entryId/:locale': async (world) => {
    const { id } = await world.profile();
    await world.admin('put', `/profiles/${id}`, { name: unique('Renamed') }).expect(200);
    for (const version of [1, 2]) {
      const { body } = await world.open('get', `/profiles/default/${id}/${version}/de`).expect(200);
      expect(body).toMatchObject({ id, currentLocale: 'de' });
    }
    await world.open('get', `/profiles/default/${id}/3/de`).expect(404);
  },
  'GET /resolve-profile': withEurope(async (world) => {
    expect(await resolved(world, 'tz=Europe/Berlin')).toMatchObject({
      found: true,
      path: expect.stringMatching(/^\/svc\/api\/v1\/profiles\/default\/opt-in\/en$/),
    });
  }),
  'GET /profiles/:id': async (world) => {
    const { id } = await world.profile();
    const { body } = await world.open('get', `/profiles/${id}`).expect(200);
    expect(body.currentLocale).toBe(body.defaultLocale);
    expect((await world.open('get', '/profiles/no-such-profile').expect(404)).body.code).toBe(
      'profile_not_found',
    );
  },
  'GET /profiles/:id/:locale': async (world) => {
    const { id } = await world.profile();
    const { body } = await world.open('get', `/profiles/${id}/fr`).expect(200);
    expect(body).toMatchObject({ currentLocale: 'fr', mainBanner: { heading: 'Your privacy' } });
    await world.open('get', '/profiles/no-such-profile/fr').expect(404);
  },
  'GET /profiles/auto/:locale': withEurope(async (world, id) => {
    const { body } = await world.open('get', '/profiles/auto/de?tz=Europe/Berlin&lang=de').expect(200);
    expect(body).toMatchObject({ id, currentLocale: 'de', resolvedComplianceGroup: 'opt-in' });
  }),
  'POST /consent': async (world) => {
    const { browser, record, profile } = await visitorOf(world);
    const { body } = await browser
      .post('/consent', { profileId: profile.id, consentJson: { analytics: 'denied' } })
      .expect(200);
    expect(body).toMatchObject({ id: record.id, consentJson: { analytics: 'denied' } });
    await world.open('post', '/consent', { profileId: profile.id, consentJson: [] }).expect(400);
  },
  'GET /consent/:visitorId': async (world) => {
    const { browser, record, path } = await visitorOf(world);
    expect((await browser.get(path).expect(200)).body).toMatchObject({ id: record.id, consentJson: granted });
    const nobody = unique('nobody');
    const { body } = await world
      .open('get', `/consent/${nobody}`)
      .set('Cookie', `svc_vid=${nobody}`)
      .expect(404);
    expect(body.code).toBe('consent_not_found');
  },
  'PUT /consent/:visitorId': async (world) => {
    const { browser, path } = await visitorOf(world);
    const consentJson = { ...granted, marketing: 'denied' };
    const changed = await browser.put(path, { consentJson, locale: 'de' }).expect(200);
    expect(changed.body).toMatchObject({ consentJson, locale: 'de', gpcDetected: false });
    const again = await browser.put(path, { consentJson: granted, gpcDetected: true }).expect(200);
    expect(again.body).toMatchObject({ consentJson: granted, locale: 'de', gpcDetected: true });
    await browser.put(path, { locale: 'de' }).expect(400);
  },
  'DELETE /consent/:visitorId': async (world) => {
    const { browser, record, path } = await visitorOf(world);
    const { headers } = await browser.delete(path).expect(200);
    expect(String(headers['set-cookie'])).toMatch(/svc_vid=;/);
    await world.admin('get', `/consents/${record.visitorId}`).expect(404);
  },
  'GET /consent/:visitorId/verify': async (world) => {
    const { browser, path } = await visitorOf(world);
    expect((await browser.get(`${path}/verify`).expect(200)).body.valid).toBe(true);
  },
  'POST /consent/:visitorId/parental-consent-request': async (world) => {
    const { browser, path, profile } = await visitorOf(world);
    const body = { profileId: profile.id };
    expect((await browser.post(`${path}/parental-consent-request`, body).expect(200)).body.token).toMatch(
      /^pcon_/,
    );
    await world.open('post', `${path}/parental-consent-request`, body).expect(403);
    await browser.post(`${path}/parental-consent-request`, {}).expect(400);
  },
  'POST /consent/parental-consent-resolve': async (world) => {
    const { browser, path, profile, record } = await visitorOf(world);
    const { token } = (await browser.post(`${path}/parental-consent-request`, { profileId: profile.id }))
      .body;
    const { body } = await world.open('post', '/consent/parental-consent-resolve', { token }).expect(200);
    expect(body).toMatchObject({ visitorId: record.visitorId, profileId: profile.id });
    await world.open('post', '/consent/parental-consent-resolve', { token: 'pcon_forged' }).expect(400);
  },
  data: withEurope(async (world) => {
    expect(
      await resolved(world, `data=${encodeURIComponent(berlin)}&tz=America/New_York&locale=en`),
    ).toMatchObject({
      complianceGroup: 'opt-in',
      locale: 'de',
    });
    await world.open('get', '/resolve-profile?data=%7B').expect(400);
  }),
  tz: withEurope(async (world) =>
    expect((await resolved(world, 'tz=Europe/Paris')).complianceGroup).toBe('opt-in'),
  ),
  lang: withEurope(async (world) =>
    expect((await resolved(world, 'tz=Europe/Berlin&lang=de-AT,en;q=0.5')).locale).toBe('de'),
  ),
  locale: withEurope(async (world) =>
    expect((await resolved(world, 'tz=Europe/Berlin&locale=de')).locale).toBe('de'),
  ),
  'profile route rule 1': withEurope(async (world) => {
    const { path } = await resolved(world, 'tz=Europe/Berlin');
    await world.call('get', path).expect(200);
  }),
  'profile route rule 2': () =>
    inWorld({}, async (world) =>
      expect(await resolved(world, 'tz=Europe/Berlin')).toMatchObject({ found: false, path: null }),
    ),
  'profile route rule 3': async () => {
    await inWorld({}, async (world) => expect((await resolved(world, 'tz=Asia/Tokyo')).country).toBe('JP'));
    await inWorld(
      { geo: { name: 'fixed', locate: () => ({ country: 'BR', region: null }) } },
      async (world) => expect((await resolved(world, 'tz=Asia/Tokyo')).country).toBe('BR'),
    );
  },
  'profile route rule 4': withEurope(async (world) =>
    expect(await resolved(world, 'tz=Europe/Berlin')).toMatchObject({
      complianceGroup: 'opt-in',
      locale: 'en',
    }),
  ),
  'profile route rule 5': () =>
    Promise.all(
      (
        [
          [{ country: 'US', region: 'CA' }, 'opt-out-strict'],
          [{ country: 'DE', region: null }, 'opt-in'],
          // The strictest of the country, since the region is not known.
          [{ country: 'US', region: null }, 'opt-out-strict'],
        ] as const
      ).map(([place, group]) =>
        inWorld({ geo: { name: 'fixed', locate: () => place } }, async (world) =>
          expect((await resolved(world, '')).complianceGroup).toBe(group),
        ),
      ),
    ),
  'profile route rule 6': async () => {
    const dataSigningHash = 'a data signing hash that is long enough';
    await inWorld({ compliance: { type: 'opt-in', dataSigningHash } }, async (world) => {
      await world.activeProfile({ complianceGroup: 'opt-in' });
      await world.open('get', '/profiles/auto/en?tz=Europe/Berlin').expect(404);
    });
    await inWorld({ compliance: { defaultGroup: 'opt-in', dataSigningHash } }, async (world) => {
      const { id } = await world.activeProfile({ complianceGroup: 'opt-in' });
      const { body } = await world.open('get', '/profiles/auto/en?tz=America/Los_Angeles').expect(200);
      expect(body.id).toBe(id);
    });
  },
  'profile route rule 7': async (world) => {
    await world.open('get', '/profiles').expect(404);
  },
  'consent route rule 1': async (world) => {
    const { id } = await world.activeProfile();
    const body = { profileId: id, consentJson: granted };
    const created = await world.open('post', '/consent', body).expect(200);
    expect(String(created.headers['set-cookie'])).toContain(`svc_vid=${created.body.visitorId}`);
    const visitorId = unique('visitor');
    const first = await world.open('post', '/consent', { ...body, visitorId }).expect(200);
    const second = await world.open('post', '/consent', { ...body, visitorId }).expect(200);
    expect(second.body.id).toBe(first.body.id);
    expect(second.body).toMatchObject({ visitorId, createdAt: first.body.createdAt });
  },
  'consent route rule 2': async (world) => {
    const { id } = await world.activeProfile({ allowedOrigins: ['https://shop.example'] });
    const body = { profileId: id, consentJson: granted };
    await world.open('post', '/consent', body).set('Origin', 'https://shop.example').expect(200);
    await world.open('post', '/consent', body).set('Origin', 'https://evil.example').expect(403);
  },
  'consent route rule 3': async (world) => {
    const { path, profile } = await visitorOf(world);
    await world.open('get', path).expect(403);
    await world.open('put', path, { consentJson: granted }).expect(403);
    await world.open('delete', path).expect(403);
    await world.open('get', `${path}/verify`).expect(403);
    await world.open('post', `${path}/parental-consent-request`, { profileId: profile.id }).expect(403);
    await world.open('get', path).set('Cookie', 'svc_vid=another').expect(403);
  },
  'consent route rule 4': async (world) => {
    const seen: string[] = [];
    world.service.events.on('consent.parentalConsentRequired', () => void seen.push('required'));
    world.service.events.on('consent.parentalConsentGranted', () => void seen.push('granted'));
    const { browser, path, profile } = await visitorOf(world);
    const { token } = (await browser.post(`${path}/parental-consent-request`, { profileId: profile.id }))
      .body;
    await world.open('post', '/consent/parental-consent-resolve', { token }).expect(200);
    expect(seen).toEqual(['required', 'granted']);
  },
  'consent route rule 5': async (world) => {
    const { browser, path, profile } = await visitorOf(world);
    const verify = async () => (await browser.get(`${path}/verify`).expect(200)).body.valid;
    expect(await verify()).toBe(true);
    const json = { ...profileJson(), complianceGroup: undefined, customComplianceGroup: profile.group };
    await world.activeProfile(json);
    expect(await verify()).toBe(false);
  },
};
