import { createHash } from 'node:crypto';
import { strFromU8, unzipSync } from 'fflate';
import { createUser } from '../support/accounts';
import { allGranted, consentCalls } from '../support/consent';
import { createTestClock } from '../support/create-test-app';
import { openAdminApp } from '../support/open-admin-app';
import { createActiveProfile, createProfile, germanContent, profileJson } from '../support/profiles';
import { asBytes } from '../support/receipts';
import { createTenant, tenancy } from '../support/tenants';

const morning = Date.UTC(2026, 2, 1, 9);
const hour = 3_600_000;
const day = 24 * hour;
const clock = createTestClock(morning);
const app = openAdminApp({ clock, config: { tenancy, rateLimit: false } });

const list = async (query: Record<string, string | number> = {}) =>
  (await app.call('get', '/publications').query(query).expect(200)).body;
const versions = async (query: Record<string, string>) =>
  (await list(query)).items.map(({ profileName, version }: { profileName: string; version: number }) => [
    profileName,
    version,
  ]);
const put = (id: string, body: object) => app.call('put', `/profiles/${id}`, body).expect(200);
/** Sessions end meanwhile. */
async function wait(ms: number): Promise<void> {
  clock.advance(ms);
  app.admin = await app.asAdmin();
}
const activate = (id: string, body: object = {}) =>
  app.call('post', `/profiles/${id}/activate`, body).expect(200);

describe('what visitors got when', () => {
  test('lists every version that was served, the last first, with who published it', async () => {
    const published = new Date(clock.now()).toISOString();
    const { id } = await createActiveProfile(app, {
      name: 'Shop',
      localeContent: { de: germanContent() },
    });
    await wait(day);
    await put(id, { name: 'Shop, changed', requireReconsent: true });
    await put(id, { name: 'Shop, changed' });
    await activate(id, { note: 'Legal asked for it', requireReconsent: true });
    const publishedAgain = new Date(clock.now()).toISOString();
    const by = { id: expect.any(String), email: expect.stringContaining('@') };
    expect(await list()).toEqual({
      items: [
        {
          complianceGroup: 'opt-in',
          profileId: id,
          profileName: 'Shop, changed',
          version: 3,
          defaultLocale: 'en',
          locales: ['en', 'de'],
          variants: [],
          requireReconsent: true,
          before: { profileId: id, profileName: 'Shop', version: 1 },
          from: publishedAgain,
          to: null,
          by,
          note: 'Legal asked for it',
        },
        {
          complianceGroup: 'opt-in',
          profileId: id,
          profileName: 'Shop',
          version: 1,
          defaultLocale: 'en',
          locales: ['en', 'de'],
          variants: [],
          requireReconsent: false,
          before: null,
          from: published,
          to: publishedAgain,
          by,
          note: null,
        },
      ],
      nextCursor: null,
    });
  });

  test('finds what was shown on a day, at a moment and in a range, also of a deleted profile', async () => {
    const first = await createActiveProfile(app, { name: 'First' });
    await wait(2 * day);
    const second = await createProfile(app, { name: 'Second' });
    await activate(second.id);
    await wait(2 * day);
    await app.call('post', `/profiles/${second.id}/deactivate`).expect(200);
    for (const { id } of [first, second]) await app.call('delete', `/profiles/${id}`).expect(200);
    const isoDay = (offset: number) => new Date(clock.now() + offset * day).toISOString();
    // First: days -4 to -2; second: days -2 to 0, each from 09:00.
    expect(await versions({ at: isoDay(-3).slice(0, 10) })).toEqual([['First', 1]]);
    expect(await versions({ at: isoDay(-2).slice(0, 10) })).toEqual([
      ['Second', 1],
      ['First', 1],
    ]);
    // At the moment of the change the new one is served.
    expect(await versions({ at: isoDay(-2) })).toEqual([['Second', 1]]);
    expect(await versions({ from: isoDay(-1) })).toEqual([['Second', 1]]);
    expect(await versions({ from: isoDay(-9), to: isoDay(-3) })).toEqual([['First', 1]]);
    expect(await versions({ to: isoDay(-5) })).toEqual([]);
    expect(await versions({ from: isoDay(0) })).toEqual([]);
    const old = (await list()).items.at(-1);
    const shown = `/profiles/${old.profileId}/versions/${old.version}?locale=${old.defaultLocale}`;
    expect((await app.call('get', shown).expect(200)).body.mainBanner.heading).toBe('Your privacy');
  });

  test('says what the group got before, also on another page, before a pause and by a deleted profile', async () => {
    const first = await createActiveProfile(app, { name: 'First' });
    await wait(hour);
    const second = await createActiveProfile(app, { name: 'Second' });
    await createActiveProfile(app, { name: 'US', profileJson: profileJson({ complianceGroup: 'opt-out' }) });
    await wait(hour);
    await app.call('delete', `/profiles/${second.id}`).expect(200);
    await wait(hour);
    await put(first.id, { name: 'First, changed' });
    await activate(first.id);
    const expected = [
      ['First, changed', { profileId: second.id, profileName: 'Second', version: 1 }],
      ['Second', { profileId: first.id, profileName: 'First', version: 1 }],
      ['First', null],
    ];
    const readBefore = async (query: Record<string, string | number>) =>
      (await list({ complianceGroup: 'opt-in', ...query })).items.map(
        (item: { profileName: string; before: object | null }) => [item.profileName, item.before],
      );
    expect(await readBefore({})).toEqual(expected);
    expect(await readBefore({ limit: 1 })).toEqual(expected.slice(0, 1));
    expect(await readBefore({ from: new Date(clock.now()).toISOString() })).toEqual(expected.slice(0, 1));
  });

  test('can be narrowed to a group and read page by page', async () => {
    const eu = await createActiveProfile(app, { name: 'EU' });
    await wait(hour);
    await createActiveProfile(app, {
      name: 'US',
      profileJson: profileJson({ complianceGroup: 'opt-out' }),
    });
    await wait(hour);
    await put(eu.id, { name: 'EU 2' });
    await activate(eu.id);
    expect(await versions({ complianceGroup: 'opt-in' })).toEqual([
      ['EU 2', 2],
      ['EU', 1],
    ]);
    expect(await versions({ complianceGroup: 'notice-only' })).toEqual([]);
    const names: string[] = [];
    for (let cursor: string | null = null; names.length < 9; ) {
      const page = await list({ limit: 1, ...(cursor === null ? {} : { cursor }) });
      names.push(page.items[0].profileName);
      cursor = page.nextCursor;
      if (cursor === null) break;
    }
    expect(names).toEqual(['EU 2', 'US', 'EU']);
    const { nextCursor } = await list({ limit: 1 });
    await app
      .call('get', '/publications')
      .query({ complianceGroup: 'opt-in', cursor: nextCursor })
      .expect(400);
  });

  test.each([
    [{ at: 'yesterday' }, 'at'],
    [{ at: '2026-03-01', from: '2026-03-01' }, 'at'],
    [{ from: '2026-03-02', to: '2026-03-01' }, 'from'],
    [{ complianceGroup: '' }, 'complianceGroup'],
    [{ limit: '0' }, 'limit'],
    [{ cursor: 'made-up' }, 'cursor'],
  ])('refuses %j', async (query, path) => {
    const { body } = await app.call('get', '/publications').query(query).expect(400);
    expect([body.code, body.details[0].path]).toEqual(['validation_failed', path]);
  });

  test('is for those who may read profiles, and each tenant has its own', async () => {
    await createActiveProfile(app);
    const { header } = await createTenant(app, 'south');
    expect((await app.call('get', '/publications').set(header).expect(200)).body.items).toEqual([]);
    const auditor = await createUser(app, { role: 'auditor' });
    await app.request.get(`${app.adminBase}/publications`).set(auditor.as).expect(403);
  });
});

describe('the evidence on what visitors were shown', () => {
  const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

  async function download(group: string, query: Record<string, string> = {}) {
    const answer = await app
      .call('get', `/publications/${group}/evidence`)
      .query(query)
      .buffer(true)
      .parse(asBytes as never)
      .expect(200);
    const files = unzipSync(answer.body);
    const json = (name: string) => JSON.parse(strFromU8(files[name] as Uint8Array));
    return { headers: answer.headers, files, json };
  }

  test('has the notices as they were served, the counts of decisions, and sums of every file', async () => {
    const { id } = await createActiveProfile(app, { name: 'Shop', localeContent: { de: germanContent() } });
    const served = await app.request.get(`${app.publicBase}/profiles/default/${id}/1/de`).expect(200);
    await consentCalls(app).submit({ visitorId: 'a', profileId: id, consentJson: allGranted }).expect(200);
    await wait(hour);
    await put(id, { name: 'Shop, changed' });
    await activate(id, { note: 'Legal asked for it' });
    const { headers, files, json } = await download('opt-in');
    expect(headers['content-type']).toBe('application/zip');
    expect(headers['content-disposition']).toMatch(
      /^attachment; filename="publications-default-opt-in-\d{4}-\d{2}-\d{2}\.zip"$/,
    );
    expect(Object.keys(files)).toEqual([
      'README.txt',
      'publications.json',
      'decisions.json',
      'audit.json',
      ...['2/en', '2/de', '1/en', '1/de'].map((name) => `notices/${id}/${name}.json`),
      'manifest.json',
      'SHA256SUMS',
    ]);
    const [second, first] = json('publications.json').publications;
    expect(second).toMatchObject({ profileName: 'Shop, changed', note: 'Legal asked for it', to: null });
    expect(first).toMatchObject({ profileName: 'Shop', version: 1, to: second.from });
    const german = first.notices.find(({ locale }: { locale: string }) => locale === 'de');
    expect(strFromU8(files[german.file] as Uint8Array)).toBe(served.text);
    expect(sha256(files[german.file] as Uint8Array)).toBe(german.sha256);
    expect(json('decisions.json').days).toEqual([
      { date: expect.any(String), profileId: id, total: 1, optedIn: 1, optedOut: 0, partial: 0 },
    ]);
    expect(json('audit.json').lines.map(({ action }: { action: string }) => action)).toEqual([
      'profile:created',
      'profile:activated',
      'profile:updated',
      'profile:activated',
    ]);
    const sums = Object.entries(files).filter(([name]) => !/^(manifest|SHA256)/.test(name));
    expect(strFromU8(files.SHA256SUMS as Uint8Array)).toBe(
      sums.map(([name, bytes]) => `${sha256(bytes)}  ${name}\n`).join(''),
    );
    expect(json('manifest.json')).toMatchObject({ complianceGroup: 'opt-in', from: null, missing: [] });
    expect(strFromU8(files['README.txt'] as Uint8Array)).toContain('"Shop", version 1 (en, de)');
  });

  test('covers the range alone, and says when nothing was shown', async () => {
    await createActiveProfile(app);
    const yesterday = new Date(clock.now() - day).toISOString();
    const { files, json } = await download('opt-in', { to: yesterday });
    expect(json('publications.json').publications).toEqual([]);
    expect(strFromU8(files['README.txt'] as Uint8Array)).toContain('No banner was published for this group');
    expect((await download('no group')).json('manifest.json').complianceGroup).toBe('no group');
  });

  test('takes no other file for a notice that was saved', async () => {
    const { id } = await createActiveProfile(app);
    const [name, changed] = [`notices/${id}/1/en.json`, '{"mainBanner":{}}'];
    await app
      .knex('svc_files')
      .where({ object_key: `default/${id}/1/en.json` })
      .update({ body: Buffer.from(changed) });
    const { files, json } = await download('opt-in');
    expect(json('manifest.json').missing).toEqual([
      { name, reason: 'The file in storage does not have the hash that was recorded when it was saved.' },
    ]);
    expect([files[name], strFromU8(files[`changed/${name}`] as Uint8Array)]).toEqual([undefined, changed]);
  });

  test('contains notices whose files storage has lost: the database writes them again', async () => {
    const { id } = await createActiveProfile(app);
    await app.knex('svc_files').where('object_key', 'like', `default/${id}/1/%`).delete();
    const { files, json } = await download('opt-in');
    expect(json('manifest.json').missing).toEqual([]);
    const name = `notices/${id}/1/en.json`;
    expect(JSON.parse(strFromU8(files[name] as Uint8Array)).mainBanner.heading).toBeTruthy();
  });

  test('refuses ranges with too many publications', async () => {
    const { id } = await createActiveProfile(app);
    const [row] = await app.knex('svc_publication_periods').where({ profile_id: id });
    await app.knex.batchInsert(
      'svc_publication_periods',
      Array.from({ length: 500 }, (_, index) => ({ ...row, id: `more-${index}`, ended_at: clock.now() })),
      50,
    );
    const { body } = await app.call('get', '/publications/opt-in/evidence').expect(413);
    expect([body.code, body.error]).toEqual(['payload_too_large', expect.stringContaining('shorter')]);
  });

  test('needs the permission of exports, and refuses an invalid range', async () => {
    const viewer = await createUser(app);
    await app.request.get(`${app.adminBase}/publications/opt-in/evidence`).set(viewer.as).expect(403);
    await app.call('get', '/publications/opt-in/evidence?from=soon').expect(400);
  });
});
