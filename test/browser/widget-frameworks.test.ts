import type { Frame, Page } from 'playwright-core';
import { waitForFiles, waitUntilSaved } from '../support/browser';
import {
  callFromFrame,
  createFrameworkSite,
  decode,
  type FrameworkSite,
  lastEvent as last,
  press,
  toIds,
} from '../support/framework-page';
import { testInDeep } from '../support/scope';
import { describeWith } from '../support/services';
import { until } from '../support/webhook-receiver';

describeWith('chromium', 'the APIs of the IAB frameworks', () => {
  let site: FrameworkSite;
  beforeAll(async () => {
    site = await createFrameworkSite();
  });
  afterEach(() => site.fail());
  afterAll(() => site.close());

  test('a vendor hears of the notice, then of the choice; the string says the same to the IAB’s library', async () => {
    const { visit } = await site.createVisitor();
    const { page, complaints } = await visit('/ads');
    const notice = page.getByRole('region', { name: 'Your privacy' });
    await notice.getByText('We and our partners (number: 2)').waitFor();
    const shown = await last(page, 'cmpuishown');
    expect(shown).toMatchObject({ gdprApplies: true, cmpStatus: 'loaded', cmpId: 31, tcfPolicyVersion: 5 });
    expect(toIds(shown)).toEqual({
      purposes: [],
      legitimateInterests: [7],
      vendors: [],
      vendorLegitimateInterests: [1, 3],
      specialFeatures: [],
      disclosed: [1, 3],
    });
    expect(await notice.getByRole('listitem').allTextContents()).toEqual([
      'Store and access information',
      'Measure advertising',
      'A stack',
      'Precise geolocation',
    ]);

    await press(page, 'Accept all');
    const accepted = await last(page, 'useractioncomplete');
    const ids = {
      purposes: [1, 2],
      legitimateInterests: [7],
      vendors: [1, 3],
      vendorLegitimateInterests: [1, 3],
      specialFeatures: [1],
      disclosed: [1, 3],
    };
    expect(toIds(accepted)).toEqual(ids);
    expect(decode(accepted.tcString)).toEqual(ids);
    expect(accepted.listenerId).toBe(1);
    const stored = await site.app.knex('svc_consents').orderBy('created_at', 'desc').first();
    expect(stored.tcf_string).toBe(accepted.tcString);
    expect(complaints).toEqual([]);
  });

  test('a returning visitor’s string is there without asking the service', async () => {
    const { visit } = await site.createVisitor();
    const { page } = await visit('/ads');
    await last(page, 'cmpuishown');
    await press(page, 'Accept all');
    const { tcString } = await last(page, 'useractioncomplete');
    await waitForFiles(page, 'follow.js', 'link.js', 'bootstrap');
    site.takeServiceRequests();
    await page.reload();
    const loaded = await last(page, 'tcloaded');
    expect(loaded.tcString).toBe(tcString);
    // The files come from the browser's cache.
    expect(site.takeServiceRequests()).toEqual([]);
    expect(await page.evaluate(() => window.tcEvents.length)).toBe(1);
  });

  testInDeep(
    'strings are loaded again after the daily check; when the service is down, those of before count',
    async () => {
      const { visit } = await site.createVisitor();
      const { page } = await visit('/ads');
      await last(page, 'cmpuishown');
      await press(page, 'Accept all');
      const { tcString } = await last(page, 'useractioncomplete');
      // As of a decision that was made before there was a vendor list.
      await page.evaluate(() => {
        localStorage.svc_frameworks = JSON.stringify({
          ...JSON.parse(localStorage.svc_frameworks),
          tcf: null,
          tcString: null,
        });
        localStorage.svc_checked = `${Date.now()}`;
      });
      await page.reload();
      expect((await last(page, 'tcloaded')).tcString).toBe(tcString);
      await page.evaluate(() => {
        localStorage.svc_checked = `${Date.now() + 1}`;
      });
      await page.route(/\/(bootstrap|consent)\?/, (route) => route.abort());
      await page.reload();
      expect((await last(page, 'tcloaded')).tcString).toBe(tcString);
    },
  );

  test('vendors hear of interests once a layer names them, that a choice was confirmed, and that a layer was closed without one', async () => {
    const { visit } = await site.createVisitor();
    site.fail(({ path }) => (path.includes('/tcf/list/') ? 'abort' : undefined));
    const { page } = await visit('/ads');
    expect(toIds(await last(page, 'cmpuishown')).legitimateInterests).toEqual([]);
    site.fail();
    await press(page, 'Choose');
    const dialog = page.getByRole('dialog', { name: 'Your choices' });
    await dialog.getByText('Purposes', { exact: true }).waitFor();
    expect(toIds(await last(page, 'cmpuishown')).legitimateInterests).toEqual([7]);
    await page.keyboard.press('Escape');
    await press(page, 'Accept all');
    await last(page, 'useractioncomplete');
    const strings: string[] = [];
    const save = () => press(page, 'Save');
    for (const close of [save, save, () => page.keyboard.press('Escape')]) {
      await page.evaluate(() => window.expressConsent?.open());
      await last(page, 'cmpuishown');
      await dialog.waitFor();
      await close();
      strings.push((await last(page, 'useractioncomplete')).tcString);
    }
    expect(new Set(strings).size).toBe(1);
  });

  testInDeep('a refusal whose string cannot be loaded objects in the preferences too', async () => {
    const { visit } = await site.createVisitor();
    const { page } = await visit('/ads');
    await press(page, 'Reject');
    await last(page, 'useractioncomplete');
    await waitUntilSaved(page);
    await page.evaluate(() => localStorage.clear());
    await page.route(/\/consent\?/, (route) => route.abort());
    await page.reload();
    await page.evaluate(() => window.expressConsent?.open());
    await page.getByRole('dialog').getByText('Purposes', { exact: true }).waitFor();
    expect(toIds(await last(page, 'cmpuishown')).legitimateInterests).toEqual([]);
  });

  testInDeep('without its storage, a returning visitor’s string comes from the record', async () => {
    const { visit } = await site.createVisitor();
    const { page } = await visit('/ads');
    await last(page, 'cmpuishown');
    await press(page, 'Accept all');
    const { tcString } = await last(page, 'useractioncomplete');
    await page.evaluate(() => localStorage.clear());
    await page.reload();
    expect((await last(page, 'tcloaded')).tcString).toBe(tcString);
  });

  test('a refusal consents to nothing and objects to everything', async () => {
    const { visit } = await site.createVisitor();
    const { page } = await visit('/ads');
    await last(page, 'cmpuishown');
    await press(page, 'Reject');
    const { tcString } = await last(page, 'useractioncomplete');
    expect(decode(tcString)).toEqual({
      purposes: [],
      legitimateInterests: [],
      vendors: [],
      vendorLegitimateInterests: [],
      specialFeatures: [],
      disclosed: [1, 3],
    });
  });

  test('single purposes and vendors are chosen in the preferences', async () => {
    const { visit } = await site.createVisitor();
    const { page, complaints } = await visit('/ads');
    await last(page, 'cmpuishown');
    await press(page, 'Choose');
    const dialog = page.getByRole('dialog', { name: 'Your choices' });
    await dialog.getByText('Purposes', { exact: true }).click();
    await dialog.getByRole('switch', { name: 'Consent: Store and access information' }).check();
    await dialog.getByRole('switch', { name: 'Legitimate interest: Measure advertising' }).uncheck();
    await dialog.getByText('Partners (2)').click();
    await dialog.getByRole('switch', { name: 'Consent: Vendor 3' }).check();
    const vendor = dialog.getByRole('listitem').filter({ hasText: 'Vendor 3' });
    await vendor.getByText('Details').click();
    await vendor.getByText('30 days', { exact: true }).waitFor();
    // Purposes whose data are kept for another time say so.
    const facts = await vendor.getByRole('definition').allTextContents();
    expect(facts).toEqual(
      expect.arrayContaining([
        'Store and access information',
        'Basic advertising (Data kept for: 180 days)',
        'Measure advertising (Data kept for: 90 days)',
        'Ensure security (Data kept for: 1,096 days)',
        '1 day',
        'Can be extended',
      ]),
    );
    expect(
      await vendor.getByRole('link').evaluateAll((links) => links.map((link) => link.getAttribute('href'))),
    ).toEqual(['https://vendor3.example/privacy', 'https://vendor3.example/interest']);
    expect(await dialog.getByRole('switch', { name: 'Marketing' }).isChecked()).toBe(true);
    await press(page, 'Save');
    // An objection is in force at once, with a string that refuses all; that of the choice follows.
    const read = async () => decode((await last(page, 'useractioncomplete')).tcString);
    await until(async () => (await read()).purposes.length > 0, 'the string of the choice');
    expect(await read()).toEqual({
      purposes: [1],
      legitimateInterests: [],
      vendors: [3],
      vendorLegitimateInterests: [1, 3],
      specialFeatures: [],
      disclosed: [1, 3],
    });
    expect(complaints).toEqual([]);
  });

  test('allowing one category, as an embed or the page does, consents to no purpose and no vendor', async () => {
    const { visit } = await site.createVisitor();
    const { page } = await visit('/ads');
    await last(page, 'cmpuishown');
    // The last of them completes the categories, one by one.
    for (const id of ['marketing', 'analytics']) {
      await page.evaluate((each) => window.expressConsent?.decide({ [each]: 'granted' }), id);
      await page.waitForFunction((each) => window.expressConsent?.states[each] === 'granted', id);
      expect(toIds(await last(page, 'useractioncomplete'))).toMatchObject({
        purposes: [],
        vendors: [],
        specialFeatures: [],
      });
    }
  });

  testInDeep(
    'refusing a category other than that of the vendors, as the page does, leaves them as they are',
    async () => {
      const { visit } = await site.createVisitor();
      const { page } = await visit('/ads');
      await press(page, 'Accept all');
      const accepted = toIds(await last(page, 'useractioncomplete'));
      expect(accepted.purposes).toEqual([1, 2]);
      await page.evaluate(() => window.expressConsent?.decide({ analytics: 'denied' }));
      await page.waitForFunction(() => window.tcEvents.at(-1)?.purpose.consents[1]);
      expect(toIds(await last(page, 'useractioncomplete'))).toEqual(accepted);
      const { consent_json, tcf_string } = await site.app
        .knex('svc_consents')
        .orderBy('created_at', 'desc')
        .first();
      expect(JSON.parse(consent_json)).toMatchObject({ analytics: 'denied', marketing: 'granted' });
      expect(decode(tcf_string)).toEqual(accepted);
    },
  );

  testInDeep('an objection stays when the page later allows another category', async () => {
    const { visit } = await site.createVisitor();
    const { page } = await visit('/ads');
    await last(page, 'cmpuishown');
    await press(page, 'Reject');
    expect(toIds(await last(page, 'useractioncomplete')).vendorLegitimateInterests).toEqual([]);
    await page.evaluate(() => window.expressConsent?.decide({ marketing: 'granted' }));
    await page.waitForFunction(() => window.expressConsent?.states.marketing === 'granted');
    expect(toIds(await last(page, 'useractioncomplete'))).toMatchObject({
      purposes: [],
      vendors: [],
      vendorLegitimateInterests: [],
    });
  });

  test('a frame of another origin asks by messages', async () => {
    const { visit } = await site.createVisitor();
    const { page } = await visit('/ads');
    await last(page, 'cmpuishown');
    const frame = page.frames().find((one) => one.url().startsWith(site.otherOrigin)) as Frame;
    expect(await callFromFrame(frame, '__tcfapi', { command: 'ping', version: 2 })).toMatchObject({
      returnValue: {
        gdprApplies: true,
        cmpLoaded: true,
        cmpStatus: 'loaded',
        displayStatus: 'visible',
        cmpId: 31,
        gvlVersion: 100,
      },
      success: true,
    });
    expect(await callFromFrame(frame, '__tcfapi', { command: 'addEventListener', version: 2 })).toMatchObject(
      { returnValue: { eventStatus: 'cmpuishown', listenerId: 2 }, success: true },
    );
    expect(await callFromFrame(frame, '__gpp', { command: 'ping', version: '1.1' })).toMatchObject({
      returnValue: { gppVersion: '1.1', applicableSections: [-1], gppString: 'DBAA' },
      success: true,
    });
    expect(await page.evaluate(() => '__tcfapiLocator' in frames && '__gppLocator' in frames)).toBe(true);
  });

  testInDeep.each([
    ['its body', false],
    ['all in its body', true],
  ])('a frame finds the page after the page has replaced %s', async (_name, keepsBody) => {
    const { visit } = await site.createVisitor();
    const { page } = await visit('/ads');
    await last(page, 'cmpuishown');
    // Once more on the next visit: each time the vendor is a new frame.
    for (const _visit of [1, 2]) {
      await page.evaluate(
        ([markup, keeps]) => {
          const body = keeps ? document.body : document.createElement('body');
          body.innerHTML = markup;
          if (!keeps) document.body.replaceWith(body);
        },
        [site.frame, keepsBody] as const,
      );
      const find = () => page.frames().find((one) => one.url().startsWith(site.otherOrigin));
      await until(() => find() !== undefined, 'the frame');
      const frame = find() as Frame;
      await frame.waitForLoadState();
      const names = ['__tcfapiLocator', '__gppLocator'];
      // The line by which vendors look for it.
      const read = (name: string) => Boolean(parent.frames[name as never]);
      expect(await Promise.all(names.map((name) => frame.evaluate(read, name)))).toEqual([true, true]);
      expect(await callFromFrame(frame, '__tcfapi', { command: 'ping', version: 2 })).toMatchObject({
        returnValue: { cmpStatus: 'loaded' },
        success: true,
      });
    }
    expect(await page.locator('[name$=Locator]').count()).toBe(2);
  });

  test('calls that are not valid fail without an exception', async () => {
    const { visit } = await site.createVisitor();
    const { page, complaints } = await visit('/ads');
    await last(page, 'cmpuishown');
    const answers = await page.evaluate(() => {
      const seen: unknown[] = [];
      const note = (...call: unknown[]) => void seen.push(call);
      window.__tcfapi?.('toString', 2, note);
      window.__tcfapi?.('ping', 1, note);
      window.__tcfapi?.('removeEventListener', 2, note, 99);
      window.__gpp?.('constructor', note);
      window.__gpp?.('getSection', note, '__proto__');
      window.__gpp?.('getField', note, 'usnat.SaleOptOut');
      postMessage('{"__tcfapiCall":null}', '*');
      postMessage(null, '*');
      return seen;
    });
    expect(answers).toEqual([
      [null, false],
      [null, false],
      [false],
      [null, false],
      [null, true],
      [null, true],
    ]);
    expect(complaints).toEqual([]);
  });

  describe('in the US', () => {
    const isReady = (page: Page) =>
      page.waitForFunction(() => window.gppEvents.at(-1)?.pingData.signalStatus === 'ready');
    const inNewYork = { timezoneId: 'America/New_York' };

    test('a vendor has a string before and after the choice, in the order of the specification', async () => {
      const { visit } = await site.createVisitor(inNewYork);
      const { page } = await visit('/ads');
      await isReady(page);
      await page.getByRole('button', { name: 'Reject' }).waitFor();
      await press(page, 'Reject');
      await page.waitForFunction(() =>
        window.gppEvents.some(({ eventName }) => eventName === 'sectionChange'),
      );
      await isReady(page);
      const events = await page.evaluate(() =>
        window.gppEvents.map(({ eventName, data }) => `${eventName} ${data}`),
      );
      expect(events.slice(0, 3)).toEqual([
        'listenerRegistered true',
        'cmpStatus loaded',
        'signalStatus ready',
      ]);
      expect(events.indexOf('signalStatus not ready')).toBeLessThan(events.indexOf('sectionChange usnat'));
      expect(events.at(-1)).toBe('signalStatus ready');
      const asked = await page.evaluate(() => {
        const seen: Record<string, unknown> = {};
        window.__gpp?.('hasSection', (data) => (seen.has = data), 'usnat');
        window.__gpp?.('getField', (data) => (seen.field = data), 'usnat.TargetedAdvertisingOptOut');
        return seen;
      });
      expect(asked).toEqual({ has: true, field: 1 });
    });

    testInDeep('an opt-out holds for vendors when the page has lost its storage', async () => {
      const { visit } = await site.createVisitor(inNewYork);
      const { page } = await visit('/ads');
      await page.getByRole('button', { name: 'Reject' }).waitFor();
      await press(page, 'Reject');
      await page.waitForFunction(() =>
        window.gppEvents.some(({ eventName }) => eventName === 'sectionChange'),
      );
      await isReady(page);
      await page.evaluate(() => localStorage.clear());
      await page.reload();
      await isReady(page);
      const read = await page.evaluate(
        () =>
          new Promise((resolve) => window.__gpp?.('getField', resolve, 'usnat.TargetedAdvertisingOptOut')),
      );
      expect(read).toBe(1);
      const ready = await page.evaluate(() =>
        window.gppEvents
          .filter(({ pingData }) => pingData.signalStatus === 'ready')
          .map((e) => e.pingData.gppString),
      );
      expect(new Set(ready).size).toBe(1);
    });

    test('vendors of a visitor whose opt-out is in the record alone wait for it', async () => {
      const own = await createFrameworkSite({}, {}, { choiceCookie: { enabled: false } });
      try {
        const { visit } = await own.createVisitor(inNewYork);
        const { page } = await visit('/ads');
        await press(page, 'Reject');
        await page.waitForFunction(() =>
          window.gppEvents.some(({ eventName }) => eventName === 'sectionChange'),
        );
        await isReady(page);
        const readReady = () =>
          page.evaluate(() => [
            ...new Set(
              window.gppEvents
                .filter(({ pingData }) => pingData.signalStatus === 'ready')
                .map(({ pingData }) => pingData.gppString),
            ),
          ]);
        const decided = (await readReady()).at(-1);
        await page.reload();
        await isReady(page);
        expect(await readReady()).toEqual([decided]);

        own.fail(({ method, path }) => (method === 'GET' && /\/consent(\?|$)/.test(path) ? 503 : undefined));
        await page.reload();
        await page.waitForFunction(() => window.expressConsent?.states.marketing);
        await waitForFiles(page, 'frameworks.js', 'follow.js');
        expect(await readReady()).toEqual([]);
      } finally {
        await own.close();
      }
    });

    testInDeep('a visitor who decided in Europe has the section of the US', async () => {
      const { context, visit } = await site.createVisitor();
      const { page } = await visit('/ads');
      await last(page, 'cmpuishown');
      await press(page, 'Reject');
      await page.waitForFunction(() => localStorage.getItem('svc_frameworks'));
      const later = await site.createVisitor({ ...inNewYork, storageState: await context.storageState() });
      const { page: there } = await later.visit('/ads');
      await isReady(there);
      const heard = await there.evaluate(() => window.gppEvents.map(({ pingData }) => pingData));
      expect(heard.filter(({ signalStatus }) => signalStatus === 'ready')).toEqual([
        expect.objectContaining({ applicableSections: [7], sectionList: [7] }),
      ]);
    });

    test('Global Privacy Control opts out before any choice', async () => {
      const { visit } = await site.createVisitor({ ...inNewYork, gpc: true });
      const { page } = await visit('/ads');
      await isReady(page);
      const gpc = await page.evaluate(
        () => new Promise((resolve) => window.__gpp?.('getSection', resolve, 'usnat')),
      );
      expect(gpc).toMatchObject([{ TargetedAdvertisingOptOut: 1 }, { Gpc: true }]);
    });
  });
});
