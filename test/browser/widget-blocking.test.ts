import type { Page } from 'playwright-core';
import { settle, waitForFiles } from '../support/browser';
import { pickSome } from '../support/scope';
import { describeWith } from '../support/services';
import { until } from '../support/webhook-receiver';
import { choose, renderBootstrap, toChoiceCookie } from '../support/widget-choices';
import { createWidgetSite, type WidgetSite } from '../support/widget-page';

declare global {
  interface Window {
    ran?: string[];
  }
}

describeWith('chromium', 'blocked content', () => {
  let site: WidgetSite;
  beforeAll(async () => {
    site = await createWidgetSite({ profile: null });
  });
  afterAll(() => site.close());
  beforeEach(() => {
    site.otherRequests.length = 0;
  });

  const nonce = 'c2VjcmV0';
  const strictPolicy = `script-src 'nonce-${nonce}' 'strict-dynamic'; object-src 'none'; base-uri 'none'`;

  /** Opens a page as a visitor who has refused everything. */
  async function open(body: string, headers: Record<string, string> = {}, script?: string, head = '') {
    site.setPage('/page', { body: `${renderBootstrap()}${body}`, headers, head, ...(script && { script }) });
    const { context, visit } = await site.createVisitor();
    await context.addCookies([toChoiceCookie(site.origin, {})]);
    const { page, complaints } = await visit('/page');
    await page.waitForFunction(() => window.expressConsent?.decided);
    return { page, complaints };
  }

  const readRuns = (page: Page) => page.evaluate(() => window.ran ?? []);
  const waitForRuns = (page: Page, count: number) =>
    page.waitForFunction((least) => (window.ran?.length ?? 0) >= least, count);
  const requested = () => site.otherRequests.map(({ path }) => path).sort();
  const inline = (name: string, attributes = '') =>
    `<script type="text/plain" data-category="analytics" ${attributes}>(window.ran ??= []).push('${name}')</script>`;
  const external = (name: string, attributes = '') =>
    `<script type="text/plain" data-category="analytics" data-src="${site.otherOrigin}/${name}.js" ${attributes}></script>`;

  test('the part that loads content comes once there is content that may load', async () => {
    site.takeServiceRequests();
    const part = () => site.takeServiceRequests().some((request) => request.endsWith('/unblock.js'));
    const { page } = await open(external('tag'));
    await settle(page);
    expect(part()).toBe(false);
    await choose(page, { analytics: 'granted' });
    await until(async () => requested().length > 0);
    expect([requested(), part()]).toEqual([['/tag.js'], true]);
  });

  test('content still loads after the part could not be loaded', async () => {
    const { page } = await open(inline('late'));
    site.fail(({ path }) => (path.endsWith('/unblock.js') ? 'abort' : undefined));
    const lost = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/unblock.js'));
    await choose(page, { analytics: 'granted' });
    await lost;
    site.fail();
    await choose(page, { analytics: 'granted', functional: 'granted' });
    await waitForRuns(page, 1);
    expect(await readRuns(page)).toEqual(['late']);
  });

  test('markup with data-src loads nothing until its category is granted, then all of it', async () => {
    const from = (path: string) => `${site.otherOrigin}/${path}`;
    const { page, complaints } = await open(`
      ${external('tag')}
      <script type="text/plain" data-category="analytics" src="${from('plain-src.js')}"></script>
      <img data-category="analytics" data-src="${from('pixel.svg')}" alt="">
      <img data-category="analytics" data-srcset="${from('large.svg')} 1x" alt="">
      <video data-category="analytics" data-poster="${from('poster.svg')}"></video>
      <video preload="auto"><source data-category="analytics" data-src="${from('film.mp4')}" type="video/mp4"></video>
      <link rel="stylesheet" data-category="analytics" data-href="${from('look.css')}">
      <object type="image/svg+xml" data-category="analytics" data-src="${from('object.svg')}"></object>
      <iframe data-category="analytics" data-src="${from('frame.html')}" title="Map"></iframe>`);
    await settle(page);
    expect(requested()).toEqual([]);

    await choose(page, { analytics: 'granted' });
    await waitForRuns(page, 2);
    await until(() => new Set(requested()).size === 9, 'a request for each element');
    expect([...new Set(requested())].sort()).toEqual([
      '/film.mp4',
      '/frame.html',
      '/large.svg',
      '/look.css',
      '/object.svg',
      '/pixel.svg',
      '/plain-src.js',
      '/poster.svg',
      '/tag.js',
    ]);
    expect(complaints).toEqual([]);
  });

  test('all categories of an element must be granted', async () => {
    const { page } = await open(
      `<script type="text/plain" data-category="analytics marketing">(window.ran ??= []).push('both')</script>${inline('one')}`,
    );
    await choose(page, { analytics: 'granted' });
    await waitForRuns(page, 1);
    expect(await readRuns(page)).toEqual(['one']);
    await choose(page, { analytics: 'granted', marketing: 'granted' });
    await waitForRuns(page, 2);
    expect(await readRuns(page)).toEqual(['one', 'both']);
  });

  test('scripts run in the order of the page, past one that fails to load and one that throws', async () => {
    const { page } = await open(
      [
        external('slow-first'),
        inline('second'),
        '<script type="text/plain" data-category="analytics" data-src="http://127.0.0.1:1/none.js"></script>',
        '<script type="text/plain" data-category="analytics">throw new Error("broken tag")</script>',
        external('third'),
        inline('fourth'),
      ].join(''),
    );
    // The first script is the last to arrive.
    await page.route('**/slow-first.js', async (route) => {
      const response = await route.fetch();
      await page.waitForFunction(() =>
        performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/third.js')),
      );
      await route.fulfill({ response });
    });
    await choose(page, { analytics: 'granted' });
    await waitForRuns(page, 4);
    expect(await readRuns(page)).toEqual(['/slow-first.js', 'second', '/third.js', 'fourth']);
  });

  test('a script that waits for one before it does not run once it is refused', async () => {
    const { page } = await open(external('slow') + inline('waiting'));
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/slow.js', async (route) => {
      await released;
      await route.continue();
    });
    await choose(page, { analytics: 'granted' });
    await page.locator('script[src$="/slow.js"]').nth(1).waitFor({ state: 'attached' });
    await choose(page, {});
    release();
    await waitForRuns(page, 1);
    await settle(page);
    expect(await readRuns(page)).toEqual(['/slow.js']);
    await choose(page, { analytics: 'granted' });
    await waitForRuns(page, 2);
    expect(await readRuns(page)).toEqual(['/slow.js', 'waiting']);
  });

  test('handlers and listeners of a script are called once, when it has loaded or failed', async () => {
    const note = (name: string) => `window.ran.push(this.id + ' ${name}')`;
    const { page } = await open(
      [
        external('good', `id="good" onload="${note('handler')}" onerror="${note('wrong')}"`),
        `<script type="text/plain" data-category="analytics" data-src="http://127.0.0.1:1/none.js" id="bad" onload="${note('wrong')}" onerror="${note('handler')}"></script>`,
        inline('after'),
      ].join(''),
    );
    await page.evaluate(() => {
      for (const id of ['good', 'bad'])
        for (const type of ['load', 'error'])
          document.getElementById(id)?.addEventListener(type, (event) => {
            window.ran = [...(window.ran ?? []), `${id} ${event.type} of ${(event.target as Element).id}`];
          });
    });
    await choose(page, { analytics: 'granted' });
    await page.waitForFunction(() => window.ran?.includes('after'));
    expect(await readRuns(page)).toEqual([
      '/good.js',
      'good handler',
      'good load of good',
      'bad handler',
      'bad error of bad',
      'after',
    ]);
  });

  test.each(
    pickSome(
      [
        ['a script for browsers without modules', 'nomodule'],
        ['a type that browsers do not run', 'data-type="text/partytown"'],
      ],
      1,
    ),
  )('%s holds up no other', async (_name, attributes) => {
    const { page } = await open(`${external('other', attributes)}${external('tag')}${inline('after')}`);
    await choose(page, { analytics: 'granted' });
    await waitForRuns(page, 2);
    expect(await readRuns(page)).toEqual(['/tag.js', 'after']);
  });

  test('a script that leaves the page before it can start holds up no other, and runs once it is back', async () => {
    const { page } = await open('<div id="app"></div>');
    await choose(page, { analytics: 'granted' });
    await waitForFiles(page, 'follow.js');
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/unblock.js', async (route) => {
      await held;
      await route.continue();
    });
    const asked = page.waitForRequest('**/unblock.js');
    const show = (markup: string) =>
      page.evaluate((html) => {
        const app = document.getElementById('app') as HTMLElement;
        (window as { left?: Node[] }).left = [...app.childNodes];
        app.innerHTML = html;
      }, markup);
    const showLast = () =>
      page.evaluate(() => {
        document.getElementById('app')?.replaceChildren(...((window as { left?: Node[] }).left ?? []));
      });
    await show(`<div>${external('first')}</div>`);
    await asked;
    await show('');
    release();
    await page.evaluate((markup) => {
      // A parser makes scripts that can run, as a framework does.
      document.querySelector('main')?.append(document.createRange().createContextualFragment(markup));
    }, inline('other'));
    await waitForRuns(page, 1);
    await showLast();
    await waitForRuns(page, 2);
    // An inline one that waits for its turn.
    await page.route('**/slow.js', async (route) => {
      await page.waitForFunction(() => !document.querySelector('#app p'));
      await route.continue();
    });
    await show(`${external('slow')}<p>${inline('waiting')}</p>`);
    await show(external('last'));
    await waitForRuns(page, 4);
    await settle(page);
    expect(await readRuns(page)).toEqual(['other', '/first.js', '/slow.js', '/last.js']);
    await showLast();
    await waitForRuns(page, 5);
    expect((await readRuns(page)).at(-1)).toBe('waiting');
  });

  test('a script of the head runs once where each visit adds what the head lacks', async () => {
    const { page } = await open(inline('page'), {}, undefined, external('tag', 'id="tag" nonce="7"'));
    await page.route('**/tag.js', (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        body: "(window.ran ??= []).push(document.getElementById('tag').src.slice(-7))",
      }),
    );
    await choose(page, { analytics: 'granted' });
    await waitForRuns(page, 2);
    // As Turbo does it: scripts of the head are the same if their markup is, without the nonce.
    const visitAgain = () =>
      page.evaluate(async () => {
        const answer = await (await fetch(location.href)).text();
        const next = new DOMParser().parseFromString(answer, 'text/html');
        const readMarkup = (node: Element) => {
          if (node.hasAttribute('nonce')) node.setAttribute('nonce', '');
          return node.outerHTML;
        };
        const known = [...document.head.children].map(readMarkup);
        for (const script of next.head.querySelectorAll('script')) {
          if (known.includes(readMarkup(script))) continue;
          const added = document.createElement('script');
          for (const { name, value } of script.attributes) added.setAttribute(name, value);
          document.head.append(added);
        }
        document.body.replaceWith(document.adoptNode(next.body));
      });
    await visitAgain();
    await waitForRuns(page, 3);
    await visitAgain();
    await waitForRuns(page, 4);
    // Inline scripts wait for those before them.
    expect(await readRuns(page)).toEqual(['/tag.js', 'page', 'page', 'page']);
    expect(await page.locator('head script[data-category]').count()).toBe(1);
  });

  test('each script runs once, however often the states change', async () => {
    const { page } = await open(`${inline('tag')}${external('tag')}`);
    await choose(page, { analytics: 'granted' });
    await waitForRuns(page, 2);
    await choose(page, {});
    await choose(page, { analytics: 'granted', functional: 'granted' });
    await settle(page);
    expect((await readRuns(page)).sort()).toEqual(['/tag.js', 'tag']);
  });

  test('keeps the attributes of a script, and runs modules', async () => {
    const { page } = await open(
      `<script type="text/plain" data-category="analytics" data-type="module" id="module" data-key="7" crossorigin>
        (window.ran ??= []).push(typeof import.meta.url === 'string' ? 'module' : 'no module')</script>`,
    );
    await choose(page, { analytics: 'granted' });
    await waitForRuns(page, 1);
    expect(await readRuns(page)).toEqual(['module']);
    expect(
      await page.$eval('#module', (script: HTMLScriptElement) => [script.dataset.key, script.crossOrigin]),
    ).toEqual(['7', 'anonymous']);
  });

  test('loads what the page adds later', async () => {
    const { page } = await open('<div id="app"></div>');
    await choose(page, { analytics: 'granted' });
    await page.evaluate((origin) => {
      const script = document.createElement('script');
      script.type = 'text/plain';
      script.dataset.category = 'analytics';
      script.text = "(window.ran ??= []).push('added')";
      document.getElementById('app')?.append(script);
      document
        .getElementById('app')
        ?.insertAdjacentHTML(
          'beforeend',
          `<p><img data-category="analytics" data-src="${origin}/added.svg" alt=""></p>`,
        );
    }, site.otherOrigin);
    await waitForRuns(page, 1);
    await until(() => requested().length > 0, 'a request for the image');
    expect(requested()).toEqual(['/added.svg']);
  });

  test('an unknown category never loads, and the console names it once', async () => {
    const { page, complaints } = await open(
      '<img data-category="analitics" data-src="/a.svg" alt=""><img data-category="analitics" data-src="/b.svg" alt="">',
    );
    await choose(page, { analytics: 'granted', marketing: 'granted', functional: 'granted' });
    expect(await page.locator('img[src]').count()).toBe(0);
    expect(complaints).toEqual([
      'console: express-consent: Unknown category "analitics". See docs/guide/troubleshooting.md#unknown-category',
    ]);
  });

  test.each(
    pickSome(
      [
        [
          '<script data-category="analytics">window.early = true</script>',
          '<script data-category="analytics">',
        ],
        [
          '<script type="text/plain" data-categories="marketing"></script>',
          '<script type="text/plain" data-categ',
        ],
        ['<script type="" data-category="marketing"></script>', '<script type="" data-category="marketing">'],
        [
          '<script type="module" data-category="marketing"></script>',
          '<script type="module" data-category="marketing">',
        ],
        [
          '<script type="Text/JavaScript" data-categories="a"></script>',
          '<script type="Text/JavaScript" data-categories="a">',
        ],
      ],
      2,
    ),
  )('a script that was meant to wait is named once: %s', async (script, named) => {
    const { complaints } = await open(script + script);
    await until(() => complaints.length > 0, 'a warning');
    expect(complaints).toEqual([expect.stringContaining(`console: express-consent: Not blocked: ${named}`)]);
  });

  test('blocks of data, which browsers do not run, are not named', async () => {
    const data = [
      '<script type="application/json" data-service="checkout">{}</script>',
      '<script type="application/ld+json" data-category="analytics">{}</script>',
      '<script type="text/x-template" data-categories="mugs"></script>',
    ].join('');
    const { complaints } = await open(
      `${data}<script data-category="analytics">window.early = true</script>`,
    );
    const named = () => complaints.filter((complaint) => complaint.includes('Not blocked'));
    await until(() => named().length > 0, 'a warning');
    expect(named()).toEqual([expect.stringContaining('Not blocked: <script data-category="analytics">')]);
  });

  test('addresses are promoted only on elements that load something', async () => {
    const outside = `${site.otherOrigin}/evil`;
    const address = `data-category="necessary" data-href="${outside}" data-src="${outside}"`;
    const { page } = await open(`
      <base ${address}><link rel="manifest" ${address}><link rel="import" ${address}><link ${address}>
      <div ${address}>x</div><form ${address}><input name="dataset"><input name="matches"></form>
      <svg><use ${address}></use></svg><track ${address}><input type="image" ${address}>
      <link rel="icon" data-category="necessary" data-href="${site.otherOrigin}/icon.svg" id="last">`);
    await page.waitForFunction(() => document.querySelector('#last')?.hasAttribute('href'));
    expect(await page.locator('[data-category][href], [data-category][src]').count()).toBe(1);
    expect(await page.evaluate(() => document.baseURI)).toBe(page.url());
  });

  test('a javascript: address does not run', async () => {
    const { page } = await open(
      '<iframe data-category="analytics" data-src=" java&#9;script:parent.ran=[1]" title="Bad"></iframe>',
    );
    await choose(page, { analytics: 'granted' });
    await page.waitForFunction(() => window.expressConsent?.states.analytics === 'granted');
    expect(await page.locator('iframe[src]').count()).toBe(0);
    expect(await readRuns(page)).toEqual([]);
  });

  test('works under a policy with nonces and Trusted Types, but not for scripts without the nonce', async () => {
    const { page, complaints } = await open(
      `${inline('inline', `nonce="${nonce}"`)}${external('external', `nonce="${nonce}"`)}${inline('injected')}${external('injected')}`,
      {
        'Content-Security-Policy': `${strictPolicy}; require-trusted-types-for 'script'; trusted-types express-consent`,
      },
      `<script src="/svc/widget.js" nonce="${nonce}" async></script>`,
    );
    await choose(page, { analytics: 'granted' });
    await waitForRuns(page, 2);
    await settle(page);
    expect((await readRuns(page)).sort()).toEqual(['/external.js', 'inline']);
    expect(requested()).toEqual(['/external.js']);
    expect(complaints).toEqual([
      'console: express-consent: A blocked script lacks the nonce of the page. See docs/guide/troubleshooting.md#script-without-nonce',
    ]);
  });

  test('where the policy refuses our Trusted Types policy, scripts stay blocked and the page works', async () => {
    const { page, complaints } = await open(
      inline('tag', `nonce="${nonce}"`),
      {
        'Content-Security-Policy': `${strictPolicy}; require-trusted-types-for 'script'; trusted-types other`,
      },
      `<script src="/svc/widget.js" nonce="${nonce}" async></script>`,
    );
    await choose(page, { analytics: 'granted' });
    await page.waitForFunction(() => window.expressConsent?.states.analytics === 'granted');
    await until(() => complaints.join().includes('TrustedScript'), 'a complaint about the blocked script');
    expect(await readRuns(page)).toEqual([]);
  });
});
