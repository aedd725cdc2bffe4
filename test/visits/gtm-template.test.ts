import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import vm from 'node:vm';
import fc from 'fast-check';
import { encodeChoice, findChoice, readChoiceStates, readGrantedPurposes } from '#standards/choice/index';
import { jurisdictionsAsOf, placesThatAskFirst } from '#standards/jurisdiction/index';
import { jurisdictions } from '#standards/jurisdiction/jurisdictions';
import { toGoogleConsent } from '#widget/signals/google';
import { type SiteStates, severalChoices, toSiteChoice } from '../support/widget-choices';

const template = readFileSync(join(__dirname, '../../gtm/template.tpl'), 'utf8');
const readSection = (name: string) =>
  (template.split(`___${name}___`)[1] ?? '').split(/^___[A-Z_]+___$/m)[0] ?? '';
const code = readSection('SANDBOXED_JS_FOR_WEB_TEMPLATE');

/** Permission that each API of Tag Manager needs; null: none. */
const permissions: Readonly<Record<string, string | null>> = {
  copyFromDataLayer: 'read_data_layer',
  getCookieValues: 'get_cookies',
  getTimestampMillis: null,
  gtagSet: 'write_data_layer',
  setDefaultConsentState: 'access_consent',
  updateConsentState: 'access_consent',
};

interface Situation {
  readonly cookie?: string | null;
  /** Further cookies of the same name. */
  readonly others?: readonly string[];
  /** Value of the field for Global Privacy Control. */
  readonly gpc?: boolean | string;
  readonly event?: string;
  readonly grantedBefore?: 'necessary' | 'all';
  readonly regions?: string;
}

/** Runs the template's code with the APIs that it asks for, and returns its calls. */
function run({
  cookie,
  others = [],
  gpc,
  event = 'gtm.init_consent',
  grantedBefore = 'necessary',
  regions = '',
}: Situation = {}) {
  const calls: unknown[][] = [];
  const note =
    (name: string) =>
    (...values: unknown[]) =>
      calls.push([name, ...values]);
  const apis: Readonly<Record<string, unknown>> = {
    copyFromDataLayer: (key: string) => (key === 'event' ? event : undefined),
    getCookieValues: (name: string) =>
      name === 'svc_choice' && typeof cookie === 'string' ? [cookie, ...others] : [],
    getTimestampMillis: () => Date.now(),
    gtagSet: note('set'),
    setDefaultConsentState: note('default'),
    updateConsentState: note('update'),
  };
  const fields = { cookieName: 'svc_choice', gpc, grantedBefore, regions, waitMs: '500' };
  const data = { ...fields, gtmOnSuccess: note('success') };
  vm.runInNewContext(`(function () {${code}})()`, { require: (name: string) => apis[name], data });
  return JSON.parse(JSON.stringify(calls));
}

const denied = toGoogleConsent('n');
const toCookie = (states: SiteStates) => encodeChoice(toSiteChoice(states));

describe('the template for Google Tag Manager', () => {
  test('asks for the permissions of the APIs that it uses, and no others', () => {
    const used = [...code.matchAll(/require\('(\w+)'\)/g)]
      .map(([, name = '']) => (name in permissions ? permissions[name] : name))
      .filter((name) => name !== null);
    const asked = JSON.parse(readSection('WEB_PERMISSIONS')).map(
      (permission: { instance: { key: { publicId: string } } }) => permission.instance.key.publicId,
    );
    expect(asked.sort()).toEqual([...new Set(used)].sort());
    expect(JSON.parse(readSection('INFO')).type).toBe('TAG');
  });

  test('has a field for everything that its code reads, with the places that the built-in table says ask first, now or later', () => {
    const fields: readonly { name: string; defaultValue?: unknown }[] = JSON.parse(
      readSection('TEMPLATE_PARAMETERS'),
    );
    const read = [...code.matchAll(/data\.(\w+)/g)].map(([, name]) => name);
    expect(new Set(read)).toEqual(new Set([...fields.map(({ name }) => name), 'gtmOnSuccess']));
    // Nobody imports the template again on the day on which a law begins.
    const laws = Object.values(jurisdictions).flatMap((law) => [law, ...Object.values(law.regions ?? {})]);
    const days = [jurisdictionsAsOf, ...laws.flatMap(({ effectiveFrom = [] }) => effectiveFrom)];
    const places = new Set(days.flatMap((day) => placesThatAskFirst(Date.parse(day))));
    expect(fields.find(({ name }) => name === 'regions')?.defaultValue).toBe([...places].sort().join(', '));
  });

  test('denies all but security storage before a choice, and waits', () => {
    expect(run()).toEqual([
      ['set', 'ads_data_redaction', true],
      ['default', { ...denied, wait_for_update: 500 }],
      ['success'],
    ]);
  });

  test('grants before a choice what the operator says, except what Global Privacy Control denies', () => {
    const granted = { ...toGoogleConsent('nfpam'), wait_for_update: 500 };
    for (const gpc of [undefined, false, '', 'false'])
      expect(run({ grantedBefore: 'all', gpc })[1]).toEqual(['default', granted]);
    for (const gpc of [true, 'true', '1'])
      expect(run({ grantedBefore: 'all', gpc })[1]).toEqual(['default', { ...denied, wait_for_update: 500 }]);
  });

  test('denies before a choice in the places that ask first', () => {
    expect(run({ grantedBefore: 'all', regions: 'DE, ca-qc,' })).toEqual([
      ['set', 'ads_data_redaction', true],
      ['default', { ...denied, wait_for_update: 500, region: ['DE', 'CA-QC'] }],
      ['default', { ...toGoogleConsent('nfpam'), wait_for_update: 500 }],
      ['success'],
    ]);
    const cookie = toCookie({ marketing: 'granted' });
    expect(run({ grantedBefore: 'all', regions: 'DE', cookie })).toHaveLength(3);
  });

  test('updates after a decision, and never without one', () => {
    expect(run({ event: 'consent', cookie: toCookie({ analytics: 'granted' }) })).toEqual([
      ['set', 'ads_data_redaction', true],
      ['update', toGoogleConsent('na')],
      ['success'],
    ]);
    expect(run({ event: 'consent' }).map(([name]: [string]) => name)).toEqual(['set', 'success']);
  });

  test.each([
    ['honor', true, false],
    ['strict', true, false],
    ['strict', true, true],
    ['strict', false, false],
    ['ignore', true, false],
  ] as const)(
    'reads a choice as the widget does: %s, decided with the signal %s, confirmed %s',
    (gpcMode, gpcDetected, gpcOverride) => {
      for (const gpc of [true, false])
        for (const states of [
          { marketing: 'granted' },
          { analytics: 'granted' },
          { marketing: null },
        ] as const) {
          const choice = toSiteChoice(states, { gpcMode, gpcDetected, gpcOverride });
          const granted = readGrantedPurposes(choice.categories, readChoiceStates(choice, gpc));
          expect(run({ cookie: encodeChoice(choice), gpc })[1]).toEqual([
            'default',
            { ...toGoogleConsent(granted), wait_for_update: 0 },
          ]);
        }
    },
  );

  test('chooses among several cookies as the widget does', () => {
    fc.assert(
      fc.property(severalChoices, (values) => {
        const [cookie, ...others] = values;
        const cookies = values.map((value) => `svc_choice=${value}`).join('; ');
        const [choice] = findChoice(cookies, 'svc_choice', Date.now());
        const granted =
          choice === null ? 'n' : readGrantedPurposes(choice.categories, readChoiceStates(choice, false));
        expect(run({ cookie, others })[1][1]).toMatchObject(toGoogleConsent(granted));
      }),
    );
  });

  test('a cookie that is not a choice is ignored', () => {
    for (const cookie of ['', '1', '1.a.b.c', '2.a.b.c.d.0.x~g', '1.a.b.c.d..', '1.a.b.zzzzzz.zzzzzz.0.x'])
      expect(run({ cookie, grantedBefore: 'all' })[1][1].ad_storage).toBe('granted');
  });

  test('a cookie that is not a choice hides none', () => {
    const refusal = encodeChoice(toSiteChoice({}, { decidedAt: Date.now() - 3_600_000 })) ?? '';
    const damage = fc.oneof(
      fc.constant((text: string) => text.replace('1', '2')),
      fc.nat().map((at) => (text: string) => text.slice(0, at % text.length)),
      fc.nat().map((at) => (text: string) => text.replace(text.charAt(at % text.length), '$')),
    );
    fc.assert(
      fc.property(severalChoices, damage, fc.boolean(), (values, spoil, isFirst) => {
        const spoilt = values.map(spoil);
        const [cookie, ...others] = isFirst ? [...spoilt, refusal] : [refusal, ...spoilt];
        const cookies = [cookie, ...others].map((value) => `svc_choice=${value}`).join('; ');
        const [choice] = findChoice(cookies, 'svc_choice', Date.now());
        const granted = readGrantedPurposes(
          choice?.categories ?? [],
          choice ? readChoiceStates(choice, false) : {},
        );
        expect(run({ cookie, others, grantedBefore: 'all' })[1][1]).toEqual({
          ...toGoogleConsent(granted),
          wait_for_update: 0,
        });
      }),
    );
  });
});
