import { createDashboardSite, type DashboardSite } from '../support/dashboard-site';
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

  test('elapsed time is counted in whole units, without names of calendar days', async () => {
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
});
