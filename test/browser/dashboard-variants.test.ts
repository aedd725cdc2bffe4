import { settle } from '../support/browser';
import { allGranted } from '../support/consent';
import { createDashboardSite, type DashboardSite, screenFaults } from '../support/dashboard-site';
import { visitorCalls } from '../support/impressions';
import { createActiveProfile, germanContent } from '../support/profiles';
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

  const open = () => site.open(`/banners/${profileId}/variants`);

  test('are written, checked, started, watched, and one is kept for everyone', async () => {
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
    await start.click();
    await page.getByText(/Not shown often enough yet/).waitFor();
    await settle(page);
    expect(await screenFaults(page)).toEqual([]);

    const visitor = visitorCalls(site.app);
    const shown = { profileId, profileVersion: 2 };
    await visitor.visit({ ...shown, variant: 'A' }, { seen: 500, accepted: 150, refused: 20 });
    await visitor.visit({ ...shown, variant: 'B' }, { seen: 500, accepted: 220, refused: 20 });
    site.app.clock.advance(8 * day);
    const later = await open();
    await later.page.getByText('B is better by 8 to 20 points.').waitFor();
    expect(await screenFaults(later.page)).toEqual([]);
    await later.page.getByRole('button', { name: 'Keep B' }).click();
    const dialog = later.page.getByRole('alertdialog', { name: 'Show B to everyone?' });
    expect(await screenFaults(later.page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Keep B' }).click();
    await later.page.getByText('Everyone sees B now, as version 3.').waitFor();
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
    expect([...complaints.filter((line) => !line.includes('422')), ...later.complaints]).toEqual([]);
  });

  test('warn before a publication, or the end of the banner, ends their experiment', async () => {
    const { app } = site;
    const call = async (method: 'post' | 'put', path: string, body: object) =>
      app.request[method](`${app.adminBase}/profiles/${profileId}${path}`)
        .set(await app.asAdmin())
        .send(body);
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
    await page.getByText('Version 5 is live.').waitFor();
  });

  test('can be told apart where their version is shown, also once the banner has lost a language', async () => {
    const { app } = site;
    const { body: record } = await visitorCalls(app)
      .decide({ profileId, profileVersion: 2, variant: 'B' }, { consentJson: allGranted, method: 'accept' })
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

    await page.goto(`${site.origin}/svc/banners/${profileId}/versions?compare=1-2`);
    const compared = page.getByRole('dialog', { name: 'Compare versions' });
    await compared.getByText('Nothing changes.').waitFor();
    expect(await compared.getByRole('heading', { level: 3 }).allTextContents()).toEqual([
      'Variant A',
      'Variant B · English',
      'Variant B · In every language',
    ]);
    expect(await screenFaults(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Roll back …: Version 2' }).click();
    await page.getByText('Version 2 is an experiment: only A comes back, without B.').waitFor();
    await page.keyboard.press('Escape');

    await page.goto(`${site.origin}/svc/publications`);
    await page.getByRole('row', { name: /Shop EU v2 Variants A and B/ }).waitFor();
    await page.getByRole('button', { name: 'Show Shop EU, version 2' }).click();
    const notice = page.getByRole('dialog', { name: 'Shop EU, version 2' });
    await notice.getByText('Your privacy').first().waitFor();
    await notice.getByLabel('Variant').selectOption('Variant B: A question');
    await notice.getByText(ofB).waitFor();
    expect(await screenFaults(page)).toEqual([]);

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
  });

  test('wait for a banner that is live', async () => {
    await site.app.request
      .put(`${site.app.adminBase}/profiles/${profileId}`)
      .set(await site.app.asAdmin())
      .send({ note: 'A draft' })
      .expect(200);
    const { page } = await open();
    await page.getByText('Publish this banner first').waitFor();
    expect(await screenFaults(page)).toEqual([]);
  });
});
