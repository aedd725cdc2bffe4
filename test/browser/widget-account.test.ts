import type { BrowserContext, Page } from 'playwright-core';
import { addSignIn } from '../support/account-devices';
import { accessibilityFaults, waitUntilSaved } from '../support/browser';
import { testSigningHash } from '../support/create-test-app';
import { profileJson } from '../support/profiles';
import { testInDeep } from '../support/scope';
import { describeWith } from '../support/services';
import { until } from '../support/webhook-receiver';
import { createWidgetSite, type WidgetSite } from '../support/widget-page';

const followed = 'The choice of your account applies on this device too.';
const scope = 'If you are signed in, your choice applies to your account on all devices.';

describeWith('chromium', 'The widget on devices of an account', () => {
  let site: WidgetSite;
  beforeAll(async () => {
    site = await createWidgetSite({
      // The place is known without the browser, so that the server can write the first layer.
      config: { compliance: { dataSigningHash: testSigningHash, type: 'opt-in' } },
      profile: { profileJson: profileJson({ accountRule: 'strictest', darkMode: true }) },
    });
    addSignIn(site.app);
    site.setPage('/written', { script: '', tags: (request) => site.app.service.page(request) });
  });
  afterAll(() => site.close());

  const signIn = (page: Page, user: string) =>
    page.evaluate((path) => fetch(path, { method: 'POST' }).then(({ ok }) => ok), `/sign-in/${user}`);
  const banner = (page: Page) => page.getByRole('region');
  const notice = (page: Page) => page.getByText(followed);
  const states = (page: Page) => page.evaluate(() => window.expressConsent?.states);

  /** A device that has chosen by the banner and then signs in. */
  async function decide(user: string, button: string): Promise<{ page: Page; context: BrowserContext }> {
    const visitor = await site.createVisitor();
    const { page } = await visitor.visit();
    await banner(page).getByText(scope).waitFor();
    await banner(page).getByRole('button', { name: button }).click();
    await waitUntilSaved(page);
    expect(await signIn(page, user)).toBe(true);
    return { page, context: page.context() };
  }

  test('names the scope in the first layer, also the one that the server has written, and in the preferences', async () => {
    const { visit } = await site.createVisitor();
    const { page } = await visit('/written');
    await banner(page).getByText(scope).waitFor();
    expect((await (await fetch(`${site.origin}/written`)).text()).split(`>${scope}<`)).toHaveLength(2);
    await banner(page).getByRole('button', { name: 'Choose' }).click();
    await page.getByRole('dialog').getByText(scope).waitFor();
    const form = await fetch(`${site.origin}/svc/api/v1/preferences`);
    expect(await form.text()).toContain(scope);
  });

  test('a new device follows, says so once, and offers to change the choice', async () => {
    await decide('anna', 'Reject');
    const { visit } = await site.createVisitor();
    const { page } = await visit();
    await banner(page).getByRole('button', { name: 'Accept all' }).click();
    await waitUntilSaved(page);
    await signIn(page, 'anna');
    await page.reload();
    await notice(page).waitFor();
    expect(await states(page)).toMatchObject({ analytics: 'denied', marketing: 'denied' });
    expect(await accessibilityFaults(page)).toEqual([]);
    const box = page.locator('svc-consent .notice');
    await box.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('dialog').getByRole('heading', { name: 'Your choices' }).waitFor();
    expect(await box.count()).toBe(0);
    await page.reload();
    await page.waitForFunction(() => window.expressConsent?.decided);
    await page.waitForLoadState('networkidle');
    expect(await notice(page).count()).toBe(0);
  });

  testInDeep(
    'follows a later change of another device, which needs no request on a page before the hour',
    async () => {
      const phone = await decide('berta', 'Accept all');
      const laptop = await site.createVisitor();
      const { page } = await laptop.visit();
      await signIn(page, 'berta');
      await page.reload();
      await notice(page).waitFor();
      await page.locator('svc-consent .notice').getByRole('button', { name: 'Close' }).click();
      expect(await notice(page).count()).toBe(0);

      await phone.page.evaluate(() => window.expressConsent?.decide('none'));
      await waitUntilSaved(phone.page);
      await page.waitForLoadState('networkidle');
      site.takeServiceRequests();
      await page.reload();
      await page.waitForLoadState('networkidle');
      expect(site.takeServiceRequests()).not.toContain('GET /svc/api/v1/consent');
      expect(await states(page)).toMatchObject({ analytics: 'granted' });

      await page.evaluate(() => localStorage.setItem('svc_followed', `${Date.now() - 3_700_000}`));
      await page.reload();
      await until(async () => (await states(page))?.analytics === 'denied', 'the change to arrive');
      await notice(page).waitFor();
    },
  );

  test('an erasure leaves no copy of the choice on the device', async () => {
    await decide('dora', 'Reject');
    const { visit } = await site.createVisitor();
    const { page } = await visit();
    await signIn(page, 'dora');
    await page.reload();
    await notice(page).waitFor();
    const keys = () => page.evaluate(() => Object.keys(localStorage));
    expect(await keys()).toEqual(expect.arrayContaining(['svc_followed', 'svc_told']));
    await page.evaluate(() => window.expressConsent?.erase());
    await banner(page).waitFor();
    expect(await keys()).toEqual([]);
  });

  test('asks again when the account was erased', async () => {
    const { page } = await decide('cleo', 'Accept all');
    await site.app.request
      .delete(`${site.app.adminBase}/subjects/cleo`)
      .set(await site.app.asAdmin())
      .expect(200);
    await page.evaluate(() => localStorage.removeItem('svc_followed'));
    await page.reload();
    await banner(page).waitFor();
    expect(await states(page)).toMatchObject({ analytics: 'denied' });
  });
});
