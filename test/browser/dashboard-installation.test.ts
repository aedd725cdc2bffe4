import { createUser, userPassword } from '../support/accounts';
import { createDashboardSite, type DashboardSite, screenFaults } from '../support/dashboard-site';
import { createActiveProfile } from '../support/profiles';
import { testInDeep } from '../support/scope';
import { describeWith } from '../support/services';

describeWith('chromium', 'The installation screen of the dashboard', () => {
  let site: DashboardSite;
  beforeAll(async () => {
    site = await createDashboardSite();
    await createActiveProfile(site.app);
  });
  afterAll(() => site.close());

  testInDeep('shows a site as soon as one of its pages asks for the banner', async () => {
    const { page, complaints } = await site.open('/installation');
    await page.getByText('Waiting for the first page').waitFor();
    await site.app.request
      .get(`${site.app.publicBase}/bootstrap?tz=Europe/Vienna&lang=en`)
      .set('Origin', 'https://shop.example')
      .expect(200);
    const row = page.getByRole('row', { name: /https:\/\/shop\.example/ });
    await row.waitFor();
    expect(await row.textContent()).toMatch(/Opt-inEnglishAccepted/);
    expect(await screenFaults(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  testInDeep('says when a line was not copied', async () => {
    const { page } = await site.open('/installation');
    await page.evaluate(() => {
      // As on a page without HTTPS.
      Object.defineProperty(navigator, 'clipboard', { value: undefined });
    });
    await page.getByRole('button', { name: 'Copy' }).first().click();
    await page.getByText('Not copied. Select the text to copy it.').waitFor();
  });

  testInDeep('stops asking for sites when the session has ended', async () => {
    const { page } = await site.open('/installation', { prepare: (opened) => opened.clock.install() });
    await page.getByText('https://shop.example').waitFor();
    let refused = 0;
    page.on('response', (response) => {
      if (response.status() === 401) refused += 1;
    });
    await page.context().clearCookies();
    await page.clock.runFor(6_000);
    await page.getByRole('heading', { name: 'Your session has ended' }).waitFor();
    expect(refused).toBe(2);
    await page.clock.runFor(60_000);
    expect(refused).toBe(2);
  });

  test('gives the lines for each kind of page, chosen by keyboard and kept in the address', async () => {
    const { page } = await site.open('/installation');
    const code = page.getByRole('region', { name: /^Put it on your pages/ });
    expect(await code.textContent()).toContain(`<script src="${site.origin}/svc/widget.js" async></script>`);
    await page.getByRole('radio', { name: 'HTML' }).focus();
    await page.keyboard.press('ArrowDown');
    await page.getByText('Your app writes the tags itself.').waitFor();
    // Without `body` in the page, the script would wait for it.
    expect(await code.textContent()).toMatch(
      /const \{ head, body, vary \} = await consent\.page\(req[\s\S]+<head>\$\{head\}<\/head><body>\$\{body\}/,
    );
    expect(page.url()).toBe(`${site.origin}/svc/installation?with=express`);
    await page.goto(`${site.origin}/svc/installation?with=wordpress`);
    await page.getByText('functions.php of your theme,').waitFor();
    expect(await code.textContent()).toContain("add_action('wp_head'");
  });

  testInDeep('says what failed, and tries again', async () => {
    let isDown = true;
    const { page } = await site.open('/installation', {
      prepare: (opened) =>
        opened.route('**/setup/installation', (route) =>
          isDown
            ? route.fulfill({ status: 500, json: { error: 'No.', code: 'internal_error' } })
            : route.continue(),
        ),
    });
    await page.getByRole('alert').getByText('Something went wrong in the service.').waitFor();
    isDown = false;
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('https://shop.example').waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  test('is not for users without the permission', async () => {
    const { email } = await createUser(site.app, { role: ['stats:read'], signIn: false });
    const { page } = await site.open('/installation', { email, password: userPassword });
    await page.getByRole('heading', { name: 'You cannot open this page' }).waitFor();
    await page.getByText('It requires the permission to see settings and the installation.').waitFor();
    expect(await page.getByRole('link', { name: 'Installation' }).count()).toBe(0);
  });
});
