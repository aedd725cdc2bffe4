import { createUser } from '../support/accounts';
import { costOf } from '../support/cost';
import { openAdminApp } from '../support/open-admin-app';

/** Nobody else is served while a profile is judged, and who may only read may ask for it a thousand times a minute. */

const app = openAdminApp({ config: { rateLimit: false } });

const list = <T>(length: number, item: (index: number) => T) =>
  Array.from({ length }, (_item, index) => item(index));
const record = <T>(length: number, entry: (index: number) => T) =>
  Object.fromEntries(list(length, (index) => [`key${index}`, entry(index)]));
const inAll = (content: object) =>
  Object.fromEntries(list(198, (index) => [`${index % 2 === 0 ? 'de' : 'en'}-x-${index}`, content]));
const section = (more: object = {}) => ({ heading: 'Cookies', htmlText: '<p>Text</p>', ...more });
const cookie = (provider: string) => ({
  purpose: 'analytics',
  listenGpc: false,
  exemptMeasurement: true,
  provider,
});
const ids = list(1500, (index) => `key${index}`.padEnd(40, 'x'));
const lists = (text: string, cookies: readonly string[]) => ({
  buttons: list(20, () => ({ text, action: 'custom', cookies })),
});
/** Distinct words of four letters. */
const word = (index: number) =>
  list(4, (place) => String.fromCharCode(97 + (Math.floor(index / 17 ** place) % 17))).join('');

const shapes: Record<string, { readonly profileJson: object; readonly own: object }> = {
  'buttons with the same label and long lists': {
    profileJson: { mainBanner: section(lists('Reject', ids)), gpcBanner: section(lists('Reject', ids)) },
    own: {
      mainBanner: section({ buttons: list(20, () => ({ text: 'Reject' })) }),
      gpcBanner: section({ buttons: list(20, () => ({ text: 'Reject' })) }),
    },
  },
  'other lists of the same buttons in each language': {
    profileJson: { mainBanner: section(lists('Reject', ids)), gpcBanner: section(lists('Reject', ids)) },
    own: { mainBanner: section(lists('Reject', [])), gpcBanner: section(lists('Reject', [])) },
  },
  'partners with names of many words': {
    profileJson: {
      cookies: record(2000, (index) => cookie(`${list(55, (n) => word(index * 55 + n)).join(' ')} zzzz`)),
      mainBanner: section(),
    },
    own: { mainBanner: section({ htmlText: `${'wxyz '.repeat(480)}zzzz` }) },
  },
  'a long name of the controller': {
    profileJson: {
      complianceConfig: { controllerName: 'É'.repeat(5000) },
      cookies: record(2000, (index) => cookie(`Company ${index}`)),
      mainBanner: section(),
    },
    own: {},
  },
};

test.each(Object.entries(shapes))('%s take little time', async (_what, { profileJson, own }) => {
  const reader = await createUser(app, { role: ['profiles:read'] });
  const body = {
    defaultLocale: 'en',
    profileJson: { complianceGroup: 'opt-in', ...profileJson },
    localeContent: inAll(own),
  };
  const preview = () =>
    app.request.post(`${app.adminBase}/profiles/preview`).set(reader.as).send(body).expect(200);
  expect(await costOf(preview)).toBeLessThan(150);
});
