import { readFileSync } from 'node:fs';
import { acceptAll, consentCookies, refuseAll } from 'express-consent/testing';
import { describeWith } from '../support/services';
import { createWidgetSite, type WidgetSite } from '../support/widget-page';

const rules: {
  readonly detectCmp: readonly { readonly exists: string }[];
  readonly detectPopup: readonly { readonly visible: readonly string[] }[];
} & Readonly<
  Record<
    'optIn' | 'optOut',
    readonly {
      readonly if: { readonly exists: readonly string[] };
      readonly then: readonly { readonly click: readonly string[] }[];
      readonly else: readonly { readonly click: readonly string[] }[];
    }[]
  >
> = JSON.parse(readFileSync('examples/autoconsent.json', 'utf8'));

describeWith('chromium', 'The helpers for tests of hosts, in a browser', () => {
  let site: WidgetSite;
  beforeAll(async () => {
    site = await createWidgetSite();
  });
  afterAll(() => site.close());

  const readChoice = async (cookies: readonly { readonly name: string; readonly value: string }[]) =>
    site.app.service.choice({
      headers: { cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; ') },
    }).states;

  test.each([
    { name: 'accept', press: acceptAll, state: 'granted' },
    { name: 'refuse', press: refuseAll, state: 'denied' },
  ])('$name: the banner’s button decides, and the cookie is there afterwards', async ({ press, state }) => {
    const { visit, context } = await site.createVisitor();
    const { page, complaints } = await visit();
    await press(page);
    expect(await readChoice(await context.cookies())).toEqual({
      necessary: 'granted',
      analytics: state,
      marketing: state,
    });
    expect(complaints).toEqual([]);
  });

  /** Follows the steps of a rule as autoconsent does: each selector searches in what the one before has found. */
  test.each([
    { rule: 'optIn', state: 'granted' },
    { rule: 'optOut', state: 'denied' },
  ] as const)('the rules for autoconsent: $rule', async ({ rule, state }) => {
    const { visit, context } = await site.createVisitor();
    const { page, complaints } = await visit();
    const locate = (chain: readonly string[]) => page.locator(chain.join(' '));
    const [detect] = rules.detectPopup;
    await locate(detect?.visible ?? []).waitFor();
    expect(await page.locator(rules.detectCmp[0]?.exists ?? '').count()).toBe(1);
    for (const step of rules[rule]) {
      const [action] = (await locate(step.if.exists).count()) > 0 ? step.then : step.else;
      await page.evaluate((chain) => {
        const found = chain.reduce<Element | null>(
          (scope, selector) => (scope?.shadowRoot ?? scope ?? document).querySelector(selector),
          null,
        );
        (found as HTMLElement).click();
      }, action?.click ?? []);
    }
    await locate(detect?.visible ?? []).waitFor({ state: 'detached' });
    expect(await readChoice(await context.cookies())).toMatchObject({ analytics: state, marketing: state });
    expect(complaints).toEqual([]);
  });

  test('with the cookies, a visitor is not asked', async () => {
    const { visit, context } = await site.createVisitor();
    const { body: profile } = await site.app.request.get('/svc/api/v1/bootstrap?tz=Europe/Berlin');
    const { playwright } = consentCookies({ profile, states: { analytics: 'granted' }, url: site.origin });
    await context.addCookies(playwright);
    const { page, complaints } = await visit();
    await page.waitForFunction(() => window.expressConsent?.decided);
    expect(await page.evaluate(() => window.expressConsent?.states)).toEqual({
      necessary: 'granted',
      analytics: 'granted',
      marketing: 'denied',
    });
    expect(await page.locator('svc-consent [part~="banner"]').count()).toBe(0);
    expect(complaints).toEqual([]);
  });
});
