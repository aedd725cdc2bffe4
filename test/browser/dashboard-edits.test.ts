import type { Page } from 'playwright-core';
import { createUser, userPassword } from '../support/accounts';
import { createDashboardSite, type DashboardSite, screenFaults } from '../support/dashboard-site';
import { createActiveProfile, profileJson } from '../support/profiles';
import { testInDeep } from '../support/scope';
import { describeWith } from '../support/services';
import { createTemplate } from '../support/templates';

describeWith('chromium', 'What one operator typed or saved', () => {
  let site: DashboardSite;
  beforeAll(async () => {
    site = await createDashboardSite();
  });
  afterAll(() => site.close());

  const call = async (method: 'get' | 'put' | 'patch' | 'post', path: string, body?: object) => {
    // Later states have later times.
    site.app.clock.advance(1_000);
    return site.app.request[method](`${site.app.adminBase}${path}`)
      .set(await site.app.asAdmin())
      .send(body);
  };
  const read = async (path: string) => (await call('get', path)).body;
  const { cookies = {}, preferenceModal } = profileJson();
  const { ga } = cookies as { ga: (typeof cookies)[string] };
  const withAnalytics = (ids: readonly string[], more: object) =>
    profileJson({
      cookies: { ...cookies, ...more },
      preferenceModal: {
        ...preferenceModal,
        categories: {
          ...preferenceModal?.categories,
          analytics: { ...preferenceModal?.categories?.analytics, cookies: [...ids] },
        },
      } as typeof preferenceModal,
    });

  /** Comes back from another window, long enough after the last read that screens read again. */
  async function comeBack(page: Page) {
    await page.clock.fastForward(20_000);
    await page.evaluate(() => dispatchEvent(new Event('visibilitychange')));
  }
  const withClock = { prepare: (page: Page) => page.clock.install() };
  const message = (page: Page, text: string) => page.locator('.toast').filter({ hasText: text });
  const act = async (page: Page, name: string, action: string) => {
    await page.getByRole('button', { name: `Actions for ${name}`, exact: true }).click();
    await page.getByRole('menuitem', { name: action }).click();
  };

  testInDeep(
    'comes back by an undo without what was removed since, and not once the banner is left',
    async () => {
      const { id } = await createActiveProfile(site.app, {
        name: 'Two removals',
        profileJson: withAnalytics(['ga', 'gid'], { gid: { ...ga, name: '_gid' } }),
      });
      const { page, complaints } = await site.open(`/banners/${id}/cookies`);
      const analytics = page.getByRole('region', { name: 'Analytics', exact: true });
      await act(page, '_ga', 'Remove');
      await act(page, '_gid', 'Remove');
      await page.getByText('No cookies in this category').waitFor();
      await message(page, '_ga is removed.').getByRole('button', { name: 'Undo' }).click();
      await analytics.getByText('_ga', { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Save version' }).click();
      await page.getByText('Version 2 is saved.').waitFor();
      const { profileJson: saved } = await read(`/profiles/${id}`);
      expect(saved.preferenceModal.categories.analytics.cookies).toEqual(['ga']);
      expect(Object.keys(saved.cookies).sort()).toEqual(['ga', 'pixel', 'session']);

      await act(page, '_ga', 'Remove');
      await page.getByRole('link', { name: 'Texts' }).click();
      await message(page, '_ga is removed.').waitFor();
      await page.getByRole('link', { name: 'Places' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click();
      await message(page, '_ga is removed.').waitFor({ state: 'detached' });
      expect(complaints).toEqual([]);
    },
  );

  testInDeep('in a dialog changes nothing else of what a colleague has saved meanwhile', async () => {
    const { id } = await createActiveProfile(site.app, { name: 'Dialogs' });
    const { page, complaints } = await site.open(`/banners/${id}/cookies`, withClock);
    await act(page, '_ga', 'Edit');
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    const moved = await call('put', `/profiles/${id}`, {
      profileJson: {
        ...withAnalytics([], { ga: { ...ga, description: 'Counts visits.' } }),
        preferenceModal: {
          ...preferenceModal,
          categories: {
            ...preferenceModal?.categories,
            analytics: { ...preferenceModal?.categories?.analytics, cookies: [] },
            marketing: { ...preferenceModal?.categories?.marketing, cookies: ['pixel', 'ga'] },
          },
        },
      },
    });
    expect(moved.status).toBe(200);
    await comeBack(page);
    await page.getByText('Counts visits.').first().waitFor({ state: 'attached' });
    await dialog.getByLabel('How many').fill('30');
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await page.getByRole('button', { name: 'Save version' }).click();
    await page.getByText(/Version \d is saved\./).waitFor();
    const { profileJson: saved } = await read(`/profiles/${id}`);
    expect(saved.cookies.ga).toMatchObject({ description: 'Counts visits.', maxAgeSeconds: 2_592_000 });
    expect(saved.preferenceModal.categories.marketing.cookies).toEqual(['pixel', 'ga']);

    await act(page, '_ga', 'Edit');
    await dialog.getByLabel('What it is for').fill('Mine');
    const { version } = await read(`/profiles/${id}`);
    await call('put', `/profiles/${id}`, {
      profileJson: {
        ...saved,
        cookies: { ...saved.cookies, ga: { ...saved.cookies.ga, description: 'Theirs' } },
      },
    });
    expect((await read(`/profiles/${id}`)).version).toBe(version + 1);
    await comeBack(page);
    await page.getByText('Theirs').first().waitFor({ state: 'attached' });
    await dialog.getByRole('button', { name: 'Apply' }).click();
    const question = page.getByRole('dialog', { name: 'Someone else changed a field that you changed too' });
    await question.getByText('Cookies · _ga · Description').waitFor();
    expect(await screenFaults(page)).toEqual([]);
    await question.getByRole('button', { name: 'Keep yours' }).click();
    await page.getByRole('button', { name: 'Save version' }).click();
    await page.getByText(`Version ${version + 2} is saved.`).waitFor();
    expect((await read(`/profiles/${id}`)).profileJson.cookies.ga.description).toBe('Mine');
    expect(complaints).toEqual([]);
  });

  testInDeep('of a cookie list stays when somebody else saves it', async () => {
    const { id } = await createTemplate(site.app, 'consent-templates');
    const path = `/consent-templates/${id}`;
    const { page, complaints } = await site.open(`/templates/cookies/${id}`);
    await act(page, '_fbp', 'Edit');
    await page.getByRole('dialog').getByLabel('What it is for').fill('Shows ads.');
    await page.getByRole('button', { name: 'Apply' }).click();
    const { cookies: listed, categories } = await read(path);
    await call('put', path, {
      cookies: { ...listed, gid: { ...ga, name: '_gid' } },
      categories: { ...categories, analytics: { ...categories.analytics, cookies: ['ga', 'gid'] } },
    });
    await page.getByRole('button', { name: 'Save' }).click();
    await message(page, 'Saved.').waitFor();
    const saved = await read(path);
    expect(saved.cookies.pixel.description).toBe('Shows ads.');
    expect(saved.cookies.gid.name).toBe('_gid');
    expect(saved.categories.analytics.cookies).toEqual(['ga', 'gid']);
    await page.getByRole('region', { name: 'Analytics', exact: true }).getByText('_gid').waitFor();

    const name = page.getByLabel('Name', { exact: true });
    await name.fill('Mine');
    await call('put', path, { name: 'Theirs' });
    await page.getByRole('button', { name: 'Save' }).click();
    const question = page.getByRole('dialog', { name: 'Someone else changed a field that you changed too' });
    await question.getByText('Choose for each field what to save.').waitFor();
    expect(await screenFaults(page)).toEqual([]);
    expect((await read(path)).name).toBe('Theirs');
    await question.getByRole('button', { name: 'Keep yours' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { level: 1, name: 'Mine' }).waitFor();
    expect((await read(path)).name).toBe('Mine');
    expect(complaints.filter((line) => !line.includes('412'))).toEqual([]);
  });

  testInDeep(
    'of a look stays when somebody else saves it, in the banner too, and comes back after a reload',
    async () => {
      const { id } = await createTemplate(site.app, 'ui-templates');
      const banner = await createActiveProfile(site.app, {
        name: 'With a look',
        profileJson: profileJson({ uiTemplateId: id, complianceGroup: 'opt-out' }),
      });
      const { page, complaints } = await site.open(`/banners/${banner.id}/look`);
      const corners = page.getByLabel('Corner radius (pixels)');
      await corners.fill('12');
      await call('put', `/ui-templates/${id}`, { theme: { light: { primary: '#0b6b3a' } }, name: 'Theirs' });
      await page.getByRole('button', { name: 'Save the look and a version' }).click();
      await message(page, 'The look is saved, and version 2 has it.').waitFor();
      const saved = await read(`/ui-templates/${id}`);
      expect(saved).toMatchObject({ name: 'Theirs', theme: { light: { primary: '#0b6b3a' }, radius: 12 } });

      await corners.fill('20');
      await page.reload();
      await page.getByText(/Your unsaved edits of .* are back\./).waitFor();
      expect(await corners.inputValue()).toBe('20');
      // It is the same look on its own page.
      await page.goto(`${site.origin}/svc/templates/looks/${id}`);
      await page.getByText(/Your unsaved edits of .* are back\./).waitFor();
      expect(await corners.inputValue()).toBe('20');
      await page.getByText('A cross closes the first layer').click();
      expect(await screenFaults(page)).toEqual([]);
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await message(page, 'Saved.').waitFor();
      const later = await read(`/ui-templates/${id}`);
      expect(later).toMatchObject({
        theme: { radius: 20 },
        mainBanner: { showClose: true, position: 'bottom' },
      });
      expect(complaints.filter((line) => !line.includes('412'))).toEqual([]);
    },
  );

  testInDeep('in the list of sites stays when two people change it', async () => {
    await call('patch', '/settings', { allowedOrigins: ['https://a.example', 'https://b.example'] });
    const { page } = await site.open('/settings');
    const panel = page.locator('section', { hasText: 'Sites that may send decisions' });
    await panel.getByLabel('Sites').fill('https://a.example\nhttps://mine.example');
    await call('patch', '/settings', {
      allowedOrigins: ['https://a.example', 'https://b.example', 'https://theirs.example'],
    });
    await panel.getByRole('button', { name: 'Save' }).click();
    await message(page, 'Saved.').waitFor();
    expect((await read('/settings')).allowedOrigins).toEqual([
      'https://a.example',
      'https://mine.example',
      'https://theirs.example',
    ]);
    await page.waitForFunction(() =>
      [...document.querySelectorAll('textarea')].some(({ value }) => value.includes('theirs.example')),
    );
  });

  testInDeep('as a variant of an experiment is there again after another screen and a reload', async () => {
    const { id } = await createActiveProfile(site.app, {
      name: 'Variants',
      profileJson: profileJson({ countries: ['AT'] }),
    });
    const { page, complaints } = await site.open(`/banners/${id}/variants`);
    const heading = page.getByLabel('Heading, English').first();
    await heading.fill('May we?');
    await page.getByRole('link', { name: 'Places' }).click();
    const question = page.getByRole('alertdialog', { name: 'Leave with unsaved edits?' });
    await question.getByRole('button', { name: 'Leave' }).click();
    await page.getByRole('heading', { level: 1, name: 'Places' }).waitFor();
    await page.goBack();
    await page.getByText(/Your unsaved edits of .* are back\./).waitFor();
    expect(await heading.inputValue()).toBe('May we?');
    await page.reload();
    await page.getByText(/Your unsaved edits of .* are back\./).waitFor();
    expect(await heading.inputValue()).toBe('May we?');
    expect(await screenFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Discard them' }).click();
    expect(await heading.inputValue()).toBe('Your privacy');
    await page.getByRole('link', { name: 'Places' }).click();
    await page.getByRole('heading', { level: 1, name: 'Places' }).waitFor();
    expect(complaints).toEqual([]);
  });

  testInDeep(
    'is not left by Back, the menu of the user, a copy or a finding without a question',
    async () => {
      const { id } = await createTemplate(site.app, 'ui-templates');
      const { page, complaints } = await site.open('/templates');
      await page.getByRole('link', { name: 'Bottom bar' }).first().waitFor();
      await page.locator(`a[href*="${id}"]`).click();
      const name = page.getByLabel('Name', { exact: true });
      await name.fill('Mine');
      const question = page.getByRole('alertdialog', { name: 'Leave with unsaved edits?' });
      const stay = async () => {
        await question.getByRole('button', { name: 'Cancel' }).click();
        await question.waitFor({ state: 'detached' });
        expect(new URL(page.url()).pathname).toBe(`/svc/templates/looks/${id}`);
        expect(await name.inputValue()).toBe('Mine');
      };
      await page.goBack();
      await stay();
      await page.locator('.rail-foot button').click();
      await page.getByRole('menuitem', { name: 'Your account' }).click();
      await stay();
      await page.getByRole('button', { name: 'Duplicate' }).click();
      await stay();
      await page.goBack();
      await question.getByRole('button', { name: 'Leave' }).click();
      await page.getByRole('heading', { level: 1, name: 'Building blocks' }).waitFor();
      expect(new URL(page.url()).pathname).toBe('/svc/templates');
      // One step back was one step.
      await page.goForward();
      expect(await name.inputValue()).toBe('Mine');

      const { mainBanner } = profileJson();
      const banner = await createActiveProfile(site.app, {
        name: 'With a finding',
        profileJson: profileJson({
          countries: ['ES'],
          uiTemplateId: id,
          mainBanner: {
            ...mainBanner,
            htmlText: '<p>Shop Ltd uses cookies. <a href="/privacy">Policy</a></p>',
          },
        }),
      });
      await page.goto(`${site.origin}/svc/banners/${banner.id}/look`);
      await page.getByText('One finding').click();
      await page.getByRole('button', { name: 'Go to the field' }).click();
      await question.getByRole('button', { name: 'Cancel' }).click();
      expect(await page.getByLabel('Corner radius (pixels)').count()).toBe(1);
      // Only the tab with the colours asks: the banner itself has no edits.
      await page.getByRole('link', { name: 'Texts' }).click();
      await question.getByRole('button', { name: 'Leave' }).click();
      await page.getByText('First layer', { exact: true }).first().waitFor();
      await page.getByRole('link', { name: 'Places' }).click();
      await page.getByRole('heading', { level: 1, name: 'Places' }).waitFor();
      expect(complaints).toEqual([]);
    },
  );

  testInDeep('is not published in place of what another operator is reviewing', async () => {
    const { id } = await createActiveProfile(site.app, {
      name: 'Reviewed',
      profileJson: profileJson({ countries: ['FR'] }),
    });
    await call('put', `/profiles/${id}`, { name: 'Second name' });
    const { page, complaints } = await site.open(`/banners/${id}/versions`, withClock);
    await page.getByRole('button', { name: 'Review and publish' }).click();
    const dialog = page.getByRole('dialog', { name: 'Publish version 2 of “Second name”' });
    const publish = dialog.getByRole('button', { name: 'Publish v2' });
    await publish.and(page.locator(':enabled')).waitFor();
    await call('put', `/profiles/${id}`, { name: 'Third name' });
    await comeBack(page);
    await dialog.getByText('Someone else saved version 3 meanwhile').waitFor();
    expect(await publish.isDisabled()).toBe(true);
    expect(await dialog.getByText('Third name').count()).toBe(0);
    expect(await screenFaults(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Review the new version' }).click();
    const next = page.getByRole('dialog', { name: 'Publish version 3 of “Third name”' });
    await next.getByRole('button', { name: 'Publish v3' }).click();
    await page.getByText('Version 3 is live.').waitFor();
    expect(complaints).toEqual([]);
  });

  testInDeep('belongs to them when somebody else signs in over their page', async () => {
    const { id } = await createActiveProfile(site.app, {
      name: 'Owners',
      profileJson: profileJson({ countries: ['IT'] }),
    });
    const editor = await createUser(site.app, { role: 'editor', signIn: false });
    const { page } = await site.open(`/banners/${id}/texts`);
    const heading = page.getByLabel('Heading, English').first();
    await heading.fill('Of the first');
    await page.context().clearCookies();
    await page.getByRole('button', { name: 'Save version' }).click();
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
    await dialog.getByLabel('E-mail').fill(editor.email);
    await dialog.getByLabel('Password', { exact: true }).fill(userPassword);
    const reloaded = page.waitForEvent('load');
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await reloaded;
    await heading.waitFor();
    expect(await dialog.count()).toBe(0);
    expect(await heading.inputValue()).toBe('Your privacy');
    expect((await read(`/profiles/${id}`)).version).toBe(1);
    const keys = await page.evaluate(() =>
      Object.keys(localStorage).filter((key) => key.includes(':edits:')),
    );
    expect(keys.filter((key) => key.includes(editor.id))).toEqual([]);
    expect(keys).toHaveLength(1);
  });
});
