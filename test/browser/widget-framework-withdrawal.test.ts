import type { Page } from 'playwright-core';
import { openDevice } from '../support/account-devices';
import { createApiKey } from '../support/accounts';
import { settle, waitForFiles, waitUntilSaved } from '../support/browser';
import { allGranted } from '../support/consent';
import {
  createFrameworkSite,
  decode,
  type FrameworkSite,
  lastEvent,
  press,
  toIds,
} from '../support/framework-page';
import { profileJson } from '../support/profiles';
import { testInDeep } from '../support/scope';
import { describeWith } from '../support/services';

const nothing = {
  purposes: [],
  legitimateInterests: [],
  vendors: [],
  vendorLegitimateInterests: [],
  specialFeatures: [],
  disclosed: [1, 3],
};

/** Reads fields of the section for the United States. */
const readSection = (page: Page) =>
  page.evaluate(
    () => new Promise<unknown>((resolve) => window.__gpp?.('getSection', resolve as never, 'usnat')),
  );
const readPing = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<{ gppString: string; signalStatus: string }>((resolve) =>
        window.__gpp?.('ping', resolve as never),
      ),
  );
const sendSignal = () =>
  Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', { get: () => true });
/** Lets the consent to marketing end where silence is none: the cookie keeps a refusal, and the record the consent. */
async function endConsent(page: Page) {
  await page.evaluate(() => {
    const [, text = ''] = /svc_choice=([^;]*)/.exec(document.cookie) ?? [];
    // biome-ignore lint/suspicious/noDocumentCookie: as the widget sets it
    document.cookie = `svc_choice=${text.replace(/(marketing~)g/, '$1d')}; path=/`;
    window.dispatchEvent(new Event('focus'));
  });
  await page.waitForFunction(() => window.expressConsent?.states.marketing === 'denied');
}
/** The strings that vendors could use, each once. */
const readyStrings = (page: Page) =>
  page.evaluate(() => [
    ...new Set(
      window.gppEvents
        .filter(({ pingData }) => pingData.signalStatus === 'ready')
        .map(({ pingData }) => pingData.gppString),
    ),
  ]);

describeWith('chromium', 'a decision that something else has limited since', () => {
  let site: FrameworkSite;
  beforeAll(async () => {
    const { ga, ...cookies } = profileJson().cookies ?? {};
    site = await createFrameworkSite(
      { gpcMode: 'strict' },
      // The choices under the framework belong to no category, and the signal leaves one granted.
      {
        tcf: { vendors: [1, 3] },
        cookies: { ...cookies, ga: { ...ga, listenGpc: false } as typeof ga } as never,
      },
    );
  });
  afterAll(() => site.close());

  async function accept(timezoneId: string) {
    const visitor = await site.createVisitor({ timezoneId });
    const { page } = await visitor.visit('/ads');
    await press(page, 'Accept all');
    await page.waitForFunction(() => localStorage.getItem('svc_frameworks'));
    await waitUntilSaved(page);
    return { ...visitor, page };
  }

  testInDeep('a signal that comes after the decision opts out for vendors before any goes on', async () => {
    const { context, visit, page } = await accept('America/New_York');
    expect(await readSection(page)).toMatchObject([{ TargetedAdvertisingOptOut: 2 }, { Gpc: false }]);
    await page.close();
    await context.setExtraHTTPHeaders({ 'Sec-GPC': '1' });
    await context.addInitScript(sendSignal);
    const later = await visit('/ads');
    await later.page.waitForFunction(() =>
      window.gppEvents.some(({ eventName }) => eventName === 'sectionChange'),
    );
    const optedOut = [{ TargetedAdvertisingOptOut: 1 }, { Gpc: true }];
    expect(await readSection(later.page)).toMatchObject(optedOut);
    const { gppString } = await readPing(later.page);
    for (const text of await readyStrings(later.page)) expect(text).toBe(gppString);
  });

  testInDeep('a signal that only scripts see keeps vendors waiting', async () => {
    const { context, visit, page } = await accept('America/New_York');
    await page.close();
    await context.addInitScript(sendSignal);
    const later = await visit('/ads');
    await waitForFiles(later.page, 'consent');
    await settle(later.page);
    expect(await later.page.evaluate(() => window.expressConsent?.states.marketing)).toBe('denied');
    expect(await readPing(later.page)).toMatchObject({ signalStatus: 'not ready', gppString: '' });
    expect(await readyStrings(later.page)).toEqual([]);
  });

  testInDeep('a click on "accept" that the signal limits consents to no vendor', async () => {
    const { visit } = await site.createVisitor({ timezoneId: 'America/New_York', gpc: true });
    const { page } = await visit('/ads');
    await press(page, 'Accept all');
    const heard = toIds(await lastEvent(page, 'useractioncomplete'));
    expect(await page.evaluate(() => window.expressConsent?.states)).toMatchObject({
      analytics: 'granted',
      marketing: 'denied',
    });
    expect(heard).toEqual(nothing);
  });

  test('vendors hear of the opt-out of another device, and not of the earlier grant again', async () => {
    const { context, page, visit } = await accept('Europe/Berlin');
    expect(toIds(await lastEvent(page, 'useractioncomplete')).purposes).toEqual([1, 2]);
    const { value: visitorId = '' } = (await context.cookies()).find(({ name }) => name === 'svc_vid') ?? {};
    const { profile_id } = await site.app.knex('svc_consents').where('visitor_id', visitorId).first();
    const phone = openDevice(site.app, { signal: true });
    await phone.decide(profile_id, allGranted);
    const { key } = await createApiKey(site.app);
    for (const id of [visitorId, phone.visitorId])
      await site.app.request
        .put(`${site.app.publicBase}/consent/${id}`)
        .set('X-API-Key', key)
        .send({ consentJson: allGranted, subjectId: 'user-1' })
        .expect(200);

    const before = await page.evaluate(() => window.tcEvents.length);
    await page.evaluate(async () => {
      // As the widget asks once a day.
      await fetch('/svc/api/v1/consent');
      window.dispatchEvent(new Event('focus'));
    });
    await page.waitForFunction(() => window.expressConsent?.states.marketing === 'denied');
    await page.waitForFunction(() => localStorage.getItem('svc_frameworks')?.includes('denied'));
    const heard = await page.evaluate((count) => window.tcEvents.slice(count), before);
    expect(heard.map((data) => toIds(data).purposes)).toEqual([[]]);
    expect(decode(heard[0]?.tcString ?? '')).toEqual(nothing);

    const later = await visit('/ads');
    expect(decode((await lastEvent(later.page, 'tcloaded')).tcString)).toEqual(nothing);
  });
});

describeWith('chromium', 'a withdrawal that the service does not know yet', () => {
  let site: FrameworkSite;
  beforeAll(async () => {
    site = await createFrameworkSite();
  });
  afterEach(() => site.fail());
  afterAll(() => site.close());

  async function visitAccepted(timezoneId = 'Europe/Berlin') {
    const { visit } = await site.createVisitor({ timezoneId });
    const { page } = await visit('/ads');
    await press(page, 'Accept all');
    await page.waitForFunction(() => localStorage.getItem('svc_frameworks'));
    return page;
  }
  const loseNetwork = () => site.fail(({ path }) => (path.includes('/api/') ? 'abort' : undefined));
  const countEvents = (page: Page) => page.evaluate(() => window.tcEvents.length);
  /** The answer to a vendor that asks only now. */
  const askNow = (page: Page) =>
    page.evaluate(
      () =>
        new Promise<(typeof window.tcEvents)[0]>((resolve) =>
          window.__tcfapi?.('getTCData', 2, resolve as never),
        ),
    );

  testInDeep(
    '__tcfapi has a valid string that allows nothing at once, until the service has made the real one',
    async () => {
      const page = await visitAccepted();
      expect(toIds(await lastEvent(page, 'useractioncomplete')).purposes).toEqual([1, 2]);
      loseNetwork();
      await page.evaluate(() => window.expressConsent?.decide('none'));
      const withdrawn = await lastEvent(page, 'useractioncomplete');
      expect(decode(withdrawn.tcString)).toEqual(nothing);
      expect(toIds(withdrawn)).toEqual(nothing);
      expect(toIds(await askNow(page))).toEqual(nothing);

      site.fail();
      const before = await countEvents(page);
      await page.evaluate(() => window.dispatchEvent(new Event('online')));
      await page.waitForFunction(() => localStorage.getItem('svc_frameworks'));
      expect(decode((await askNow(page)).tcString)).toEqual(nothing);
      expect(await countEvents(page)).toBeGreaterThanOrEqual(before);
      const record = await site.app.knex('svc_consents').orderBy('updated_at', 'desc').first();
      expect((await askNow(page)).tcString).toBe(record.tcf_string);
    },
  );

  testInDeep('an owed withdrawal still holds after the page was left within the same minute', async () => {
    const page = await visitAccepted();
    await lastEvent(page, 'useractioncomplete');
    loseNetwork();
    await page.evaluate(() => window.expressConsent?.decide('none'));
    await lastEvent(page, 'useractioncomplete');
    const lost = page.waitForEvent('requestfailed', (request) => request.url().includes('/bootstrap'));
    await page.reload();
    await lost;
    // Without the service, vendors get no answer, and do without consent.
    expect(await page.evaluate(() => [window.expressConsent?.states.marketing, window.tcEvents])).toEqual([
      'denied',
      [],
    ]);
    site.fail();
    await page.reload();
    // `tcloaded` when the browser has delivered the withdrawal while the page was left, else `useractioncomplete`.
    await page.waitForFunction(() => window.tcEvents.at(-1)?.tcString);
    const told = await page.evaluate(() => window.tcEvents.at(-1)?.tcString ?? '');
    expect(decode(told)).toEqual(nothing);
  });

  testInDeep(
    'vendors get the string of a withdrawal that an earlier page delivers while this one loads',
    async () => {
      const page = await visitAccepted();
      await lastEvent(page, 'useractioncomplete');
      loseNetwork();
      await page.evaluate(() => window.expressConsent?.decide('none'));
      await lastEvent(page, 'useractioncomplete');
      site.fail();
      await page.route(/\/decide\.js/, async (route) => {
        await page.evaluate(() => {
          const [, text] = /svc_choice=([^;]*)/.exec(document.cookie) ?? [];
          // The last part is the id of a submission that the service has not confirmed.
          // biome-ignore lint/suspicious/noDocumentCookie: as the answer to the earlier page sets it
          document.cookie = `svc_choice=${text?.replace(/\.[^.]*$/, '')}; path=/`;
        });
        await route.continue();
      });
      await page.reload();
      await page.waitForFunction(() => window.tcEvents.at(-1)?.tcString);
      const told = await page.evaluate(() => window.tcEvents.at(-1)?.tcString ?? '');
      expect(decode(told)).toEqual(nothing);
    },
  );

  test('a single purpose that is turned off counts at once, though its category stays on', async () => {
    const page = await visitAccepted();
    await lastEvent(page, 'useractioncomplete');
    await page.evaluate(() => window.expressConsent?.open());
    const dialog = page.getByRole('dialog', { name: 'Your choices' });
    await dialog.getByText('Purposes', { exact: true }).click();
    await dialog.getByRole('switch', { name: 'Consent: Store and access information' }).uncheck();
    loseNetwork();
    await press(page, 'Save');
    await page.waitForFunction(() => window.tcEvents.at(-1)?.eventStatus === 'useractioncomplete');
    expect(toIds(await askNow(page))).toEqual(nothing);
    expect(await page.evaluate(() => window.expressConsent?.states.marketing)).toBe('granted');
  });

  testInDeep('vendors of a page hear what was decided on another one', async () => {
    const { context, visit } = await site.createVisitor();
    const minute = Math.floor(Date.now() / 60_000 - 10) * 60_000;
    await context.clock.setFixedTime(minute);
    const { page: before } = await visit('/ads');
    await lastEvent(before, 'cmpuishown');
    const { page } = await visit('/ads');
    await press(page, 'Reject');
    await lastEvent(page, 'useractioncomplete');
    await waitUntilSaved(page);
    const wake = () => before.evaluate(() => window.dispatchEvent(new Event('focus')));
    await wake();
    expect(toIds(await lastEvent(before, 'useractioncomplete'))).toEqual(nothing);

    await page.evaluate(() => window.expressConsent?.decide('all'));
    await waitUntilSaved(page);
    await wake();
    await before.waitForFunction(() => window.tcEvents.at(-1)?.purpose.consents[1]);
    // Of vendors alone, with the same categories.
    await context.clock.setFixedTime(minute + 60_000);
    await page.evaluate(() => window.expressConsent?.open());
    const dialog = page.getByRole('dialog', { name: 'Your choices' });
    await dialog.getByText('Purposes', { exact: true }).click();
    await dialog.getByRole('switch', { name: 'Consent: Store and access information' }).uncheck();
    await press(page, 'Save');
    await dialog.waitFor({ state: 'detached' });
    await waitUntilSaved(page);
    await wake();
    await before.waitForFunction(() => window.tcEvents.at(-1)?.purpose.consents[1] === false);
    expect(toIds(await askNow(before)).purposes).toEqual([2]);

    // As when a consent ends where silence is none: the cookie keeps the refusal, and the record the consent.
    await endConsent(before);
    await before.waitForFunction(() => window.gppEvents.at(-1)?.pingData.signalStatus === 'ready');
    expect(toIds(await askNow(before))).toEqual(nothing);
  });

  testInDeep('vendors hear of a first agreement once, with the string of the service', async () => {
    const page = await visitAccepted();
    const accepted = await lastEvent(page, 'useractioncomplete');
    const told = await page.evaluate(() => window.tcEvents.map(({ eventStatus }) => eventStatus));
    expect(told.filter((event) => event === 'useractioncomplete')).toHaveLength(1);
    expect(toIds(accepted).purposes).toEqual([1, 2]);
  });

  test('__gpp has no section and is not ready', async () => {
    const page = await visitAccepted('America/New_York');
    await page.waitForFunction(() => window.gppEvents.at(-1)?.pingData.signalStatus === 'ready');
    await waitUntilSaved(page);
    const strings = page.waitForFunction(() => localStorage.getItem('svc_frameworks')?.includes('denied'));
    await endConsent(page);
    // Also for the next page views, without a request.
    await strings;
    expect(await readSection(page)).toMatchObject([{ TargetedAdvertisingOptOut: 1 }, { Gpc: false }]);
    loseNetwork();
    await page.evaluate(() => window.expressConsent?.decide('none'));
    await page.waitForFunction(() => window.gppEvents.at(-1)?.pingData.signalStatus === 'not ready');
    const asked = await page.evaluate(() => {
      const seen: Record<string, unknown> = {};
      window.__gpp?.('ping', ((data: { gppString: string }) => (seen.string = data.gppString)) as never);
      window.__gpp?.('hasSection', (data) => (seen.has = data), 'usnat');
      window.__gpp?.('getField', (data) => (seen.field = data), 'usnat.TargetedAdvertisingOptOut');
      return seen;
    });
    expect(asked).toEqual({ string: '', has: false, field: null });
    site.fail();
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
    await page.waitForFunction(() => window.gppEvents.at(-1)?.pingData.signalStatus === 'ready');
    const field = await page.evaluate(
      () => new Promise((resolve) => window.__gpp?.('getField', resolve, 'usnat.TargetedAdvertisingOptOut')),
    );
    expect(field).toBe(1);
  });
});
