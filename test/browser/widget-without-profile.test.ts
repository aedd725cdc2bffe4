import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { settle } from '../support/browser';
import { ensureBuilt } from '../support/built-package';
import { testInDeep } from '../support/scope';
import { describeWith } from '../support/services';
import { until } from '../support/webhook-receiver';
import { toChoiceCookie } from '../support/widget-choices';
import { createWidgetSite, type WidgetSite } from '../support/widget-page';

const dist = join(__dirname, '../../dist');
const body = `<h1>Shop</h1><a href="#" data-consent-open>Privacy settings</a>
<script type="text/plain" data-category="analytics">document.body.dataset.analytics = 'runs';</script>
<svc-embed category="marketing" src="/film" title="Film" width="480" height="270"></svc-embed>`;

describeWith('chromium', 'The widget where no profile is active', () => {
  let site: WidgetSite;
  afterEach(() => site.close());

  async function openPlace(type: 'opt-in' | 'opt-out-strict', gpc = false): Promise<Page> {
    site = await createWidgetSite({ profile: null, config: { compliance: { type } } });
    site.setPage('/', { body });
    const { visit } = await site.createVisitor({ gpc });
    const { page } = await visit();
    return page;
  }

  /** Visits a page of a place of this group; returns whether its blocked script runs. */
  async function visitPlace(type: 'opt-in' | 'opt-out-strict', gpc = false): Promise<boolean> {
    const page = await openPlace(type, gpc);
    await page.evaluate(() => window.expressConsent?.ready);
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
    return page.evaluate(() => document.body.dataset.analytics === 'runs');
  }

  test('allows content where the law does not ask first', async () => {
    expect(await visitPlace('opt-out-strict')).toBe(true);
  });

  testInDeep('reports to scripts and parts of the page the same as blocked content', async () => {
    await ensureBuilt('whole');
    site = await createWidgetSite({ profile: null, config: { compliance: { type: 'opt-out-strict' } } });
    site.fail(({ path }) =>
      path === '/svelte.mjs'
        ? { type: 'text/javascript', text: readFileSync(join(dist, 'browser/svelte.mjs'), 'utf8') }
        : undefined,
    );
    site.setPage('/', {
      script: `<script>document.addEventListener('consent', ({ detail }) => (window.heard = detail));</script>
        <script src="/svc/widget.js"></script>`,
      body: `<script type="module">import { createConsentStore } from '/svelte.mjs';
        createConsentStore().subscribe(({ isGranted, isServiceGranted }) =>
          (window.granted = [isGranted('analytics'), isServiceGranted('maps')]));</script>`,
    });
    const { visit } = await site.createVisitor();
    const { page } = await visit();
    await page.waitForFunction(() => (window as { granted?: boolean[] }).granted?.[0]);
    expect(
      await page.evaluate(() => {
        const { heard, granted } = window as { heard?: object; granted?: boolean[] };
        return [heard, granted, window.expressConsent?.allowsAll, window.expressConsent?.decided];
      }),
    ).toEqual([{ states: {}, services: {}, decided: false, allowsAll: true }, [true, true], true, false]);
  });

  testInDeep('shows embeds where the law does not ask first', async () => {
    const page = await openPlace('opt-out-strict');
    await page.locator('svc-embed iframe[src="/film"]').waitFor();
  });

  testInDeep('allows nothing where Global Privacy Control binds', async () => {
    expect(await visitPlace('opt-out-strict', true)).toBe(false);
  });

  test('allows nothing where the law asks first', async () => {
    expect(await visitPlace('opt-in')).toBe(false);
  });

  describe('after a choice', () => {
    const decidedAt = Date.now() - 2 * 86_400_000;
    const granted = { functional: 'granted', analytics: 'granted', marketing: 'granted' } as const;
    const read = (page: Page) =>
      page.evaluate(() => {
        const { decided, states } = window.expressConsent ?? {};
        return { decided, states: { ...states }, hasCookie: document.cookie.includes('svc_choice=') };
      });

    test('keeps an opt-out in force, and asks nobody', async () => {
      site = await createWidgetSite({ profile: null, config: { compliance: { type: 'opt-out-strict' } } });
      site.setPage('/', { body: body.replace('analytics', 'marketing') });
      const { context, visit } = await site.createVisitor();
      const choice = { decidedAt, asksFirst: false };
      await context.addCookies([toChoiceCookie(site.origin, { ...granted, marketing: 'denied' }, choice)]);
      const { page } = await visit();
      await page.waitForFunction(() => localStorage.getItem('svc_checked'));
      await settle(page);
      expect(await read(page)).toEqual({
        decided: true,
        states: { necessary: 'granted', ...granted, marketing: 'denied' },
        hasCookie: true,
      });
      expect(await page.evaluate(() => ({ ...document.body.dataset }))).toEqual({});
    });

    test('leaves what another tab has decided while the choice ended', async () => {
      site = await createWidgetSite({ profile: null, config: { compliance: { type: 'opt-in' } } });
      let release = () => {};
      const decided = new Promise<void>((resolve) => {
        release = resolve;
      });
      site.fail(({ path }) => (path.includes('/bootstrap') ? decided : undefined));
      const { context, visit } = await site.createVisitor();
      await context.addCookies([toChoiceCookie(site.origin, granted, { decidedAt })]);
      const { page } = await visit();
      await until(
        () => site.requests.some(({ path }) => path.includes('/bootstrap')),
        'the end of the choice',
      );
      await context.addCookies([toChoiceCookie(site.origin, {})]);
      release();
      await page.evaluate(() => fetch('/svc/api/v1/bootstrap'));
      await settle(page);
      expect(await read(page)).toMatchObject({ decided: true, hasCookie: true });
    });
  });
});
