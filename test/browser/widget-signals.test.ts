import type { Page } from 'playwright-core';
// Declares `window.dataLayer`.
import type {} from '#widget/signals/google';
import { describeWith } from '../support/services';
import {
  choose,
  renderBootstrap,
  type SiteStates,
  toChoiceCookie,
  toSiteChoice,
} from '../support/widget-choices';
import { createWidgetSite, type WidgetSite } from '../support/widget-page';

describeWith('chromium', 'signals to tags', () => {
  let site: WidgetSite;
  beforeAll(async () => {
    site = await createWidgetSite({ profile: null });
  });
  afterAll(() => site.close());

  async function open(states: SiteStates, head = '', body = '') {
    // The head comes before the widget, like the tags of most pages.
    const script = `${head}<script src="/svc/widget.js" async></script>`;
    site.setPage('/page', { script, body: renderBootstrap() + body });
    const { context, visit } = await site.createVisitor();
    await context.addCookies([toChoiceCookie(site.origin, states)]);
    const { page } = await visit('/page');
    await page.waitForFunction(() => window.expressConsent?.decided);
    return page;
  }

  /** Commands in the queue of Google's tags, as arrays. */
  const readCommands = (page: Page) =>
    page.evaluate(() =>
      (window.dataLayer ?? []).map((item) =>
        Object.prototype.toString.call(item) === '[object Arguments]' ? [...(item as unknown[])] : item,
      ),
    );

  test('Google’s tags learn every change, with all seven types', async () => {
    const page = await open({});
    const denied = {
      ad_storage: 'denied',
      ad_user_data: 'denied',
      ad_personalization: 'denied',
      analytics_storage: 'denied',
      functionality_storage: 'denied',
      personalization_storage: 'denied',
      security_storage: 'granted',
    };
    expect((await readCommands(page)).slice(0, 2)).toEqual([
      ['set', 'ads_data_redaction', true],
      ['consent', 'update', denied],
    ]);
    await choose(page, { analytics: 'granted', marketing: 'granted' });
    await page.waitForFunction(() => window.expressConsent?.states.marketing === 'granted');
    expect((await readCommands(page)).slice(-3)).toEqual([
      ['set', 'ads_data_redaction', true],
      [
        'consent',
        'update',
        {
          ...denied,
          ad_storage: 'granted',
          ad_user_data: 'granted',
          ad_personalization: 'granted',
          analytics_storage: 'granted',
        },
      ],
      {
        event: 'consent',
        states: { necessary: 'granted', functional: 'denied', analytics: 'granted', marketing: 'granted' },
      },
    ]);
  });

  test('the page hears of each change by an event', async () => {
    const page = await open({});
    await page.evaluate(() => {
      document.addEventListener('consent', (event) => {
        document.title = JSON.stringify((event as CustomEvent).detail);
      });
    });
    await choose(page, { functional: 'granted' });
    await page.waitForFunction(() => document.title.startsWith('{'));
    expect(JSON.parse(await page.title())).toEqual({
      decided: true,
      allowsAll: false,
      services: {},
      states: { necessary: 'granted', functional: 'granted', analytics: 'denied', marketing: 'denied' },
    });
  });

  test('tags learn that a category has got another purpose, although its state is the same', async () => {
    const page = await open({ analytics: 'granted' });
    const before = (await readCommands(page)).length;
    await choose(page, { analytics: 'granted' });
    expect(await readCommands(page)).toHaveLength(before);
    const { categories } = toSiteChoice({ analytics: 'granted' });
    const withPreferences = categories.map((category) =>
      category.id === 'analytics' ? { ...category, purposes: 'ap' } : category,
    );
    await choose(page, {}, { profileVersion: 2, categories: withPreferences });
    const commands = await readCommands(page);
    expect(commands).toHaveLength(before + 3);
    expect(commands.at(-2)).toMatchObject(['consent', 'update', { personalization_storage: 'granted' }]);
  });

  const noted = (call: string) => `(window.calls ??= []).push(${call})`;
  const tags = `<script>
    window.uetq = { push: (...args) => ${noted("['uet', ...args]")} };
    window.clarity = (...args) => ${noted("['clarity', ...args]")};
    window.fbq = () => { ${noted("['meta failed']")}; throw new Error('broken'); };
    window.ttq = { grantConsent: () => ${noted("['tiktok', 'grant']")}, revokeConsent: () => ${noted("['tiktok', 'revoke']")} };
    window.pintrk = (...args) => ${noted("['pinterest', ...args]")};
  </script>`;
  const takeCalls = (page: Page) =>
    page.evaluate(() => (window as { calls?: unknown[] }).calls?.splice(0) ?? []);

  test('the tags of other companies learn it by their own calls, past one that throws', async () => {
    const page = await open({}, tags);
    expect(await takeCalls(page)).toEqual([
      ['uet', 'consent', 'update', { ad_storage: 'denied' }],
      ['clarity', 'consentv2', { ad_Storage: 'denied', analytics_Storage: 'denied' }],
      ['meta failed'],
      ['tiktok', 'revoke'],
      ['pinterest', 'setconsent', false],
    ]);
    await choose(page, { marketing: 'granted' });
    await page.waitForFunction(() => window.expressConsent?.states.marketing === 'granted');
    expect(await takeCalls(page)).toEqual([
      ['uet', 'consent', 'update', { ad_storage: 'granted' }],
      ['clarity', 'consentv2', { ad_Storage: 'granted', analytics_Storage: 'denied' }],
      ['meta failed'],
      ['tiktok', 'grant'],
      ['pinterest', 'setconsent', true],
    ]);
  });

  test('data of another company that has the name of Google’s queue stays as it is', async () => {
    const page = await open(
      { analytics: 'granted' },
      `<script>window.dataLayer = { page: 'home' };
        addEventListener('error', () => Object.assign(window, { failed: true }));</script><script src="/svc/default.js"></script>`,
    );
    expect(await page.evaluate(() => [window.dataLayer, 'failed' in window])).toEqual([
      { page: 'home' },
      false,
    ]);
  });

  test('a tag that was blocked until now learns the consent under which it runs', async () => {
    const page = await open(
      { analytics: 'granted' },
      '',
      `<script type="text/plain" data-category="analytics">window.clarity = (...args) => ${noted('args')};</script>`,
    );
    await page.waitForFunction(() => 'calls' in window);
    expect(await takeCalls(page)).toEqual([
      ['consentv2', { ad_Storage: 'denied', analytics_Storage: 'granted' }],
    ]);
  });
});
