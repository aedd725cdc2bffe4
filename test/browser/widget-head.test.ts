import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import vm from 'node:vm';
import fc from 'fast-check';
import {
  type Choice,
  encodeChoice,
  findChoice,
  readChoiceStates,
  readGrantedPurposes,
} from '#standards/choice/index';
import type { HeadOptions } from '#widget/head';
import { toGoogleConsent } from '#widget/signals/google';
import { describeWith } from '../support/services';
import { renderBootstrap, severalChoices, toChoiceCookie, toSiteChoice } from '../support/widget-choices';
import { createWidgetSite, type WidgetSite } from '../support/widget-page';

const readSnippet = (name: string) => readFileSync(join(__dirname, `../../dist/widget/${name}.js`), 'utf8');
const optIn: HeadOptions = { cookie: 'svc_choice', granted: 'n', grantedWithGpc: 'n', waitMs: 500 };
const denied = toGoogleConsent('n');

interface Visitor {
  readonly cookie?: string;
  readonly gpc?: boolean;
}

/** Runs the snippet as a page would, and returns what it pushed. */
function run(options: HeadOptions, { cookie = '', gpc }: Visitor = {}) {
  const window: { dataLayer?: ArrayLike<unknown>[]; uetq?: unknown[] } = {};
  const globals = {
    window,
    document: { cookie },
    navigator: { globalPrivacyControl: gpc },
    headOptions: options,
  };
  vm.runInNewContext(readSnippet('head'), globals);
  return { commands: (window.dataLayer ?? []).map((item) => [...Array.from(item)]), uetq: window.uetq };
}

describe('the head snippet', () => {
  test('denies all but security storage and waits for a choice, in a place that asks first', () => {
    expect(run(optIn).commands).toEqual([
      ['set', 'ads_data_redaction', true],
      ['consent', 'default', { ...denied, wait_for_update: 500 }],
    ]);
  });

  test('grants what the place allows, except what Global Privacy Control denies', () => {
    const optOut = { ...optIn, granted: 'nfpam', grantedWithGpc: 'nfpa' };
    const last = (visitor: Visitor) => run(optOut, visitor).commands.at(-1)?.[2];
    expect(last({})).toMatchObject({ ad_storage: 'granted', analytics_storage: 'granted' });
    expect(last({ gpc: true })).toMatchObject({ ad_storage: 'denied', analytics_storage: 'granted' });
  });

  test('denies only in the listed regions on a page for several places', () => {
    const { commands } = run({
      ...optIn,
      granted: 'nfpam',
      grantedWithGpc: 'nfpa',
      regions: ['DE', 'CA-QC'],
    });
    expect(commands).toEqual([
      // Also while the second default grants: it has an effect only where `ad_storage` is denied.
      ['set', 'ads_data_redaction', true],
      ['consent', 'default', { ...denied, wait_for_update: 500, region: ['DE', 'CA-QC'] }],
      ['consent', 'default', { ...toGoogleConsent('nfpam'), wait_for_update: 500 }],
    ]);
  });

  test('a returning visitor’s own choice is the default in every region, without a wait', () => {
    const cookie = `other=1; svc_choice=${encodeChoice(toSiteChoice({ analytics: 'granted' }))}; last=2`;
    expect(run({ ...optIn, regions: ['DE'] }, { cookie }).commands).toEqual([
      ['set', 'ads_data_redaction', true],
      ['consent', 'default', { ...toGoogleConsent('na'), wait_for_update: 0 }],
    ]);
  });

  test('sets pass-through of addresses and Microsoft’s default where they are on', () => {
    const { commands, uetq } = run({ ...optIn, urlPassthrough: true, microsoft: true });
    expect(commands[0]).toEqual(['set', 'url_passthrough', true]);
    expect(uetq).toEqual(['consent', 'default', { ad_storage: 'denied' }]);
  });

  test('denies Microsoft’s tags before a choice on a page for several places, because they know no regions', () => {
    const page = { ...optIn, granted: 'nfpam', microsoft: true };
    const readDefault = (options: HeadOptions, visitor?: Visitor) => run(options, visitor).uetq?.[2];
    expect(readDefault(page)).toEqual({ ad_storage: 'granted' });
    expect(readDefault({ ...page, regions: ['DE'] })).toEqual({ ad_storage: 'denied' });
    const cookie = `svc_choice=${encodeChoice(toSiteChoice({ marketing: 'granted' }))}`;
    expect(readDefault({ ...page, regions: ['DE'] }, { cookie })).toEqual({ ad_storage: 'granted' });
  });

  test('a cookie that is not a choice changes nothing', () => {
    for (const cookie of ['svc_choice=', 'svc_choice=1.a', 'svc_choice=2.a.b.c.d.0.x~g', 'svc_choice=%'])
      expect(run(optIn, { cookie }).commands.at(-1)?.[2]).toEqual({ ...denied, wait_for_update: 500 });
  });

  const purpose = fc.constantFrom('n', 'f', 'p', 'a', 'm');
  const category = fc.record({
    id: fc.stringMatching(/^[a-z_-]{1,8}$/),
    mandatory: fc.boolean(),
    state: fc.constantFrom('granted', 'denied', 'objected', null),
    preGranted: fc.boolean(),
    listensToGpc: fc.boolean(),
    purposes: fc.uniqueArray(purpose, { maxLength: 3 }).map((letters) => letters.join('')),
  });
  const choice = fc.record({
    gpcMode: fc.constantFrom('ignore', 'honor', 'strict'),
    gpcDetected: fc.boolean(),
    gpcOverride: fc.boolean(),
    asksFirst: fc.boolean(),
    submissionId: fc.constantFrom(null, '3f2a'),
    categories: fc.uniqueArray(category, { selector: ({ id }) => id, maxLength: 5 }),
  });

  test('agrees with the widget about every choice', () => {
    fc.assert(
      fc.property(choice, fc.boolean(), (parts, gpc) => {
        const categories = parts.categories.map((one) => ({
          ...one,
          // As profiles are: nothing is decided about mandatory categories, and they never listen.
          ...(one.mandatory && { state: null, preGranted: false, listensToGpc: false }),
          preGranted: !one.mandatory && one.state === null && one.preGranted,
        }));
        const kept = toSiteChoice({}, { ...(parts as Partial<Choice>), categories } as Partial<Choice>);
        const states = readChoiceStates(kept, gpc);
        const { commands } = run(optIn, { cookie: `svc_choice=${encodeChoice(kept)}`, gpc });
        expect(commands.at(-1)?.[2]).toEqual({
          ...toGoogleConsent(readGrantedPurposes(kept.categories, states)),
          wait_for_update: 0,
        });
      }),
      { numRuns: 300 },
    );
  });
});

test('the head snippet and the widget choose the same one of several cookies', () => {
  fc.assert(
    fc.property(severalChoices, (values) => {
      const cookie = values.map((value) => `svc_choice=${value}`).join('; ');
      const [choice] = findChoice(cookie, 'svc_choice', Date.now());
      const expected =
        choice === null
          ? { ...denied, wait_for_update: 500 }
          : {
              ...toGoogleConsent(readGrantedPurposes(choice.categories, readChoiceStates(choice, false))),
              wait_for_update: 0,
            };
      expect(run(optIn, { cookie }).commands.at(-1)?.[2]).toEqual(expected);
    }),
  );
  // A name that only ends alike belongs to another program.
  const other = `x-svc_choice=${encodeChoice(toSiteChoice({ marketing: 'granted' }))}`;
  expect(run(optIn, { cookie: other }).commands.at(-1)?.[2]).toMatchObject(denied);
});

describeWith('chromium', 'the head snippets in a browser', () => {
  let site: WidgetSite;
  beforeAll(async () => {
    site = await createWidgetSite({ profile: null });
  });
  afterAll(() => site.close());

  const nonce = 'c2VjcmV0';
  const inline = (name: string, variable: string, options: object) =>
    `<script nonce="${nonce}">${readSnippet(name).replace(variable, JSON.stringify(options))}</script>`;

  test('the default is set before the next script, and equals what the widget says later', async () => {
    const script = `${inline('head', 'headOptions', optIn)}<script nonce="${nonce}">
      window.atFirst = Array.from(dataLayer.at(-1))</script><script src="/svc/widget.js" nonce="${nonce}" async></script>`;
    const headers = { 'Content-Security-Policy': `script-src 'nonce-${nonce}' 'strict-dynamic'` };
    site.setPage('/page', { script, headers, body: renderBootstrap() });
    const { context, visit } = await site.createVisitor();
    await context.addCookies([toChoiceCookie(site.origin, { analytics: 'granted' })]);
    const { page, complaints } = await visit('/page');
    await page.waitForFunction(() => window.expressConsent?.decided);
    const [atFirst, update] = await page.evaluate(() => [
      (window as { atFirst?: unknown[] }).atFirst,
      Array.from((window.dataLayer ?? []) as unknown[][]).find((item) => item[1] === 'update')?.[2],
    ]);
    expect(atFirst).toEqual(['consent', 'default', { ...toGoogleConsent('na'), wait_for_update: 0 }]);
    expect(update).toEqual(toGoogleConsent('na'));
    expect(complaints).toEqual([]);
  });
});
