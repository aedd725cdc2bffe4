import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { settle, waitUntilSaved } from '../support/browser';
import { testInDeep } from '../support/scope';
import { describeWith } from '../support/services';
import { until } from '../support/webhook-receiver';
import { createWidgetSite, type WidgetSite } from '../support/widget-page';

// Two versions side by side: this service, and scripts of a version whose parts have another contract.

const built = join(__dirname, '../../dist/widget');
const read = (name: string) => readFileSync(join(built, name), 'utf8');
const { hash } = JSON.parse(read('manifest.json'));
const otherHash = 'f00000000000';
const advice = 'See docs/guide/troubleshooting.md#two-versions';

/** A script of the other version: parts get a context in which what they need has other names. */
const toOther = (text: string) =>
  text
    .replaceAll(hash, otherHash)
    .replaceAll('readBootstrap', 'readStart')
    .replaceAll('readHints:', 'hints:');
const javaScript = (text: string) => ({ type: 'text/javascript', text });

const body = `<h1>Shop</h1><a href="#" data-consent-open>Privacy settings</a>
<script type="text/plain" data-category="analytics">document.body.dataset.analytics = 'runs';</script>
<script>
  const seen = (window.seen = { events: 0, changes: [] });
  document.addEventListener('consent', () => { seen.events += 1; });
  addEventListener('load', () => {
    const consent = (window.kept = window.expressConsent);
    consent.on(({ decided, states }) => seen.changes.push([decided, states.analytics]));
    consent.when('analytics').then(() => { seen.when = true; });
  });
</script>`;

/** Runs before the page: what `body` notes. */
interface Seen {
  readonly kept: typeof window.expressConsent;
  readonly seen: { readonly events: number; readonly changes: unknown[]; readonly when?: boolean };
}

describeWith('chromium', 'Two versions of the widget side by side', () => {
  let site: WidgetSite;
  beforeAll(async () => {
    site = await createWidgetSite();
    site.setPage('/', { body });
    site.setPage('/next', { body });
  });
  afterEach(() => site.fail());
  afterAll(() => site.close());

  const banner = (page: Page) => page.getByRole('region', { name: 'Your privacy' });
  const lines = (complaints: readonly string[]) =>
    complaints.filter((text) => text.includes('express-consent'));
  const readSeen = (page: Page) => page.evaluate(() => (window as unknown as Seen).seen);
  /** Caches have the script of the other version until a browser asks around them. */
  const keepOtherScript = () => {
    let isKept = true;
    site.fail(({ path }) =>
      isKept && path.endsWith('/widget.js') ? javaScript(toOther(read('widget.js'))) : undefined,
    );
    return () => {
      isKept = false;
    };
  };

  test('a cached script is replaced by the one of the service, with what the page has asked of it', async () => {
    keepOtherScript();
    const { visit } = await site.createVisitor();
    const { page, complaints } = await visit();
    await banner(page).waitFor();
    expect(await page.locator('svc-consent .banner').count()).toBe(1);
    expect(await page.evaluate(() => document.body.dataset.analytics)).toBeUndefined();
    const { changes } = await readSeen(page);
    expect(changes).toEqual([[false, 'denied']]);

    await banner(page).getByRole('button', { name: 'Accept all' }).click();
    await waitUntilSaved(page);
    await settle(page);
    // Nothing happens twice, also when the script before hears of the choice.
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    const seen = await readSeen(page);
    expect(seen).toMatchObject({ events: 2, when: true });
    expect(seen.changes.at(-1)).toEqual([true, 'granted']);
    expect(await page.evaluate(() => document.body.dataset.analytics)).toBe('runs');
    expect(await page.evaluate(() => (window as unknown as Seen).kept?.states.analytics)).toBe('granted');
    expect(lines(complaints)).toEqual([
      `console: express-consent: The page had the script of another version, which was replaced. ${advice}`,
    ]);
    expect((await site.records()).length).toBe(1);
  });

  testInDeep(
    'a visitor who has decided can still change the choice, and the browser gets the script of the service',
    async () => {
      const { visit } = await site.createVisitor();
      const first = await visit();
      await banner(first.page).getByRole('button', { name: 'Accept all' }).click();
      await waitUntilSaved(first.page);

      const drop = keepOtherScript();
      // Not from the browser's own cache.
      site.setPage('/old', { body, script: '<script src="/svc/widget.js?old" async></script>' });
      site.fail(({ path }) => (path.includes('?old') ? javaScript(toOther(read('widget.js'))) : undefined));
      site.requests.length = 0;
      const { page } = await visit('/old');
      await page.waitForFunction(() => document.body.dataset.analytics === 'runs');
      await until(() => site.requests.some(({ path }) => path === '/svc/widget.js'));
      drop();
      await page.getByRole('link', { name: 'Privacy settings' }).click();
      const dialog = page.getByRole('dialog', { name: 'Your choices' });
      await dialog.getByRole('switch', { name: 'Analytics' }).uncheck();
      expect(await page.locator('svc-consent dialog').count()).toBe(1);
      await dialog.getByRole('button', { name: 'Save' }).click();
      await page.waitForFunction(() => window.expressConsent?.states.analytics === 'denied');
    },
  );

  testInDeep('a cached page with the banner of the other version in its scripts asks once', async () => {
    site.setPage('/inline', {
      body,
      script: `<script data-base="/svc/">${toOther(read('inline.js')).replaceAll('readStart', 'readBootstrap')}</script>`,
    });
    const { visit } = await site.createVisitor();
    const { page, complaints } = await visit('/inline');
    await until(() => lines(complaints).length > 0);
    await banner(page).getByRole('button', { name: 'Reject' }).click();
    await page.waitForFunction(() => window.expressConsent?.decided);
    await banner(page).waitFor({ state: 'detached' });
    expect(await page.locator('svc-consent .banner:not(.leaving)').count()).toBe(0);
  });

  test('a page whose servers have different versions gets one attempt, and nothing is allowed', async () => {
    site.fail(({ path }) => {
      if (path.endsWith('/widget.js')) return javaScript(toOther(read('widget.js')));
      // The other server answers the parts of this version, as this one does those of the other.
      return path.includes(`/w/${hash}/`) ? javaScript(toOther(read('restart.js'))) : undefined;
    });
    const { visit } = await site.createVisitor();
    site.requests.length = 0;
    const { page, complaints } = await visit();
    await until(() => lines(complaints).length > 1);
    await settle(page);
    expect(lines(complaints)).toContain(
      `console: express-consent: Servers with different versions answer this page, so there is no banner. ${advice}`,
    );
    expect(await banner(page).count()).toBe(0);
    expect(await page.evaluate(() => window.expressConsent?.states)).toEqual({});
    expect(await page.evaluate(() => document.body.dataset.analytics)).toBeUndefined();
    const parts = site.requests.map(({ path }) => path).filter((path) => path.includes('/w/'));
    expect(new Set(parts).size).toBe(parts.length);
  });

  test('a script takes neither the answer nor the banner that another version has written into a page', async () => {
    site.setPage('/written', {
      body,
      tags: async () =>
        '<script type="application/json" id="svc-boot">{"contract":15,"found":false,"asksFirst":false,"gpcBinding":false,"childAge":null,"cookies":{"path":"/"},"profile":null}</script>',
    });
    const { visit } = await site.createVisitor();
    const { page, complaints } = await visit('/written');
    await banner(page).waitFor();
    expect(await page.evaluate(() => document.body.dataset.analytics)).toBeUndefined();
    expect(lines(complaints)[0]).toContain('No usable answer from #svc-boot');
  });
});
