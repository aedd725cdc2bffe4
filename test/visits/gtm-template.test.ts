import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import vm from 'node:vm';
import fc from 'fast-check';
import { encodeChoice, findChoice, readChoiceStates, readGrantedPurposes } from '#standards/choice/index';
import { toGoogleConsent } from '#widget/signals/google';
import { type SiteStates, severalChoices, toSiteChoice } from '../support/widget-choices';

const template = readFileSync(join(__dirname, '../../gtm/template.tpl'), 'utf8');
const readSection = (name: string) =>
  (template.split(`___${name}___`)[1] ?? '').split(/^___[A-Z_]+___$/m)[0] ?? '';
const code = readSection('SANDBOXED_JS_FOR_WEB_TEMPLATE');

/** Permission that each API of Tag Manager needs; null: none. */
const permissions: Readonly<Record<string, string | null>> = {
  copyFromDataLayer: 'read_data_layer',
  copyFromWindow: 'access_globals',
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
  readonly gpc?: boolean;
  readonly event?: string;
  readonly grantedBefore?: 'necessary' | 'all';
}

/** Runs the template's code with the APIs that it asks for, and returns its calls. */
function run({
  cookie,
  others = [],
  gpc,
  event = 'gtm.init_consent',
  grantedBefore = 'necessary',
}: Situation = {}) {
  const calls: unknown[][] = [];
  const note =
    (name: string) =>
    (...values: unknown[]) =>
      calls.push([name, ...values]);
  const apis: Readonly<Record<string, unknown>> = {
    copyFromDataLayer: (key: string) => (key === 'event' ? event : undefined),
    copyFromWindow: (key: string) => (key === 'navigator.globalPrivacyControl' ? gpc : undefined),
    getCookieValues: (name: string) => (name === 'svc_choice' && cookie ? [cookie, ...others] : []),
    getTimestampMillis: () => Date.now(),
    gtagSet: note('set'),
    setDefaultConsentState: note('default'),
    updateConsentState: note('update'),
  };
  const data = { cookieName: 'svc_choice', grantedBefore, waitMs: '500', gtmOnSuccess: note('success') };
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
    expect(JSON.parse(readSection('TEMPLATE_PARAMETERS'))).toHaveLength(3);
  });

  test('denies all but security storage before a choice, and waits', () => {
    expect(run()).toEqual([
      ['set', 'ads_data_redaction', true],
      ['default', { ...denied, wait_for_update: 500 }],
      ['success'],
    ]);
  });

  test('grants before a choice what the operator says, except what Global Privacy Control denies', () => {
    expect(run({ grantedBefore: 'all' })[1][1]).toMatchObject({ ad_storage: 'granted' });
    expect(run({ grantedBefore: 'all', gpc: true })[1][1]).toMatchObject({
      ad_storage: 'denied',
      analytics_storage: 'granted',
    });
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
    for (const cookie of ['', '1', '1.a.b.c', '2.a.b.c.d.0.x~g', '1.a.b.c.d..'])
      expect(run({ cookie })[1][1].ad_storage).toBe('denied');
  });
});
