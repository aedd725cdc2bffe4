import { allDenied, allGranted, consentCalls } from '../support/consent';
import { createTestApp, type TestApp } from '../support/create-test-app';
import { createActiveProfile } from '../support/profiles';

/** Optional fields that are wrong never refuse a decision that allows nothing new. */
let app: TestApp;
let calls: ReturnType<typeof consentCalls>;
let profileId: string;
let visitors = 0;

beforeAll(async () => {
  app = await createTestApp({ config: { rateLimit: false } });
  calls = consentCalls(app);
  profileId = (await createActiveProfile(app)).id;
});
afterAll(() => app.close());

const partlyDenied = { ...allGranted, analytics: 'denied' };
const post = (visitorId: string, body: object) => calls.submit({ visitorId, profileId, ...body });
async function granted(consentJson: object = allGranted): Promise<string> {
  visitors += 1;
  await post(`visitor-${visitors}`, { consentJson }).expect(200);
  return `visitor-${visitors}`;
}

const faultyStrings = [
  ['tcfString', 'x'.repeat(16_385), 'too_long'],
  ['tcfString', 'é'.repeat(8_193), 'too_long'],
  ['gppString', 'DBAA\u0000', 'unsafe_characters'],
  ['gppString', 5, 'not_a_string'],
  ['tcfString', { a: ['b'] }, 'not_a_string'],
] as const;

test.each(faultyStrings)(
  '%s that cannot be stored is dropped from a refusal with a warning',
  async (path, value, reason) => {
    const visitorId = await granted();
    const owned = `svc_vid=${visitorId}`;
    for (const answer of [
      await calls.update(visitorId, { consentJson: partlyDenied, [path]: value }).expect(200),
      await post(visitorId, { consentJson: allDenied, [path]: value })
        .set('Cookie', owned)
        .expect(200),
    ]) {
      expect(answer.body.warnings).toMatchObject([{ path, reason }]);
      expect(answer.body).not.toHaveProperty(path);
    }
    expect((await calls.read(visitorId)).body.consentJson).toEqual(allDenied);
    for (const answer of [
      await calls.update(visitorId, { consentJson: partlyDenied, [path]: value }),
      await post(visitorId, { consentJson: allGranted, [path]: value }).set('Cookie', owned),
    ])
      expect([answer.status, answer.body.code, answer.body.details[0].path]).toEqual([
        400,
        'validation_failed',
        path,
      ]);
  },
);

test('a token of a parent that is not valid is dropped from a refusal with a warning', async () => {
  const visitorId = await granted(partlyDenied);
  const token = { parentalConsentToken: 'pcon_forged' };
  const owned = `svc_vid=${visitorId}`;
  const grants = await post(visitorId, { consentJson: allGranted, ...token }).set('Cookie', owned);
  expect([grants.status, grants.body.code]).toEqual([400, 'invalid_parental_token']);
  const refuses = await post(visitorId, { consentJson: allDenied, ...token })
    .set('Cookie', owned)
    .expect(200);
  expect(refuses.body).toMatchObject({
    consentJson: allDenied,
    warnings: [{ code: 'invalid_parental_token', path: 'parentalConsentToken' }],
  });
  expect(refuses.body).not.toHaveProperty('parentalConsent');
});
