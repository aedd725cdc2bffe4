import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import {
  accessibilityFaults,
  closeBrowser,
  collectComplaints,
  openBrowser,
  waitUntilSaved,
} from '../support/browser';
import { ensureBuilt } from '../support/built-package';
import { testInDeep } from '../support/scope';
import { describeWith } from '../support/services';
import { type ExampleProcess, runExample, startShops } from './example-process';

const shell = async (line: string) => JSON.parse((await promisify(execFile)('sh', ['-c', line])).stdout);
const curlLines = (output: string) => output.split('\n').filter((line) => line.trim().startsWith('curl '));
const passwordOf = (output: string, email: string) => new RegExp(`${email}  (\\S+)`).exec(output)?.[1] ?? '';

describeWith('better-sqlite3', 'The example with two shops', () => {
  let shops: ExampleProcess;
  beforeAll(async () => {
    await ensureBuilt();
    shops = await startShops();
  }, 300_000);
  afterAll(() => shops?.stop());

  const admin = async (path: string, email: string, headers: Record<string, string> = {}) => {
    const login = await fetch(`${shops.origin}/svc/admin/v1/auth/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ email, password: passwordOf(shops.output(), email) }),
    });
    const { token } = (await login.json()) as { token: string };
    const answer = await fetch(`${shops.origin}/svc/admin/v1${path}`, {
      headers: { Authorization: `Bearer ${token}`, ...headers },
    });
    return { status: answer.status, body: await answer.json() };
  };
  const slugs = async (email: string) =>
    ((await admin('/tenants', email)).body as { slug: string }[]).map(({ slug }) => slug);

  test('prints two curl lines that work when pasted: one shop’s visitor, and its operator', async () => {
    const [visitor, operator] = curlLines(shops.output());
    const resolved = await shell(visitor ?? '');
    const [, north] = (await admin('/tenants', 'admin@shops.example')).body as { id: string }[];
    expect(resolved).toMatchObject({ found: true, complianceGroup: 'opt-in', tenantId: north?.id });
    expect(await shell(operator ?? '')).toMatchObject({ activeProfiles: 1 });
  });

  testInDeep('an operator of one shop sees only that shop', async () => {
    expect(await slugs('admin@shops.example')).toEqual(['default', 'north', 'south']);
    expect(await slugs('north@shops.example')).toEqual(['north']);
    expect(await slugs('south@shops.example')).toEqual(['south']);
    const [south] = (await admin('/tenants', 'south@shops.example')).body as { id: string }[];
    expect(
      (await admin('/stats/overview', 'north@shops.example', { 'X-Tenant-Id': south?.id ?? '' })).status,
    ).toBe(403);
  });

  testInDeep('a port in use and an unknown option are reported in one sentence', async () => {
    const holder = createServer().listen(0, '127.0.0.1');
    await once(holder, 'listening');
    const { port } = holder.address() as AddressInfo;
    const refused = await runExample(['--port', String(port)], { example: 'multi-tenant' });
    await new Promise((resolve) => holder.close(resolve));
    expect(refused).toEqual({
      code: 1,
      output: `Port ${port} is already in use. Choose another one: --port ${port + 1}\n`,
    });
    expect(await runExample(['--port', 'x'], { example: 'multi-tenant' })).toEqual({
      code: 1,
      output: '--port must be a number from 1 to 65535, not "x".\n',
    });
    expect(await runExample(['--help'], { example: 'multi-tenant' })).toMatchObject({
      code: 0,
      output: expect.stringContaining('--port N'),
    });
  });

  describeWith('chromium', 'in a browser', () => {
    let browser: Browser;
    beforeAll(async () => {
      browser = await openBrowser();
    }, 60_000);
    afterAll(() => browser && closeBrowser(browser));

    const counted = async (slug: string) =>
      ((await admin('/stats/overview', `${slug}@shops.example`)).body as { totalConsents: number })
        .totalConsents;
    const visit = async (page: Page, slug: string) => {
      await page.goto(shops.origin.replace('127.0.0.1', `${slug}.localhost`));
    };

    testInDeep('each shop asks separately and keeps its own choices, consents and statistics', async () => {
      const context = await browser.newContext({ locale: 'en-GB', timezoneId: 'Europe/Berlin' });
      const page = await context.newPage();
      const complaints = collectComplaints(page);
      await visit(page, 'north');
      await page.getByRole('region', { name: 'Northern Bikes asks' }).waitFor();
      expect(await accessibilityFaults(page)).toEqual([]);
      await page.getByRole('button', { name: 'Accept all' }).click();
      await page.getByText('Allowed: necessary, preferences, analytics, marketing.').waitFor();
      await waitUntilSaved(page);
      expect([await counted('north'), await counted('south')]).toEqual([1, 0]);

      await visit(page, 'south');
      await page.getByRole('region', { name: 'Southern Books asks' }).waitFor();
      await page.getByRole('button', { name: 'Reject all' }).click();
      await page.getByText('Allowed: necessary.', { exact: true }).waitFor();
      await waitUntilSaved(page);
      expect([await counted('north'), await counted('south')]).toEqual([1, 1]);

      await visit(page, 'north');
      await page.getByText('Allowed: necessary, preferences, analytics, marketing.').waitFor();
      await page.getByRole('button', { name: 'Forget me' }).click();
      await page.getByText('None yet.').waitFor();
      expect([await counted('north'), await counted('south')]).toEqual([0, 1]);
      expect(complaints).toEqual([]);
      await context.close();
    });
  });
});
