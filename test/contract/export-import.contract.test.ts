import { consentCalls } from '../support/consent';
import { createTestApp, type TestApp } from '../support/create-test-app';
import { eachDatabase } from '../support/databases';
import { exportCalls } from '../support/exports';
import { importFile } from '../support/imports';
import { createActiveProfile } from '../support/profiles';
import { forgetConsents } from '../support/statistics-histories';

/** Categories that a browser can send, and what they would break on their way through CSV and JSON. */
const invented = [
  ...[
    '"quoted"',
    "it's",
    'a,b;c\td|e',
    'line\nbreak\rreturn',
    '\\back\\slash\\',
    '=1+1',
    "'=1+1",
    '@sum',
    '-1',
    '+1',
  ],
  ...[
    ' analytics',
    'analytics ',
    'ANALYTICS',
    'consent.analytics',
    'consent',
    'toString',
    '0',
    'null',
    ']',
    '},{',
  ],
  ...['😀', 'é', 'e\u0301', 'עברית', '\u2028', '\ufeffmark', '\u001b[31mred', 'x'.repeat(64)],
];

eachDatabase((database) => {
  let app: TestApp;
  let profileId: string;
  beforeAll(async () => {
    const { knex } = await database.open();
    app = await createTestApp({ knex, config: { rateLimit: false } });
    profileId = (await createActiveProfile(app)).id;
    const { submit } = consentCalls(app);
    const states = ['granted', 'denied', 'objected'] as const;
    const all = Object.fromEntries(invented.map((name, index) => [name, states[index % 3]]));
    const decisions: readonly object[] = [
      { consentJson: { analytics: 'granted', marketing: 'denied', necessary: 'granted' } },
      { consentJson: {} },
      { consentJson: { ...all, marketing: 'denied', analytics: 'granted' } },
      ...invented.map((name) => ({ consentJson: { [name]: 'granted', marketing: 'objected' } })),
      { consentJson: { analytics: 'denied' }, tcfString: 'no string =;,"\n\r\n\r\' 😀', gppString: '-1' },
      { consentJson: { analytics: 'granted' }, locale: 'sr-Latn-RS', gpcDetected: true, ageVerified: false },
      {
        consentJson: { analytics: 'granted' },
        gpcDetected: true,
        gpcOverride: true,
        method: 'save',
        layer: 'preferences',
      },
    ];
    for (const [index, decision] of decisions.entries()) {
      await submit({ visitorId: `-v${index}`, profileId, ...decision }).expect(200);
      app.clock.advance(1000);
    }
  });
  afterAll(() => app.close());

  const stored = async () =>
    (await app.knex('svc_consents').orderBy('visitor_id')).map((row) => ({
      visitorId: row.visitor_id,
      consentJson: JSON.parse(row.consent_json),
      countedAs: row.counted_as === null ? null : JSON.parse(row.counted_as),
      choice: row.choice,
      locale: row.locale,
      gpcDetected: Boolean(Number(row.gpc_detected)),
      gpcOverride: row.gpc_override === null ? null : Boolean(Number(row.gpc_override)),
      tcfString: row.tcf_string,
      gppString: row.gpp_string,
      method: row.method,
      layer: row.layer,
      at: Number(row.updated_at),
    }));

  test.each(['csv', 'json'])('an export as %s is imported again, whole, and the same', async (format) => {
    const before = await stored();
    const file = (await exportCalls(app).get('/consents', { format })).text;
    const run = () => importFile(app, profileId, file, { preset: 'express-consent' });
    const none = { older: 0, refused: 0 };
    // Into the same database: nothing is new.
    expect(await run()).toMatchObject({
      counts: { read: before.length, written: 0, unchanged: before.length, ...none },
      refused: [],
    });
    await forgetConsents(app);
    expect(await run()).toMatchObject({
      counts: { read: before.length, written: before.length, unchanged: 0, ...none },
      refused: [],
    });
    const sorted = (rows: Awaited<ReturnType<typeof stored>>) =>
      rows.map(({ countedAs, ...row }) => ({
        ...row,
        counted: countedAs?.otherCategories.toSorted() ?? null,
      }));
    expect(sorted(await stored())).toEqual(sorted(before));
    expect((await exportCalls(app).csv('/consents')).rows).toHaveLength(before.length);
  });
});
