import type { BrowserContext, Page } from 'playwright-core';
import { decodeChoice } from '#standards/choice/choice';
import { settle, waitUntilSaved } from '../support/browser';
import { allDenied } from '../support/consent';
import { createActiveProfile } from '../support/profiles';
import { testInDeep } from '../support/scope';
import { describeWith } from '../support/services';
import { until } from '../support/webhook-receiver';
import { createWidgetSite, type WidgetSite } from '../support/widget-page';

// Decisions that the service does not accept: none is lost, and none counts as saved.

const banner = (page: Page) => page.getByRole('region', { name: 'Your privacy' });
const press = (page: Page, name: string) => banner(page).getByRole('button', { name }).click();
const states = (page: Page) => page.evaluate(() => window.expressConsent?.states);
const isDecided = (page: Page) => page.waitForFunction(() => window.expressConsent?.decided);
const readKept = async (context: BrowserContext) =>
  decodeChoice((await context.cookies()).find(({ name }) => name === 'svc_choice')?.value);
const readMessage = (page: Page) => page.locator('svc-consent .status').textContent();
const notSaved = 'could not be sent yet';
const isSubmission = ({ method, path }: { method: string; path: string }) =>
  method === 'POST' && /\/consent(\?|$)/.test(path);

describeWith('chromium', 'A decision that the service does not accept', () => {
  let site: WidgetSite;
  beforeEach(async () => {
    site = await createWidgetSite();
    site.setPage('/', { body: '<h1>Shop</h1>' });
  });
  afterEach(() => site.close());

  const newest = async () => (await site.records()).at(-1);
  /** Refuses the next submissions, then lets all pass. */
  const refuseNext = (count: number, status = 400) => {
    let left = count;
    site.fail((request) => (isSubmission(request) && left-- > 0 ? status : undefined));
  };

  async function openAccepted() {
    const { context, visit } = await site.createVisitor();
    const { page } = await visit();
    await press(page, 'Accept all');
    await waitUntilSaved(page);
    return { context, visit, page };
  }

  testInDeep('for its origin is sent again once a day', async () => {
    const allowOrigins = async (...allowedOrigins: string[]) =>
      site.app.request
        .patch(`${site.app.adminBase}/settings`)
        .set(await site.app.asAdmin())
        .send({ allowedOrigins })
        .expect(200);
    const { context, visit } = await site.createVisitor();
    const { page } = await visit();
    await banner(page).waitFor();
    await allowOrigins('https://other.example');
    await press(page, 'Reject');
    await page.getByText(notSaved).waitFor();
    expect(await newest()).toBeUndefined();

    site.requests.length = 0;
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    await settle(page);
    const next = await visit();
    await isDecided(next.page);
    await settle(next.page);
    expect(site.requests.filter(isSubmission)).toEqual([]);

    await allowOrigins();
    const tomorrow = await context.newPage();
    await tomorrow.clock.install({ time: Date.now() + 25 * 3_600_000 });
    await tomorrow.goto(site.origin);
    await waitUntilSaved(tomorrow);
    expect(await newest()).toMatchObject({ consent: allDenied, method: 'refuse' });
  });

  describe('because its profile was deleted', () => {
    async function deleteProfile(): Promise<void> {
      const profileId = (await newest())?.profile_id;
      const admin = await site.app.asAdmin();
      await site.app.request.delete(`${site.app.adminBase}/profiles/${profileId}`).set(admin).expect(200);
    }
    async function replaceProfile(): Promise<string> {
      await deleteProfile();
      return (await createActiveProfile(site.app, { name: 'Next' })).id;
    }

    testInDeep('is recorded as a refusal under the one that is served now', async () => {
      const { context, page } = await openAccepted();
      const profileId = await replaceProfile();
      await page.evaluate(() => window.expressConsent?.decide('none'));
      expect(await readMessage(page)).toBe('Your choice has been saved.');
      expect(await newest()).toMatchObject({ profile_id: profileId, consent: allDenied, method: 'api' });
      expect(await readKept(context)).toMatchObject({ profileId, submissionId: null });
      expect(await states(page)).toEqual(allDenied);
    });

    testInDeep('allows nothing, and the next page asks about it', async () => {
      const { visit, page } = await openAccepted();
      const profileId = await replaceProfile();
      await page.evaluate(() => window.expressConsent?.decide({ analytics: 'granted', marketing: 'denied' }));
      expect(await readMessage(page)).toMatch(/^Your choice could not be saved/);
      expect(await newest()).toMatchObject({ profile_id: profileId, consent: allDenied });
      expect(await states(page)).toEqual(allDenied);
      await banner((await visit()).page).waitFor();
    });

    testInDeep('is not sent over and over where no other profile is served', async () => {
      const { visit, page } = await openAccepted();
      await deleteProfile();
      await page.evaluate(() => window.expressConsent?.decide('none'));
      expect(await readMessage(page)).toMatch(/^Your choice could not be saved/);
      expect(await states(page)).toEqual(allDenied);
      site.requests.length = 0;
      const next = await visit();
      await isDecided(next.page);
      await settle(next.page);
      expect(site.requests.filter(isSubmission)).toEqual([]);
    });
  });

  test('withdraws at once in the record what it withdraws, and allows nothing', async () => {
    const { visit, page } = await openAccepted();
    // The second attempt is the one without its time.
    refuseNext(2);
    await page.evaluate(() => window.expressConsent?.decide({ marketing: 'denied' }));
    expect(await newest()).toMatchObject({ consent: allDenied, method: 'api' });
    expect(await states(page)).toEqual(allDenied);
    await banner((await visit()).page).waitFor();
  });

  test('is replaced by a refusal once, and asked for at most once a day', async () => {
    const { context, visit, page } = await openAccepted();
    // The cookie keeps whole minutes.
    await site.app.knex('svc_consents').update({ updated_at: Date.now() - 3_600_000 });
    site.requests.length = 0;
    refuseNext(9);
    await page.evaluate(() => window.expressConsent?.decide('none'));
    // With and without its time, and the same of the refusal in its place.
    expect(site.requests.filter(isSubmission)).toHaveLength(4);
    expect(await readMessage(page)).toMatch(/^Your choice could not be saved/);
    const next = await visit();
    await isDecided(next.page);
    await settle(next.page);
    expect(site.requests.filter(isSubmission)).toHaveLength(4);
    expect(await states(next.page)).toEqual(allDenied);

    site.fail();
    const tomorrow = await context.newPage();
    await tomorrow.clock.install({ time: Date.now() + 25 * 3_600_000 });
    await tomorrow.goto(site.origin);
    await until(async () => JSON.stringify((await newest())?.consent) === JSON.stringify(allDenied));
  });

  testInDeep('ends once the part for it can be loaded, and does not count as sent before', async () => {
    site.fail((request) => (isSubmission(request) ? 409 : /lost\.js/.test(request.path) ? 503 : undefined));
    const { context, visit } = await site.createVisitor();
    const { page } = await visit();
    await press(page, 'Accept all');
    await page.getByText(notSaved).waitFor();
    expect((await readKept(context))?.submissionId).toEqual(expect.any(String));
    site.fail((request) => (isSubmission(request) ? 409 : undefined));
    const next = await visit();
    await next.page.waitForFunction(() => window.expressConsent?.states.analytics === 'denied');
  });
});

describeWith('chromium', 'A decision that could not be sent, without the choice cookie', () => {
  let site: WidgetSite;
  beforeAll(async () => {
    site = await createWidgetSite({ config: { choiceCookie: { enabled: false } } });
    site.setPage('/', { body: '<h1>Shop</h1>' });
  });
  afterAll(() => site.close());

  testInDeep('counts on the next page, whatever the record says from before', async () => {
    const { visit } = await site.createVisitor();
    const { page } = await visit();
    await press(page, 'Accept all');
    await until(async () => (await site.records()).length === 1);
    await settle(page);
    site.fail((request) => (isSubmission(request) ? 503 : undefined));
    await page.evaluate(() => window.expressConsent?.decide('none'));

    const next = await visit();
    await isDecided(next.page);
    await settle(next.page);
    expect(await states(next.page)).toEqual(allDenied);

    site.fail();
    const last = await visit();
    await isDecided(last.page);
    await until(async () => (await site.records())[0]?.method === 'api');
    expect(await states(last.page)).toEqual(allDenied);
    expect((await site.records())[0]?.consent).toEqual(allDenied);
  });
});
