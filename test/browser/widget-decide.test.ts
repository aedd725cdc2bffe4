import type { Page } from 'playwright-core';
import { serviceProfileJson } from '../support/profiles';
import { testInDeep } from '../support/scope';
import { describeWith } from '../support/services';
import { until } from '../support/webhook-receiver';
import { createWidgetSite, type WidgetSite } from '../support/widget-page';

/** Decisions that the page's own buttons make: `expressConsent.decide()`. */

type Wanted = Readonly<Record<string, string>> | string;

/** Decides in the page, also as no type allows; returns the message of the error. */
const decide = (page: Page, wanted: Wanted, services?: Readonly<Record<string, boolean>>) =>
  page.evaluate(
    ([states, answers]) =>
      window.expressConsent?.decide(states as 'all', answers).then(
        () => null,
        (error) => `${error.name}: ${error.message}`,
      ),
    [wanted, services] as const,
  );

const read = (page: Page) =>
  page.evaluate(() => ({ ...window.expressConsent?.states, ...window.expressConsent?.services }));

describeWith('chromium', 'decide()', () => {
  let site: WidgetSite;
  beforeAll(async () => {
    site = await createWidgetSite({
      profile: { profileJson: serviceProfileJson({ gpcMode: 'honor' }), localeContent: {} },
    });
  });
  afterAll(() => site.close());

  async function open() {
    const { context, visit } = await site.createVisitor();
    const { page } = await visit('/');
    await page.waitForFunction(() => Object.keys(window.expressConsent?.states ?? {}).length > 0);
    return { context, page };
  }
  const newest = async () => {
    const record = (await site.records()).at(-1);
    return { consent: record?.consent, services: JSON.parse(String(record?.services)) };
  };
  const allowed = { ga: true, youtube: true, meta: true };
  const refused = { ga: false, youtube: false, meta: false };

  test('about one category leaves the others as the visitor decided, with their services', async () => {
    const { page } = await open();
    await decide(page, 'none', { youtube: true });
    await decide(page, { analytics: 'granted' });
    const states = { necessary: 'granted', analytics: 'granted', marketing: 'denied' };
    expect(await read(page)).toEqual({ ...states, ...refused, ga: true, youtube: true });
    expect(await newest()).toEqual({ consent: states, services: { ...refused, ga: true, youtube: true } });

    await decide(page, { marketing: 'granted' });
    expect(await read(page)).toMatchObject({ analytics: 'granted', marketing: 'granted', ...allowed });

    // Without waiting for the first one.
    await page.evaluate(() =>
      Promise.all([
        window.expressConsent?.decide({ analytics: 'denied' }),
        window.expressConsent?.decide({ marketing: 'denied' }),
      ]),
    );
    expect(await read(page)).toMatchObject({ analytics: 'denied', marketing: 'denied', ...refused });
    await decide(page, 'all');
    await decide(page, { analytics: 'denied' });
    expect(await read(page)).toMatchObject({ analytics: 'denied', marketing: 'granted' });
    await decide(page, {}, { meta: false });
    expect(await read(page)).toMatchObject({ marketing: 'denied', ga: false, youtube: true, meta: false });
  });

  test('before any decision says nothing about the others', async () => {
    const { page } = await open();
    await decide(page, { analytics: 'granted' });
    expect(await newest()).toEqual({ consent: { analytics: 'granted' }, services: { ga: true } });
    expect(await read(page)).toMatchObject({ analytics: 'granted', marketing: 'denied' });
  });

  test('of several clicks before its part has arrived, the last one counts, for one visitor', async () => {
    const known = (await site.records()).length;
    const { visit } = await site.createVisitor();
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    site.fail(({ path }) => (path.endsWith('/decide.js') ? released : undefined));
    const { page } = await visit('/');
    await page.evaluate(() => {
      const heard: unknown[] = [];
      window.expressConsent?.on(({ states }) => heard.push(states.marketing));
      Object.assign(window, { heard });
    });
    for (const name of ['Accept all', 'Accept all', 'Reject'])
      await page.getByRole('button', { name, exact: true }).click();
    release();
    await page.getByText('Your choice has been saved.').waitFor({ state: 'attached' });
    site.fail();
    expect((await site.records()).slice(known)).toMatchObject([{ consent: { marketing: 'denied' } }]);
    // The cookie has lost the id of the submission: nothing new for the page.
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    expect(await page.evaluate(() => (window as { heard?: unknown[] }).heard)).toEqual(['denied', 'denied']);
  });

  test('rejects what the profile does not have, and decides nothing', async () => {
    const { page } = await open();
    await decide(page, 'all');
    const count = (await site.records()).length;
    const wrong: readonly (readonly [Wanted, Readonly<Record<string, boolean>>?])[] = [
      [{ analitycs: 'granted' }],
      [{ marketing: 'yes' }],
      ['marketing'],
      ['none', { youtub: true }],
      [{}],
      [{}, {}],
    ];
    for (const [wanted, services] of wrong)
      expect(await decide(page, wanted, services)).toMatch(/^TypeError/);
    expect(await read(page)).toMatchObject({ analytics: 'granted', marketing: 'granted' });
    expect((await site.records()).length).toBe(count);
  });

  test('does not bring back what the privacy signal has denied since', async () => {
    const { context, page } = await open();
    await decide(page, 'all');
    await context.addInitScript(() =>
      Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', { get: () => true }),
    );
    await page.reload();
    await page.waitForFunction(() => window.expressConsent?.states.marketing === 'denied');
    await decide(page, { analytics: 'granted' });
    expect(await read(page)).toMatchObject({ analytics: 'granted', marketing: 'denied' });
  });

  testInDeep('keeps what the visitor confirmed against the privacy signal', async () => {
    const strict = await createWidgetSite({
      profile: { profileJson: serviceProfileJson({ gpcMode: 'strict' }), localeContent: {} },
    });
    try {
      const { visit } = await strict.createVisitor({ gpc: true });
      const { page } = await visit('/');
      await page.getByRole('button', { name: 'Choose' }).click();
      const preferences = page.getByRole('dialog', { name: 'Your choices' });
      await preferences.getByRole('button', { name: 'Marketing' }).click();
      await preferences.getByRole('switch', { name: 'YouTube' }).check();
      await preferences.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('button', { name: 'Allow anyway' }).click();
      await page.waitForFunction(() => window.expressConsent?.services.youtube);
      await decide(page, { analytics: 'denied' });
      expect(await read(page)).toMatchObject({ analytics: 'denied', youtube: true, meta: false });
    } finally {
      await strict.close();
    }
  });

  test('in open preferences is about the version that they show, whatever the page has read since', async () => {
    const { page } = await open();
    await decide(page, 'none');
    await page.getByRole('button', { name: 'Privacy settings' }).click();
    const preferences = page.getByRole('dialog', { name: 'Your choices' });
    await preferences.getByRole('button', { name: 'Save' }).waitFor();

    const { request, adminBase } = site.app;
    const admin = await site.app.asAdmin();
    const { profile_id: id, profile_version: version } = { ...(await site.records()).at(-1) };
    const url = `${adminBase}/profiles/${id}`;
    const next = serviceProfileJson({ gpcMode: 'honor', choicesLink: { text: 'Cookies' } });
    await request.put(url).set(admin).send({ profileJson: next }).expect(200);
    await request.post(`${url}/activate`).set(admin).expect(200);
    const read = page.waitForResponse(/\/bootstrap/);
    await page.evaluate(() => document.documentElement.setAttribute('lang', 'en-GB'));
    expect((await (await read).json()).profileVersion).toBeGreaterThan(Number(version));
    await page.locator('svc-consent').getByText('Cookies', { exact: true }).waitFor({ state: 'attached' });

    await preferences.getByRole('button', { name: 'Save' }).click();
    await until(async () => (await site.records()).at(-1)?.revision === 2);
    expect((await site.records()).at(-1)).toMatchObject({ profile_version: version });
  });
});
