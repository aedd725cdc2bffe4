import type { Frame, Page } from 'playwright-core';
import { createDashboardSite, type DashboardSite, screenFaults } from '../support/dashboard-site';
import { createFakeRegistry, type FakeRegistry } from '../support/fake-registry';
import { createActiveProfile, germanContent, profileJson } from '../support/profiles';
import { testInDeep } from '../support/scope';
import { describeWith } from '../support/services';
import { createTemplate } from '../support/templates';

describeWith('chromium', 'The preview of a banner in the dashboard', () => {
  let site: DashboardSite;
  let registry: FakeRegistry;
  let id: string;
  beforeAll(async () => {
    registry = await createFakeRegistry();
    site = await createDashboardSite({ config: { tcf: registry.tcf } });
    const json = profileJson();
    const created = await createActiveProfile(site.app, {
      name: 'EU',
      localeContent: { de: germanContent() },
      profileJson: {
        ...json,
        darkMode: true,
        privacyUrl: '/privacy',
        gpcMode: 'strict',
        gpcBanner: { heading: 'Your signal counts', htmlText: '<p>We honour it.</p>', buttons: [] },
      },
    });
    id = created.id;
  });
  afterAll(async () => {
    await site.close();
    await registry.close();
  });

  async function openPreview() {
    const requests: string[] = [];
    const opened = await site.open(`/banners/${id}/preview`, {
      prepare: async (page) => {
        page.on('request', (request) => {
          if (request.frame().parentFrame() !== null) requests.push(new URL(request.url()).pathname);
        });
      },
    });
    await opened.page.locator('iframe').waitFor();
    return { ...opened, requests };
  }

  /** The newest frame: the one before it stays until the new one is drawn. */
  async function frameOf(page: Page): Promise<Frame> {
    await page.waitForFunction(() => document.querySelectorAll('iframe').length === 1);
    const frame = await (await page.locator('iframe').elementHandle())?.contentFrame();
    if (!frame) throw new Error('There is no frame.');
    return frame;
  }

  async function choose(page: Page, label: string, option: string): Promise<Frame> {
    const before = await frameOf(page);
    const drawn = await page.locator('iframe').elementHandle();
    const field = page.getByLabel(label, { exact: true });
    if (!(await field.isVisible())) await page.getByText(/^Colours: /).click();
    await page.getByLabel(label, { exact: true }).selectOption(option);
    // For a moment there are two, which a busy machine misses; in the end the one before is gone.
    await page.waitForFunction((frame) => frame?.isConnected === false, drawn);
    const after = await frameOf(page);
    expect(after).not.toBe(before);
    return after;
  }

  testInDeep(
    'waits for a service that cannot be reached, instead of showing the browser’s own page',
    async () => {
      const { page } = await openPreview();
      await frameOf(page);
      let isAway = true;
      await page.route(/preview\.html$/, (route) => (isAway ? route.abort() : route.continue()));
      await page.clock.install();
      await page.getByLabel('Visitor', { exact: true }).selectOption('Opens the preferences');
      await page.locator('iframe').nth(1).waitFor({ state: 'attached' });
      await page.clock.fastForward(6_000);
      await page.getByText('The preview waits for the service.').waitFor();
      // What was drawn before is still seen, and the page of the failure is not.
      const shown = await page
        .locator('iframe')
        .evaluateAll((frames) => frames.map((frame) => getComputedStyle(frame).visibility));
      expect(shown).toEqual(['visible', 'hidden']);
      isAway = false;
      await page.clock.fastForward(11_000);
      await page.frameLocator('iframe').last().getByText('Your choices').waitFor();
      expect(await page.getByText('The preview waits for the service.').count()).toBe(0);
    },
  );

  test('shows the real banner in a frame that reaches nothing', async () => {
    const { page, complaints, requests } = await openPreview();
    const frame = await frameOf(page);
    await frame.getByRole('heading', { name: 'Your privacy' }).waitFor();
    expect(await page.locator('iframe').getAttribute('sandbox')).toBe('allow-scripts');
    expect(await frame.evaluate(() => origin)).toBe('null');
    expect(await frame.evaluate(() => matchMedia('(min-width: 1280px)').matches)).toBe(true);

    // Links lead nowhere, and decisions stay in the frame.
    await frame.getByRole('link', { name: 'Privacy policy' }).press('Enter');
    await frame.getByRole('button', { name: 'Accept all' }).press('Enter');
    await frame.getByRole('button', { name: 'Privacy settings' }).waitFor();
    expect(requests.filter((path) => !/^\/svc\/(preview\.html|assets\/[\w-]+\.js)$/.test(path))).toEqual([]);
    expect(await site.app.knex('svc_consents').select()).toEqual([]);
    expect(await screenFaults(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  testInDeep('shows each visit, colour scheme, language, direction and device', async () => {
    const { page, complaints } = await openPreview();
    let frame = await choose(page, 'Visitor', 'With Global Privacy Control');
    await frame.getByRole('heading', { name: 'Your signal counts' }).waitFor();
    frame = await choose(page, 'Visitor', 'Opens the preferences');
    await frame.getByRole('dialog').waitFor();
    frame = await choose(page, 'Visitor', 'Has refused before');
    await frame.getByRole('button', { name: 'Privacy settings' }).press('Enter');
    await frame.getByRole('dialog').waitFor();
    frame = await choose(page, 'Visitor', 'First visit');

    const background = () =>
      frame.locator('.banner').evaluate((banner) => getComputedStyle(banner).backgroundColor);
    const light = await background();
    frame = await choose(page, 'Colours', 'Dark');
    expect(await background()).not.toBe(light);
    frame = await choose(page, 'Language', 'German');
    await frame.getByText('Ihre Privatsphäre').waitFor();
    frame = await choose(page, 'Direction', 'Right to left');
    expect(await frame.locator('.frame').getAttribute('dir')).toBe('rtl');
    await page.getByLabel('Device').selectOption('Phone');
    await frame.waitForFunction(() => innerWidth === 375);
    await page.getByTitle('Preview: Phone, German').waitFor();
    expect(complaints).toEqual([]);
  });

  testInDeep('shows a version with the look that it was saved with', async () => {
    const { app } = site;
    const look = await createTemplate(app, 'ui-templates', {
      name: 'Look',
      theme: { light: { primary: '#0b6b3a' } },
    });
    const profile = await createActiveProfile(app, {
      name: 'US',
      profileJson: profileJson({ complianceGroup: 'notice-only', uiTemplateId: look.id }),
    });
    await app.request
      .put(`${app.adminBase}/ui-templates/${look.id}`)
      .set(await app.asAdmin())
      .send({ theme: { light: { primary: '#b3261e' } } })
      .expect(200);
    const { page } = await site.open(`/banners/${profile.id}/preview`);
    const button = page.frameLocator('iframe').getByRole('button', { name: 'Accept all' });
    expect(await button.evaluate((node) => getComputedStyle(node).backgroundColor)).toBe('rgb(11, 107, 58)');
  });

  testInDeep('shows both layers of the TCF, with the vendors of the list', async () => {
    const { id: asking } = await createActiveProfile(site.app, {
      name: 'With vendors',
      profileJson: profileJson({ tcf: { vendors: [1, 2] }, complianceGroup: 'opt-out' }),
      localeContent: {},
    });
    const { page, complaints } = await site.open(`/banners/${asking}/preview`);
    const first = await frameOf(page);
    await first.getByText('Basic advertising').waitFor();
    const second = await choose(page, 'Visitor', 'Opens the preferences');
    await second.getByRole('heading', { name: 'Partners (2)' }).click();
    await second.getByText('Vendor 2').waitFor();
    expect(complaints).toEqual([]);
  });

  testInDeep('is reached from the list of banners', async () => {
    const { page } = await site.open('/banners');
    await page.getByRole('link', { name: 'Preview of “EU”' }).click();
    await page.getByRole('heading', { level: 1, name: 'Preview' }).waitFor();
    await page.getByText('What visitors would see of version 1.').waitFor();
    const frame = await frameOf(page);
    await frame.getByText('Your privacy').first().waitFor();
  });
});
