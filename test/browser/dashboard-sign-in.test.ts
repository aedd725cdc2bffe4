import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import type { Browser, Page } from 'playwright-core';
import { createUser, userPassword } from '../support/accounts';
import { closeBrowser, collectComplaints, openBrowser, settle } from '../support/browser';
import {
  adminEmail,
  adminPassword,
  createTestApp,
  type TestApp,
  type TestAppOptions,
} from '../support/create-test-app';
import { screenFaults } from '../support/dashboard-site';
import { type FakeSamlIdp, startFakeSamlIdp } from '../support/fake-saml-idp';
import { createJwtApp, hostToken } from '../support/jwt';
import { testInDeep } from '../support/scope';
import { describeWith } from '../support/services';
import { totpCode } from '../support/totp';

const dashboard = { enabled: true };
const masterSecret = 'test master secret, long enough to count';

describeWith('chromium', 'Signing in to the dashboard', () => {
  let browser: Browser;
  let idp: FakeSamlIdp;
  const close: (() => unknown)[] = [];
  beforeAll(async () => {
    browser = await openBrowser();
    idp = await startFakeSamlIdp();
  });
  afterEach(async () => {
    for (const end of close.splice(0).reverse()) await end();
  });
  afterAll(async () => {
    await closeBrowser(browser);
    await idp.close();
  });

  /** Serves what `create` makes, which may need to know the address, and opens a page. */
  async function open(create: (origin: string) => Promise<{ app: TestApp; listener?: RequestListener }>) {
    let handle: RequestListener = () => {};
    const server = createServer((req, res) => handle(req, res)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    close.push(() => server.close());
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { app, listener = app.app } = await create(origin);
    close.push(app.close);
    await app.service.start();
    handle = listener;
    const context = await browser.newContext({ locale: 'en', reducedMotion: 'reduce' });
    close.push(() => context.close());
    return { app, origin, page: await context.newPage() };
  }
  const openLocal = (config: TestAppOptions['config'] = {}) =>
    open(async () => ({
      app: await createTestApp({ config: { dashboard, rateLimit: false, ...config } }),
    }));
  const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();

  async function fillIn(page: Page, email: string, password: string) {
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Password').fill(password);
    await page.keyboard.press('Enter');
  }

  test('shows the screen that was asked for, after password and code, and no script can read the session', async () => {
    const auth = { adminEmail, adminPassword, masterSecret, totp: 'required' as const };
    const { app, origin, page } = await openLocal({ auth });
    const as = await app.asAdmin();
    const post = (step: string) => app.request.post(`${app.adminBase}/auth/totp/${step}`).set(as);
    const { secret } = (await post('setup').expect(200)).body;
    const code = totpCode(secret, app.clock.now());
    await post('verify').send({ code, currentPassword: adminPassword }).expect(200);
    app.clock.advance(30_000);

    await page.goto(`${origin}/svc/banners?q=shop`);
    await fillIn(page, adminEmail, 'not the password of anyone');
    await page.getByText('E-mail or password is wrong.').waitFor();
    await fillIn(page, adminEmail, adminPassword);
    await page.getByLabel('Code from your authenticator app').waitFor();
    expect(await screenFaults(page)).toEqual([]);
    await page.keyboard.type(totpCode(secret, app.clock.now()));
    await page.keyboard.press('Enter');
    await heading(page, 'Banners');
    expect(page.url()).toBe(`${origin}/svc/banners?q=shop`);
    expect(await page.evaluate(() => document.cookie + JSON.stringify({ ...localStorage }))).not.toMatch(
      /eyJ/,
    );

    const other = await page.context().newPage();
    await other.goto(`${origin}/svc/`);
    await heading(other, 'Overview');
  });

  testInDeep('opening the sign-in page and signing in logs nothing in the console', async () => {
    const { origin, page } = await openLocal();
    const complaints = collectComplaints(page);
    await page.goto(`${origin}/svc/`);
    await page.getByLabel('E-mail').waitFor();
    await settle(page);
    expect(complaints).toEqual([]);
    await fillIn(page, adminEmail, adminPassword);
    await heading(page, 'Overview');
    await page.reload();
    await heading(page, 'Overview');
    expect(complaints.filter((text) => !text.includes('ERR_ABORTED'))).toEqual([]);
  });

  test('an invited user chooses a password with the link, and signs in with it', async () => {
    const { app, page, origin } = await openLocal();
    const invited = await app.request
      .post(`${app.adminBase}/users`)
      .set(await app.asAdmin())
      .send({ name: 'Nora', email: 'nora@shop.example', invite: true })
      .expect(201);
    const { pathname, hash } = new URL(invited.body.invitation.link);
    await page.goto(`${origin}${pathname}${hash}`);
    await page.getByLabel('New password').fill(userPassword);
    expect(page.url()).toBe(`${origin}/svc/`);
    await page.keyboard.press('Enter');
    await page.getByText('Your password is set.').waitFor();
    await fillIn(page, 'nora@shop.example', userPassword);
    await heading(page, 'Overview');
  });

  testInDeep(
    'leads to the provider and back to the screen that was asked for, or shows why not',
    async () => {
      const { origin, page } = await open(async (origin) => {
        const acs = `${origin}/desk/svc/admin/v1/auth/saml/acs`;
        const { entryPoint, ...saml } = idp.config;
        const config = {
          ...saml,
          // To a browser, this is another site.
          entryPoint: entryPoint.replace('127.0.0.1', 'localhost'),
          callbackUrl: acs,
          displayName: 'Shop accounts',
        };
        idp.misbehave({ destination: acs, recipient: acs });
        return {
          app: await createTestApp({
            prefix: '/desk',
            config: { dashboard, auth: { mode: 'saml', masterSecret, saml: config } },
          }),
        };
      });
      await page.goto(`${origin}/desk/svc/banners?q=shop`);
      await page.getByRole('link', { name: 'Continue with Shop accounts' }).click();
      await page.getByText('ada@shop.example').first().waitFor();
      expect(page.url()).toBe(`${origin}/desk/svc/banners?q=shop`);

      await page.context().clearCookies();
      const acs = `${origin}/desk/svc/admin/v1/auth/saml/acs`;
      idp.misbehave({ destination: acs, recipient: acs, status: 'Requester' });
      await page.goto(`${origin}/desk/svc/banners?q=shop`);
      await page.getByRole('link', { name: 'Continue with Shop accounts' }).click();
      await page.getByRole('alert').waitFor();
      expect(page.url()).toBe(`${origin}/desk/svc/banners?q=shop`);

      // Before the code, the sign-in is not finished.
      await page.route('**/auth/saml/login?**', (route) =>
        route.fulfill({ status: 302, headers: { Location: '/desk/svc/#totpChallenge=a&expiresAt=b' } }),
      );
      await page.getByRole('link', { name: 'Continue with Shop accounts' }).click();
      await page.getByLabel('Code from your authenticator app').waitFor();
      expect(page.url()).toBe(`${origin}/desk/svc/banners?q=shop`);
    },
  );

  testInDeep('takes the token of the host in mode jwt, and removes it from the address', async () => {
    const { app, origin, page } = await open(async () => ({
      app: await createJwtApp({
        config: { dashboard: { enabled: true, signInUrl: 'https://intranet.example/consent' } },
      }),
    }));
    await page.goto(`${origin}/svc/`);
    const link = page.getByRole('link', { name: 'Go to sign-in' });
    expect(await link.getAttribute('href')).toBe('https://intranet.example/consent');
    await page.goto(`${origin}/svc/banners#token=${hostToken(app)}`);
    await page.reload();
    await heading(page, 'Banners');
    expect(page.url()).toBe(`${origin}/svc/banners`);

    // A link of a colleague leads to its screen, unless the page of the host leads to another.
    await page.evaluate(() => sessionStorage.clear());
    for (const [back, screen, title] of [
      ['', 'publications?group=opt-in', 'Publications'],
      ['banners', 'banners', 'Banners'],
    ]) {
      await page.route('https://intranet.example/consent', (route) =>
        route.fulfill({
          status: 302,
          headers: { Location: `${origin}/svc/${back}#token=${hostToken(app)}` },
        }),
      );
      await page.goto(`${origin}/svc/publications?group=opt-in`);
      await link.click();
      await heading(page, title as string);
      expect(page.url()).toBe(`${origin}/svc/${screen}`);
      await page.evaluate(() => sessionStorage.clear());
    }
  });

  /** A host whose users the query of the sign-in page names. */
  const openCustom = () =>
    open(async () => {
      const app = await createTestApp({
        config: {
          dashboard: { enabled: true, signInUrl: '/login' },
          rateLimit: false,
          auth: {
            mode: 'custom',
            validateUser: ({ headers: { cookie = '' } }) => {
              const name = /host=(\w+)/.exec(cookie)?.[1];
              return name ? { email: `${name}@shop.example`, role: 'admin' } : null;
            },
          },
        },
      });
      const host = express();
      host.get('/login', (req, res) =>
        res.cookie('host', String(req.query.as ?? 'ada')).redirect('/svc/banners'),
      );
      host.use(app.app);
      return { app, listener: host };
    });

  testInDeep('asks nothing in mode custom when the session of the host is valid', async () => {
    const { origin, page } = await openCustom();
    await page.goto(`${origin}/svc/banners`);
    await page.getByRole('link', { name: 'Go to sign-in' }).click();
    await heading(page, 'Banners');
    // The host knows the name too.
    await page.goto(`${origin}/svc/account`);
    await page.getByRole('term').filter({ hasText: 'Name' }).waitFor();
    expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0);
  });

  testInDeep('what was typed stays while the operator signs in elsewhere, in another tab', async () => {
    const { origin, page } = await openCustom();
    const sites = page.getByLabel('Sites').first();
    await page.goto(`${origin}/login`);
    await heading(page, 'Banners');
    await page.goto(`${origin}/svc/settings`);
    await sites.fill('https://shop.example');
    await page.context().clearCookies();
    await page.getByRole('button', { name: 'Save' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
    await dialog.getByText('Sign in again in a new tab, and come back to this one.').waitFor();
    const opened = page.waitForEvent('popup');
    await dialog.getByRole('link', { name: 'Go to sign-in' }).click();
    const other = await opened;
    await heading(other, 'Banners');
    await other.close();
    // Browsers without a screen focus all their tabs.
    const comeBack = () => page.evaluate(() => dispatchEvent(new Event('focus')));
    await comeBack();
    await dialog.waitFor({ state: 'detached' });
    expect(await sites.inputValue()).toBe('https://shop.example');
    await page.getByText('You are signed in again').waitFor();
    await page.getByRole('button', { name: 'Do it again' }).click();
    await page.getByText('Saved.').waitFor();

    // Another user gets a page without what the first one has typed.
    await sites.fill('https://blog.example');
    await page.context().clearCookies();
    await page.getByRole('button', { name: 'Save' }).first().click();
    await dialog.waitFor();
    await page.context().request.get(`${origin}/login?as=bob`);
    await comeBack();
    await page.getByText('bob@shop.example').first().waitFor();
    expect(await sites.inputValue()).toBe('https://shop.example');
  });

  testInDeep(
    'says in mode jwt that a sign-in leads away, and shows what was typed before it does',
    async () => {
      const { app, origin, page } = await open(async () => ({
        app: await createJwtApp({
          config: { dashboard: { enabled: true, signInUrl: 'https://intranet.example/consent' } },
        }),
      }));
      const token = hostToken(app, { roles: ['admin'] });
      await page.goto(`${origin}/svc/settings#token=${token}`);
      const sites = page.getByLabel('Sites').first();
      await sites.fill('https://shop.example');
      app.clock.advance(3_600_000);
      await page.getByRole('button', { name: 'Save' }).first().click();
      const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
      await dialog.getByText('Signing in again leads away from this page.').waitFor();
      expect(await dialog.getByRole('link', { name: 'Go to sign-in' }).getAttribute('target')).toBe(null);
      await dialog.getByRole('button', { name: 'Close' }).click();
      await dialog.waitFor({ state: 'detached' });
      expect(await sites.inputValue()).toBe('https://shop.example');
      await page.getByRole('button', { name: 'Save' }).first().click();
      await dialog.waitFor();
    },
  );

  testInDeep(
    'says that a sign-in through a provider has expired before its code came, and starts another',
    async () => {
      const { origin, page } = await open(async (origin) => ({
        app: await createTestApp({
          config: {
            dashboard,
            rateLimit: false,
            auth: {
              mode: 'saml',
              masterSecret,
              totp: 'required',
              saml: { ...idp.config, callbackUrl: `${origin}/svc/admin/v1/auth/saml/acs` },
            },
          },
        }),
      }));
      let sent = 0;
      const answers = [
        { error: 'The code is wrong.', code: 'unauthenticated', totpRequired: true },
        // As of the service for a challenge that it does not know.
        null,
      ];
      await page.route('**/auth/totp/login', async (route) => {
        const answer = answers[sent];
        sent += 1;
        // Slow enough to press twice.
        await new Promise((resolve) => setTimeout(resolve, 300));
        return answer ? route.fulfill({ status: 401, json: answer }) : route.continue();
      });
      await page.goto(`${origin}/svc/#totpChallenge=old&expiresAt=2026-01-01`);
      const code = page.getByLabel('Code from your authenticator app');
      await code.fill('123456');
      await code.press('Enter');
      await code.press('Enter');
      await page.getByText('The code is wrong or was used before.').waitFor();
      expect(sent).toBe(1);
      await code.press('Enter');
      await page
        .getByText('The sign-in took too long or was started in another window. Try again.')
        .waitFor();
      expect(sent).toBe(2);
      await page.getByRole('link', { name: /^Continue with/ }).waitFor();
    },
  );

  testInDeep.each([1, 30])(
    'sessions of %d minutes last while the operator works, on plain HTTP too',
    async (sessionMinutes) => {
      const { app, origin, page } = await openLocal({
        auth: { adminEmail, adminPassword, masterSecret, sessionMinutes },
      });
      const { email } = await createUser(app, { signIn: false });
      await page.clock.install();
      await page.goto(`${origin.replace('127.0.0.1', 'shop.example.test')}/svc/`);
      expect(await page.evaluate(() => isSecureContext)).toBe(false);
      await fillIn(page, email, userPassword);
      await heading(page, 'Overview');
      const pass = async (share: number) => {
        app.clock.advance(sessionMinutes * 60_000 * share);
        await page.clock.fastForward(sessionMinutes * 60_000 * share);
      };
      const user = page.getByRole('button', { name: /User \d/ });
      for (const act of [
        () => page.mouse.wheel(0, 1),
        () => user.click(),
        () => page.keyboard.press('Escape'),
        () => user.click(),
      ]) {
        await pass(0.85);
        const renewed = page.waitForResponse('**/auth/refresh');
        await act();
        expect((await renewed).status()).toBe(200);
      }
      await page.keyboard.press('Escape');
      await pass(1.05);
      await page.getByRole('link', { name: 'Publications' }).click();
      await page.getByRole('heading', { name: 'Your session has ended' }).waitFor();
    },
  );

  test('signing out ends the session for pages that are left open too', async () => {
    const { app, origin, page } = await openLocal();
    const { email } = await createUser(app, { signIn: false });
    await page.goto(`${origin}/svc/`);
    await fillIn(page, email, userPassword);
    await heading(page, 'Overview');
    const other = await page.context().newPage();
    await other.goto(`${origin}/svc/`);
    await heading(other, 'Overview');
    await page.getByRole('button', { name: /User \d/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByLabel('E-mail').waitFor();
    // The browser stays a known one, which has its own limit on wrong passwords.
    const names = (await page.context().cookies()).map(({ name }) => name);
    expect(names).toEqual([expect.stringMatching(/^svc_device_/)]);
    await other.getByRole('heading', { name: 'Your session has ended' }).waitFor();
  });
});
