import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import express from 'express';
import type { Browser } from 'playwright-core';
import { closeBrowser, collectComplaints, openBrowser } from '../support/browser';
import { adminEmail, adminPassword, createTestApp } from '../support/create-test-app';
import { listen } from '../support/published-files';
import { pickSome } from '../support/scope';
import { describeWith } from '../support/services';

describeWith('chromium', 'The dashboard in an app with paths and a policy of its own', () => {
  let browser: Browser;
  const close: (() => Promise<unknown>)[] = [];
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterEach(async () => {
    for (const end of close.splice(0).reverse()) await end();
  });
  afterAll(() => closeBrowser(browser));

  /** A host that sends on its own answers what helmet sends by default, and the service below `prefix`. */
  async function createSite(prefix: string, config: Parameters<typeof createTestApp>[0] = {}) {
    const app = await createTestApp({ prefix, ...config });
    close.push(app.close);
    await app.service.start();
    const host = express();
    host.use((_req, res, next) => {
      res.set({
        'Content-Security-Policy':
          "default-src 'self';base-uri 'self';font-src 'self' https: data:;form-action 'self';frame-ancestors 'self';img-src 'self' data:;object-src 'none';script-src 'self';script-src-attr 'none';style-src 'self' https: 'unsafe-inline'",
        'Cross-Origin-Opener-Policy': 'same-origin',
        'Cross-Origin-Resource-Policy': 'same-origin',
        'Origin-Agent-Cluster': '?1',
        'Referrer-Policy': 'no-referrer',
        'X-Content-Type-Options': 'nosniff',
        'X-Frame-Options': 'SAMEORIGIN',
      });
      next();
    });
    host.use(app.app);
    const server = await listen(host);
    close.push(server.close);
    const page = await browser.newPage({ locale: 'en' });
    close.push(() => page.close());
    return {
      page,
      origin: `http://127.0.0.1:${server.port}`,
      complaints: collectComplaints(page, { cancels: true }),
    };
  }

  /** A directory with scripts in place of the built ones. */
  async function builtWith(scripts: { readonly main: string; readonly preview: string }) {
    const directory = await mkdtemp(join(tmpdir(), 'ec_dashboard_'));
    close.push(() => rm(directory, { recursive: true }));
    const files = { 'main-1.js': scripts.main, 'preview-1.js': scripts.preview, 'style-1.css': '' };
    for (const [name, text] of Object.entries(files)) {
      await writeFile(join(directory, name), text);
      await writeFile(join(directory, `${name}.br`), brotliCompressSync(text));
    }
    const manifest = {
      main: { script: 'main-1.js', imports: [] },
      preview: { script: 'preview-1.js', imports: [] },
      style: 'style-1.css',
      files: {
        'main-1.js': 'text/javascript; charset=utf-8',
        'preview-1.js': 'text/javascript; charset=utf-8',
        'style-1.css': 'text/css; charset=utf-8',
      },
    };
    await writeFile(join(directory, 'manifest.json'), JSON.stringify(manifest));
    return directory;
  }

  test.each(
    pickSome(
      [
        ['/privacy', {}, '/privacy/svc/'],
        ['/', {}, '/svc/'],
        [
          '/privacy',
          { config: { basePath: '', dashboard: { enabled: true, path: '/desk/' } } },
          '/privacy/desk/',
        ],
      ],
      1,
    ),
  )('works below %s with %j: signing in, moving, reloading', async (prefix, config, dashboard) => {
    const { page, origin, complaints } = await createSite(prefix, {
      config: { dashboard: { enabled: true } },
      ...config,
    });
    await page.goto(`${origin}${dashboard.slice(0, -1)}`);
    await page.getByLabel('E-mail').fill(adminEmail);
    await page.getByLabel('Password').fill(adminPassword);
    await page.keyboard.press('Enter');
    await page.getByRole('navigation').getByRole('link', { name: 'Banners' }).click();
    await page.getByRole('heading', { level: 1, name: 'Banners' }).waitFor();
    expect(page.url()).toBe(`${origin}${dashboard}banners`);
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Banners' }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    // Before the sign-in, the dashboard asks who is there.
    const expected = (complaint: string) => /401.*auth\/me|status of 401/.test(complaint);
    expect(complaints.filter((complaint) => !expected(complaint))).toEqual([]);
  });

  test('shows the preview in a frame that reaches neither cookies nor the API, nor loads anything', async () => {
    const dashboardDirectory = await builtWith({
      main: `const frame = document.createElement('iframe');
        frame.setAttribute('sandbox', 'allow-scripts allow-same-origin');
        frame.src = 'preview.html';
        addEventListener('message', ({ data, origin }) => { window.answer = { ...data, seenAs: origin }; });
        document.body.append(frame);`,
      preview: `const tried = async (attempt) => { try { return await attempt() || 'empty'; } catch (error) { return error.name; } };
        const style = document.createElement('style');
        style.textContent = 'body { color: rgb(1, 2, 3) }';
        document.head.append(style);
        parent.postMessage({
          origin,
          cookie: await tried(() => document.cookie),
          stored: await tried(() => localStorage.length),
          api: await tried(async () => (await fetch('admin/v1/auth/me')).status),
          image: await tried(() => new Promise((resolve) => {
            const image = new Image();
            image.onload = () => resolve('loaded');
            image.onerror = () => resolve('refused');
            image.src = '/icon.png';
          })),
          parent: await tried(() => parent.document.title),
          colour: getComputedStyle(document.body).color,
        }, '*');`,
    });
    const { page, origin } = await createSite('/', {
      config: { dashboard: { enabled: true } },
      dashboardDirectory,
    });
    await page.context().addCookies([{ name: 'session', value: 'secret', url: origin }]);
    await page.goto(`${origin}/svc/banners/1`);
    const answer = await page.waitForFunction(() => (window as { answer?: object }).answer);
    expect(await answer.jsonValue()).toEqual({
      seenAs: 'null',
      origin: 'null',
      cookie: 'SecurityError',
      stored: 'SecurityError',
      api: 'TypeError',
      image: 'refused',
      parent: 'SecurityError',
      colour: 'rgb(1, 2, 3)',
    });
  });

  test('refuses to be shown in a frame of another page', async () => {
    const { page, origin } = await createSite('/', { config: { dashboard: { enabled: true } } });
    // Answers of the API have a policy of their own, which allows no frames.
    await page.route(`${origin}/blank`, (route) =>
      route.fulfill({ contentType: 'text/html', body: '<title>Blank</title>' }),
    );
    await page.goto(`${origin}/blank`);
    const refused = page.waitForEvent('console', (message) => /frame-ancestors/.test(message.text()));
    await page.evaluate(() => {
      const frame = document.createElement('iframe');
      frame.src = '/svc/';
      document.body.append(frame);
    });
    expect((await refused).text()).toContain("frame-ancestors 'none'");
  });

  test('takes a token from a link only where the host issues tokens', async () => {
    const { page, origin } = await createSite('/', { config: { dashboard: { enabled: true } } });
    await page.goto(`${origin}/svc/banners#token=somebody-elses`);
    await page.getByLabel('E-mail').waitFor();
    expect(page.url()).toBe(`${origin}/svc/banners`);
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
  });
});
