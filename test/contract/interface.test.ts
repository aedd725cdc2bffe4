import { consentTemplate, consentTemplates, profiles, uiTemplate, uiTemplates } from './interface/content';
import { publicApi } from './interface/public-api';
import {
  consentInput,
  consentRecord,
  conventions,
  profileFields,
  resolvedProfile,
} from './interface/resources';
import { type Heading, interfaceRows } from './interface/rows';
import { states } from './interface/states';
import { type Cases, type OpenWorld, openWorld } from './interface/world';

const headings: { readonly [Name in Heading]?: Cases<Name> } = {
  Conventions: conventions,
  'Consent record (public API)': consentRecord,
  'Consent input (POST body)': consentInput,
  'Resolved profile (public API response)': resolvedProfile,
  'Profile (admin API)': profileFields,
  'Consent template': consentTemplate,
  'UI template': uiTemplate,
  'States and transitions': states,
  'Public API': publicApi,
  Profiles: profiles,
  'Consent templates': consentTemplates,
  'UI templates': uiTemplates,
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
