import { type Cases, inWorld, profileJson, unique, type World } from './world';

const granted = { necessary: 'granted', analytics: 'granted', marketing: 'granted' };

const read = async (world: World, id: string) =>
  (await world.admin('get', `/profiles/${id}`).expect(200)).body;

async function decided(world: World, json: object = {}) {
  const profile = await world.activeProfile(json);
  const browser = world.browser();
  const { body } = await browser
    .post('/consent', { profileId: profile.id, consentJson: granted })
    .expect(200);
  const path = `/consent/${body.visitorId}`;
  const verify = async () => (await browser.get(`${path}/verify`).expect(200)).body;
  return { profile, browser, path, visitorId: body.visitorId as string, verify };
}

async function newKey(world: World) {
  const { body } = await world.admin('post', '/apikeys', { name: unique('Server') }).expect(201);
  const { visitorId } = await decided(world);
  /** Status of a request that only the key allows. */
  const use = async () =>
    (await world.open('get', `/consent/${visitorId}`).set('X-API-Key', body.key)).status;
  return { id: body.id as string, use };
}

export const states: Cases<'States and transitions'> = {
  '(none) / POST /profiles': async (world) => {
    const inactive = await world.profile();
    expect(await read(world, inactive.id)).toMatchObject({ isActive: false, version: 1 });
    const group = unique('group');
    const { id } = await world.profile({ customComplianceGroup: group, isActive: true });
    expect((await read(world, id)).isActive).toBe(true);
    const { complianceGroup: _opt, ...json } = profileJson();
    const { body } = await world
      .admin('post', '/profiles', {
        name: unique('Rival'),
        defaultLocale: 'en',
        profileJson: { ...json, customComplianceGroup: group, isActive: true },
      })
      .expect(200);
    expect(body).toMatchObject({ conflict: { id, name: expect.any(String) }, requiresChoice: true });
    expect((await read(world, id)).isActive).toBe(true);
  },
  'inactive / POST /profiles/:id/activate': async (world) => {
    const first = await world.activeProfile();
    const second = await world.activeProfile({ customComplianceGroup: first.group });
    expect((await read(world, first.id)).isActive).toBe(false);
    expect((await read(world, second.id)).isActive).toBe(true);
    const { body } = await world.open('get', `/profiles/default/${first.group}/en`).expect(200);
    expect(body.id).toBe(second.id);
  },
  'active / POST /profiles/:id/deactivate': async (world) => {
    const { id, group } = await world.activeProfile();
    await world.admin('post', `/profiles/${id}/deactivate`).expect(200);
    expect((await read(world, id)).isActive).toBe(false);
    await world.open('get', `/profiles/default/${group}/en`).expect(404);
    await world.open('get', `/profiles/default/${id}/1/en`).expect(200);
  },
  'any / POST /profiles/:id/copy': async (world) => {
    const { id } = await world.activeProfile();
    const { body } = await world.admin('post', `/profiles/${id}/copy`, {}).expect(201);
    expect(body).toMatchObject({ isActive: false, version: 1 });
    expect(await read(world, id)).toMatchObject({ isActive: true, version: 1 });
  },
  'any / DELETE /profiles/:id': async (world) => {
    const { id } = await world.activeProfile();
    await world.admin('delete', `/profiles/${id}`).expect(200);
    await world.admin('get', `/profiles/${id}`).expect(404);
    await world.open('get', `/profiles/default/${id}/1/en`).expect(200);
  },
  'any / PUT /profiles/:id': async (world) => {
    for (const profile of [await world.profile(), await world.activeProfile()]) {
      const { isActive } = await read(world, profile.id);
      await world.admin('put', `/profiles/${profile.id}`, { name: unique('Renamed') }).expect(200);
      expect(await read(world, profile.id)).toMatchObject({ isActive, version: 2 });
    }
  },
  'active / DELETE /apikeys/:id': async (world) => {
    const key = await newKey(world);
    expect(await key.use()).toBe(200);
    await world.admin('delete', `/apikeys/${key.id}`).expect(200);
    expect(await key.use()).toBe(401);
    const keys = (await world.admin('get', '/apikeys').expect(200)).body;
    expect(keys.map(({ id }: { id: string }) => id)).toContain(key.id);
  },
  'revoked / POST /apikeys/:id/reactivate': async (world) => {
    const key = await newKey(world);
    await world.admin('delete', `/apikeys/${key.id}`).expect(200);
    // The clock cannot be moved from outside, so the time of expiry is.
    await world
      .knex('svc_api_keys')
      .where({ id: key.id })
      .update({ expire_by: Date.now() - 1000 });
    const { body } = await world.admin('post', `/apikeys/${key.id}/reactivate`).expect(200);
    expect(body.expireBy ?? null).toBeNull();
    expect(await key.use()).toBe(200);
  },
  'active or revoked / DELETE /apikeys/:id/permanent': async (world) => {
    const key = await newKey(world);
    await world.admin('delete', `/apikeys/${key.id}/permanent`).expect(200);
    expect(await key.use()).toBe(401);
    await world.admin('post', `/apikeys/${key.id}/reactivate`).expect(404);
  },
  "valid / profile of record no longer equals the group's active profile id, or the record's expiry has passed":
    async (world) => {
      const replaced = await decided(world);
      expect(await replaced.verify()).toMatchObject({ valid: true, reason: null });
      await world.activeProfile({ customComplianceGroup: replaced.profile.group });
      expect(await replaced.verify()).toMatchObject({ valid: false, reason: 'profile_changed' });
      const old = await decided(world, { expiryDays: 30 });
      await world
        .knex('svc_consents')
        .where({ visitor_id: old.visitorId })
        .update({ updated_at: Date.now() - 31 * 86_400_000 });
      expect(await old.verify()).toMatchObject({ valid: false, reason: 'expired' });
    },
  '(none) / POST /consent': async (world) => {
    const { verify } = await decided(world);
    expect((await verify()).valid).toBe(true);
  },
  'any / DELETE /consent/:visitorId': async (world) => {
    const { browser, path, visitorId } = await decided(world);
    const { headers } = await browser.delete(path).expect(200);
    const [cookie] = (headers['set-cookie'] as unknown as string[]).filter((line) =>
      line.startsWith('svc_vid='),
    );
    expect(cookie).toMatch(/^svc_vid=;.*(Expires=Thu, 01 Jan 1970|Max-Age=0)/);
    await world.admin('get', `/consents/${visitorId}`).expect(404);
    expect((await world.admin('get', `/consents/${visitorId}/history`)).body.items ?? []).toEqual([]);
    const visitors = await world.admin('get', `/visitors?q=${visitorId}`).expect(200);
    expect(visitors.body.total).toBe(0);
  },
  'incomplete / POST /setup/complete (called on both finish and skip)': async () => {
    await inWorld({}, async (world) => {
      expect((await world.admin('get', '/setup/status').expect(200)).body.completed).toBe(false);
      for (let time = 0; time < 2; time++) {
        await world.admin('post', '/setup/complete').expect(200);
        expect((await world.admin('get', '/setup/status').expect(200)).body.completed).toBe(true);
      }
    });
  },
};
