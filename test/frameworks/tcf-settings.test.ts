import type { ProfileJson } from '#banners/profiles/profile-schemas';
import { createTestApp, type TestApp } from '../support/create-test-app';
import { createFakeRegistry, type FakeRegistry, paths } from '../support/fake-registry';
import { createActiveProfile, profileJson } from '../support/profiles';
import { vendorList } from '../support/tc-strings';
import { until } from '../support/webhook-receiver';

let registry: FakeRegistry;
let app: TestApp;

beforeAll(async () => {
  registry = await createFakeRegistry();
  registry.lists[paths.vendors] = {
    ...vendorList(),
    stacks: {
      '1': { id: 1, name: 'A', description: 'A', purposes: [2, 3], specialFeatures: [] },
      '2': { id: 2, name: 'B', description: 'B', purposes: [3, 4], specialFeatures: [1] },
    },
  };
  app = await createTestApp({ config: { rateLimit: false, tcf: registry.tcf } });
  await app.service.start();
  await until(async () => {
    const warnings = await saved({ vendors: [999] });
    return warnings.length > 0;
  });
});
afterAll(async () => {
  await app.close();
  await registry.close();
});

type Tcf = NonNullable<ProfileJson['tcf']>;

const save = async (tcf: unknown, on = app) =>
  on.request
    .post(`${on.adminBase}/profiles`)
    .set(await on.asAdmin())
    .send({
      name: 'Ads',
      defaultLocale: 'en',
      profileJson: { ...profileJson({ complianceGroup: 'opt-in' }), tcf },
    });

interface Warning {
  readonly rule: string;
  readonly field?: string;
  readonly message: string;
}

async function saved(tcf: Tcf, on = app): Promise<Warning[]> {
  const response = await save(tcf, on);
  expect(response.status).toBe(201);
  return response.body.warnings.filter(({ rule }: Warning) => rule.startsWith('tcf/'));
}

describe('the TCF settings of a profile', () => {
  test('is kept with the profile; visitors’ files have all but the vendors and restrictions', async () => {
    const tcf: Tcf = {
      vendors: [1, 2],
      purposes: [1, 2, 7],
      specialFeatures: [1],
      stacks: [1],
      category: 'marketing',
      publisherRestrictions: [{ purpose: 7, type: 'require-consent', vendors: 'all' }],
    };
    const { id } = await createActiveProfile(app, { profileJson: profileJson({ tcf }), localeContent: {} });
    const stored = await app.request.get(`${app.adminBase}/profiles/${id}`).set(await app.asAdmin());
    expect(stored.body.profileJson.tcf).toEqual(tcf);
    const { body } = await app.request.get(`${app.publicBase}/profiles/default/opt-in/en`).expect(200);
    expect(body.tcf).toEqual({
      purposes: [1, 2, 7],
      specialFeatures: [1],
      stacks: [1],
      category: 'marketing',
    });
  });

  test('is saved without a warning when the vendor list contains everything', async () => {
    expect(await saved({ vendors: 'all' })).toEqual([]);
    expect(await saved({ vendors: [1, 3], purposes: [1], specialFeatures: [2], stacks: [2] })).toEqual([]);
  });

  test.each<[string, Tcf, string, string]>([
    ['a vendor', { vendors: [1, 40] }, 'vendors', 'list 100 does not contain: 40'],
    ['a purpose', { vendors: 'all', purposes: [1, 20] }, 'purposes', ': 20'],
    ['a special feature', { vendors: 'all', specialFeatures: [3] }, 'specialFeatures', ': 3'],
    ['a stack', { vendors: 'all', stacks: [9] }, 'stacks', ': 9'],
    [
      'a restricted purpose',
      { vendors: 'all', publisherRestrictions: [{ purpose: 20, type: 'not-allowed', vendors: 'all' }] },
      'publisherRestrictions[0].purpose',
      ': 20',
    ],
    [
      'a restricted vendor',
      { vendors: 'all', publisherRestrictions: [{ purpose: 2, type: 'not-allowed', vendors: [50] }] },
      'publisherRestrictions[0].vendors',
      ': 50',
    ],
  ])('warns of %s that the vendor list does not contain', async (_, tcf, field, message) => {
    const warnings = await saved(tcf);
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toMatchObject({ rule: 'tcf/unknown-id', field });
    expect(warnings[0]?.message).toContain(message);
  });

  test('names at most twenty unknown ids', async () => {
    const [warning] = await saved({ vendors: Array.from({ length: 30 }, (_, index) => index + 100) });
    expect(warning?.message).toMatch(/118, 119 and 10 more$/);
  });

  test('warns of stacks that share a purpose', async () => {
    expect(await saved({ vendors: 'all', stacks: [1, 2] })).toMatchObject([
      { rule: 'tcf/overlapping-stacks' },
    ]);
  });

  test.each([[[2, 7]], [[]]])('warns of the purposes %j, which leave purpose 1 out', async (purposes) => {
    expect(await saved({ vendors: 'all', purposes })).toMatchObject([
      { rule: 'tcf/without-purpose-one', field: 'purposes' },
    ]);
  });

  test.each(['nobody', 'necessary'])('warns of %s as its category', async (category) => {
    expect(await saved({ vendors: 'all', category })).toMatchObject([
      { rule: 'tcf/unknown-category', field: 'category' },
    ]);
  });

  test('warns that it has no effect while TCF is off', async () => {
    const off = await createTestApp({ config: { rateLimit: false } });
    try {
      expect(await saved({ vendors: 'all' }, off)).toMatchObject([{ rule: 'tcf/disabled' }]);
    } finally {
      await off.close();
    }
  });

  test.each([
    ['purpose 1 by legitimate interest', [{ purpose: 1, type: 'require-legitimate-interest', vendors: [1] }]],
    [
      'two restrictions of a purpose for a vendor',
      [
        { purpose: 2, type: 'require-consent', vendors: [1, 2] },
        { purpose: 2, type: 'not-allowed', vendors: [2] },
      ],
    ],
    [
      'a restriction for all vendors and one for a vendor',
      [
        { purpose: 2, type: 'require-consent', vendors: [1] },
        { purpose: 2, type: 'not-allowed', vendors: 'all' },
      ],
    ],
  ])('refuses %s', async (_, publisherRestrictions) => {
    const response = await save({ vendors: 'all', publisherRestrictions });
    expect(response.status).toBe(400);
    expect(response.body).toMatchObject({ code: 'validation_failed' });
    expect(JSON.stringify(response.body)).toContain('profileJson.tcf.publisherRestrictions[');
  });

  test.each([
    [{}],
    [{ vendors: 'some' }],
    [{ vendors: [0] }],
    [{ vendors: [1, 1] }],
    [{ vendors: [1.5] }],
    [{ vendors: 'all', purposes: [25] }],
    [{ vendors: 'all', specialFeatures: [13] }],
    [{ vendors: 'all', publisherRestrictions: [{ purpose: 1, type: 'allowed', vendors: 'all' }] }],
  ])('refuses %j', async (tcf) => {
    const response = await save(tcf);
    expect(response.status).toBe(400);
    expect(response.body.code).toBe('validation_failed');
  });
});
