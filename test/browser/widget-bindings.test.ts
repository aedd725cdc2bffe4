import { join } from 'node:path';
import { build } from 'esbuild';
import type { Page } from 'playwright-core';
import type { ConsentSnapshot } from '#widget/bindings/consent-store';
import { settle } from '../support/browser';
import { pickSome, testInDeep } from '../support/scope';
import { describeWith } from '../support/services';
import { createWidgetSite, type WidgetSite } from '../support/widget-page';

declare global {
  interface Window {
    /** Whether the ads were allowed, each time that the route with them was mounted or rendered. */
    seen: boolean[];
    /** Mounts the route with the ads, or leaves it. */
    showAds(isShown: boolean): Promise<void>;
    /** Hydrates markup without a choice; returns the class by which it shows whether the ads are allowed. */
    hydrate(html: string): Promise<string>;
  }
}

/** Single-page apps with one route that depends on the choice, and, if `window.follows`, a part that is always mounted. */
const apps: Readonly<Record<string, string>> = {
  react: `
    import { createElement as h, useState } from 'react';
    import { flushSync } from 'react-dom';
    import { createRoot } from 'react-dom/client';
    import { Consented, ConsentProvider, useConsent } from './src/widget/bindings/react';
    const Seen = ({ value }) => (seen.push(value), null);
    const Ads = () => h(Consented, { category: 'marketing', fallback: h(Seen, { value: false }) }, h(Seen, { value: true }));
    const Follower = () => (useConsent(), null);
    function App() {
      const [isShown, show] = useState(false);
      window.showAds = async (value) => flushSync(() => show(value));
      return [follows && h(Follower, { key: 1 }), isShown && h(Ads, { key: 2 })];
    }
    const app = h(App);
    createRoot(document.getElementById('app')).render(choice ? h(ConsentProvider, { choice }, app) : app);`,
  vue: `
    import { createApp, createSSRApp, defineComponent, h, nextTick, ref } from 'vue';
    import { Consented, consentPlugin, useConsent } from './src/widget/bindings/vue';
    const Seen = defineComponent({ props: ['value'], setup: ({ value }) => (seen.push(value), () => null) });
    const Ads = () => h(Consented, { category: 'marketing' }, {
      default: () => h(Seen, { value: true }), fallback: () => h(Seen, { value: false }),
    });
    const Follower = defineComponent({ setup: () => (useConsent(), () => null) });
    const Line = defineComponent(() => {
      const { isGranted } = useConsent();
      return () => h('p', { class: isGranted('marketing') ? 'on' : 'off' });
    });
    window.hydrate = async (html) => {
      const page = document.createElement('div');
      page.innerHTML = html;
      createSSRApp(Line).mount(page);
      await nextTick();
      return page.firstElementChild.className;
    };
    const isShown = ref(false);
    window.showAds = (value) => ((isShown.value = value), nextTick());
    const app = createApp({ setup: () => () => [follows && h(Follower), isShown.value && h(Ads)] });
    (choice ? app.use(consentPlugin, choice) : app).mount('#app');`,
  svelte: `
    import { createConsentStore } from './src/widget/bindings/svelte';
    const consent = createConsentStore(choice);
    if (follows) consent.subscribe(() => {});
    let leave;
    window.showAds = async (isShown) => {
      if (isShown) leave = consent.subscribe(({ isGranted }) => seen.push(isGranted('marketing')));
      else leave();
    };`,
};

/** Pages with a frame of another site. */
const frames: Readonly<Record<string, string>> = {
  react: `
    import { createElement as h } from 'react';
    import { createRoot } from 'react-dom/client';
    import { ConsentEmbed } from './src/widget/bindings/react';
    createRoot(document.getElementById('app')).render(h(ConsentEmbed, frame));`,
  vue: `
    import { createApp, h } from 'vue';
    import { ConsentEmbed } from './src/widget/bindings/vue';
    createApp({ setup: () => () => h(ConsentEmbed, frame) }).mount('#app');`,
};

const bundle = async (contents: string) => {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: join(__dirname, '../..') },
    bundle: true,
    write: false,
    minify: true,
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'error',
  });
  return outputFiles[0]?.text ?? '';
};

describeWith('chromium', 'bindings of frameworks', () => {
  let site: WidgetSite;
  beforeAll(async () => {
    site = await createWidgetSite();
  });
  afterAll(() => site.close());

  async function open(framework: string, choice?: ConsentSnapshot): Promise<Page> {
    const app = await bundle(apps[framework] ?? '');
    const start = `window.seen = []; window.choice = ${JSON.stringify(choice)}; window.follows = ${choice !== undefined}; ${app}`;
    site.setPage('/page', { body: `<div id="app"></div><script type="module">${start}</script>` });
    const { visit } = await site.createVisitor();
    const { page } = await visit('/page');
    await page.waitForFunction(() => typeof window.showAds === 'function' && window.expressConsent);
    return page;
  }

  const decide = (page: Page, all: 'all' | 'none') =>
    page.evaluate((wanted) => window.expressConsent?.decide(wanted), all);

  /** Goes to the route and leaves it; returns whether its ads were allowed, from the first moment on. */
  const visitAds = (page: Page) =>
    page.evaluate(async () => {
      window.seen = [];
      await window.showAds(true);
      await new Promise(requestAnimationFrame);
      await window.showAds(false);
      return [...new Set(window.seen)];
    });

  describe.each(pickSome(Object.keys(apps), 1))('%s', (framework) => {
    test('a part knows of decisions while it was away', async () => {
      const page = await open(framework);
      await decide(page, 'all');
      expect(await visitAds(page)).toEqual([true]);
      await decide(page, 'none');
      expect(await visitAds(page)).toEqual([false]);
      await decide(page, 'all');
      expect(await visitAds(page)).toEqual([true]);
    });

    test('a part that comes later begins with the newest choice, not with that of the server', async () => {
      const page = await open(framework, { states: { marketing: 'granted' }, decided: true });
      await decide(page, 'none');
      expect(await visitAds(page)).toEqual([false]);
    });
  });

  test('vue: hydration corrects what the server rendered without the choice', async () => {
    const page = await open('vue');
    await decide(page, 'all');
    expect(await page.evaluate(() => window.hydrate('<p class="off"></p>'))).toBe('on');
  });

  testInDeep('an action that waits for the widget ends without the service', async () => {
    site.fail(({ path }) => (path.includes('/bootstrap') ? 503 : undefined));
    const app = await bundle(`
      import { createConsentStore } from './src/widget/bindings/svelte';
      createConsentStore().open().then(() => { window.isOver = true; });`);
    site.setPage('/early', { script: '', body: `<script>${app}</script>` });
    const { visit } = await site.createVisitor();
    const { page } = await visit('/early');
    await page.addScriptTag({ url: '/svc/widget.js' });
    await page.waitForFunction(() => (window as { isOver?: boolean }).isOver);
    site.fail();
  });

  test.each(pickSome(Object.keys(frames), 1))(
    '%s: a lazy loader does not load a frame before consent',
    async (framework) => {
      const frame = { category: 'marketing', src: `${site.otherOrigin}/film.html`, title: 'Film' };
      const app = await bundle(frames[framework] ?? '');
      const load =
        "document.querySelectorAll('[data-src]').forEach((found) => { found.src = found.dataset.src; })";
      site.setPage('/frame', {
        body: `<div id="app"></div><script type="module">window.frame = ${JSON.stringify(frame)}; ${app}</script>
        <script>setInterval(() => ${load}, 10)</script>`,
      });
      const { visit } = await site.createVisitor();
      const { page } = await visit('/frame');
      const film = page.locator('iframe[title="Film"]');
      await film.waitFor({ state: 'attached' });
      await settle(page);
      expect(await film.getAttribute('src')).toBeNull();
      await decide(page, 'all');
      await page.locator(`iframe[src="${frame.src}"]`).waitFor();
    },
  );
});
