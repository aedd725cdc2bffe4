import { waitUntilSaved } from '../support/browser';
import { testInDeep } from '../support/scope';
import { describeWith } from '../support/services';
import { createWidgetSite, type WidgetSite } from '../support/widget-page';

/** Members of the document that the widget uses, or might. */
const members = [
  'cookie',
  'createElement',
  'createElementNS',
  'querySelector',
  'querySelectorAll',
  'body',
  'head',
  'documentElement',
  'readyState',
  'currentScript',
  'addEventListener',
  'dispatchEvent',
  'removeEventListener',
  'baseURI',
  'defaultView',
  'visibilityState',
  'activeElement',
  'getElementById',
];

/** Globals that the widget reads, which an element with this id also defines. */
const globals = [
  'expressConsent',
  'dataLayer',
  'uetq',
  'clarity',
  'fbq',
  'ttq',
  'pintrk',
  '__tcfapi',
  '__gpp',
  '__tcfapiLocator',
  '__gppLocator',
  'Temporal',
  'trustedTypes',
  'requestIdleCallback',
  'fetch',
  'addEventListener',
  'customElements',
  'localStorage',
  'navigator',
  'location',
  'gtag',
];

const settings = '<a href="#" data-consent-open>Privacy settings</a>';

describeWith('chromium', 'The widget in a page whose elements have the names of its tools', () => {
  let site: WidgetSite;
  beforeAll(async () => {
    site = await createWidgetSite();
  });
  afterAll(() => site.close());

  /** Decides on a page with this markup in front of the widget, and looks at the choice again on the next visit. */
  async function useWidget(markup: string): Promise<void> {
    site.setPage('/', {
      script: '',
      body: `${markup}<h1>Shop</h1>${settings}<script src="/svc/widget.js"></script>
        <script type="text/plain" data-category="analytics">window.counted = true;</script>
        <iframe data-category="marketing" data-src="${site.otherOrigin}/film.html" title="Film" width="480" height="270"></iframe>`,
    });
    const { context, visit } = await site.createVisitor();
    const { page, complaints } = await visit();
    await page
      .getByRole('region', { name: 'Your privacy' })
      .getByRole('button', { name: 'Accept all' })
      .click();
    await page.waitForFunction(() => 'counted' in window);
    await page.locator('iframe[src]').waitFor();
    await page.waitForFunction(() =>
      /svc_choice=[^;.]*(\.[^;.]*){6}(;|$)/.test(Reflect.get(Document.prototype, 'cookie', document)),
    );
    await page.reload();
    await page.waitForFunction(() => window.expressConsent?.decided);
    await page.getByRole('link', { name: 'Privacy settings' }).click();
    await page.getByRole('dialog', { name: 'Your choices' }).waitFor();
    await page.evaluate(() => window.expressConsent?.decide('none'));
    await page.waitForFunction(() => window.expressConsent?.states.analytics === 'denied');
    expect(complaints.filter((line) => !line.startsWith('failed:'))).toEqual([]);
    await context.close();
  }

  // The test below has all of them; one at a time they show which of them does harm.
  testInDeep.each(members)('<img name="%s"> and a form of that name take nothing from it', async (name) => {
    await useWidget(`<img name="${name}" alt=""><form name="${name}"><input name="lang"></form>`);
  });

  testInDeep.each(globals)('an element with the id %s is not a global of it', async (name) => {
    await useWidget(`<a id="${name}"></a><a id="${name}" name="push"></a>`);
  });

  test('all of them at once, in front of the widget with everything in the page', async () => {
    await useWidget(
      [
        ...members.map((name) => `<img name="${name}" alt="">`),
        ...globals.map((id) => `<a id="${id}"></a>`),
      ].join(''),
    );
  });

  test('a link in a form with fields named like its methods opens the preferences', async () => {
    site.setPage('/form', {
      body: `<form><input name="matches"><input name="dataset"><input name="closest">${settings}</form>`,
    });
    const { visit } = await site.createVisitor();
    const { page } = await visit('/form');
    await page.getByRole('button', { name: 'Reject' }).click();
    await waitUntilSaved(page);
    await page.getByRole('link', { name: 'Privacy settings' }).click();
    await page.getByRole('dialog', { name: 'Your choices' }).waitFor();
  });
});
