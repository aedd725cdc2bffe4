import { read, utils } from 'xlsx';
import { decide } from './resources';
import { type Cases, unique, type World } from './world';

/** The records and the visitors of a list, as the admin API returns them. */
const listed = async (world: World, path: string) => (await world.admin('get', path).expect(200)).body;

const today = () => new Date().toISOString().slice(0, 10);
const yesterday = () => new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);

interface Listed {
  readonly id: string;
  readonly visitorId: string;
}

/** Checks that a list can be read page by page and that `from` and `to` select by date. */
async function checkList(world: World, path: string): Promise<void> {
  const first = await listed(world, `${path}?page=1&limit=1`);
  expect(first).toMatchObject({ page: 1, limit: 1, total: expect.any(Number) });
  expect(first.items).toHaveLength(1);
  const second = await listed(world, `${path}?page=2&limit=1`);
  expect(second.items[0]).not.toEqual(first.items[0]);
  expect((await listed(world, `${path}?from=${today()}`)).total).toBeGreaterThanOrEqual(1);
  expect((await listed(world, `${path}?to=${yesterday()}`)).items).toEqual([]);
}

const visitorsOf = ({ items }: { items: readonly Listed[] }) => items.map(({ visitorId }) => visitorId);

/** Rows of a CSV file without line breaks in its cells. */
const linesOf = (text: string) =>
  text
    .replace(/^\uFEFF/, '')
    .trim()
    .split('\r\n');

/** A statistic before and after a decision that grants everything with GPC. */
async function beforeAndAfter(world: World, path: string) {
  const before = await listed(world, path);
  await decide(world, { gpcDetected: true, gpcOverride: true });
  return { before, after: await listed(world, path) };
}

export const records: Cases<'Analytics, consents, visitors, statistics, audit, export'> = {
  'GET /analytics/opt-in': async (world) => {
    const { profile } = await decide(world, { locale: 'de' });
    const rates = (query: string) => listed(world, `/analytics/opt-in?profileId=${profile.id}${query}`);
    const day = { date: today(), locale: 'de', total: 1, optedIn: 1, rate: 1 };
    expect(await rates('')).toEqual([day]);
    for (const query of [
      `&complianceGroup=${profile.group}`,
      `&from=${yesterday()}&to=${today()}`,
      '&locale=de',
      '&tenantId=default',
    ])
      expect(await rates(query)).toEqual([day]);
    for (const query of ['&complianceGroup=another', `&to=${yesterday()}`, '&locale=en'])
      expect(await rates(query)).toEqual([]);
  },
  'GET /consents': async (world) => {
    const { record, profile } = await decide(world);
    await decide(world);
    await checkList(world, '/consents');
    const { items } = await listed(world, `/consents?profileId=${profile.id}`);
    expect(items).toEqual([expect.objectContaining(record)]);
    for (const q of [record.visitorId, profile.id])
      expect(visitorsOf(await listed(world, `/consents?q=${q}`))).toEqual([record.visitorId]);
    const { visitorId } = (await decide(world, { locale: 'pt-BR' })).record;
    for (const q of ['pt-br', 'banner'])
      expect(visitorsOf(await listed(world, `/consents?q=${q}&limit=200`))).toContain(visitorId);
    expect((await listed(world, `/consents?q=${unique('nothing')}`)).items).toEqual([]);
  },
  'GET /consents/:visitorId': async (world) => {
    const { record } = await decide(world);
    expect(await listed(world, `/consents/${record.visitorId}`)).toMatchObject(record);
    await world.admin('get', '/consents/nobody').expect(404);
  },
  'GET /consents/:visitorId/history': async (world) => {
    const { record, browser } = await decide(world);
    const consentJson = { ...record.consentJson, marketing: 'denied' };
    await browser.put(`/consent/${record.visitorId}`, { consentJson }).expect(200);
    expect(await listed(world, `/consents/${record.visitorId}/history`)).toMatchObject([
      { action: 'updated', consentJson },
      { action: 'created', consentJson: record.consentJson },
    ]);
  },
  'GET /visitors': async (world) => {
    const { record } = await decide(world);
    await decide(world);
    await checkList(world, '/visitors');
    expect(visitorsOf(await listed(world, `/visitors?q=${record.visitorId}`))).toEqual([record.visitorId]);
    const { country = null } = (await listed(world, `/visitors?q=${record.visitorId}`)).items[0];
    expect(country === null || /^[A-Z]{2}$/.test(country)).toBe(true);
  },
  'GET /audit': async (world) => {
    const { id } = await world.profile();
    await world.profile();
    await checkList(world, '/audit');
    const { userId, ...entry } = (await listed(world, `/audit?q=${id}`)).items[0];
    expect(entry).toMatchObject({ action: 'profile:created', resourceType: 'profile', resourceId: id });
    for (const query of ['action=profile:created', 'resourceType=profile']) {
      const { items } = await listed(world, `/audit?${query}&limit=200`);
      expect(items.map(({ resourceId }: { resourceId: string }) => resourceId)).toContain(id);
      expect(items.every((item: { resourceType: string }) => item.resourceType === 'profile')).toBe(true);
    }
    for (const q of ['profile:created', 'profile', userId])
      expect((await listed(world, `/audit?q=${q}`)).total).toBeGreaterThanOrEqual(2);
  },
  'GET /stats/overview': async (world) => {
    const { before, after } = await beforeAndAfter(world, '/stats/overview');
    expect(after.totalConsents).toBe(before.totalConsents + 1);
    expect(after.totalVisitors).toBe(before.totalVisitors + 1);
  },
  'GET /stats/timeline': async (world) => {
    const { before, after } = await beforeAndAfter(world, '/stats/timeline?days=7');
    expect(after).toHaveLength(7);
    expect(after.at(-1)).toMatchObject({ date: today(), total: before.at(-1).total + 1 });
  },
  'GET /stats/categories': async (world) => {
    const { before, after } = await beforeAndAfter(world, '/stats/categories');
    const granted = (list: readonly { category: string; granted: number }[]) =>
      list.find(({ category }) => category === 'analytics')?.granted ?? 0;
    expect(granted(after)).toBe(granted(before) + 1);
    expect(after[0].rate).toBeGreaterThan(0);
  },
  'GET /stats/countries': async (world) => {
    const { before, after } = await beforeAndAfter(world, '/stats/countries');
    const total = (list: readonly { count: number }[]) => list.reduce((sum, { count }) => sum + count, 0);
    expect(total(after)).toBe(total(before) + 1);
    expect(after[0]).toMatchObject({ country: null, share: expect.any(Number) });
  },
  'GET /stats/gpc': async (world) => {
    const { before, after } = await beforeAndAfter(world, '/stats/gpc');
    expect(after.detected).toBe(before.detected + 1);
    expect(after.notDetected).toBe(before.notDetected);
  },
  'GET /export/consents': async (world) => {
    const { record, profile } = await decide(world);
    const path = `/export/consents?profileId=${profile.id}`;
    const csv = await world.admin('get', path).expect(200);
    expect(csv.headers['content-type']).toContain('text/csv');
    const [header = '', ...rows] = linesOf(csv.text);
    expect(header.split(',')).toEqual(
      expect.arrayContaining(['visitorId', 'profileId', 'consent.analytics']),
    );
    expect(rows).toEqual([expect.stringContaining(record.visitorId)]);
    const json = await world.admin('get', `${path}&format=json&from=${today()}`).expect(200);
    expect(json.body).toMatchObject([{ visitorId: record.visitorId, consentJson: record.consentJson }]);
    expect((await world.admin('get', `${path}&format=json&to=${yesterday()}`).expect(200)).body).toEqual([]);
    await world.admin('get', '/export/consents?format=xml').expect(400);
  },
  'GET /export/consents/xlsx': async (world) => {
    const { record, profile } = await decide(world);
    const { body } = await world
      .admin('get', `/export/consents/xlsx?profileId=${profile.id}`)
      .responseType('blob')
      .expect(200);
    const { Sheets, SheetNames } = read(body);
    const rows = utils.sheet_to_json<{ visitorId: string }>(Sheets[SheetNames[0] ?? ''] ?? {});
    expect(rows).toMatchObject([{ visitorId: record.visitorId }]);
  },
  'GET /export/audit': async (world) => {
    const { id } = await world.profile();
    const csv = await world.admin('get', '/export/audit').expect(200);
    expect(csv.headers['content-type']).toContain('text/csv');
    expect(linesOf(csv.text).some((line) => line.includes(`profile:created,profile,${id}`))).toBe(true);
    const json = await world.admin('get', `/export/audit?format=json&from=${today()}`).expect(200);
    expect(json.body).toContainEqual(expect.objectContaining({ action: 'profile:created', resourceId: id }));
    const none = await world.admin('get', `/export/audit?format=json&to=${yesterday()}`).expect(200);
    expect(none.body).toEqual([]);
  },
  'GET /export/translations/:profileId': async (world) => {
    const { id } = await world.profile();
    const { text, headers } = await world.admin('get', `/export/translations/${id}`).expect(200);
    expect(headers['content-type']).toContain('text/csv');
    const [header = '', ...rows] = linesOf(text);
    expect(header.split(',')).toEqual(expect.arrayContaining(['locale', 'mainBanner.heading']));
    expect(rows.map((row) => row.split(',', 1)[0]).sort()).toEqual(['de', 'en']);
    expect(text).toContain('Ihre Privatsphäre');
  },
};
