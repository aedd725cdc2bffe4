import type { Page } from 'playwright-core';
import type { ProfileJson } from '#banners/profiles/profile-schemas';
import { settle, waitUntilSaved } from '../support/browser';
import { createFrameworkSite, type FrameworkSite, listen } from '../support/framework-page';
import { profileJson } from '../support/profiles';
import { describeWith } from '../support/services';
import { until } from '../support/webhook-receiver';
import { createWidgetSite, type WidgetSite } from '../support/widget-page';

describeWith('chromium', 'The age gate of the widget', () => {
  let site: WidgetSite;
  beforeAll(async () => {
    site = await createWidgetSite({
      profile: { profileJson: profileJson({ ageGate: { minimumAge: 16, ask: 'yesNo' } }) },
    });
    site.setPage('/', {
      body: `<a href="#" data-consent-open>Privacy settings</a>
        <svc-embed category="marketing" src="/film" width="480" height="270"></svc-embed>`,
    });
  });
  afterAll(() => site.close());

  const question = (page: Page) => page.getByRole('dialog', { name: 'Are you 16 or older?' });
  const preferences = (page: Page) => page.getByRole('dialog', { name: 'Your choices' });
  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
  const refuse = async (page: Page) => {
    await question(page).getByRole('button', { name: 'No' }).click();
    await press(page, 'Close');
    await waitUntilSaved(page);
  };
  const newest = async () => (await site.records()).at(-1);
  const refused = { necessary: 'granted', analytics: 'denied', marketing: 'denied' };

  test('asks a visitor who was too young again, also on the next page', async () => {
    const { visit } = await site.createVisitor();
    const first = await visit();
    await refuse(first.page);
    await first.page.getByRole('link', { name: 'Privacy settings' }).click();
    await refuse(first.page);

    const { page } = await visit();
    await page.waitForFunction(() => window.expressConsent?.decided);
    await page.getByRole('link', { name: 'Privacy settings' }).click();
    await question(page).getByRole('button', { name: 'No' }).waitFor();
    expect(await preferences(page).count()).toBe(0);
    await refuse(page);
    expect(await preferences(page).count()).toBe(0);
    expect(await newest()).toMatchObject({ consent: refused, age_verified: 0, layer: 'age' });
  });

  test.each(['Always show', 'Show once'])('is asked before "%s" at a frame', async (button) => {
    const { visit } = await site.createVisitor();
    const first = await visit();
    await refuse(first.page);
    const { page } = await visit();
    await page.frameLocator('svc-embed iframe').getByRole('button', { name: button }).click();
    await refuse(page);
    await settle(page);
    expect(await page.locator('iframe[src]').count()).toBe(0);
    expect(await newest()).toMatchObject({ consent: refused, layer: 'age' });
  });

  test('holds a decision of the page back until the question is answered, and asks once', async () => {
    const count = (await site.records()).length;
    const { visit } = await site.createVisitor();
    const { page } = await visit();
    await question(page).waitFor();
    await page.evaluate(() => {
      const done = window.expressConsent?.decide('all');
      Object.assign(window, { done });
    });
    await refuse(page);
    await page.evaluate(() => (window as unknown as { done: Promise<void> }).done);
    expect(await question(page).count()).toBe(0);
    expect((await site.records()).length).toBe(count + 1);
    expect(await newest()).toMatchObject({ consent: refused, layer: 'age' });
  });

  test('lets the page refuse without a question, and who is old enough decide', async () => {
    const { visit } = await site.createVisitor();
    const { page } = await visit();
    await question(page).waitFor();
    await page.evaluate(() => window.expressConsent?.decide('none'));
    expect(await newest()).toMatchObject({ consent: refused, method: 'api' });

    const later = await visit();
    await later.page.waitForFunction(() => window.expressConsent?.decided);
    await later.page.frameLocator('svc-embed iframe').getByRole('button', { name: 'Always show' }).click();
    await question(later.page).getByRole('button', { name: 'Yes' }).click();
    await later.page.locator('iframe[src="/film"]').waitFor();
    await later.page.getByRole('link', { name: 'Privacy settings' }).click();
    await preferences(later.page).waitFor();
    expect(await newest()).toMatchObject({ consent: { marketing: 'granted' }, age_verified: 1 });
  });
});

describeWith('chromium', 'The age gate where the law does not ask first', () => {
  let site: FrameworkSite;
  beforeAll(async () => {
    const { ga, pixel, ...others } = profileJson().cookies ?? {};
    const allowed = { ga: { ...ga, preGranted: true }, pixel: { ...pixel, preGranted: true } };
    const cookies = { ...others, ...allowed } as ProfileJson['cookies'];
    const ageGate = { minimumAge: 16, ask: 'yesNo', parental: true } as const;
    site = await createFrameworkSite({ ageGate }, { cookies });
    site.setPage('/', {
      tags: async (request) => (await site.app.service.page(request)).head,
      script: `<script>${listen} window.ran = [];</script>`,
      body: '<script type="text/plain" data-category="marketing">ran.push("marketing")</script>',
    });
  });
  afterAll(() => site.close());

  const openVisitor = () => site.createVisitor({ timezoneId: 'America/New_York' });
  const question = (page: Page) => page.getByRole('dialog', { name: 'Are you 16 or older?' });
  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
  /** Answers about ads in the order in which tags got them, scripts that have run, and whether `__gpp` was ever ready. */
  const heard = (page: Page) =>
    page.evaluate(() => ({
      ads: ((window as { dataLayer?: unknown[] }).dataLayer ?? []).flatMap((each) => {
        const [command, , consent] = Object.values(each as object);
        return command === 'consent' ? (consent?.ad_storage ?? []) : [];
      }),
      ran: (window as unknown as { ran: string[] }).ran,
      ready: window.gppEvents.some(({ pingData }) => pingData.signalStatus === 'ready'),
    }));
  const held = { ads: ['denied', 'denied'], ran: [], ready: false };
  const refused = { necessary: 'granted', analytics: 'denied', marketing: 'denied' };
  const states = (page: Page) => page.evaluate(() => window.expressConsent?.states);
  const newest = async () => (await site.records()).at(-1);

  test('holds everything optional back until the visitor is old enough, and not again on the next page', async () => {
    const { visit } = await openVisitor();
    const first = await visit();
    await question(first.page).waitFor();
    await first.page.waitForFunction(() => window.gppEvents.length > 1);
    expect(await heard(first.page)).toEqual(held);
    expect(await states(first.page)).toEqual(refused);
    await press(first.page, 'Yes');
    await first.page.getByRole('button', { name: 'Reject' }).waitFor();
    await first.page.waitForFunction(() => window.gppEvents.at(-1)?.pingData.signalStatus === 'ready');
    expect(await heard(first.page)).toEqual({
      ads: ['denied', 'denied', 'granted'],
      ran: ['marketing'],
      ready: true,
    });
    expect(first.complaints).toEqual([]);

    const { page } = await visit();
    await page.getByRole('button', { name: 'Reject' }).waitFor();
    await page.waitForFunction(() => window.gppEvents.at(-1)?.pingData.signalStatus === 'ready');
    expect(await heard(page)).toEqual({ ads: ['denied', 'granted'], ran: ['marketing'], ready: true });
  });

  test('refuses for a child at once, whether or not the next question is answered', async () => {
    const { visit } = await openVisitor();
    const first = await visit();
    await question(first.page).getByRole('button', { name: 'No' }).click();
    await first.page.getByRole('button', { name: 'Ask a parent' }).waitFor();
    await waitUntilSaved(first.page);
    expect(await newest()).toMatchObject({ consent: refused, age_verified: 0, layer: 'age' });

    const { page } = await visit();
    await page.waitForFunction(() => window.expressConsent?.decided);
    await settle(page);
    expect(await question(page).count()).toBe(0);
    expect(await states(page)).toEqual(refused);
    expect((await heard(page)).ads).not.toContain('granted');
  });

  test('lets a child who asks a parent choose, and allows nothing before the parent agrees', async () => {
    const { visit } = await openVisitor();
    const { page, complaints } = await visit();
    await question(page).getByRole('button', { name: 'No' }).click();
    await press(page, 'Ask a parent');
    await press(page, 'Next');
    await press(page, 'Accept all');
    await until(async () => (await newest())?.method === 'accept');
    expect(await newest()).toMatchObject({ consent: { marketing: 'granted' }, age_verified: 0 });
    expect(await states(page)).toEqual(refused);
    expect((await heard(page)).ran).toEqual([]);
    expect(complaints).toEqual([]);
  });
});
