import type { Page } from 'playwright-core';
import { decodeChoice } from '#standards/choice/choice';
import { encodeChoice } from '#standards/choice/index';
import { accessibilityFaults } from '../support/browser';
import { createDashboardSite, screenFaults } from '../support/dashboard-site';
import { createActiveProfile, profileJson, serviceProfileJson } from '../support/profiles';
import { testInDeep } from '../support/scope';
import { describeWith } from '../support/services';
import { until } from '../support/webhook-receiver';
import { createWidgetSite, type WidgetSite } from '../support/widget-page';

/** Visitors decide about single services: in the preferences, and where a page embeds one. */

const preferences = (page: Page) => page.getByRole('dialog', { name: 'Your choices' });
const banner = (page: Page) => page.getByRole('region', { name: 'Your privacy' });

describeWith('chromium', 'services', () => {
  let site: WidgetSite;
  beforeAll(async () => {
    const { mainBanner } = profileJson();
    const { preferenceModal } = serviceProfileJson();
    const list = { text: 'Statistics only', style: 'secondary', action: 'custom' } as const;
    const media = { heading: 'Media', legalBasis: 'consent' } as const;
    site = await createWidgetSite({
      profile: {
        profileJson: serviceProfileJson({
          mainBanner: {
            ...mainBanner,
            buttons: [...(mainBanner?.buttons ?? []), { ...list, cookies: ['ga'] }],
          },
          preferenceModal: {
            ...preferenceModal,
            categories: { ...preferenceModal?.categories, media: { ...media, cookies: [] } },
          },
        }),
        localeContent: {},
      },
    });
    const film = (name: string) =>
      `<iframe data-service="youtube" data-category="marketing" data-src="${site.otherOrigin}/${name}.html" title="Film" width="480" height="270"></iframe>`;
    const script = (service: string) =>
      `<script type="text/plain" data-service="${service}" data-src="${site.otherOrigin}/${service}.js"></script>`;
    site.setPage('/page', { body: `<h1>Films</h1>${film('film')}${['ga', 'meta'].map(script).join('')}` });
  });
  afterAll(() => site.close());
  beforeEach(() => {
    site.otherRequests.length = 0;
  });

  const requested = () => site.otherRequests.map(({ path }) => path).sort();
  const latest = async () => {
    const record = (await site.records()).at(-1);
    return { consent: record?.consent, services: JSON.parse(String(record?.services ?? null)) };
  };
  const denied = { necessary: 'granted', analytics: 'denied', marketing: 'denied', media: 'denied' };
  const isMixed = (page: Page) =>
    preferences(page)
      .getByRole('checkbox', { name: 'Marketing' })
      .evaluate((node: HTMLInputElement) => node.indeterminate);
  const save = async (page: Page) => {
    await preferences(page).getByRole('button', { name: 'Save' }).click();
    await preferences(page).waitFor({ state: 'detached' });
  };

  test('have switches in their category, whose own switch sets them all', async () => {
    const count = (await site.records()).length;
    const { visit } = await site.createVisitor();
    const { page, complaints } = await visit('/page');
    await banner(page).getByRole('button', { name: 'Choose' }).click();
    await preferences(page).getByRole('button', { name: 'Marketing' }).click();
    const whole = preferences(page).getByRole('checkbox', { name: 'Marketing' });
    const youtube = preferences(page).getByRole('switch', { name: 'YouTube' });
    const meta = preferences(page).getByRole('switch', { name: 'Meta Pixel' });
    expect(await preferences(page).getByText('Google · United States').count()).toBeGreaterThan(0);
    expect(await preferences(page).getByRole('link', { name: 'Privacy policy: Google' }).count()).toBe(1);

    await whole.check();
    expect([await youtube.isChecked(), await meta.isChecked()]).toEqual([true, true]);
    await meta.uncheck();
    expect(await isMixed(page)).toBe(true);
    expect(await accessibilityFaults(page)).toEqual([]);
    await save(page);
    await until(async () => (await site.records()).length === count + 1);
    expect(await latest()).toEqual({ consent: denied, services: { ga: false, youtube: true, meta: false } });
    await until(() => requested().length > 0);
    expect(requested()).toEqual(['/film.html']);
    expect(await page.evaluate(() => window.expressConsent?.services)).toEqual({
      ga: false,
      youtube: true,
      meta: false,
    });

    const again = await visit('/page');
    await again.page.waitForFunction(() => window.expressConsent?.decided);
    await again.page.evaluate(() => window.expressConsent?.open());
    expect(await isMixed(again.page)).toBe(true);
    await preferences(again.page).getByRole('checkbox', { name: 'Marketing' }).check();
    await save(again.page);
    await until(async () => (await latest()).services.meta === true);
    expect(await latest()).toMatchObject({ consent: { ...denied, marketing: 'granted' } });
    expect([...complaints, ...again.complaints]).toEqual([]);
  });

  test('are asked for where a page embeds one: once without a decision, always for this service alone', async () => {
    const count = (await site.records()).length;
    const { visit } = await site.createVisitor();
    const { page } = await visit('/page');
    const press = async (of: Page, name: string) => {
      await of.waitForFunction(() =>
        document.querySelector('iframe')?.contentDocument?.querySelector('button'),
      );
      const text = await of.evaluate(
        () => document.querySelector('iframe')?.contentDocument?.querySelector('main')?.textContent,
      );
      expect(text).toContain('This content comes from YouTube');
      await of.evaluate((label) => {
        const buttons = document.querySelector('iframe')?.contentDocument?.querySelectorAll('button') ?? [];
        for (const button of buttons) if (button.textContent === label) button.click();
      }, name);
      await until(() => requested().includes('/film.html'));
    };
    await press(page, 'Show once');
    expect((await site.records()).length).toBe(count);

    site.otherRequests.length = 0;
    const next = await visit('/page');
    await press(next.page, 'Always show');
    await until(async () => (await site.records()).length === count + 1);
    expect(await latest()).toEqual({
      consent: { marketing: 'denied' },
      services: { youtube: true, meta: false },
    });
    expect(requested()).toEqual(['/film.html']);
  });

  test('follow their category when a button grants some cookies, and no category without cookies is granted', async () => {
    const count = (await site.records()).length;
    const { visit } = await site.createVisitor();
    const { page } = await visit('/page');
    await banner(page).getByRole('button', { name: 'Statistics only' }).click();
    await until(async () => (await site.records()).length === count + 1);
    expect(await latest()).toEqual({
      consent: { ...denied, analytics: 'granted' },
      services: { ga: true, youtube: false, meta: false },
    });
  });

  testInDeep(
    'that were refused lose their cookies, and one that was allowed in the same category keeps its own',
    async () => {
      const { context, visit } = await site.createVisitor();
      const { page } = await visit('/page');
      await banner(page).waitFor();
      await context.addCookies(
        ['_fbp', 'VISITOR_INFO1_LIVE'].map((name) => ({ name, value: '1', url: site.origin })),
      );
      await page.evaluate(() => window.expressConsent?.decide('none', { youtube: true }));
      await page.waitForFunction(() => !document.cookie.includes('_fbp'));
      expect(await page.evaluate(() => document.cookie)).toContain('VISITOR_INFO1_LIVE');
      await page.evaluate(() => window.expressConsent?.decide('none'));
      await page.waitForFunction(() => !document.cookie.includes('VISITOR_INFO1_LIVE'));
    },
  );

  testInDeep('of a mandatory category stay in a refusal that the service gets again', async () => {
    const json = serviceProfileJson();
    const { session, ...others } = json.cookies ?? {};
    if (!session) throw new Error('the small profile has other cookies');
    const own = await createWidgetSite({
      profile: {
        profileJson: serviceProfileJson({
          services: { ...json.services, shop: { category: 'necessary', name: 'Shop' } },
          cookies: { ...others, session: { ...session, service: 'shop' } },
        }),
        localeContent: {},
      },
    });
    try {
      const { context, visit } = await own.createVisitor();
      const { page } = await visit('/');
      await banner(page).getByRole('button', { name: 'Reject' }).click();
      const readKept = async () => (await context.cookies()).find(({ name }) => name === 'svc_choice');
      await until(async () => decodeChoice((await readKept())?.value)?.submissionId === null);
      await page.close();
      const kept = await readKept();
      const choice = decodeChoice(kept?.value);
      if (!kept || !choice) throw new Error('no choice');
      const servicesOf = (of: typeof choice | null) => of?.categories.map(({ services }) => services);
      const expected = [{ shop: true }, { ga: false }, { youtube: false, meta: false }];
      expect(servicesOf(choice)).toEqual(expected);

      // A decision that a restored database lacks, and that is sent so late that only its refusals count.
      const ago = (days: number) => Date.now() - days * 86_400_000;
      await own.app.knex('svc_consents').update({ created_at: ago(50), updated_at: ago(50) });
      await context.addCookies([{ ...kept, value: encodeChoice({ ...choice, decidedAt: ago(40) }) ?? '' }]);
      own.fail(({ method }) => (method === 'POST' ? 503 : undefined));
      await visit('/');
      await until(async () => (decodeChoice((await readKept())?.value)?.decidedAt ?? 0) > ago(35));
      expect(servicesOf(decodeChoice((await readKept())?.value))).toEqual(expected);
    } finally {
      await own.close();
    }
  });

  testInDeep('in a category that the privacy signal denies are off, and need a confirmation', async () => {
    const strict = await createWidgetSite({
      profile: { profileJson: serviceProfileJson({ gpcMode: 'strict' }), localeContent: {} },
    });
    try {
      const { visit } = await strict.createVisitor({ gpc: true });
      const { page } = await visit('/');
      await banner(page).getByRole('button', { name: 'Choose' }).click();
      await preferences(page).getByRole('button', { name: 'Marketing' }).click();
      await preferences(page).getByRole('switch', { name: 'YouTube' }).check();
      await preferences(page).getByRole('button', { name: 'Save' }).click();
      await page.getByRole('button', { name: 'Allow anyway' }).click();
      await until(async () => (await strict.records()).length === 1);
      const [record] = await strict.records();
      expect(record).toMatchObject({ gpc_override: 1 });
      expect(await page.evaluate(() => window.expressConsent?.services)).toMatchObject({ youtube: true });
    } finally {
      await strict.close();
    }
  });

  testInDeep('are made from the cookies, described and switched on in the dashboard', async () => {
    const dashboard = await createDashboardSite();
    try {
      const { id } = await createActiveProfile(dashboard.app, { name: 'EU' });
      const { page, complaints } = await dashboard.open(`/banners/${id}/cookies`);
      await page.getByRole('button', { name: 'Add one for each provider' }).click();
      await page.getByLabel('Visitors decide about').selectOption('Categories and single services');
      await page.getByRole('button', { name: 'Actions for Meta' }).click();
      await page.getByRole('menuitem', { name: 'Edit' }).click();
      await page.getByLabel('Name', { exact: true }).fill('Meta Pixel');
      await page.getByLabel('What it is for').fill('Measures ads.');
      await page.getByText('data-service="meta"').waitFor();
      expect(await page.getByRole('checkbox', { name: '_fbp' }).isChecked()).toBe(true);
      expect(await screenFaults(page)).toEqual([]);
      await page.getByRole('button', { name: 'Apply' }).click();
      await page.getByText('Measures ads.').waitFor();
      expect(await screenFaults(page)).toEqual([]);
      await page.getByRole('button', { name: 'Save version' }).click();
      await page.getByText('Version 2 is saved.').waitFor();
      const { request, adminBase, asAdmin } = dashboard.app;
      const { body } = await request
        .get(`${adminBase}/profiles/${id}`)
        .set(await asAdmin())
        .expect(200);
      expect(body.profileJson).toMatchObject({
        granularity: 'service',
        services: {
          google: { category: 'analytics', name: 'Google', provider: 'Google', providerCountry: 'US' },
          meta: { category: 'marketing', name: 'Meta Pixel', provider: 'Meta', description: 'Measures ads.' },
        },
      });
      expect(body.profileJson.cookies.pixel.service).toBe('meta');
      expect(complaints).toEqual([]);
    } finally {
      await dashboard.close();
    }
  });
});
