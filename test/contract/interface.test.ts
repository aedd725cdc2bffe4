import { authentication } from './interface/access';
import { consentTemplate, consentTemplates, profiles, uiTemplate, uiTemplates } from './interface/content';
import { events } from './interface/events';
import { accounts, auth } from './interface/operators';
import { publicApi } from './interface/public-api';
import { records } from './interface/records';
import {
  consentInput,
  consentRecord,
  conventions,
  profileFields,
  resolvedProfile,
} from './interface/resources';
import { type Heading, interfaceRows } from './interface/rows';
import { errors, limits, versioning } from './interface/rules';
import { adminResources, settings } from './interface/settings';
import { states } from './interface/states';
import { type Cases, type OpenWorld, openWorld } from './interface/world';

const headings: { readonly [Name in Heading]: Cases<Name> } = {
  Conventions: conventions,
  'Consent record (public API)': consentRecord,
  'Consent input (POST body)': consentInput,
  'Resolved profile (public API response)': resolvedProfile,
  'Profile (admin API)': profileFields,
  'Consent template': consentTemplate,
  'UI template': uiTemplate,
  'Other admin resources': adminResources,
  'States and transitions': states,
  'Public API': publicApi,
  Auth: auth,
  Profiles: profiles,
  'Consent templates': consentTemplates,
  'UI templates': uiTemplates,
  'Analytics, consents, visitors, statistics, audit, export': records,
  'Users, roles, permissions, API keys': accounts,
  'Settings, setup, tenants, TCF, GPP': settings,
  Authentication: authentication,
  Events: events,
  Errors: errors,
  Limits: limits,
  Versioning: versioning,
};

let world: OpenWorld;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

describe.each(Object.entries(headings))('%s', (_heading, cases) => {
  test.each(Object.entries(cases))('%s', (_row, run) => run(world));
});

test('every heading of the interface has a case for each of its rows', () => {
  expect(Object.keys(headings).sort()).toEqual(Object.keys(interfaceRows).sort());
});
