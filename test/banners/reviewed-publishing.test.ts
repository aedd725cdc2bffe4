import { createUser } from '../support/accounts';
import { allGranted, consentCalls } from '../support/consent';
import { openAdminApp } from '../support/open-admin-app';
import { createActiveProfile, createProfile, germanContent, profileJson } from '../support/profiles';
import { createTenant, tenancy } from '../support/tenants';

const app = openAdminApp({ config: { tenancy } });

const get = (path: string) => app.call('get', `/profiles${path}`);
const put = (id: string, body: object) => app.call('put', `/profiles/${id}`, body).expect(200);
const activate = (id: string, body?: object, ifMatch?: string) => {
  const call = app.call('post', `/profiles/${id}/activate`, body);
  return ifMatch === undefined ? call : call.set('If-Match', ifMatch);
};
const heading = async () =>
  (await app.request.get(`${app.publicBase}/profiles/default/opt-in/en`)).body.mainBanner?.heading;
const withHeading = (text: string) =>
  profileJson({ mainBanner: { ...profileJson().mainBanner, heading: text } });

describe('publishing the version that was reviewed', () => {
  test('is 412 with the current version once somebody else has saved, and visitors keep what they had', async () => {
    const { id } = await createActiveProfile(app);
    await put(id, { profileJson: withHeading('Reviewed') });
    await put(id, { profileJson: withHeading('Unseen') });
    const refused = await activate(id, {}, '"2"').expect(412);
    expect(refused.body).toMatchObject({ code: 'version_conflict', version: 3 });
    expect(refused.headers.etag).toBe('"3"');
    expect(await heading()).toBe('Your privacy');
    const published = await activate(id, {}, '"3"').expect(200);
    expect(published.body).toMatchObject({ version: 3, publishedVersion: 3 });
    expect(await heading()).toBe('Unseen');
    await put(id, { name: 'Shop' });
    expect((await activate(id, undefined, '*').expect(200)).body.publishedVersion).toBe(4);
  });

  test('also names the current version when a save is refused', async () => {
    const { id } = await createProfile(app);
    await put(id, { name: 'Shop' });
    const refused = await app
      .call('put', `/profiles/${id}`, { name: 'Late' })
      .set('If-Match', '"1"')
      .expect(412);
    expect(refused.body).toMatchObject({ code: 'version_conflict', version: 2 });
  });

  test.each([['"x"'], ['8'], ['"-1"'], ['"1", "2"']])('refuses the header %s', async (ifMatch) => {
    const { id } = await createProfile(app);
    expect((await activate(id, {}, ifMatch).expect(400)).body.details[0].path).toBe('If-Match');
    expect((await get(`/${id}`)).body.isActive).toBe(false);
  });

  test.each<[string, object]>([
    ['requireReconsent', { requireReconsent: 'yes' }],
    ['note', { note: 5 }],
    ['note', { note: 'x'.repeat(1001) }],
  ])('refuses a wrong %s', async (path, body) => {
    const { id } = await createProfile(app);
    expect((await activate(id, body).expect(400)).body.details[0].path).toBe(path);
    expect((await get(`/${id}`)).body.isActive).toBe(false);
  });

  test('is 404 for another tenant', async () => {
    const { id } = await createProfile(app);
    const { header } = await createTenant(app, 'south');
    await activate(id, { note: 'mine' }, '"1"').set(header).expect(404);
  });

  test('reports what it replaced', async () => {
    const first = await createProfile(app, { name: 'First' });
    const second = await createProfile(app, { name: 'Second' });
    expect((await activate(first.id).expect(200)).body.replaced).toBeNull();
    expect((await activate(first.id).expect(200)).body.replaced).toBeNull();
    await put(first.id, { name: 'First, changed' });
    expect((await activate(first.id)).body.replaced).toEqual({
      id: first.id,
      name: 'First, changed',
      version: 1,
    });
    await put(first.id, { name: 'First, not published' });
    expect((await activate(second.id)).body.replaced).toEqual({
      id: first.id,
      name: 'First, not published',
      version: 2,
    });
    await app.call('post', `/profiles/${second.id}/deactivate`).expect(200);
    expect((await activate(second.id)).body.replaced).toBeNull();
  });
});

describe('asking everybody again', () => {
  const { submit, verify } = {
    submit: (body: object) => consentCalls(app).submit(body),
    verify: async (visitor: string) => (await consentCalls(app).verify(visitor)).body.reason,
  };
  const decide = (profileId: string, visitorId: string) =>
    submit({ profileId, visitorId, consentJson: allGranted }).expect(200);

  test('is decided at publishing, whatever was said at saving', async () => {
    const { id } = await createActiveProfile(app);
    await decide(id, 'v');
    await put(id, { profileJson: withHeading('Changed'), requireReconsent: true });
    await put(id, { profileJson: withHeading('Changed again') });
    await activate(id, { requireReconsent: false }).expect(200);
    expect(await verify('v')).not.toBe('reconsent_required');
    await put(id, { profileJson: withHeading('Changed once more') });
    await activate(id, { requireReconsent: true }).expect(200);
    expect(await verify('v')).toBe('reconsent_required');
    await decide(id, 'w');
    expect(await verify('w')).not.toBe('reconsent_required');
    const marks = (await get(`/${id}/versions`)).body.map(
      (entry: { requireReconsent: boolean }) => entry.requireReconsent,
    );
    expect(marks).toEqual([true, false, false, false]);
  });

  test('stays as it was said at saving when publishing says nothing', async () => {
    const { id } = await createActiveProfile(app);
    await decide(id, 'v');
    await put(id, { requireReconsent: true });
    await put(id, { name: 'Shop' });
    await activate(id).expect(200);
    expect(await verify('v')).toBe('reconsent_required');
  });

  test('cannot be taken back for a version that visitors were asked for', async () => {
    const { id } = await createActiveProfile(app);
    await decide(id, 'v');
    await put(id, { requireReconsent: true });
    await activate(id).expect(200);
    await activate(id, { requireReconsent: false }).expect(200);
    expect(await verify('v')).toBe('reconsent_required');
  });
});

describe('the list of versions', () => {
  test('names authors, notes and the times at which visitors got each version', async () => {
    const author = await createUser(app, { role: ['profiles:read', 'profiles:update'] });
    const { id } = await createProfile(app, { localeContent: { de: germanContent() } });
    const base = `${app.adminBase}/profiles/${id}`;
    await app.request
      .put(base)
      .set(author.as)
      .send({ name: 'Shop', note: '  Legal asked for it ' })
      .expect(200);
    const [start, change, end] = [0, 60_000, 120_000].map((after) =>
      new Date(app.clock.now() + after).toISOString(),
    );
    await activate(id, { note: 'Spring sale' }).expect(200);
    app.clock.advance(30_000);
    await activate(id).expect(200); // the same version: it goes on
    app.clock.advance(30_000);
    await put(id, { note: ' ' });
    await activate(id).expect(200);
    app.clock.advance(60_000);
    await app.call('post', `/profiles/${id}/deactivate`).expect(200);

    const me = (await app.call('get', '/auth/me')).body;
    const admin = { id: me.id, email: me.email };
    const { body } = await get(`/${id}/versions`).expect(200);
    const never = { liveFrom: null, liveTo: null, publishedBy: null, publishNote: null, livePeriods: [] };
    const shared = { locales: ['de', 'en'], published: false, requireReconsent: false, variants: [] };
    expect(body).toEqual([
      {
        ...shared,
        version: 3,
        createdAt: change,
        createdBy: admin,
        note: null,
        liveFrom: change,
        liveTo: end,
        publishedBy: admin,
        publishNote: null,
        livePeriods: [{ from: change, to: end, by: admin, note: null }],
      },
      {
        ...shared,
        version: 2,
        createdAt: start,
        createdBy: { id: author.id, email: author.email },
        note: 'Legal asked for it',
        liveFrom: start,
        liveTo: change,
        publishedBy: admin,
        publishNote: 'Spring sale',
        livePeriods: [{ from: start, to: change, by: admin, note: 'Spring sale' }],
      },
      { ...shared, ...never, version: 1, createdAt: start, createdBy: admin, note: null },
    ]);
    const log = (await app.call('get', `/audit?resourceType=profile`)).body.items;
    const noted = log.filter((entry: { changes: { note?: string } }) => entry.changes.note !== undefined);
    expect(
      noted.map((entry: { action: string; changes: { note?: string } }) => [
        entry.action,
        entry.changes.note,
      ]),
    ).toEqual([
      ['profile:activated', 'Spring sale'],
      ['profile:updated', 'Legal asked for it'],
    ]);
  });

  test('says since when a version is live, and keeps it when the profile is deleted', async () => {
    const { id } = await createActiveProfile(app);
    const since = new Date(app.clock.now()).toISOString();
    expect((await get(`/${id}/versions`)).body).toMatchObject([
      { published: true, liveFrom: since, liveTo: null },
    ]);
    app.clock.advance(1000);
    await app.call('delete', `/profiles/${id}`).expect(200);
    const until = new Date(app.clock.now()).toISOString();
    expect((await get(`/${id}/versions`)).body).toMatchObject([
      { published: false, liveFrom: since, liveTo: until },
    ]);
  });

  test('names every time at which visitors got a version', async () => {
    const { id } = await createActiveProfile(app);
    const [start, pause, again] = [0, 1000, 2000].map((after) =>
      new Date(app.clock.now() + after).toISOString(),
    );
    app.clock.advance(1000);
    await app.call('post', `/profiles/${id}/deactivate`).expect(200);
    app.clock.advance(1000);
    await activate(id, { note: 'As before' }).expect(200);
    const { body } = await get(`/${id}/versions`).expect(200);
    expect(body).toMatchObject([
      {
        liveFrom: again,
        liveTo: null,
        publishNote: 'As before',
        livePeriods: [
          { from: again, to: null, note: 'As before' },
          { from: start, to: pause, note: null },
        ],
      },
    ]);
  });

  test('ends the time of a version that another profile of the group replaces', async () => {
    const first = await createActiveProfile(app);
    app.clock.advance(1000);
    const second = await createActiveProfile(app);
    const now = new Date(app.clock.now()).toISOString();
    expect((await get(`/${first.id}/versions`)).body).toMatchObject([{ published: false, liveTo: now }]);
    expect((await get(`/${second.id}/versions`)).body).toMatchObject([
      { published: true, liveFrom: now, liveTo: null },
    ]);
  });

  test('refuses a note that is too long or no text', async () => {
    const { id } = await createProfile(app);
    for (const note of ['x'.repeat(1001), 5])
      expect((await app.call('put', `/profiles/${id}`, { note }).expect(400)).body.details[0].path).toBe(
        'note',
      );
    expect((await get(`/${id}`)).body.version).toBe(1);
  });
});
