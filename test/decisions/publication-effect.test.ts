import { createTestApp, createTestClock, type TestApp } from '../support/create-test-app';
import { visitorCalls } from '../support/impressions';
import { createActiveProfile, profileJson } from '../support/profiles';
import { statisticsCalls } from '../support/statistics';
import { createTenant, tenancy } from '../support/tenants';

const start = Date.UTC(2026, 2, 1, 12);
const hour = 3_600_000;
const day = 24 * hour;

describe('the effect of a publication', () => {
  let app: TestApp;
  let visitor: ReturnType<typeof visitorCalls>;
  let profileId: string;
  beforeEach(async () => {
    app = await createTestApp({ clock: createTestClock(start), config: { rateLimit: false } });
    visitor = visitorCalls(app);
    profileId = (await createActiveProfile(app)).id;
  });
  afterEach(() => app.close());

  const call = async (method: 'get' | 'post' | 'put', path: string, body?: object) =>
    app.request[method](`${app.adminBase}${path}`)
      .set(await app.asAdmin())
      .send(body);

  async function publishNext(): Promise<string> {
    const { body } = await call('put', `/profiles/${profileId}`, {
      profileJson: profileJson({ expiryDays: 100 }),
    });
    await call('post', `/profiles/${profileId}/activate`, { version: body.version });
    return new Date(app.clock.now()).toISOString();
  }

  const read = async (from: string, query: object = {}) => {
    const response = await app.request
      .get(`${app.adminBase}/publications/opt-in/effect`)
      .query({ from, ...query })
      .set(await app.asAdmin());
    return response.body;
  };

  test('compares periods of the same length, each with its own version', async () => {
    // Before the week that counts.
    await visitor.visit({ profileId }, { seen: 3 });
    app.clock.advance(9 * day);
    await visitor.visit(
      { profileId, device: 'phone', timezone: 'Europe/Berlin' },
      { seen: 30, accepted: 16 },
    );
    await visitor.visit({ profileId, timezone: 'Europe/Paris' }, { seen: 20, accepted: 2, refused: 4 });
    app.clock.advance(hour / 4);
    const from = await publishNext();
    // A page that was open already shows the version before.
    await visitor.visit({ profileId, profileVersion: 1 }, { seen: 1 });
    await visitor.visit(
      { profileId, profileVersion: 2, device: 'phone', timezone: 'Europe/Berlin' },
      { seen: 30, accepted: 4, refused: 6 },
    );
    app.clock.advance(2 * day);
    await visitor.visit(
      { profileId, profileVersion: 2, timezone: 'Europe/Paris' },
      { seen: 20, accepted: 2, refused: 4 },
    );
    app.clock.advance(20 * day);
    await visitor.visit({ profileId, profileVersion: 2 }, { seen: 3 });

    const effect = await read(from);
    expect(effect.before).toMatchObject({
      profileId,
      version: 1,
      from: '2026-03-03T12:15:00.000Z',
      to: from,
      shown: 51,
      accepted: 18,
      refused: 4,
      noAnswer: 29,
    });
    expect(effect.after).toMatchObject({
      version: 2,
      from,
      to: '2026-03-17T12:15:00.000Z',
      shown: 50,
      accepted: 6,
    });
    expect(effect.acceptance).toMatchObject({
      before: { count: 18, of: 51 },
      after: { count: 6, of: 50, share: 0.12 },
      verdict: 'fell',
      tooFew: false,
    });
    expect(effect.acceptance.low).toBeLessThan(effect.acceptance.high);
    expect(effect.acceptance.high).toBeLessThan(0);
    expect(effect.refusal).toMatchObject({ verdict: 'unclear' });
    const verdicts = (rows: { value: string; acceptance: { verdict: string } }[]) =>
      rows.map(({ value, acceptance }) => [value, acceptance.verdict]);
    expect(verdicts(effect.by.device)).toEqual([
      ['phone', 'fell'],
      ['desktop', 'unclear'],
    ]);
    expect(verdicts(effect.by.country)).toEqual([
      ['DE', 'fell'],
      ['FR', 'unclear'],
      ['(none)', 'unclear'],
    ]);
    expect(verdicts(effect.by.locale)).toEqual([['en', 'fell']]);

    const oneDay = await read(from, { days: 1 });
    expect([oneDay.before.shown, oneDay.after.shown]).toEqual([51, 30]);
  });

  test('is not judged with fewer than 30 visitors on a side, however far apart the shares are', async () => {
    await visitor.visit({ profileId }, { seen: 40, accepted: 40 });
    app.clock.advance(hour);
    const from = await publishNext();
    await visitor.visit({ profileId, profileVersion: 2 }, { seen: 29, refused: 29 });
    app.clock.advance(hour);
    expect((await read(from)).acceptance).toMatchObject({
      before: { count: 40, of: 40 },
      after: { count: 0, of: 29 },
      verdict: 'unclear',
      tooFew: true,
    });
    await visitor.visit({ profileId, profileVersion: 2 }, { seen: 1, refused: 1 });
    expect((await read(from)).acceptance).toMatchObject({ verdict: 'fell', tooFew: false });
  });

  test('is as long as both versions were live, and counts at once', async () => {
    app.clock.advance(3 * hour);
    await visitor.visit({ profileId }, { seen: 2, accepted: 1 });
    const from = await publishNext();
    await visitor.visit({ profileId, profileVersion: 2 }, { seen: 1 });
    app.clock.advance(2 * hour);
    const effect = await read(from);
    expect(effect.before).toMatchObject({ from: '2026-03-01T13:00:00.000Z', shown: 2 });
    expect(effect.after).toMatchObject({ to: '2026-03-01T17:00:00.000Z', shown: 1 });
    expect(effect.acceptance.verdict).toBe('unclear');
  });

  describe('of a version that was live before, on the same day', () => {
    /** Switches to another banner after two hours, and back after two more. */
    async function switchBack(): Promise<string[]> {
      const other = (await call('post', `/profiles/${profileId}/copy`, { name: 'Other' })).body.id;
      const activate = (id: string) => call('post', `/profiles/${id}/activate`);
      await visitor.visit({ profileId }, { seen: 5 });
      app.clock.advance(2.5 * hour);
      const times = [new Date(app.clock.now()).toISOString()];
      await activate(other);
      await visitor.visit({ profileId: other }, { seen: 2 });
      app.clock.advance(2 * hour);
      times.push(new Date(app.clock.now()).toISOString());
      await activate(profileId);
      await visitor.visit({ profileId }, { seen: 1 });
      app.clock.advance(3 * day);
      await app.service.maintenance();
      return times;
    }
    const sides = ({ before, after }: Record<'before' | 'after', { shown: number; shortened: boolean }>) =>
      [before, after].map(({ shown, shortened }) => [shown, shortened]);

    test('hours keep its periods apart', async () => {
      const [there, back] = await switchBack();
      expect(sides(await read(there ?? ''))).toEqual([
        [5, false],
        [2, false],
      ]);
      expect(sides(await read(back ?? ''))).toEqual([
        [2, false],
        [1, false],
      ]);
    });

    test('the day is left out once it is stored without its hours', async () => {
      const [there, back] = await switchBack();
      app.clock.advance(day);
      await visitor.visit({ profileId }, { seen: 4 });
      await app.service.maintenance();
      expect(sides(await read(there ?? ''))).toEqual([
        [0, true],
        [2, false],
      ]);
      const effect = await read(back ?? '');
      expect(sides(effect)).toEqual([
        [2, false],
        [0, true],
      ]);
      expect(effect.after).toMatchObject({ from: back, to: back });
      expect(effect.acceptance).toMatchObject({ verdict: 'unclear', tooFew: true });
    });

    test('an hour with both is left out, and the hours after it count', async () => {
      app.clock.advance(2 * hour);
      await visitor.visit({ profileId }, { seen: 5 });
      app.clock.advance(hour / 4);
      await call('post', `/profiles/${profileId}/deactivate`);
      app.clock.advance(hour / 4);
      const from = new Date(app.clock.now()).toISOString();
      await call('post', `/profiles/${profileId}/activate`);
      await visitor.visit({ profileId }, { seen: 1 });
      app.clock.advance(hour);
      await visitor.visit({ profileId }, { seen: 2 });
      const effect = await read(from);
      expect(effect.before).toMatchObject({ to: '2026-03-01T13:59:59.999Z', shown: 0, shortened: true });
      expect(effect.after).toMatchObject({ from: '2026-03-01T15:00:00.000Z', shown: 2, shortened: true });
    });
  });

  test('days whose sums are no longer kept are left out, and it says so', async () => {
    await visitor.visit({ profileId }, { seen: 40, accepted: 40 });
    app.clock.advance(3 * day);
    await visitor.visit({ profileId }, { seen: 5 });
    const from = await publishNext();
    await visitor.visit({ profileId, profileVersion: 2 }, { seen: 40 });
    app.clock.advance(3 * day);
    const moveTo = (time: number) => app.clock.advance(time - app.clock.now());
    moveTo(Date.UTC(2026, 2, 2) + 760 * day);
    // Also until the upkeep has removed them.
    const effect = await read(from, { days: 3 });
    expect(effect.before).toMatchObject({ from: '2026-03-02T00:00:00.000Z', shown: 5, shortened: true });
    expect(effect.after).toMatchObject({ from, shown: 40, shortened: false });
    expect(effect.acceptance).toMatchObject({ verdict: 'unclear', tooFew: true });
    moveTo(Date.UTC(2026, 2, 8) + 760 * day);
    await app.service.maintenance();
    const { after } = await read(from, { days: 3 });
    expect(after).toMatchObject({ from, to: from, shown: 0, shortened: true });
  });

  test('of the first publication there is nothing to compare with', async () => {
    await visitor.visit({ profileId }, { seen: 2, accepted: 1 });
    app.clock.advance(hour);
    expect(await read(new Date(start).toISOString())).toMatchObject({
      before: null,
      after: { shown: 2, accepted: 1 },
      acceptance: { before: { of: 0, share: null }, after: { of: 2 }, low: null, verdict: 'unclear' },
    });
  });

  test.each([
    ['a time at which nothing was published', '2026-03-01T12:00:01.000Z', {}, 404, 'publication_not_found'],
    ['a text that is not a time', 'yesterday', {}, 400, 'validation_failed'],
    ['periods that are too long', '2026-03-01T12:00:00.000Z', { days: 91 }, 400, 'validation_failed'],
  ])('refuses %s', async (_what, from, query, status, code) => {
    const response = await app.request
      .get(`${app.adminBase}/publications/opt-in/effect`)
      .query({ from, ...query })
      .set(await app.asAdmin());
    expect([response.status, response.body.code]).toEqual([status, code]);
  });
});

test('another tenant has no such publication', async () => {
  const app = await createTestApp({ clock: createTestClock(start), config: { rateLimit: false, tenancy } });
  const [own, other] = [await createTenant(app, 'own'), await createTenant(app, 'other')];
  await createActiveProfile(app, {}, own.id);
  const path = `/publications/opt-in/effect?from=${new Date(start).toISOString()}`;
  expect(await statisticsCalls(app, own.id).get(path)).toMatchObject({ before: null });
  await expect(statisticsCalls(app, other.id).get(path)).rejects.toThrow('404');
  await app.close();
});
