import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { settle } from '../support/browser';
import { allDenied, allGranted, consentCalls } from '../support/consent';
import { createDashboardSite, type DashboardSite, screenFaults } from '../support/dashboard-site';
import { firefox } from '../support/impressions';
import { createActiveProfile, germanContent, profileJson } from '../support/profiles';
import { testInDeep } from '../support/scope';
import { describeWith } from '../support/services';
import { statisticsCalls } from '../support/statistics';
import { until } from '../support/webhook-receiver';
import { createWidgetSite, type WidgetSite } from '../support/widget-page';

const dayMs = 86_400_000;
const weekMs = 7 * dayMs;

describeWith('chromium', 'The answers to shown banners, in the dashboard', () => {
  let site: DashboardSite;
  let profileId: string;

  /** Adds a day of visitors to the sums, so many days ago. */
  async function addDay(daysAgo: number, sums: object): Promise<void> {
    await site.app.knex('svc_banner_sums').insert({
      tenant_id: 'default',
      span: 'day',
      period: new Date(site.app.clock.now() - daysAgo * dayMs).toISOString().slice(0, 10),
      group_id: 'opt-in',
      profile_id: profileId,
      version: 1,
      country: 'DE',
      locale: 'en',
      site: 'https://shop.example',
      device: 'desktop',
      variant: '',
      shown: 0,
      accepted: 0,
      refused: 0,
      saved: 0,
      closed: 0,
      withdrawn: 0,
      ...sums,
    });
  }

  beforeAll(async () => {
    site = await createDashboardSite();
    const { app } = site;
    app.clock.advance(-2 * weekMs);
    profileId = (await createActiveProfile(app, { name: 'EU', localeContent: { de: germanContent() } })).id;
    app.clock.advance(weekMs);
    const admin = await app.asAdmin();
    const call = (method: 'put' | 'post', path: string, body: object) =>
      app.request[method](`${app.adminBase}/profiles/${profileId}${path}`).set(admin).send(body).expect(200);
    const { mainBanner } = profileJson();
    await call('put', '', {
      profileJson: profileJson({ mainBanner: { ...mainBanner, heading: 'We value your privacy' } }),
    });
    await call('post', '/activate', { note: 'New heading' });
    app.clock.advance(weekMs);
    const day = { shown: 400, accepted: 240, refused: 60, saved: 20, closed: 4 };
    for (const daysAgo of [13, 12, 11, 10, 9, 8]) await addDay(daysAgo, day);
    const next = { version: 2, shown: 380, accepted: 152, refused: 80, saved: 12, closed: 2 };
    for (const daysAgo of [6, 5, 4, 3, 2, 1]) await addDay(daysAgo, next);
    const phone = {
      ...next,
      device: 'phone',
      country: 'AT',
      locale: 'de',
      shown: 90,
      accepted: 60,
      withdrawn: 2,
    };
    await addDay(2, phone);
    // Later decisions are not about a banner on some device.
    await addDay(2, { version: 2, country: '', site: '', device: '', withdrawn: 1 });
    await addDay(9, { ...phone, version: 1, withdrawn: 0 });
    await addDay(40, { shown: 2000, accepted: 1500, refused: 100 });
    await addDay(1, { version: 2, country: '', site: '(other)', shown: 5, accepted: 1 });
  });
  afterAll(() => site.close());

  testInDeep(
    'the overview tells who left without an answer, and a row filters the whole screen',
    async () => {
      const requests: string[] = [];
      const { page, complaints } = await site.open('/?days=30', {
        prepare: async (opened) => {
          opened.on('request', (request) => requests.push(new URL(request.url()).pathname));
        },
      });
      await page.getByRole('img', { name: /Shown banners: 4,865; without an answer: 1,\d+\./ }).waitFor();
      expect(await figure(page, 'Shown banners')).toMatch(/^4,865/);
      expect(await figure(page, 'No answer')).toMatch(/^\d\d\.\d% of shown banners/);
      await page.getByText('In this period consents were withdrawn 3 times.').first().waitFor();
      await page.getByText('a visitor who leaves three banners unanswered counts three times').waitFor();
      expect(await page.getByText(/visitors (saw|who saw)|Saw a banner|Visitors by day/).count()).toBe(0);
      expect(requests.filter((path) => path.includes('/stats'))).toEqual([expect.stringMatching(/\/stats$/)]);
      expect(await screenFaults(page)).toEqual([]);

      const devices = page.getByRole('region', { name: 'Devices' });
      expect(await devices.locator('tbody tr').allTextContents()).toEqual([
        expect.stringMatching(/^Desktop4,685Change since the days before: \+134\.2%50\.2%.*−24\.8 points/),
        // Nobody had a phone in the days before.
        expect.stringMatching(/^Phone18039%51\.9%0%$/),
      ]);
      await devices.getByRole('button', { name: 'Only Phone' }).focus();
      await page.keyboard.press('Enter');
      await page
        .getByRole('img', { name: /Decisions in this period: .*Shown banners: 180; without an answer: 0\./ })
        .waitFor();
      await page.getByText(/^With these filters all figures are those of counted banners/).waitFor();
      const countries = page.getByRole('region', { name: 'Countries' }).locator('tbody tr');
      expect(await countries.allTextContents()).toEqual([expect.stringMatching(/^Austria180/)]);
      expect(new URL(page.url()).search).toBe('?days=30&device=phone');
      expect(await screenFaults(page)).toEqual([]);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        expect(await paleSeries(page)).toEqual([]);
      }
      // The address leads a colleague to the same figures.
      await page.reload();
      await page.getByRole('button', { name: 'Remove the filter Device: Phone' }).click();
      await page.getByRole('img', { name: /Shown banners: 4,865;/ }).waitFor();
      expect(complaints).toEqual([]);
    },
  );

  testInDeep('every table can be saved, without formulas', async () => {
    const { page } = await site.open('/?days=30&view=table');
    const save = async (table: string) => {
      const saved = page.waitForEvent('download');
      await page.getByRole('button', { name: `Save “${table}” as CSV` }).click();
      return (await readFile(await (await saved).path(), 'utf8')).slice(1).split('\r\n');
    };
    const sites = await save('Sites');
    expect(sites).toEqual([
      'Site,Shown banners,Answered,Everything accepted,Partly accepted,Everything refused,Closed the banner,No answer,Withdrawn',
      expect.stringMatching(/^shop\.example,4860,/),
      'Other,5,1,1,0,0,0,4,0',
      // Only the file has a column for those who only took something back.
      'Unknown,0,0,0,0,0,0,0,1',
      '',
    ]);
    const days = await save('Decisions and unanswered banners by day');
    expect(days).toHaveLength(32);
    expect(days.filter((line) => line.includes('EU v2'))).toHaveLength(1);
  });

  testInDeep('days whose banners are no longer kept are named, and compared with nothing', async () => {
    const dayOf = (daysAgo: number) =>
      new Date(site.app.clock.now() - daysAgo * dayMs).toISOString().slice(0, 10);
    const { page, complaints } = await site.open(`/?from=${dayOf(800)}&to=${dayOf(0)}`);
    await page
      .getByText(/^Shown banners, the answers to them and withdrawals are kept for 25 months/)
      .waitFor();
    expect(await figure(page, 'Shown banners')).toMatch(/ No shown banners to compare with$/);
    expect(complaints).toEqual([]);
  });

  testInDeep(
    'a publication has a card that says what changed, and what visitors did before and after',
    async () => {
      const { page, complaints } = await site.open('/publications');
      await page.getByRole('button', { name: 'Before and after EU, version 2' }).click();
      const dialog = page.getByRole('dialog', { name: 'EU, version 2: before and after' });
      await dialog.getByRole('listitem').getByText('Acceptance fell by 16 to 22 points.').waitFor();
      await dialog.getByRole('listitem').getByText('Refusal rose by 4 to 8 points.').waitFor();
      await dialog.getByText('We value your privacy').waitFor();
      expect(await screenFaults(page)).toEqual([]);
      await dialog.getByRole('row', { name: /Phone/ }).waitFor();
      await dialog.getByLabel('Compare by').selectOption('Country');
      await dialog.getByRole('row', { name: /Austria.*Too few shown to tell/ }).waitFor();
      // With so few visitors, a share says nothing.
      const unknown = dialog.getByRole('row', { name: /Unknown/ });
      expect(await unknown.textContent()).toMatch(/^Unknown.*Never shown1 of 5Too few to compare$/);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Before and after EU, version 1' }).click();
      await page
        .getByText('This is the first banner of the group: there is nothing to compare with.')
        .waitFor();
      expect(complaints).toEqual([]);
    },
  );

  testInDeep('every publication of the days is named, however many there are', async () => {
    const { knex, clock } = site.app;
    const daysAgo = (days: number) => clock.now() - days * dayMs;
    const add = (id: string, version: number, startedAt: number) =>
      knex('svc_publication_periods').insert({
        id,
        tenant_id: 'default',
        group_id: 'busy',
        profile_id: profileId,
        version,
        started_at: startedAt,
        ended_at: startedAt + 1,
      });
    await add('first', 1, daysAgo(50));
    for (let count = 0; count < 205; count += 1) await add(`later-${count}`, 2, daysAgo(45) + count);
    const { page, complaints } = await site.open(`/?days=90&view=table&profileId=${profileId}`);
    await page.getByRole('cell', { name: 'EU v1', exact: true }).nth(1).waitFor();
    expect(complaints).toEqual([]);
  });

  testInDeep(
    'decisions that belong to no counted banner are among the decisions, and explained',
    async () => {
      const { app } = site;
      const { id } = await createActiveProfile(app, {
        name: 'App',
        profileJson: profileJson({ complianceGroup: 'opt-in-explicit' }),
      });
      for (const consentJson of [allGranted, allGranted, allDenied])
        await consentCalls(app).submit({ profileId: id, consentJson }).expect(200);
      const { page, complaints } = await site.open(`/?profileId=${id}`);
      const answers = page.locator('.panel', { hasText: 'Answers to shown banners' });
      const figures = async () => [
        await figure(page, 'Decisions'),
        await figure(page, 'Everything accepted'),
        await figure(page, 'Shown banners'),
        await figure(page, 'No answer'),
      ];
      await answers.getByText('No banner was counted in this period').waitFor();
      await answers.getByText('3 more decisions belong to no counted banner.').waitFor();
      expect(await figures()).toEqual([
        expect.stringMatching(/^3/),
        expect.stringMatching(/^66\.7% of decisions/),
        expect.stringMatching(/^0/),
        expect.stringMatching(/^– of shown banners/),
      ]);
      await page.getByRole('heading', { name: 'Decisions by day' }).waitFor();

      // The first banner that is counted changes neither what the figures mean nor how many decisions there are.
      await addDay(0, { profile_id: id, group_id: 'opt-in-explicit', shown: 1 });
      await page.reload();
      await answers.getByText('3 more decisions belong to no counted banner.').waitFor();
      expect(await figures()).toEqual([
        expect.stringMatching(/^3/),
        expect.stringMatching(/^66\.7% of decisions/),
        expect.stringMatching(/^1/),
        expect.stringMatching(/^100% of shown banners/),
      ]);
      await page
        .getByRole('img', {
          name: 'Decisions in this period: 3; everything accepted: 66.7%. Shown banners: 1; without an answer: 1.',
        })
        .waitFor();
      await page.getByRole('row', { name: /App.*Live v1.*3.*66\.7%/ }).waitFor();
      expect(await screenFaults(page)).toEqual([]);

      await page.getByRole('button', { name: 'Only Desktop' }).click();
      await page.getByText(/^With these filters all figures are those of counted banners/).waitFor();
      expect(await figure(page, 'Decisions')).toMatch(/^0/);
      expect(await page.getByText('belong to no counted banner').count()).toBe(0);
      expect(complaints).toEqual([]);
    },
  );
});

/** Returns the value and the note of a key figure. */
const figure = (page: Page, name: string) =>
  page
    .locator('.figure')
    .filter({ has: page.getByText(name, { exact: true }) })
    .locator('dd')
    .allTextContents()
    .then((texts) => texts.join(' '));

/** Returns the colours of the chart that have a contrast of less than 3 with the page (WCAG 1.4.11). */
const paleSeries = (page: Page) =>
  page
    .locator('.legend')
    .first()
    .evaluate((legend) => {
      const luminance = (color: string) => {
        const [red = 0, green = 0, blue = 0] = (color.match(/[\d.]+/g) ?? []).map((part) => {
          const share = Number(part) / 255;
          return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
        });
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
      };
      const page = luminance(getComputedStyle(document.documentElement).backgroundColor);
      return [...legend.querySelectorAll('span')].flatMap((box) => {
        const { backgroundColor, borderTopWidth, borderTopColor } = getComputedStyle(box);
        const own = luminance(borderTopWidth === '0px' ? backgroundColor : borderTopColor);
        const contrast = (Math.max(own, page) + 0.05) / (Math.min(own, page) + 0.05);
        return contrast < 3 ? [`${box.className}: ${contrast.toFixed(2)}`] : [];
      });
    });

describeWith('chromium', 'The widget', () => {
  let site: WidgetSite;
  beforeAll(async () => {
    site = await createWidgetSite();
  });
  afterAll(() => site.close());

  const read = async () => statisticsCalls(site.app).get('/stats/banners');
  const isImpression = ({ path }: { path: string }) => path.includes('/impressions');

  test('counts a banner once it is in sight, without a cookie, and the decision on it', async () => {
    const { visit } = await site.createVisitor({ userAgent: firefox, viewport: { width: 800, height: 700 } });
    const { page, complaints } = await visit();
    const response = await page.waitForResponse((answer) => answer.url().includes('/impressions'));
    expect(await response.json()).toEqual({ counted: true });
    expect(await response.request().allHeaders()).not.toHaveProperty('cookie');
    expect(JSON.parse(response.request().postData() ?? '')).toEqual({
      profileId: expect.any(String),
      profileVersion: 1,
      locale: 'en',
      device: 'tablet',
      timezone: expect.any(String),
    });
    expect(await read()).toMatchObject({ shown: 1, decided: 0, noAnswer: 1 });

    await page.getByRole('button', { name: 'Accept all' }).click();
    await until(async () => (await read()).decided === 1);
    expect(await read()).toMatchObject({
      accepted: 1,
      noAnswer: 0,
      by: { device: [{ value: 'tablet', shown: 1, accepted: 1 }] },
    });

    // A change of mind answers no banner, and whoever has decided sees none.
    await page.evaluate(() => window.expressConsent?.decide('none'));
    await until(async () => (await read()).withdrawn === 1);
    const again = await visit();
    await again.page.waitForFunction(() => window.expressConsent?.decided);
    expect(await read()).toMatchObject({ shown: 1, decided: 1, withdrawn: 1 });
    expect(site.requests.filter(isImpression)).toHaveLength(1);
    expect(complaints).toEqual([]);
  });

  testInDeep('counts nothing while a page is hidden, and nothing when it is turned off', async () => {
    const before = site.requests.filter(isImpression).length;
    const hidden = await site.createVisitor({ userAgent: firefox });
    // Browsers draw no frames of pages in the background.
    await hidden.context.addInitScript(() => {
      window.requestAnimationFrame = () => 0;
    });
    const { page } = await hidden.visit();
    await page.getByRole('region', { name: 'Your privacy' }).waitFor();
    await settle(page);

    await site.app.request
      .patch(`${site.app.adminBase}/settings`)
      .set(await site.app.asAdmin())
      .send({ impressionSample: 0 })
      .expect(200);
    const other = await (await site.createVisitor({ userAgent: firefox })).visit();
    await other.page.getByRole('region', { name: 'Your privacy' }).waitFor();
    await settle(other.page);
    expect(site.requests.filter(isImpression)).toHaveLength(before);
  });
});
