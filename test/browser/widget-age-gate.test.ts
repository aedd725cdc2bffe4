import type { Page } from 'playwright-core';
import type { ProfileJson } from '#banners/profiles/profile-schemas';
import { settle, waitUntilSaved } from '../support/browser';
import { consentCalls } from '../support/consent';
import { createFrameworkSite, type FrameworkSite, listen } from '../support/framework-page';
import { createActiveProfile, profileJson } from '../support/profiles';
import { describeInDeep, testInDeep } from '../support/scope';
import { describeWith } from '../support/services';
import { until } from '../support/webhook-receiver';
import { createWidgetSite, type WidgetSite } from '../support/widget-page';

describeWith('chromium', 'The age gate of the widget', () => {
  let site: WidgetSite;
  beforeAll(async () => {
    site = await createWidgetSite({
      profile: { profileJson: profileJson({ ageGate: { minimumAge: 16, ask: 'yesNo' } }) },
    });
    site.setPage('/', {
      body: `<a href="#" data-consent-open>Privacy settings</a>
        <svc-embed category="marketing" src="/film" width="480" height="270"></svc-embed>`,
    });
  });
  afterAll(() => site.close());

  const question = (page: Page) => page.getByRole('dialog', { name: 'Are you 16 or older?' });
  const preferences = (page: Page) => page.getByRole('dialog', { name: 'Your choices' });
  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
  const refuse = async (page: Page) => {
    await question(page).getByRole('button', { name: 'No' }).click();
    await press(page, 'Close');
    await waitUntilSaved(page);
  };
  const newest = async () => (await site.records()).at(-1);
  const refused = { necessary: 'granted', analytics: 'denied', marketing: 'denied' };

  const tooYoung = (page: Page) => page.getByRole('dialog', { name: /^At your age you cannot agree/ });

  test('does not let a visitor who was too young answer otherwise, here or on the next page', async () => {
    const count = (await site.records()).length;
    const { visit } = await site.createVisitor();
    const first = await visit();
    await refuse(first.page);
    const expectTold = async (page: Page) => {
      await page.getByRole('link', { name: 'Privacy settings' }).click();
      await tooYoung(page).waitFor();
      expect(await question(page).count()).toBe(0);
      await press(page, 'Close');
      await settle(page);
      expect(await preferences(page).count()).toBe(0);
    };
    await expectTold(first.page);
    // Another tab, which has the record alone.
    const { page, complaints } = await visit();
    await page.waitForFunction(() => window.expressConsent?.decided);
    await expectTold(page);
    expect(complaints).toEqual([]);
    // The same tab, whatever the record says.
    await site.app.knex('svc_consents').update({ age_verified: null });
    await first.page.reload();
    await first.page.waitForFunction(() => window.expressConsent?.decided);
    await expectTold(first.page);
    await site.app.knex('svc_consents').update({ age_verified: 0 });
    expect((await site.records()).slice(count)).toMatchObject([
      { consent: refused, age_verified: 0, layer: 'age' },
    ]);
  });

  testInDeep('asks again after an erasure, and records nothing meanwhile', async () => {
    const { visit } = await site.createVisitor();
    const { page } = await visit();
    await refuse(page);
    const count = (await site.records()).length;
    await page.evaluate(() => void window.expressConsent?.erase());
    await question(page).waitFor();
    expect((await site.records()).length).toBe(count - 1);
  });

  testInDeep('asks again a day after a visitor was too young', async () => {
    const { visit } = await site.createVisitor();
    await refuse((await visit()).page);
    const yesterday = Date.now() - 25 * 3_600_000;
    await site.app.knex('svc_consents').update({ updated_at: yesterday });
    const { page } = await visit();
    await page.waitForFunction(() => window.expressConsent?.decided);
    await page.getByRole('link', { name: 'Privacy settings' }).click();
    await question(page).getByRole('button', { name: 'Yes' }).click();
    await preferences(page).waitFor();
  });

  testInDeep('remembers who has passed as long as the decision, and no longer than the record', async () => {
    const { visit } = await site.createVisitor();
    const { page } = await visit();
    await question(page).getByRole('button', { name: 'Yes' }).click();
    await page.getByRole('region').getByRole('button', { name: 'Accept all' }).click();
    await waitUntilSaved(page);
    const until = await page.evaluate(() => Number(localStorage.getItem('svc_age')));
    const { expires_at: expiresAt } = (await newest()) as { expires_at?: number };
    expect(until).toBeGreaterThan(Date.now());
    expect(until).toBeLessThanOrEqual(expiresAt ?? Date.now() + 366 * 86_400_000);
    await page.evaluate(() => {
      void window.expressConsent?.erase();
    });
    await question(page).waitFor();
    expect(await page.evaluate(() => localStorage.getItem('svc_age'))).toBeNull();

    await question(page).getByRole('button', { name: 'Yes' }).click();
    await page.evaluate(() => localStorage.setItem('svc_age', `${Date.now() - 1}`));
    const later = await visit();
    await question(later.page).waitFor();
  });

  testInDeep.each(['Always show', 'Show once'])('is asked before "%s" at a frame', async (button) => {
    const { visit } = await site.createVisitor();
    const first = await visit();
    await refuse(first.page);
    const { page } = await visit();
    await page.frameLocator('svc-embed iframe').getByRole('button', { name: button }).click();
    await tooYoung(page).waitFor();
    await press(page, 'Close');
    await settle(page);
    expect(await page.locator('iframe[src]').count()).toBe(0);
    expect(await newest()).toMatchObject({ consent: refused, layer: 'age' });
  });

  testInDeep('holds a decision of the page back until the question is answered, and asks once', async () => {
    const count = (await site.records()).length;
    const { visit } = await site.createVisitor();
    const { page } = await visit();
    await question(page).waitFor();
    await page.evaluate(() => {
      const done = window.expressConsent?.decide('all');
      Object.assign(window, { done });
    });
    await refuse(page);
    await page.evaluate(() => (window as unknown as { done: Promise<void> }).done);
    expect(await question(page).count()).toBe(0);
    expect((await site.records()).length).toBe(count + 1);
    expect(await newest()).toMatchObject({ consent: refused, layer: 'age' });
  });

  testInDeep('lets the page refuse without a question, and who is old enough decide', async () => {
    const { visit } = await site.createVisitor();
    const { page } = await visit();
    await question(page).waitFor();
    await page.evaluate(() => window.expressConsent?.decide('none'));
    expect(await newest()).toMatchObject({ consent: refused, method: 'api' });

    const later = await visit();
    await later.page.waitForFunction(() => window.expressConsent?.decided);
    await later.page.frameLocator('svc-embed iframe').getByRole('button', { name: 'Always show' }).click();
    await question(later.page).getByRole('button', { name: 'Yes' }).click();
    await later.page.locator('iframe[src="/film"]').waitFor();
    await later.page.getByRole('link', { name: 'Privacy settings' }).click();
    await preferences(later.page).waitFor();
    expect(await newest()).toMatchObject({ consent: { marketing: 'granted' }, age_verified: 1 });
  });
});

describeWith('chromium', 'The age gate where the law does not ask first', () => {
  let site: FrameworkSite;
  beforeAll(async () => {
    const { ga, pixel, ...others } = profileJson().cookies ?? {};
    const allowed = { ga: { ...ga, preGranted: true }, pixel: { ...pixel, preGranted: true } };
    const cookies = { ...others, ...allowed } as ProfileJson['cookies'];
    const ageGate = { minimumAge: 16, ask: 'yesNo', parental: true } as const;
    site = await createFrameworkSite({ ageGate }, { cookies });
    site.setPage('/', {
      tags: async (request) => (await site.app.service.page(request)).head,
      script: `<script>${listen} window.ran = [];</script>`,
      body: '<script type="text/plain" data-category="marketing">ran.push("marketing")</script>',
    });
  });
  afterAll(() => site.close());

  const openVisitor = () => site.createVisitor({ timezoneId: 'America/New_York' });
  const question = (page: Page) => page.getByRole('dialog', { name: 'Are you 16 or older?' });
  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
  /** Answers about ads in the order in which tags got them, scripts that have run, and whether `__gpp` was ever ready. */
  const heard = (page: Page) =>
    page.evaluate(() => ({
      ads: ((window as { dataLayer?: unknown[] }).dataLayer ?? []).flatMap((each) => {
        const [command, , consent] = Object.values(each as object);
        return command === 'consent' ? (consent?.ad_storage ?? []) : [];
      }),
      ran: (window as unknown as { ran: string[] }).ran,
      ready: window.gppEvents.some(({ pingData }) => pingData.signalStatus === 'ready'),
    }));
  const held = { ads: ['denied', 'denied'], ran: [], ready: false };
  const refused = { necessary: 'granted', analytics: 'denied', marketing: 'denied' };
  const states = (page: Page) => page.evaluate(() => window.expressConsent?.states);
  const newest = async () => (await site.records()).at(-1);

  test('holds everything optional back until the visitor is old enough, and not again on the next page', async () => {
    const { visit } = await openVisitor();
    const first = await visit();
    await question(first.page).waitFor();
    await first.page.waitForFunction(() => window.gppEvents.length > 1);
    expect(await heard(first.page)).toEqual(held);
    expect(await states(first.page)).toEqual(refused);
    await press(first.page, 'Yes');
    await first.page.getByRole('button', { name: 'Reject' }).waitFor();
    await first.page.waitForFunction(() => window.gppEvents.at(-1)?.pingData.signalStatus === 'ready');
    expect(await heard(first.page)).toEqual({
      ads: ['denied', 'denied', 'granted'],
      ran: ['marketing'],
      ready: true,
    });
    expect(first.complaints).toEqual([]);

    const { page } = await visit();
    await page.getByRole('button', { name: 'Reject' }).waitFor();
    await page.waitForFunction(() => window.gppEvents.at(-1)?.pingData.signalStatus === 'ready');
    expect(await heard(page)).toEqual({ ads: ['denied', 'granted'], ran: ['marketing'], ready: true });
  });

  testInDeep('refuses for a child at once, whether or not the next question is answered', async () => {
    const { visit } = await openVisitor();
    const first = await visit();
    await question(first.page).getByRole('button', { name: 'No' }).click();
    await first.page.getByRole('button', { name: 'Ask a parent' }).waitFor();
    await waitUntilSaved(first.page);
    expect(await newest()).toMatchObject({ consent: refused, age_verified: 0, layer: 'age' });

    const { page } = await visit();
    await page.waitForFunction(() => window.expressConsent?.decided);
    await settle(page);
    expect(await question(page).count()).toBe(0);
    expect(await states(page)).toEqual(refused);
    expect((await heard(page)).ads).not.toContain('granted');
  });

  test('lets a child who asks a parent choose, and allows nothing before the parent agrees', async () => {
    const { visit } = await openVisitor();
    const { page, complaints } = await visit();
    await question(page).getByRole('button', { name: 'No' }).click();
    await press(page, 'Ask a parent');
    await press(page, 'Next');
    await press(page, 'Accept all');
    await until(async () => (await newest())?.method === 'accept');
    expect(await newest()).toMatchObject({ consent: { marketing: 'granted' }, age_verified: 0 });
    expect(await states(page)).toEqual(refused);
    expect((await heard(page)).ran).toEqual([]);
    expect(complaints).toEqual([]);
  });
});

describeWith('chromium', 'A parent who was asked from the page', () => {
  let site: WidgetSite;
  afterEach(() => site.close());
  const open = async (parentalTokenInResponse: boolean) => {
    site = await createWidgetSite({
      config: { compliance: { parentalTokenInResponse } },
      profile: {
        profileJson: profileJson({ ageGate: { minimumAge: 16, ask: 'yesNo', parental: true } }),
      },
    });
    site.setPage('/', { body: '<a href="#" data-consent-open>Privacy settings</a>' });
    const tokens: string[] = [];
    site.app.service.events.on('consent.parentalConsentRequired', ({ token }) => void tokens.push(token));
    const agree = async (answer: object = {}) => {
      const calls = consentCalls(site.app);
      await calls.resolveParent(tokens.at(-1) ?? '', answer).expect(200);
    };
    return { tokens, agree, ...(await site.createVisitor()) };
  };
  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
  const switchOn = async (page: Page, ...names: string[]) => {
    for (const name of names) await page.getByRole('switch', { name }).check();
  };
  const settings = (page: Page) => page.getByRole('link', { name: 'Privacy settings' }).click();
  const acceptAll = (page: Page) => press(page, 'Accept all');
  const question = (page: Page) => page.getByRole('dialog', { name: 'Are you 16 or older?' });
  const states = (page: Page) => page.evaluate(() => window.expressConsent?.states);
  const untilStates = (page: Page, expected: object) =>
    until(async () => JSON.stringify(await states(page)) === JSON.stringify(expected));
  const newest = async () => (await site.records()).at(-1);
  const refused = { necessary: 'granted', analytics: 'denied', marketing: 'denied' };
  const all = { necessary: 'granted', analytics: 'granted', marketing: 'granted' };

  async function askParent(page: Page): Promise<void> {
    await press(page, 'No');
    await press(page, 'Ask a parent');
    await press(page, 'Next');
    await acceptAll(page);
    await until(async () => (await newest())?.method === 'accept');
    await waitUntilSaved(page);
  }

  testInDeep.each([true, false])(
    'takes effect on the next page; token in the answer: %p',
    async (isInResponse) => {
      const { tokens, agree, visit } = await open(isInResponse);
      const first = await visit();
      await askParent(first.page);
      expect(await states(first.page)).toEqual(refused);
      const own = await first.page.evaluate(async () => (await fetch('/svc/api/v1/consent')).json());
      expect(own.record).toMatchObject({ consentJson: all, parentalConsent: 'pending', ageVerified: false });

      const waiting = await visit();
      await waiting.page.waitForFunction(() => window.expressConsent?.decided);
      await settle(waiting.page);
      expect(await states(waiting.page)).toEqual(refused);

      await agree();
      const { page, complaints } = await visit();
      await untilStates(page, all);
      await settle(page);
      expect(complaints).toEqual([]);
      site.takeServiceRequests();
      await page.reload();
      await untilStates(page, all);
      await settle(page);
      expect(site.takeServiceRequests()).not.toContain('GET /svc/api/v1/consent');

      // The child changes the choice without asking the parent again.
      await page.evaluate(() => window.expressConsent?.decide('none'));
      expect(await states(page)).toEqual(refused);
      await page.reload();
      await page.waitForFunction(() => window.expressConsent?.decided);
      await settings(page);
      await switchOn(page, 'Analytics', 'Marketing');
      await press(page, 'Save');
      await untilStates(page, all);
      expect(tokens).toHaveLength(1);
    },
  );

  testInDeep(
    'reaches a child whose clock is ahead, and leaves the wishes of the child in the record',
    async () => {
      const { agree, context, visit } = await open(true);
      await context.addInitScript(() => {
        const { now } = Date;
        Date.now = () => now() + 150_000;
      });
      await askParent((await visit()).page);
      const waiting = await visit();
      await waiting.page.waitForFunction(() => window.expressConsent?.decided);
      await settle(waiting.page);
      expect(await newest()).toMatchObject({ consent: all, method: 'accept' });
      await agree();
      const { page } = await visit();
      await untilStates(page, all);
    },
  );

  test('allows only the categories to which the parent agreed, also in later decisions', async () => {
    const { agree, visit } = await open(false);
    await askParent((await visit()).page);
    await agree({ consentJson: { analytics: 'granted', marketing: 'denied' } });
    const { page } = await visit();
    const half = { ...all, marketing: 'denied' };
    await untilStates(page, half);
    await page.evaluate(() => {
      const seen: unknown[] = [];
      window.expressConsent?.on((change) => void seen.push(change.states.marketing, change.states.analytics));
      Object.assign(window, { seen });
    });
    await settings(page);
    await switchOn(page, 'Marketing');
    await press(page, 'Save');
    await until(async () => (await newest())?.layer === 'preferences');
    expect(await newest()).toMatchObject({ consent: all });
    await waitUntilSaved(page);
    expect(await states(page)).toEqual(half);
    const seen = await page.evaluate(() => (window as unknown as { seen: string[] }).seen);
    expect(new Set(seen.filter((_, index) => index % 2 === 0))).toEqual(new Set(['denied']));
    expect(new Set(seen.filter((_, index) => index % 2 === 1))).toEqual(new Set(['granted']));
  });

  testInDeep('gets what the page has asked for before the question was answered', async () => {
    const { visit } = await open(false);
    const { page } = await visit();
    await question(page).waitFor();
    const waiting = page.waitForResponse(/\/preferences\.js/);
    await page.evaluate(() => void window.expressConsent?.decide('all'));
    await waiting;
    await press(page, 'No');
    await press(page, 'Ask a parent');
    await press(page, 'Next');
    await until(async () => (await newest())?.method === 'api');
    expect(await newest()).toMatchObject({ consent: all, age_verified: 0 });
    expect(await states(page)).toEqual(refused);
  });

  testInDeep('can be asked again while the answer is missing, and the child can decide', async () => {
    const { tokens, visit } = await open(false);
    await askParent((await visit()).page);
    const { page } = await visit();
    await page.waitForFunction(() => window.expressConsent?.decided);
    await settings(page);
    const waiting = page.getByRole('dialog', { name: /^We are waiting/ });
    await waiting.waitFor();
    expect(await question(page).count()).toBe(0);
    await press(page, 'Ask a parent');
    await press(page, 'Next');
    await page.getByRole('dialog', { name: 'Your choices' }).waitFor();
    expect(tokens).toHaveLength(2);
    expect(await states(page)).toEqual(refused);
  });

  testInDeep('can be asked again where the refusal could not be sent, or the question', async () => {
    const { tokens, visit } = await open(true);
    site.fail(({ method }) => (method === 'POST' ? 503 : undefined));
    const { page } = await visit();
    await press(page, 'No');
    await press(page, 'Ask a parent');
    const notSent = page.getByRole('dialog', { name: /could not be sent yet/ });
    await notSent.waitFor();
    expect(await states(page)).toEqual(refused);
    await notSent.getByRole('button', { name: 'Close', exact: true }).click();
    await notSent.waitFor({ state: 'detached' });

    // The refusal, and then not the question.
    site.fail(({ path }) => (path.includes('parental') ? 503 : undefined));
    await settings(page);
    await press(page, 'Ask a parent');
    await page.getByRole('dialog', { name: /could not be saved/ }).waitFor();
    expect(await newest()).toMatchObject({ consent: refused, age_verified: 0, layer: 'age' });
    site.fail();
    await press(page, 'Ask a parent');
    await page.getByRole('dialog', { name: /^We are waiting/ }).waitFor();
    await press(page, 'Next');
    await page.getByRole('dialog', { name: 'Your choices' }).waitFor();
    expect(tokens).toHaveLength(1);
    expect(await site.records()).toHaveLength(1);
  });

  describeInDeep('in another place, with another profile', () => {
    /** A child whose parent has agreed in Germany, and who is in New York now. */
    async function travel(parental: boolean) {
      const { tokens, agree, visit, context } = await open(true);
      const ageGate = { minimumAge: 16, ask: 'yesNo', parental } as const;
      await createActiveProfile(site.app, {
        name: 'US',
        profileJson: profileJson({ complianceGroup: 'opt-out-strict', countries: ['US'], ageGate }),
      });
      await askParent((await visit()).page);
      await agree();
      const { page } = await visit();
      await untilStates(page, all);
      const there = await site.createVisitor({
        timezoneId: 'America/New_York',
        storageState: await context.storageState(),
      });
      const before = await site.records();
      const away = (await there.visit()).page;
      await away.waitForFunction(() => window.expressConsent?.decided);
      await settings(away);
      return { before, tokens, page: away };
    }

    test('the preferences record nothing, and the parent can be asked for it', async () => {
      const { before, tokens, page } = await travel(true);
      const note = page.getByRole('dialog', { name: /^We will ask a parent/ });
      await note.waitFor();
      await press(page, 'Close');
      await settle(page);
      expect(await site.records()).toEqual(before);
      expect(await states(page)).toEqual(all);

      // What was allowed can be withdrawn all the same.
      const preferences = page.getByRole('dialog', { name: 'Your choices' });
      await preferences.waitFor();
      await page.keyboard.press('Escape');
      await preferences.waitFor({ state: 'detached' });

      await settings(page);
      await note.waitFor();
      await press(page, 'Ask a parent');
      await press(page, 'Next');
      await preferences.waitFor();
      expect(tokens).toHaveLength(2);
      expect(await site.records()).toEqual(before);

      // Nothing of what the parent has allowed there counts here, also while the decision cannot be sent.
      site.fail(({ method }) => (method === 'POST' ? 503 : undefined));
      await press(page, 'Save');
      await page.getByText('could not be sent yet').waitFor();
      expect(await states(page)).toEqual(refused);
    });

    testInDeep('a child who cannot ask there can still withdraw', async () => {
      const { before, page } = await travel(false);
      await page.getByRole('dialog', { name: /^At your age/ }).waitFor();
      await press(page, 'Close');
      await page.getByRole('dialog', { name: 'Your choices' }).waitFor();
      expect(await site.records()).toEqual(before);
      for (const name of ['Analytics', 'Marketing']) await page.getByRole('switch', { name }).uncheck();
      await press(page, 'Save');
      await until(async () => (await newest())?.layer === 'preferences');
      expect(await newest()).toMatchObject({ consent: refused });
      expect(await states(page)).toEqual(refused);
    });
  });
});
