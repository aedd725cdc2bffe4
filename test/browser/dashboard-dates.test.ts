import type { Page } from 'playwright-core';
import { createDashboardSite, type DashboardSite } from '../support/dashboard-site';
import { testInDeep } from '../support/scope';
import { describeWith } from '../support/services';

const hourMs = 3_600_000;

describeWith('chromium', 'Days and times in the dashboard', () => {
  let site: DashboardSite;
  beforeAll(async () => {
    site = await createDashboardSite();
  });
  afterAll(() => site.close());

  /** Opens a screen while the operator's clock shows a time. */
  const openAt = (path: string, time: number, options: { locale?: string; timezoneId?: string } = {}) =>
    site.open(path, { ...options, prepare: (page) => page.clock.setFixedTime(time) });
  const midnight = () => Math.ceil(site.app.clock.now() / (24 * hourMs)) * 24 * hourMs;
  const keys = () => `${site.app.adminBase}/apikeys`;
  const createKey = async (body: object) => {
    const as = await site.app.asAdmin();
    return (await site.app.request.post(keys()).set(as).send(body).expect(201)).body;
  };

  testInDeep('elapsed time is counted in whole units, without names of calendar days', async () => {
    for (const [hours, locale, text] of [
      [0, 'en', 'now'],
      [35, 'de', 'vor 1 Tag'],
      [45 * 24, 'fr', 'il y a 1 mois'],
    ] as const) {
      // The sign-in for this screen was the last one.
      const { page } = await openAt('/people', site.app.clock.now() + hours * hourMs, { locale });
      await page.getByRole('cell', { name: text, exact: true }).waitFor();
    }
  });

  test('the overview says on which day and at what time a key ends', async () => {
    const morning = midnight() + 9 * hourMs;
    const end = midnight() + 48 * hourMs - 1000;
    await createKey({ name: 'Till in Linz', expireBy: new Date(end).toISOString() });
    const { page } = await openAt('/', morning, { locale: 'de', timezoneId: 'UTC' });
    const day = new Intl.DateTimeFormat('de', { dateStyle: 'medium', timeZone: 'UTC' }).format(end);
    await page.getByText(`Der API-Schlüssel „Till in Linz“ läuft am ${day}, 23:59 ab.`).waitFor();
  });

  testInDeep('a key can end today, wherever the operator is, and not after the year 9999', async () => {
    const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);
    const field = (page: Page) => page.getByRole('dialog').getByLabel('Last day of use');
    const east = await openAt('/api-keys?new=1', midnight() - hourMs, { timezoneId: 'Asia/Tokyo' });
    expect(await field(east.page).getAttribute('min')).toBe(dayOf(midnight()));

    const { page, complaints } = await openAt('/api-keys?new=1', midnight() + 5 * hourMs, {
      timezoneId: 'Pacific/Honolulu',
    });
    const today = dayOf(midnight() - hourMs);
    expect(await field(page).getAttribute('min')).toBe(today);
    const create = page.getByRole('dialog').getByRole('button', { name: 'Create key' });
    await page.getByRole('dialog').getByLabel('Name').fill('Till in Hilo');
    await page.getByRole('dialog').getByText('Everything on the public API').click();
    await field(page).fill('9999-12-31');
    await page.getByText('Choose a day before the year 10000.').waitFor();
    expect(await create.isDisabled()).toBe(true);
    await field(page).fill(today);
    await field(page).fill('20266-01-01');
    expect(await field(page).inputValue()).toBe(today);
    await create.click();
    await page.getByRole('region', { name: 'Key', exact: true }).waitFor();
    const { body } = await site.app.request.get(keys()).set(await site.app.asAdmin());
    expect(body).toContainEqual(
      expect.objectContaining({
        name: 'Till in Hilo',
        expireBy: new Date(midnight() + 10 * hourMs - 1000).toISOString(),
      }),
    );
    expect(complaints).toEqual([]);
  });

  testInDeep('fields of days take years of four digits', async () => {
    const { page, complaints } = await site.open('/audit');
    for (const [path, label, day] of [
      ['/audit', 'From (UTC)', ''],
      ['/?from=2026-11-01&to=2026-11-22', 'To (UTC)', '2026-11-22'],
      ['/publications?on=2026-11-22', 'Day (UTC)', '2026-11-22'],
      ['/places?on=2026-11-22', 'On (UTC)', '2026-11-22'],
    ] as const) {
      await page.goto(`${site.origin}/svc${path}`);
      const field = page.getByLabel(label, { exact: true });
      await field.fill('20266-11-22');
      expect(await field.inputValue()).toBe(day);
      expect(page.url()).toBe(`${site.origin}/svc${path}`);
    }
    expect(complaints).toEqual([]);
  });

  testInDeep(
    'typing a day of a period changes the other day neither on the overview nor elsewhere',
    async () => {
      const { page } = await site.open('/banners');
      await page.getByRole('link', { name: 'Overview' }).click();
      await page.getByLabel('Period (UTC)').selectOption('Other dates');
      const from = page.getByLabel('From (UTC)');
      const to = page.getByLabel('To (UTC)');
      await from.fill('2026-11-10');
      await to.fill('2026-11-22');
      await page.waitForURL(/from=2026-11-10&to=2026-11-22$/);
      // The second of its parts in English is the day. Each key is a value of its own: the 2nd, then the 25th.
      const typeInto = async (field: typeof to, part: number, keys: string) => {
        await field.focus();
        for (let passed = 0; passed < part; passed += 1) await page.keyboard.press('ArrowRight');
        await page.keyboard.type(keys, { delay: 20 });
      };
      await typeInto(to, 1, '2');
      expect(await to.inputValue()).toBe('2026-11-02');
      await page.getByText('The first day must not be after the last one.').waitFor();
      // Until then the figures are those of the last period.
      expect(page.url()).toMatch(/from=2026-11-10&to=2026-11-22$/);
      await page.keyboard.type('5');
      await page.waitForURL(/from=2026-11-10&to=2026-11-25$/);
      expect(await from.inputValue()).toBe('2026-11-10');
      await typeInto(from, 2, '2025');
      await page.waitForURL(/from=2025-11-10&to=2026-11-25$/);
      expect(await to.inputValue()).toBe('2026-11-25');
      await typeInto(from, 2, '2022');
      await page.getByText('Choose at most 1096 days.').waitFor();
      expect(page.url()).toMatch(/from=2025-11-10&to=2026-11-25$/);

      // Back does not go through the days that were half typed.
      await page.goBack();
      await page.waitForURL(/\/svc\/$/);
      await page.goBack();
      await page.getByRole('heading', { level: 1, name: 'Banners' }).waitFor();

      for (const path of ['/publications', '/consents', '/audit', '/erasures']) {
        await page.goto(`${site.origin}/svc/banners`);
        await page.goto(`${site.origin}/svc${path}?from=2026-11-10&to=2026-11-22`);
        await typeInto(to, 1, '25');
        await page.waitForURL(/to=2026-11-25/);
        expect(await from.inputValue()).toBe('2026-11-10');
        await page.goBack();
        await page.getByRole('heading', { level: 1, name: 'Banners' }).waitFor();
      }
    },
  );
});
