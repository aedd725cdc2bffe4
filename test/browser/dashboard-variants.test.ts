import { createUser } from '../support/accounts';
import { settle } from '../support/browser';
import { allGranted } from '../support/consent';
import { createDashboardSite, type DashboardSite, screenFaults } from '../support/dashboard-site';
import { visitorCalls } from '../support/impressions';
import { createActiveProfile, germanContent, profileJson } from '../support/profiles';
import { testInDeep } from '../support/scope';
import { describeWith } from '../support/services';

const day = 86_400_000;

describeWith('chromium', 'The variants of a banner in the dashboard', () => {
  let site: DashboardSite;
  let profileId: string;
  beforeAll(async () => {
    site = await createDashboardSite();
    site.app.clock.advance(-10 * day);
    profileId = (await createActiveProfile(site.app, { localeContent: { de: germanContent() } })).id;
  });
  afterAll(() => site.close());

  const call = async (method: 'get' | 'post' | 'put', path: string, body: object = {}) =>
    site.app.request[method](`${site.app.adminBase}/profiles/${profileId}${path}`)
      .set(await site.app.asAdmin())
      .send(body);
  const open = () => site.open(`/banners/${profileId}/variants`);

  testInDeep('are written, checked, started, watched, and one is kept for everyone', async () => {
    const { page, complaints } = await open();
    const start = page.getByRole('button', { name: 'Start the experiment' });
    await start.waitFor();
    expect(await start.isDisabled()).toBe(true);
    await page.getByLabel('What it tries').fill('A question');
    await page.getByLabel('Heading, English').first().fill('May we count your visit?');
    await page.getByText(/^In German this variant shows the same as A/).waitFor();
    await page.getByLabel('Place of the first layer').selectOption('Bottom right');
    const preview = page.frameLocator('iframe').first();
    await preview.getByText('May we count your visit?').waitFor();
    expect(await screenFaults(page)).toEqual([]);
    // What a person has written is still there after a visit of another tab.
    await page.getByRole('link', { name: 'Versions' }).click();
    await page.getByRole('link', { name: 'Variants' }).click();
    await preview.getByText('May we count your visit?').waitFor();

    await page.getByRole('button', { name: 'Add a variant' }).click();
    await page
      .getByLabel(/Reject all.*English/)
      .first()
      .fill('Accept all');
    await start.click();
    await page.getByText('Not started: C breaks rules').waitFor();
    await page.getByRole('button', { name: 'Remove variant C' }).click();

    // A colleague publishes other buttons meanwhile, so that labels would name what another button does.
    const swapped = profileJson().mainBanner?.buttons?.toReversed();
    await call('put', '', {
      profileJson: profileJson({ mainBanner: { ...profileJson().mainBanner, buttons: swapped } }),
    });
    await call('post', '/activate');
    await start.click();
    await page.getByRole('button', { name: 'Review the new version' }).click();
    await page.getByText('You wrote them for version 1, and version 2 is live now.').waitFor();
    expect(await start.isDisabled()).toBe(true);
    expect(await screenFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Use them with version 2' }).click();
    await page.getByLabel('Look', { exact: true }).selectOption('Ocean');
    // The banner's own new version is known before the experiment is.
    const profileRead = page.waitForResponse((response) =>
      new URL(response.url()).pathname.endsWith(`/profiles/${profileId}`),
    );
    await page.route(/\/experiments$/, async (route) => {
      if (route.request().method() === 'GET') await (await profileRead).finished().then(() => settle(page));
      await route.continue();
    });
    await page.evaluate(() => {
      new MutationObserver(() => {
        if (document.body.textContent.includes('since you wrote')) document.body.dataset.warned = '';
      }).observe(document.body, { childList: true, subtree: true });
    });
    await start.dblclick();
    await page.getByText(/Not shown often enough yet/).waitFor();
    expect(await page.evaluate(() => document.body.dataset.warned)).toBeUndefined();
    expect((await call('get', '/experiments')).body).toHaveLength(1);
    const looks = site.app.request.get(`${site.app.adminBase}/ui-templates`).set(await site.app.asAdmin());
    expect((await looks).body).toHaveLength(1);
    await settle(page);
    expect(await screenFaults(page)).toEqual([]);

    const visitor = visitorCalls(site.app);
    const shown = { profileId, profileVersion: 3 };
    await visitor.visit({ ...shown, variant: 'A' }, { seen: 500, accepted: 150, refused: 20 });
    await visitor.visit({ ...shown, variant: 'B' }, { seen: 500, accepted: 220, refused: 20 });
    site.app.clock.advance(8 * day);
    const later = await open();
    await later.page.getByText('B is better by 8 to 20 points.').waitFor();
    expect(await screenFaults(later.page)).toEqual([]);
    // As after 25 months.
    await later.page.route(/\/stats\/experiments\//, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), keptSince: '2099-01-02' } });
    });
    await later.page.reload();
    await later.page.getByText(/^No result: .* since .*2099\.$/).waitFor();
    expect(await screenFaults(later.page)).toEqual([]);
    await later.page.getByRole('button', { name: 'Keep B' }).click();
    const dialog = later.page.getByRole('alertdialog', { name: 'Show B to everyone?' });
    expect(await screenFaults(later.page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Keep B' }).click();
    await later.page.getByText('Everyone sees B now, as version 4.').waitFor();
    await later.page.getByText('Kept B').waitFor();
    await later.page.getByText(/B is better/).waitFor({ state: 'detached' });
    const { body } = await site.app.request
      .get(`${site.app.publicBase}/bootstrap`)
      .query({ tz: 'Europe/Berlin', lang: 'en' });
    expect(body.profile.mainBanner).toMatchObject({
      heading: 'May we count your visit?',
      position: 'bottom-right',
    });
    expect(body.profile).not.toHaveProperty('variants');
    expect([...complaints.filter((line) => !/422|412/.test(line)), ...later.complaints]).toEqual([]);
  });

  testInDeep('warn before a publication, or the end of the banner, ends their experiment', async () => {
    const variants = [{ texts: { en: { mainBanner: { heading: 'Another try' } } } }];
    expect((await call('post', '/experiments', { variants })).status).toBe(201);
    expect((await call('put', '', { note: 'Ends it' })).status).toBe(200);
    const { page } = await site.open('/banners');
    await page.getByRole('button', { name: 'Actions for Shop EU' }).click();
    await page.getByRole('menuitem', { name: 'Take offline' }).click();
    await page.getByRole('alertdialog').getByText('This ends the running experiment').waitFor();
    await page.goto(`${site.origin}/svc/banners/${profileId}/texts`);
    await page.getByRole('button', { name: 'Review and publish' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('This ends the running experiment').waitFor();
    await dialog.getByRole('button', { name: /^Publish/ }).click();
    await page.getByText('Version 6 is live.').waitFor();
    await page.goto(`${site.origin}/svc/banners/${profileId}/variants`);
    await page.getByText('Ended when the banner was published again or taken offline').click();
    await page.getByText(/^Ended too early for a result: .* 0 of 500, and it was day 1 of 7\.$/).waitFor();
  });

  testInDeep(
    'can be told apart where their version is shown, also once the banner has lost a language',
    async () => {
      const { app } = site;
      const { body: record } = await visitorCalls(app)
        .decide({ profileId, profileVersion: 3, variant: 'B' }, { consentJson: allGranted, method: 'accept' })
        .expect(200);
      await app.request
        .put(`${app.adminBase}/profiles/${profileId}`)
        .set(await app.asAdmin())
        .send({ localeContent: {} })
        .expect(200);
      const ofB = 'May we count your visit?';
      const { page, complaints } = await site.open(`/visitors/${record.visitorId}`);
      await page.frameLocator('iframe').first().getByText(ofB).waitFor();
      await page.getByText('Its texts').click();
      await page.getByText(ofB).waitFor();

      await page.goto(`${site.origin}/svc/banners/${profileId}/versions?compare=2-3`);
      const compared = page.getByRole('dialog', { name: 'Compare versions' });
      await compared.getByText('Nothing changes.').waitFor();
      expect(await compared.getByRole('heading', { level: 3 }).allTextContents()).toEqual([
        'Variant A',
        'Variant B · English',
        'Variant B · In every language',
      ]);
      expect(await screenFaults(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Roll back …: Version 3' }).click();
      await page.getByText('Version 3 is an experiment: only A comes back, without B.').waitFor();
      await page.keyboard.press('Escape');

      await page.goto(`${site.origin}/svc/publications`);
      await page.getByRole('row', { name: /Shop EU v3 Variants A and B/ }).waitFor();
      await page.getByRole('button', { name: 'Show Shop EU, version 3' }).click();
      const notice = page.getByRole('dialog', { name: 'Shop EU, version 3' });
      await notice.getByText('Your privacy').first().waitFor();
      await notice.getByLabel('Variant').selectOption('Variant B: A question');
      await notice.getByText(ofB).waitFor();
      expect(await screenFaults(page)).toEqual([]);
      // A link to a version that the list does not show, and to a variant that it does not have.
      for (const [variant, label, heading] of [
        ['B', 'Variant B', ofB],
        ['Z', 'A, the banner as it was', 'Your privacy'],
      ] as const) {
        await page.goto(
          `${site.origin}/svc/publications?group=opt-out&show=${profileId}.3&variant=${variant}`,
        );
        const linked = page.getByRole('dialog').last();
        await linked.getByText(heading).first().waitFor();
        expect(await linked.getByLabel('Variant').locator('option:checked').textContent()).toBe(label);
      }

      await page.goto(`${site.origin}/svc/banners/${profileId}/versions`);
      await page.getByRole('link', { name: 'Variants A and B' }).last().click();
      const earlier = page.locator('details.more');
      await earlier.last().waitFor();
      for (const opened of await earlier.all()) await opened.locator('summary').first().click();
      const shown = (variant: string) => page.frameLocator(`iframe[title^="${variant}: Preview"]`).last();
      await shown('Variant B').getByText('Another try').waitFor();
      await shown('Variant B: A question').getByText(ofB).waitFor();
      await earlier.last().getByLabel('Language').first().selectOption('German');
      await shown('Variant B: A question').getByText('Ihre Privatsphäre').waitFor();
      expect(complaints.filter((complaint) => !complaint.includes('ERR_ABORTED'))).toEqual([]);
    },
  );

  testInDeep('can be written again after they were discarded for a changed banner', async () => {
    expect((await call('post', '/activate')).status).toBe(200);
    const { page } = await open();
    const heading = page.getByLabel('Heading, English').first();
    const own = await heading.inputValue();
    await heading.fill('The first');
    await page.getByRole('button', { name: 'Add a variant' }).click();
    await heading.fill('The second');
    await call('put', '', { note: 'A colleague was here' });
    await call('post', '/activate');
    await page.getByRole('button', { name: 'Start the experiment' }).click();
    await page.getByRole('button', { name: 'Review the new version' }).click();
    await page.getByRole('button', { name: 'Discard them' }).click();
    await page.getByRole('button', { name: 'Variant B', pressed: true }).waitFor();
    expect(await heading.inputValue()).toBe(own);
    await heading.fill('The third');
    await page.frameLocator('iframe').first().getByText('The third').waitFor();
    await page.getByRole('button', { name: 'Start the experiment', disabled: false }).waitFor();
  });

  testInDeep('wait for a banner that is live, and for nobody where a second person approves', async () => {
    expect((await call('put', '', { note: 'A draft' })).status).toBe(200);
    const { page } = await open();
    await page.getByText('Publish this banner first').waitFor();
    expect(await screenFaults(page)).toEqual([]);
    const { app } = site;
    await createUser(app, { role: 'editor' });
    await app.request
      .patch(`${app.adminBase}/settings`)
      .set(await app.asAdmin())
      .send({ approvalRequired: true })
      .expect(200);
    await page.reload();
    await page.getByText('Experiments cannot be started').waitFor();
    expect(await screenFaults(page)).toEqual([]);
  });
});
