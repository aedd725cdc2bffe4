import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { closeBrowser, openBrowser } from '../support/browser';
import { createTestApp, type TestApp } from '../support/create-test-app';
import { type FakeSamlIdp, startFakeSamlIdp } from '../support/fake-saml-idp';
import { describeWith } from '../support/services';

/** The service at 127.0.0.1, the provider at localhost: to a browser these are two sites. */
describeWith('chromium', 'signing in through a SAML provider in a browser', () => {
  let idp: FakeSamlIdp;
  let app: TestApp;
  let server: Server;
  let browser: Browser;
  let handle: RequestListener;
  let acs: string;

  beforeAll(async () => {
    idp = await startFakeSamlIdp();
    // The address must be known before the service is made.
    server = createServer((req, res) => handle(req, res)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    acs = `http://127.0.0.1:${(server.address() as AddressInfo).port}/svc/admin/v1/auth/saml/acs`;
    const saml = {
      ...idp.config,
      entryPoint: idp.config.entryPoint.replace('127.0.0.1', 'localhost'),
      callbackUrl: acs,
    };
    app = await createTestApp({ config: { auth: { mode: 'saml', saml } } });
    handle = app.app;
    idp.misbehave({ destination: acs, recipient: acs });
    browser = await openBrowser();
  });
  afterAll(async () => {
    await closeBrowser(browser);
    server.close();
    await app.close();
    await idp.close();
  });

  test('leads from the service over the provider’s form to the dashboard, whose pages have a session that other sites cannot use', async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(new URL('login?redirect=dashboard', acs).href);
    await page.waitForURL(/\/svc\/#signedIn=1$/);
    const me = new URL('../me', acs).href;
    // Answers of the API have a policy that allows no requests.
    const ownPage = new URL('/blank', acs).href;
    await context.route('**/blank', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<title>Blank</title>' }),
    );
    await page.goto(ownPage);
    const email = () => page.evaluate(async (url) => (await (await fetch(url)).json()).email, me);
    expect(await email()).toBe('ada@shop.example');
    expect(await page.evaluate(() => document.cookie)).toBe('');
    expect(await context.cookies(acs)).toMatchObject([{ httpOnly: true, sameSite: 'Strict' }]);

    // A link on a page of the service opens, one on a page of another site does not.
    const open = async (from: string) => {
      await page.goto(from);
      const answered = Promise.all([page.waitForResponse(me), page.waitForURL(me)]);
      await page.evaluate((url) => {
        document.body.innerHTML = `<a href="${url}">me</a>`;
        document.querySelector('a')?.click();
      }, me);
      return (await answered)[0].status();
    };
    expect(await open(ownPage)).toBe(200);
    expect(await open(ownPage.replace('127.0.0.1', 'localhost'))).toBe(401);
    await context.close();
  });

  test('does not let an attacker sign another browser in to the attacker’s account', async () => {
    const [attacker, victim] = [await browser.newContext(), await browser.newContext()];
    const page = await attacker.newPage();
    // What the attacker's own browser would have sent is kept back.
    const kept = new Promise<string>((resolve) => {
      void page.route(acs, async (route) => {
        resolve(new URLSearchParams(route.request().postData() ?? '').get('SAMLResponse') ?? '');
        await route.abort();
      });
    });
    await page.goto(new URL('login?redirect=dashboard', acs).href).catch(() => {});
    const response = await kept;

    const lured = await victim.newPage();
    await lured.setContent(
      `<form method="post" action="${acs}"><input name="SAMLResponse" value="${response}"></form>`,
    );
    const [answer] = await Promise.all([
      lured.waitForResponse(acs),
      lured.evaluate(() => {
        document.forms[0]?.submit();
      }),
    ]);
    expect(await answer.headerValue('location')).toBe('/svc/#error=sign_in_expired');
    expect(await victim.cookies(acs)).toEqual([]);
    await Promise.all([attacker.close(), victim.close()]);
  });
});
