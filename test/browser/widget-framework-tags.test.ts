import type { Frame, Page } from 'playwright-core';
import {
  callFromFrame,
  createFrameworkSite,
  type FrameworkSite,
  lastEvent,
  listen,
  press,
  toIds,
} from '../support/framework-page';
import { testInDeep } from '../support/scope';
import { describeWith } from '../support/services';
import { createWidgetSite, type WidgetSite } from '../support/widget-page';

const nonce = 'c2VjcmV0';

describeWith('chromium', 'the tags of a page with frameworks', () => {
  let site: FrameworkSite;
  beforeAll(async () => {
    site = await createFrameworkSite();
    site.setPage('/strict', {
      tags: async (request) => (await site.app.service.page(request, { nonce })).head,
      script: `<script nonce="${nonce}">
        window.atFirst = {};
        __tcfapi('ping', 2, (data) => { atFirst.tcf = data; });
        __gpp('ping', (data) => { atFirst.gpp = data; });
        ${listen}</script>`,
      body: site.frame,
      headers: {
        'Content-Security-Policy': `default-src 'none'; script-src 'nonce-${nonce}' 'strict-dynamic'; connect-src 'self'; img-src data:; frame-src ${site.otherOrigin}; base-uri 'none'; require-trusted-types-for 'script'; trusted-types express-consent`,
      },
    });
  });
  afterAll(() => site.close());

  const atFirst = (page: Page) =>
    page.evaluate(() => (window as unknown as { atFirst: { tcf: object; gpp: object } }).atFirst);
  const adOf = (page: Page) => page.frames().find((one) => one.url().startsWith(site.otherOrigin)) as Frame;

  test('under a strict policy, vendors find both APIs before the widget, and get their answers', async () => {
    const { context } = await site.createVisitor();
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/widget.js', async (route) => {
      await held;
      await route.continue();
    });
    // The page never finishes loading while its script is held.
    await page.goto(`${site.origin}/strict`, { waitUntil: 'domcontentloaded' });
    await page.waitForFunction(() => '__tcfapiLocator' in frames);
    await adOf(page).waitForLoadState();
    expect(await atFirst(page)).toMatchObject({
      tcf: { cmpLoaded: false, cmpStatus: 'stub' },
      gpp: { cmpStatus: 'stub', signalStatus: 'not ready' },
    });
    // A frame of another company asks while there is nobody to answer.
    expect(await callFromFrame(adOf(page), '__tcfapi', { command: 'ping', version: 2 })).toMatchObject({
      returnValue: { cmpLoaded: false, cmpStatus: 'stub' },
    });
    expect(await callFromFrame(adOf(page), '__gpp', { command: 'ping', version: '1.1' })).toMatchObject({
      returnValue: { cmpStatus: 'stub', signalStatus: 'not ready' },
    });
    const waiting = callFromFrame(adOf(page), '__tcfapi', { command: 'addEventListener', version: 2 });
    release();
    expect(await waiting).toMatchObject({ returnValue: { cmpStatus: 'loaded', cmpId: 31 }, success: true });
    expect((await lastEvent(page, 'cmpuishown')).listenerId).toBe(1);
    expect(await page.evaluate(() => '__tcfapiLocator' in frames && '__gppLocator' in frames)).toBe(true);

    await press(page, 'Accept all');
    const { tcString } = await lastEvent(page, 'useractioncomplete');
    await page.unroute('**/widget.js');
    await page.reload();
    expect(await atFirst(page)).toMatchObject({ tcf: { cmpStatus: 'stub' }, gpp: { cmpStatus: 'stub' } });
    expect((await lastEvent(page, 'tcloaded')).tcString).toBe(tcString);
    expect(complaints).toEqual([]);
  });

  testInDeep(
    'a page with the script tag alone answers frames too, also for a returning visitor',
    async () => {
      site.setPage('/plain', { body: site.frame });
      const { visit } = await site.createVisitor();
      const { page, complaints } = await visit('/plain');
      await press(page, 'Accept all');
      await page.waitForFunction(() => localStorage.getItem('svc_frameworks'));
      await page.reload();
      await page.waitForFunction(() => '__tcfapiLocator' in frames && '__gppLocator' in frames);
      const { returnValue } = await callFromFrame(adOf(page), '__tcfapi', {
        command: 'addEventListener',
        version: 2,
      });
      expect(returnValue).toMatchObject({ eventStatus: 'tcloaded', purpose: { consents: { 1: true } } });
      expect(complaints).toEqual([]);
    },
  );

  test.each([
    ['answers', 'Europe/Berlin'],
    ['retires', 'America/New_York'],
  ])('the widget %s the stubs of another, as the samples of the IAB are', async (_what, timezoneId) => {
    site.setPage('/samples', {
      script: `<script>
        const calls = [];
        window.__tcfapi = (...call) => (call.length > 0 ? void calls.push(call) : calls);
        window.__gpp = (command, callback) => {
          if (command !== 'addEventListener') return callback?.({ cmpStatus: 'stub' }, true);
          __gpp.events = [{ id: (__gpp.lastId = 1), callback }];
        };
        window.refusals = [];
        __tcfapi('addEventListener', 2, (...answer) => { if (!answer[1]) refusals.push(answer); });
        ${listen}</script><script src="/svc/widget.js" async></script>`,
    });
    const { visit } = await site.createVisitor({ timezoneId });
    const { page, complaints } = await visit('/samples');
    await page.waitForFunction(() => window.gppEvents.some(({ data }) => data === 'ready'));
    if (timezoneId === 'Europe/Berlin') expect((await lastEvent(page, 'cmpuishown')).listenerId).toBe(2);
    else {
      await page.waitForFunction(() => window.__tcfapi === undefined);
      expect(await page.evaluate(() => (window as unknown as { refusals: unknown[] }).refusals)).toEqual([
        [null, false],
      ]);
    }
    expect(complaints).toEqual([]);
  });

  test('where no profile asks under TCF, its stub gives way and waiting vendors learn so', async () => {
    site.setPage('/elsewhere', {
      tags: async (request) => (await site.app.service.page(request)).head,
      script: `<script>window.answers = [];
        __tcfapi('addEventListener', 2, (...answer) => answers.push(answer));</script>`,
    });
    const { visit } = await site.createVisitor({ timezoneId: 'America/New_York' });
    const { page, complaints } = await visit('/elsewhere');
    await page.waitForFunction(() => window.__tcfapi === undefined);
    expect(await page.evaluate(() => (window as unknown as { answers: unknown[] }).answers)).toEqual([
      [null, false],
    ]);
    expect(await page.evaluate(() => '__tcfapiLocator' in frames)).toBe(false);
    expect(await page.evaluate(() => '__gppLocator' in frames)).toBe(true);
    expect(complaints).toEqual([]);
  });

  testInDeep('a decision in another tab reaches the vendors of this one', async () => {
    const { visit } = await site.createVisitor();
    const { page: first } = await visit('/ads');
    await press(first, 'Accept all');
    await lastEvent(first, 'useractioncomplete');
    const { page: second } = await visit('/ads');
    await lastEvent(second, 'tcloaded');
    await second.evaluate(() => window.expressConsent?.decide('none'));
    await first.evaluate(() => window.dispatchEvent(new Event('focus')));
    await first.waitForFunction(() => window.expressConsent?.states.marketing === 'denied');
    const own = await lastEvent(second, 'useractioncomplete');
    await first.waitForFunction((text) => window.tcEvents.at(-1)?.tcString === text, own.tcString);
    expect(toIds(own)).toMatchObject({ purposes: [], vendors: [], vendorLegitimateInterests: [] });
  });

  test('erasing the record takes the strings back', async () => {
    const { visit } = await site.createVisitor();
    const { page } = await visit('/ads');
    await press(page, 'Accept all');
    await lastEvent(page, 'useractioncomplete');
    await page.evaluate(() => window.expressConsent?.erase());
    const shown = await lastEvent(page, 'cmpuishown');
    expect(toIds(shown)).toMatchObject({ purposes: [], vendors: [], legitimateInterests: [7] });
    expect(await page.evaluate(() => localStorage.getItem('svc_frameworks'))).toBeNull();
  });
});

describeWith('chromium', 'a page without frameworks', () => {
  let site: WidgetSite;
  beforeAll(async () => {
    site = await createWidgetSite({ config: { rateLimit: false } });
  });
  afterAll(() => site.close());

  test('has neither API nor a frame', async () => {
    site.setPage('/page', {
      tags: async (request) => (await site.app.service.page(request)).head,
      script: '',
    });
    const { visit } = await site.createVisitor();
    const { page } = await visit('/page');
    await page.getByRole('region').waitFor();
    expect(await page.evaluate(() => [window.__tcfapi, window.__gpp, frames.length])).toEqual([
      undefined,
      undefined,
      0,
    ]);
  });
});
