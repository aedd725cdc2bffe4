import type { Page } from 'playwright-core';
import type { Bootstrap } from '#widget/widget-types';
import { settle, waitUntilSaved } from '../support/browser';
import { createActiveProfile, profileJson } from '../support/profiles';
import { pickSome, testInDeep } from '../support/scope';
import { describeWith } from '../support/services';
import { until } from '../support/webhook-receiver';
import { toChoiceCookie } from '../support/widget-choices';
import { createWidgetSite, type WidgetSite } from '../support/widget-page';

const body = `<h1>Shop</h1><a href="#" data-consent-open>Privacy settings</a>
<script type="text/plain" data-category="analytics">document.body.dataset.analytics = 'runs';</script>
<script type="text/plain" data-category="necessary">document.body.dataset.necessary = 'runs';</script>`;

type Visitor = Awaited<ReturnType<WidgetSite['createVisitor']>>;
type Draft = Record<string, unknown>;

/** Makes a copy of an answer with one value replaced; `undefined` removes it. */
function change(answer: object, path: string, value: unknown): Draft {
  const copy = structuredClone(answer) as Draft;
  const names = path.split('.');
  const last = names.pop() ?? '';
  const parent = names.reduce((node, name) => node[name] as Draft, copy);
  if (value === undefined) delete parent[last];
  else parent[last] = value;
  return copy;
}

const anything: readonly unknown[] = [
  {},
  [],
  null,
  true,
  0,
  '',
  'null',
  [[]],
  [{}],
  { message: 'Not found' },
  { error: 'unavailable', message: 'Try again later.' },
  { profile: null },
  { found: false },
  { found: false, profile: null },
  { found: false, asksFirst: false, profile: null },
  { found: true, asksFirst: false, gpcBinding: false, profile: {} },
];

/** One value of a valid answer, replaced. The profile is one of a place that does not ask first. */
const replacements: readonly (readonly [path: string, ...values: unknown[]])[] = [
  ['contract', undefined, null, '1', 0, 2],
  ['found', undefined, null, 'false', 0],
  ['asksFirst', undefined, null, 'true', 1, {}],
  ['gpcBinding', undefined, null, 'true'],
  ['childAge', undefined, 'sixteen', {}, -1],
  ['cookies', undefined, null, [], {}],
  ['profile', undefined, null, [], {}, '', 'null', 0, false],
  ['profile.gpcMode', undefined, null, 'off', 'toString', 0],
  ['categories', undefined, null, {}, 'x', [null]],
  ['categories.1', null, [], {}, true],
  ['categories.1.mandatory', undefined, null, 'true', 1],
  ['categories.1.preGranted', undefined, null, 'true', 1],
  ['categories.1.listensToGpc', undefined, null, 'true', 1],
  ['categories.1.purposes', undefined, null, 1, []],
  ['profile.mainBanner', undefined, null, []],
  ['profile.mainBanner.buttons', undefined, null, {}, 'x', [null]],
  ['profile.gpcBanner', null, [], {}],
  ['profile.preferenceModal', undefined, null, []],
  ['profile.preferenceModal.categories', undefined, null],
];

describeWith('chromium', 'An answer that is not one', () => {
  let site: WidgetSite;
  let valid: Bootstrap;
  beforeAll(async () => {
    // Everything optional is granted before a choice: what fails open here is seen.
    site = await createWidgetSite({ profile: null, config: { compliance: { type: 'opt-out' } } });
    const json = profileJson({ complianceGroup: 'opt-out', countries: [] });
    const cookies = Object.entries(json.cookies ?? {}).map(([id, cookie]) => [
      id,
      { ...cookie, preGranted: true },
    ]);
    await createActiveProfile(site.app, { profileJson: { ...json, cookies: Object.fromEntries(cookies) } });
    site.setPage('/', { body });
    valid = (await (await fetch(`${site.origin}/svc/api/v1/bootstrap`)).json()) as Bootstrap;
  });
  let stranger: Visitor;
  beforeAll(async () => {
    stranger = await site.createVisitor();
  });
  afterEach(() => site.fail());
  afterAll(() => site.close());

  /** Opens a page whose `route` answers a text; returns what it granted and what it complained about. */
  async function visitWith(route: string, text: string, path = '/', visitor?: Visitor) {
    site.fail((request) => (request.path.includes(route) ? { type: 'application/json', text } : undefined));
    const { visit } = visitor ?? (await site.createVisitor());
    const { page, complaints } = await visit(path);
    const read = () =>
      page.evaluate(() => ({
        states: window.expressConsent?.states,
        ran: { ...document.body.dataset },
        consent: (window.dataLayer ?? []).filter((entry) => (entry as unknown[])[0] === 'consent').length,
        banner: Boolean(document.querySelector('svc-consent')?.shadowRoot?.querySelector('.banner')),
      }));
    return { page, complaints, read };
  }

  const sentence = () =>
    `console: express-consent: No usable answer from ${site.origin}/svc/api/v1/bootstrap?tz=Europe%2FBerlin&lang=en (status: 200). See docs/guide/troubleshooting.md#no-usable-answer`;

  /** Visits as somebody who never gets a usable answer, so that nothing is kept from one page to the next. */
  async function expectClosed(text: string): Promise<void> {
    const { page, complaints, read } = await visitWith('/api/v1/bootstrap', text, '/', stranger);
    await until(() => complaints.length > 0, 'the warning');
    await page.evaluate(() => new Promise((resolve) => (window.requestIdleCallback ?? setTimeout)(resolve)));
    expect([text.slice(0, 300), await read()]).toEqual([
      text.slice(0, 300),
      { states: {}, ran: {}, consent: 0, banner: false },
    ]);
    // Chromium counts an answer without a body as one that was given up.
    expect(complaints.filter((line) => text !== '' || !line.endsWith('net::ERR_ABORTED'))).toEqual([
      sentence(),
    ]);
    await page.close();
  }

  test('the answer that the tests break allows everything', async () => {
    const { page, complaints } = await visitWith('/api/v1/bootstrap', JSON.stringify(valid));
    await page.waitForFunction(() => document.body.dataset.analytics === 'runs');
    expect(complaints).toEqual([]);
  });

  test.each(pickSome(anything, 2).map((answer) => [JSON.stringify(answer)] as const))(
    '%s allows nothing',
    expectClosed,
  );

  test.each(pickSome([['<!doctype html><h1>Shop</h1>'], [''], ['{"found":false,"profile":nu'], ['NaN']], 2))(
    'the text %j allows nothing',
    expectClosed,
  );

  test.each(pickSome(replacements, 3).map(([path, ...values]) => ({ path, values })))(
    '$path, missing or replaced, allows nothing',
    async ({ path, values }) => {
      for (const value of values) await expectClosed(JSON.stringify(change(valid, path, value)));
    },
  );

  test.each(pickSome([['{}'], ['[]'], ['{"found":false,"profile":null}'], ['<h1>Shop</h1>'], ['']], 1))(
    'texts in the page that are %j are reported, and fetched instead',
    async (text) => {
      site.setPage('/written', {
        body: `<script type="application/json" id="svc-boot">${text}</script>${body}`,
      });
      const { page, complaints } = await visitWith('nothing', '', '/written');
      await page.waitForFunction(() => document.body.dataset.analytics === 'runs');
      expect(complaints).toEqual([
        'console: express-consent: No usable answer from #svc-boot (status: none). See docs/guide/troubleshooting.md#no-usable-answer',
      ]);
    },
  );

  const decide = (page: Page) => page.evaluate(() => window.expressConsent?.decide('none'));

  test.each(pickSome([['{}'], ['[]'], ['null'], ['{"message":"ok"}'], ['<h1>Shop</h1>']], 3))(
    'a decision that is answered %s is not taken for stored, and is sent again',
    async (text) => {
      const before = (await site.records()).length;
      site.fail(({ method }) => (method === 'POST' ? { type: 'application/json', text } : undefined));
      const { visit } = await site.createVisitor();
      const { page } = await visit();
      await page.waitForFunction(() => document.body.dataset.analytics === 'runs');
      await decide(page);
      await page.getByText('could not be sent yet').waitFor();
      site.fail();
      await page.reload();
      await waitUntilSaved(page);
      expect((await site.records()).slice(before)).toMatchObject([{ consent: { analytics: 'denied' } }]);
    },
  );

  test.each(pickSome([['{}'], ['{"ask":"no"}'], ['{"ask":null}'], ['[]']], 2))(
    'a check that is answered %s is reported and made again',
    async (text) => {
      const { visit } = await site.createVisitor();
      const { page, complaints } = await visit();
      await page.waitForFunction(() => document.body.dataset.analytics === 'runs');
      await decide(page);
      await waitUntilSaved(page);
      site.fail(({ path }) => (path.includes('/recheck') ? { type: 'application/json', text } : undefined));
      await page.clock.install({ time: Date.now() + 2 * 86_400_000 });
      const warned = page.waitForEvent('console', (message) => message.text().includes('recheck'));
      await page.reload();
      await warned;
      expect(complaints.filter((line) => line.includes('No usable answer from'))).toHaveLength(1);
      expect(await page.evaluate(() => localStorage.getItem('svc_checked'))).toBeNull();
    },
  );

  test('a check that ends a choice leaves an opt-out in force, without a banner', async () => {
    const visitor = await site.createVisitor();
    const states = { functional: 'granted', analytics: 'denied', marketing: 'granted' } as const;
    const other = { decidedAt: Date.now() - 2 * 86_400_000, asksFirst: false };
    await visitor.context.addCookies([toChoiceCookie(site.origin, states, other)]);
    const answer = '{"ask":true,"reason":"reconsent_required"}';
    const { page, read } = await visitWith('/recheck', answer, '/', visitor);
    // The place allows marketing before a choice, and the profile does not have this category.
    await page.waitForFunction(() => window.expressConsent?.states.functional === 'denied');
    expect(await read()).toMatchObject({
      states: { analytics: 'denied', marketing: 'granted' },
      ran: { necessary: 'runs' },
      banner: false,
    });
    site.fail();
    await page.reload();
    await page.waitForFunction(() => window.expressConsent?.states.functional === 'denied');
  });

  describe('that comes after the visitor has decided', () => {
    /** Holds back answers for these paths. Returns a function that lets them go. */
    function hold(...parts: readonly string[]) {
      let release = () => {};
      const released = new Promise<void>((resolve) => {
        release = resolve;
      });
      site.fail(({ path }) => (parts.some((part) => path.includes(part)) ? released : undefined));
      return () => {
        site.fail();
        release();
      };
    }
    const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
    const refusal = { states: { necessary: 'granted', analytics: 'denied' }, ran: { necessary: 'runs' } };
    /** Returns what applies on a page, once it has done what it had to do. */
    async function readAfter(page: Page) {
      await settle(page);
      return page.evaluate(() => ({
        states: { ...window.expressConsent?.states },
        ran: { ...document.body.dataset },
        layers: document
          .querySelector('svc-consent')
          ?.shadowRoot?.querySelectorAll('.banner:not(.leaving), dialog[open]').length,
      }));
    }

    test.each(pickSome([null, 'focus'], 1))('in another tab, allows nothing (event: %s)', async (event) => {
      const { context, visit } = await site.createVisitor();
      const { page } = await visit();
      await page.getByRole('button', { name: 'Reject' }).waitFor();
      const release = hold('/bootstrap');
      const later = await context.newPage();
      await later.goto(site.origin);
      await later.waitForFunction(() => window.expressConsent);
      await press(page, 'Reject');
      await waitUntilSaved(page);
      if (event) await later.evaluate((type) => window.dispatchEvent(new Event(type)), event);
      release();
      await later.waitForFunction(() => window.expressConsent?.decided);
      await later.waitForFunction(() => document.querySelector('svc-consent'));
      expect(await readAfter(later)).toMatchObject({ ...refusal, layers: 0 });
    });

    testInDeep('with the texts of another language, does not bring the banner back', async () => {
      const { visit } = await site.createVisitor();
      const { page } = await visit();
      await page.getByRole('button', { name: 'Reject' }).waitFor();
      await settle(page);
      const release = hold('/bootstrap');
      await page.evaluate(() => {
        document.documentElement.lang = 'de';
      });
      await press(page, 'Reject');
      await page.waitForFunction(() => window.expressConsent?.decided);
      release();
      await waitUntilSaved(page);
      expect(await readAfter(page)).toMatchObject({ ...refusal, layers: 0 });
    });

    testInDeep.each(['late', 'never'])('with the preferences %s, opens nothing', async (how) => {
      const { context, visit } = await site.createVisitor();
      let release = () => {};
      const released = new Promise<void>((resolve) => {
        release = resolve;
      });
      await context.route(/preferences\.js/, async (route) => {
        await released;
        await (how === 'late' ? route.continue() : route.abort());
      });
      const { page } = await visit();
      await press(page, 'Choose');
      await press(page, 'Reject');
      await waitUntilSaved(page);
      release();
      expect(await readAfter(page)).toMatchObject({ ...refusal, layers: 0 });
      expect(page.url()).toBe(`${site.origin}/`);
      await context.unroute(/preferences\.js/);
      await page.getByRole('link', { name: 'Privacy settings' }).click();
      await page.getByRole('dialog').waitFor();
    });
  });

  test.each([503, 404, 'abort'] as const)(
    'a bootstrap that meets %j is reported once, in a sentence',
    async (fault) => {
      site.setPage('/bare', { body: '<h1>Shop</h1>' });
      site.fail(({ path }) => (path.includes('/bootstrap') ? fault : undefined));
      const { visit } = await site.createVisitor();
      const { page, complaints } = await visit('/bare');
      await until(() => complaints.some((line) => line.includes('express-consent:')), 'the warning');
      await page.evaluate(
        () => new Promise((resolve) => (window.requestIdleCallback ?? setTimeout)(resolve)),
      );
      const own = complaints.filter((line) => line.includes('express-consent:'));
      expect(own).toEqual([sentence().replace('200', fault === 'abort' ? 'none' : `${fault}`)]);
    },
  );
});
