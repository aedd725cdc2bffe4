import type { Page } from 'playwright-core';
import { settle } from '../support/browser';
import { describeWith } from '../support/services';
import { until } from '../support/webhook-receiver';
import { renderBootstrap, toChoiceCookie } from '../support/widget-choices';
import { createWidgetSite, type WidgetSite } from '../support/widget-page';

// The rows of "What cannot be blocked" in docs/guide/widget-blocking.md. If one of these tests fails because less
// is requested than before, the guide can be corrected.
describeWith('chromium', 'what the widget cannot block', () => {
  let site: WidgetSite;
  beforeAll(async () => {
    site = await createWidgetSite({ profile: null });
  });
  afterAll(() => site.close());

  /** Opens a page as a visitor who has refused everything. */
  async function open(body: string): Promise<Page> {
    site.setPage('/page', { body: renderBootstrap() + body });
    const { context, visit } = await site.createVisitor();
    await context.addCookies([toChoiceCookie(site.origin, {})]);
    site.otherRequests.length = 0;
    const { page } = await visit('/page');
    await page.waitForFunction(() => window.expressConsent?.decided);
    return page;
  }

  test.each([
    [
      'a script with a plain src',
      '/a.js',
      (url: string) => `<script data-category="marketing" src="${url}"></script>`,
    ],
    [
      'an image with a plain src',
      '/a.svg',
      (url: string) => `<img data-category="marketing" src="${url}" alt="">`,
    ],
    [
      'a style sheet with a plain href',
      '/a.css',
      (url: string) => `<link rel="stylesheet" data-category="marketing" href="${url}">`,
    ],
    [
      'a frame with a plain src',
      '/a.html',
      (url: string) => `<iframe data-category="marketing" src="${url}" title="Film"></iframe>`,
    ],
    [
      'what a script inserts',
      '/b.js',
      (url: string) =>
        `<script>document.head.append(Object.assign(document.createElement('script'), { src: '${url}' }))</script>`,
    ],
    ['a pixel of a script', '/b.svg', (url: string) => `<script>new Image().src = '${url}'</script>`],
    ['a request of a script', '/c', (url: string) => `<script>fetch('${url}', { mode: 'no-cors' })</script>`],
    ['a beacon', '/d', (url: string) => `<script>navigator.sendBeacon('${url}')</script>`],
  ])('%s is requested', async (_, path, toMarkup) => {
    await open(toMarkup(`${site.otherOrigin}${path}`));
    await until(() => site.otherRequests.length > 0, 'a request');
    expect(site.otherRequests.map((request) => request.path)).toEqual([path]);
  });

  test('but the frame becomes a placeholder at once', async () => {
    const page = await open(
      `<iframe data-category="marketing" src="${site.otherOrigin}/a.html" title="Film" width="300" height="200"></iframe>`,
    );
    await page.waitForFunction(() =>
      document.querySelector('iframe')?.contentDocument?.querySelector('button'),
    );
  });

  test('our markup, with data-src, is not', async () => {
    const origin = site.otherOrigin;
    const page = await open(
      `<script type="text/plain" data-category="marketing" data-src="${origin}/a.js"></script>
       <img data-category="marketing" data-src="${origin}/a.svg" alt="">
       <iframe data-category="marketing" data-src="${origin}/a.html" title="Film"></iframe>`,
    );
    await settle(page);
    expect(site.otherRequests).toEqual([]);
  });
});
