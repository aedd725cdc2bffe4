import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { decodeChoice } from '#standards/choice/choice';
import { type Choice, encodeChoice } from '#standards/choice/index';
import { createApiKey } from '../support/accounts';
import { accessibilityFaults, settle, waitUntilSaved } from '../support/browser';
import { createActiveProfile } from '../support/profiles';
import { pickSome, testInDeep } from '../support/scope';
import { describeWith } from '../support/services';
import { until } from '../support/webhook-receiver';
import { createWidgetSite, type WidgetSite } from '../support/widget-page';

const link = '<a href="#" data-consent-open>Privacy settings</a>';
const body = `<h1>Shop</h1>${link}`;

describeWith('chromium', 'The widget when something is in its way', () => {
  let site: WidgetSite;
  let profileId: string;
  beforeAll(async () => {
    site = await createWidgetSite({ profile: null });
    profileId = (await createActiveProfile(site.app)).id;
    site.setPage('/', { body });
    site.setPage('/next', { body });
  });
  afterEach(() => site.fail());
  afterAll(() => site.close());

  const banner = (page: Page) => page.getByRole('region', { name: 'Your privacy' });
  const accept = (page: Page) => banner(page).getByRole('button', { name: 'Accept all' }).click();
  const isDecided = (page: Page) => page.waitForFunction(() => window.expressConsent?.decided);

  test.each(pickSome([503, 403, 'abort', 429, 404, 408] as const, 1))(
    'keeps a decision that met %s, and sends it once, later',
    async (failure) => {
      const count = (await site.records()).length;
      site.fail(({ method, path }) => (method === 'POST' && path.includes('/consent') ? failure : undefined));
      const { visit } = await site.createVisitor();
      const { page } = await visit();
      await accept(page);
      await page.getByText('could not be sent yet').waitFor();
      expect(await page.evaluate(() => window.expressConsent?.states.analytics)).toBe('granted');
      expect((await site.records()).length).toBe(count);

      site.fail();
      const later = await visit('/next');
      await waitUntilSaved(later.page);
      expect((await site.records()).length).toBe(count + 1);
      expect((await site.records()).at(-1)).toMatchObject({ method: 'accept', layer: 'banner' });
      site.requests.length = 0;
      // As if the page had been left before the answer, which set the cookie.
      await later.page.evaluate(() => localStorage.setItem('svc_owed', '{}'));
      const last = await visit('/next');
      await isDecided(last.page);
      await settle(last.page);
      expect(site.requests.filter(({ method }) => method === 'POST')).toEqual([]);
      expect(await last.page.evaluate(() => localStorage.getItem('svc_owed'))).toBeNull();
    },
  );

  testInDeep('a decision that was not sent replaces the one before, whose answer arrives later', async () => {
    const count = (await site.records()).length;
    const { visit } = await site.createVisitor();
    const { page } = await visit();
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    site.fail(({ method }) => (method === 'POST' ? released : undefined));
    await accept(page);
    await until(async () => (await site.records()).length === count + 1);
    site.fail(({ method }) => (method === 'POST' ? 503 : undefined));
    await page.evaluate(() => void window.expressConsent?.decide('none'));
    await page.getByText('could not be sent yet').waitFor();
    const repeated = page.waitForResponse((answer) => answer.status() === 503);
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    await repeated;
    site.fail();
    release();
    await until(async () => (await site.records()).at(-1)?.method === 'api', 'the refusal');
  });

  testInDeep('sends what it owes as soon as the browser is online again', async () => {
    const count = (await site.records()).length;
    const { context, visit } = await site.createVisitor();
    const { page } = await visit();
    await banner(page).waitFor();
    await page.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => name.endsWith('decide.js')),
    );
    await context.setOffline(true);
    await accept(page);
    await page.getByText('could not be sent yet').waitFor();
    await context.setOffline(false);
    await waitUntilSaved(page);
    expect((await site.records()).length).toBe(count + 1);
    // What is said is true again.
    await page
      .getByRole('status')
      .filter({ hasText: 'Your choice has been saved.' })
      .waitFor({ state: 'attached' });
    expect(await page.locator('.status.visible').count()).toBe(0);
  });

  testInDeep.each([
    ['with the visitor', (page: Page) => page.getByRole('button', { name: 'Close' }).press('Enter')],
    ['with an erasure', (page: Page) => page.evaluate(() => window.expressConsent?.erase())],
    [
      'when another tab has sent it',
      async (page: Page) => {
        site.fail();
        const other = await page.context().newPage();
        await other.goto(`${site.origin}/next`);
        await waitUntilSaved(other);
        await page.evaluate(() => window.dispatchEvent(new Event('focus')));
      },
    ],
  ])('a notice that a decision was not sent ends %s', async (_, end) => {
    site.fail(({ method, path }) => (method === 'POST' && path.includes('/consent') ? 503 : undefined));
    const { visit } = await site.createVisitor();
    const { page } = await visit();
    await accept(page);
    const notice = page.getByText('could not be sent yet');
    await notice.waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await end(page);
    await page.locator('.status.visible').waitFor({ state: 'detached' });
    expect(await page.locator('.status button').count()).toBe(0);
  });

  test('ends what a decision allowed that the service refuses, with one warning, and asks again', async () => {
    site.fail(({ method, path }) => (method === 'POST' && path.includes('/consent') ? 409 : undefined));
    const { visit } = await site.createVisitor();
    const { page, complaints } = await visit();
    await accept(page);
    await page.getByText('Your choice could not be saved.').waitFor();
    expect(await page.evaluate(() => window.expressConsent?.states.analytics)).toBe('denied');
    expect(complaints.filter((text) => text.includes('express-consent'))).toEqual([
      `console: express-consent: No usable answer from ${site.origin}/svc/api/v1/consent (status: 409). See docs/guide/troubleshooting.md#no-usable-answer`,
    ]);
    site.fail();
    const later = await visit('/next');
    await banner(later.page).waitFor();
  });

  describe('with a database that has gone back in time', () => {
    const day = 86_400_000;

    /** Accepts everything, and then changes the kept choice, as if the visitor had decided again. */
    async function openReturning(change: (choice: Choice) => Choice, days = 3) {
      const { context, visit } = await site.createVisitor();
      const { page } = await visit();
      await accept(page);
      await waitUntilSaved(page);
      await page.close();
      const cookies = await context.cookies();
      const kept = cookies.find(({ name }) => name === 'svc_choice');
      const choice = kept && decodeChoice(kept.value);
      if (!kept || !choice) throw new Error('no choice');
      await context.addCookies([{ ...kept, value: encodeChoice(change(choice)) ?? '' }]);
      const visitorId = cookies.find(({ name }) => name === 'svc_vid')?.value;
      const earlier = Date.now() - days * day;
      await site.app
        .knex('svc_consents')
        .where({ visitor_id: visitorId })
        .update({ created_at: earlier, updated_at: earlier });
      const record = async () => (await site.records()).find(({ visitor_id }) => visitor_id === visitorId);
      return { context, visit, record };
    }
    const decideAs = (choice: Choice, states: Readonly<Record<string, 'granted' | 'denied'>>): Choice => ({
      ...choice,
      categories: choice.categories.map((category) => ({
        ...category,
        state: states[category.id] ?? category.state,
      })),
    });

    testInDeep('sends a withdrawal again that the record lacks, with its time', async () => {
      const decidedAt = Math.floor((Date.now() - 2 * day) / 60_000) * 60_000;
      const { visit, record } = await openReturning((choice) => ({
        ...decideAs(choice, { analytics: 'denied', marketing: 'denied' }),
        decidedAt,
      }));
      await visit('/next');
      // The cookie has times in minutes.
      const isOf = (time: unknown) => Math.floor(Number(time) / 60_000) * 60_000 === decidedAt;
      await until(async () => isOf((await record())?.updated_at), 'the decision');
      expect((await record())?.consent).toMatchObject({ analytics: 'denied', marketing: 'denied' });
    });

    testInDeep('keeps the refusals of a decision about a version that is lost, and asks again', async () => {
      const { context, visit, record } = await openReturning((choice) => ({
        ...decideAs(choice, { marketing: 'denied' }),
        profileVersion: 7,
        decidedAt: Date.now(),
        submissionId: randomUUID(),
      }));
      const { page } = await visit('/next');
      await page.waitForFunction(() => window.expressConsent?.states.analytics === 'denied');
      await until(
        async () => (await context.cookies()).every(({ name }) => name !== 'svc_choice'),
        'the end',
      );
      expect((await record())?.consent).toMatchObject({ analytics: 'denied', marketing: 'denied' });
      const next = await visit('/next');
      await banner(next.page).waitFor();
    });

    testInDeep(
      'asks again about an old agreement that the record lacks, and refuses nothing for the visitor',
      async () => {
        const { visit, record } = await openReturning(
          (choice) => ({ ...choice, decidedAt: Date.now() - 40 * day }),
          50,
        );
        const { page } = await visit('/next');
        await banner(page).waitFor();
        expect((await record())?.consent).toMatchObject({ analytics: 'granted', marketing: 'granted' });
      },
    );

    test('keeps no grant of such a decision, and asks again', async () => {
      const { context, visit } = await openReturning((choice) => ({
        ...choice,
        profileVersion: 7,
        decidedAt: Date.now(),
        submissionId: randomUUID(),
      }));
      await visit('/next');
      await until(
        async () => (await context.cookies()).every(({ name }) => name !== 'svc_choice'),
        'the end',
      );
      const next = await visit('/next');
      await banner(next.page).waitFor();
    });
  });

  testInDeep(
    'a listener of the page that fails keeps no decision back, and is an error of the page',
    async () => {
      const count = (await site.records()).length;
      site.setPage('/listener', {
        body,
        script: `<script src="/svc/widget.js"></script>
        <script>expressConsent.on(({ decided }) => { if (decided) throw new Error('page') });</script>`,
      });
      const { visit } = await site.createVisitor();
      const { page, complaints } = await visit('/listener');
      await accept(page);
      await waitUntilSaved(page);
      await banner(page).waitFor({ state: 'detached' });
      expect((await site.records()).length).toBe(count + 1);
      expect((await site.records()).at(-1)).toMatchObject({ method: 'accept', layer: 'banner' });
      // The same for a listener that hears of the choice at once.
      await page.evaluate(() => {
        window.expressConsent?.on(() => {
          throw new Error('late');
        });
      });
      expect(complaints).toEqual(['uncaught: page', 'uncaught: late']);
    },
  );

  testInDeep('a promise of consent that is kept follows no later change', async () => {
    const { visit } = await site.createVisitor();
    const { page } = await visit();
    await banner(page).waitFor();
    const looks = await page.evaluate(async () => {
      let count = 0;
      // Each look at the states reads the id.
      const read = () => {
        count++;
        return 'analytics';
      };
      const id = { toString: read } as unknown as string;
      const kept = window.expressConsent?.when(id);
      await window.expressConsent?.decide('all');
      await kept;
      const before = count;
      await window.expressConsent?.decide('none');
      return { before, after: count - before };
    });
    expect(looks).toEqual({ before: expect.any(Number), after: 0 });
    expect(looks.before).toBeGreaterThan(0);
  });

  testInDeep('the first event of a page view finds the widget', async () => {
    site.setPage('/event', {
      body,
      script: `<script>document.addEventListener('consent', () =>
        (document.body ?? document.documentElement).dataset.decided = expressConsent.decided)</script>
        <script src="/svc/widget.js"></script>`,
    });
    const { visit } = await site.createVisitor();
    const first = await visit();
    await accept(first.page);
    await waitUntilSaved(first.page);
    const { page, complaints } = await visit('/event');
    expect(await page.locator('[data-decided=true]').count()).toBe(1);
    expect(complaints).toEqual([]);
  });

  testInDeep('erases a decision that could not be sent, and never sends it', async () => {
    const count = (await site.records()).length;
    site.fail(({ method, path }) => (method === 'POST' && path.includes('/consent') ? 503 : undefined));
    const { visit } = await site.createVisitor();
    const { page } = await visit();
    await accept(page);
    await page.getByText('could not be sent yet').waitFor();
    site.fail();
    await page.evaluate(() => window.expressConsent?.erase());
    await banner(page).waitFor();
    expect(await page.evaluate(() => window.expressConsent?.states.analytics)).toBe('denied');
    const later = await visit('/next');
    await banner(later.page).waitFor();
    await settle(later.page);
    expect((await site.records()).length).toBe(count);
  });

  testInDeep('erases a choice whose record the service no longer has', async () => {
    const { visit } = await site.createVisitor();
    const { page } = await visit();
    await accept(page);
    await waitUntilSaved(page);
    const visitorId = (await site.records()).at(-1)?.visitor_id;
    await site.app.request
      .delete(`${site.app.publicBase}/consent/${visitorId}`)
      .set('X-API-Key', (await createApiKey(site.app)).key)
      .expect(200);
    await page.evaluate(() => window.expressConsent?.erase());
    await banner(page).waitFor();
    expect(await page.evaluate(() => window.expressConsent?.decided)).toBe(false);
  });

  test('stays off and quiet when the service does not answer', async () => {
    site.fail(({ path }) => (path.includes('/bootstrap') ? 503 : undefined));
    const { visit } = await site.createVisitor();
    const { page, complaints } = await visit();
    await until(() => complaints.some((text) => text.includes('express-consent:')));
    expect(await banner(page).count()).toBe(0);
    expect(await page.evaluate(() => window.expressConsent?.states)).toEqual({});
  });

  test('follows a decision in another tab', async () => {
    const { visit } = await site.createVisitor();
    const first = await visit();
    await banner(first.page).waitFor();
    const second = await visit('/next');
    await accept(second.page);
    await isDecided(second.page);
    await first.page.evaluate(() => window.dispatchEvent(new Event('focus')));
    await banner(first.page).waitFor({ state: 'detached' });
    expect(await first.page.evaluate(() => window.expressConsent?.states.marketing)).toBe('granted');
  });

  testInDeep('says so when the browser keeps no cookies', async () => {
    const { context } = await site.createVisitor();
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setDocumentCookieDisabled', { disabled: true });
    await page.goto(site.origin);
    await accept(page);
    await page.getByText('Your browser blocks cookies').waitFor();
    expect(await page.evaluate(() => window.expressConsent?.states.analytics)).toBe('granted');
  });

  testInDeep('works in a sandboxed frame, which has neither cookies nor storage', async () => {
    site.setPage('/frame', {
      script: '',
      body: `<iframe sandbox="allow-scripts" src="/" title="Shop" width="800" height="600"></iframe>`,
    });
    const { visit } = await site.createVisitor();
    const { page } = await visit('/frame');
    const frame = page.frameLocator('iframe');
    await frame.getByRole('region', { name: 'Your privacy' }).waitFor();
    await frame.getByRole('button', { name: 'Accept all' }).click();
    await frame.getByText('Your browser blocks cookies').waitFor();
  });

  testInDeep('comes back when the page replaces its body', async () => {
    const { visit } = await site.createVisitor();
    const { page } = await visit();
    await banner(page).waitFor();
    await page.evaluate(() => {
      const body = document.createElement('body');
      body.append('The next page');
      document.body.replaceWith(body);
    });
    await accept(page);
    await isDecided(page);
  });

  testInDeep('survives a page whose styles touch everything', async () => {
    const hostile =
      '*{all:unset!important;font-size:3px!important;color:red!important}div,svc-consent{display:none!important}button{position:fixed!important;inset:0!important}';
    site.setPage('/hostile', { body, head: `<style>${hostile}</style>` });
    const { visit } = await site.createVisitor();
    const plain = await visit();
    const { page } = await visit('/hostile');
    const looks = await Promise.all(
      [plain.page, page].map(async (one) => {
        const button = banner(one).getByRole('button', { name: 'Accept all' });
        const { width, height } = (await button.boundingBox()) ?? {};
        return { width, height, font: await button.evaluate((node) => getComputedStyle(node).font) };
      }),
    );
    expect(looks[1]).toEqual(looks[0]);
    await accept(page);
    await isDecided(page);
  });

  test('works under a strict policy with Trusted Types', async () => {
    const nonce = 'cGFnZQ';
    site.setPage('/strict', {
      body,
      script: `<script src="/svc/widget.js" async nonce="${nonce}"></script>`,
      headers: {
        'Content-Security-Policy': `default-src 'none'; script-src 'nonce-${nonce}' 'strict-dynamic'; connect-src 'self'; img-src data:; base-uri 'none'; require-trusted-types-for 'script'; trusted-types express-consent`,
      },
    });
    const { visit } = await site.createVisitor();
    const { page, complaints } = await visit('/strict');
    await banner(page).getByRole('button', { name: 'Choose' }).click();
    const dialog = page.getByRole('dialog', { name: 'Your choices' });
    await dialog.getByRole('switch', { name: 'Analytics' }).check();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await waitUntilSaved(page);
    expect(complaints).toEqual([]);
  });

  test('follows a withdrawal that a server has recorded and an erasure by an operator, at most a day later', async () => {
    const { key } = await createApiKey(site.app);
    const { request, adminBase, publicBase } = site.app;
    const { context, visit } = await site.createVisitor();
    const { page } = await visit();
    await accept(page);
    await waitUntilSaved(page);
    const visitorId = (await context.cookies()).find(({ name }) => name === 'svc_vid')?.value;
    const analytics = (at: Page) => at.evaluate(() => window.expressConsent?.states.analytics);
    const openLater = async (hours: number) => {
      const later = await context.newPage();
      await later.clock.install({ time: Date.now() + hours * 3_600_000 });
      await later.goto(site.origin);
      return later;
    };

    await request
      .put(`${publicBase}/consent/${visitorId}`)
      .set('X-API-Key', key)
      .send({ consentJson: { necessary: 'granted', analytics: 'denied', marketing: 'denied' } })
      .expect(200);
    const tomorrow = await openLater(25);
    await tomorrow.waitForFunction(() => window.expressConsent?.states.analytics === 'denied');
    expect(await banner(tomorrow).count()).toBe(0);
    await page.reload();
    await isDecided(page);
    expect(await analytics(page)).toBe('denied');

    await request
      .delete(`${adminBase}/visitors/${visitorId}`)
      .set(await site.app.asAdmin())
      .expect(200);
    const after = await openLater(50);
    await banner(after).waitFor();
    expect((await context.cookies()).filter(({ name }) => name === 'svc_choice')).toEqual([]);
  });

  testInDeep(
    'keeps a decision that the visitor makes while the service is asked about the record',
    async () => {
      const { key } = await createApiKey(site.app);
      const { context, visit } = await site.createVisitor();
      const { page } = await visit();
      await page.getByRole('button', { name: 'Reject' }).click();
      await waitUntilSaved(page);
      const visitorId = (await context.cookies()).find(({ name }) => name === 'svc_vid')?.value;
      await site.app.request
        .put(`${site.app.publicBase}/consent/${visitorId}`)
        .set('X-API-Key', key)
        .send({ consentJson: { necessary: 'granted', analytics: 'granted', marketing: 'granted' } })
        .expect(200);

      const later = await context.newPage();
      await later.clock.install({ time: Date.now() + 25 * 3_600_000 });
      let isAsked = false;
      let release = () => {};
      const decided = new Promise<void>((resolve) => {
        release = resolve;
      });
      await later.route(/\/consent$/, async (route) => {
        if (route.request().method() !== 'GET') return route.continue();
        const response = await route.fetch();
        isAsked = true;
        await decided;
        await route.fulfill({ response });
      });
      await later.goto(site.origin);
      await until(() => isAsked, 'the question about the record');
      await later.evaluate(() => window.expressConsent?.decide('none'));
      const answered = later.waitForResponse(/\/consent$/);
      release();
      await answered;
      await later.waitForFunction(() => /svc_choice=[^;]*!/.test(document.cookie));
      await later.reload();
      await isDecided(later);
      expect(await later.evaluate(() => window.expressConsent?.states.analytics)).toBe('denied');
    },
  );

  testInDeep('asks again once a publication demands it, at most a day later', async () => {
    const { context, visit } = await site.createVisitor();
    const { page: open } = await visit();
    await accept(open);
    await waitUntilSaved(open);
    const wake = () => open.evaluate(() => window.dispatchEvent(new Event('focus')));
    await wake();
    await open.evaluate(() => localStorage.setItem('svc_checked', `${Date.now()}`));
    const { request, adminBase } = site.app;
    const admin = await site.app.asAdmin();
    const profile = (await request.get(`${adminBase}/profiles/${profileId}`).set(admin)).body;
    await request
      .put(`${adminBase}/profiles/${profileId}`)
      .set(admin)
      .send({ name: profile.name, profileJson: profile.profileJson, requireReconsent: true })
      .expect(200);
    await request.post(`${adminBase}/profiles/${profileId}/activate`).set(admin).expect(200);

    const { page } = await visit();
    await isDecided(page);
    expect(await banner(page).count()).toBe(0);
    // A day later.
    const tomorrow = await context.newPage();
    await tomorrow.clock.install({ time: Date.now() + 90_000_000 });
    await tomorrow.goto(site.origin);
    await banner(tomorrow).waitFor();
    expect(await tomorrow.evaluate(() => window.expressConsent?.states.analytics)).toBe('denied');
    // A page that has been open since before asks about the version of now.
    const shown = open.waitForResponse(/\/bootstrap/);
    await wake();
    await accept(open);
    await waitUntilSaved(open);
    const [record] = (await site.records()).slice(-1);
    expect(record).toMatchObject({
      profile_version: (await (await shown).json()).profileVersion,
      revision: 2,
    });
  });
});
