import { allDenied, allGranted, consentCalls, cookieOf } from '../support/consent';
import { createTestApp, type TestApp } from '../support/create-test-app';
import { eachDatabaseSystem } from '../support/databases';
import { createActiveProfile, createProfile } from '../support/profiles';

const invalid = 'DBABBg';
const valid = 'DBABBg~BVVVAABA.QA';
const warnings = [
  { code: 'invalid_gpp_string', reason: 'bad_header', path: 'gppString', message: expect.any(String) },
];
const statistics = { ...allDenied, analytics: 'granted' };

eachDatabaseSystem((database) => {
  let app: TestApp;
  let second: TestApp;
  let profileId: string;

  beforeAll(async () => {
    const opened = await database.open();
    const config = { rateLimit: false, gpp: { enabled: true } } as const;
    app = await createTestApp({ knex: opened.knex, config });
    profileId = (await createActiveProfile(app)).id;
    second = await createTestApp({ knex: opened.reopen(), config, directory: app.directory });
    await second.service.start();
  });
  afterAll(async () => {
    await second.close();
    await app.close();
  });

  const submit = (visitorId: string, decision: object) =>
    consentCalls(app)
      .submit({ visitorId, profileId, ...decision })
      .set('Cookie', cookieOf(visitorId));
  const update = (visitorId: string, decision: object) => consentCalls(app).update(visitorId, decision);
  const stored = async (visitorId: string) => (await consentCalls(app).read(visitorId).expect(200)).body;

  test.each([allDenied, {}, { analytics: 'objected' }])(
    'a first decision that grants nothing optional is stored without its invalid string: %j',
    async (consentJson) => {
      const visitorId = `first-${Object.keys(consentJson).length}`;
      const { body } = await submit(visitorId, { consentJson, gppString: invalid }).expect(200);
      expect(body).toMatchObject({ consentJson, warnings });
      expect(body).not.toHaveProperty('gppString');
      expect(await stored(visitorId)).not.toHaveProperty('warnings');
      expect(await stored(visitorId)).toMatchObject({ consentJson });
    },
  );

  test.each([
    ['withdraws', allDenied],
    ['withdraws in part', statistics],
    ['stays the same', allGranted],
    ['stays the same in another order', Object.fromEntries(Object.entries(allGranted).reverse())],
  ])('a decision that %s is stored, and no older string stays on the record', async (name, consentJson) => {
    for (const send of [submit, update]) {
      const visitorId = `${send.name}-${name.replaceAll(' ', '-')}`;
      await submit(visitorId, { consentJson: allGranted, gppString: valid }).expect(200);
      const { body } = await send(visitorId, { consentJson, gppString: invalid }).expect(200);
      expect(body).toMatchObject({ consentJson, warnings });
      expect(await stored(visitorId)).toMatchObject({ consentJson });
      expect(await stored(visitorId)).not.toHaveProperty('gppString');
    }
  });

  test.each([
    ['grants more', statistics, allGranted],
    ['grants something else', statistics, { ...allDenied, marketing: 'granted' }],
    ['no longer names what was refused', statistics, { analytics: 'granted' }],
    ['grants what no profile names', statistics, { ...statistics, other: 'granted' }],
  ])(
    'a decision that %s is refused with its invalid string, and changes nothing',
    async (name, before, consentJson) => {
      for (const send of [submit, update]) {
        const visitorId = `refused-${send.name}-${name.replaceAll(' ', '-')}`;
        await submit(visitorId, { consentJson: before, gppString: valid }).expect(200);
        const { body } = await send(visitorId, { consentJson, gppString: invalid }).expect(400);
        expect(body).toMatchObject({
          code: 'invalid_gpp_string',
          reason: 'bad_header',
          details: [{ path: 'gppString' }],
        });
        expect(await stored(visitorId)).toMatchObject({ consentJson: before, gppString: valid });
        expect(await consentCalls(app).history(visitorId)).toHaveLength(1);
      }
    },
  );

  test('a first decision that grants something is refused with its invalid string', async () => {
    await submit('new', { consentJson: statistics, gppString: invalid }).expect(400);
    await consentCalls(app).read('new').expect(404);
  });

  test('a grant to another profile is not the same grant', async () => {
    await submit('moves', { consentJson: allGranted }).expect(200);
    const other = (await createProfile(app, { name: 'Another' })).id;
    await submit('moves', { profileId: other, consentJson: allGranted, gppString: invalid }).expect(400);
    expect(await stored('moves')).toMatchObject({ profileId });
  });

  test('a withdrawal that arrives at the same moment is never undone by a decision with an invalid string', async () => {
    const rounds = Array.from({ length: 25 }, (_, index) => `race-${index}`);
    for (const visitorId of rounds) {
      await submit(visitorId, { consentJson: allGranted }).expect(200);
      const again = { visitorId, profileId, consentJson: allGranted, gppString: invalid };
      const [withdrawn, repeated, ...others] = await Promise.all([
        update(visitorId, { consentJson: allDenied }),
        consentCalls(second).submit(again),
        consentCalls(second).update(visitorId, again),
        consentCalls(app).submit(again),
      ]);
      expect(withdrawn.status).toBe(200);
      for (const { status } of [repeated, ...others]) expect([200, 400]).toContain(status);
      expect(await stored(visitorId)).toMatchObject({ consentJson: allDenied });
    }
  });
});
