import { allDenied, allGranted, consentCalls } from '../support/consent';
import { createTestApp, type TestApp } from '../support/create-test-app';
import { createActiveProfile, createProfile } from '../support/profiles';

let app: TestApp;
beforeEach(async () => {
  app = await createTestApp();
});
afterEach(() => app.close());

/** Returns the statements that `work` runs on these tables, as `verb table`. */
async function statementsOn(tables: readonly string[], work: () => PromiseLike<unknown>): Promise<string[]> {
  const statements: string[] = [];
  const listen = ({ sql }: { readonly sql: string }) => {
    const table = /\bsvc_(\w+)/.exec(sql)?.[1];
    if (table !== undefined && tables.includes(table)) statements.push(`${sql.split(' ', 1)[0]} ${table}`);
  };
  app.knex.on('query', listen);
  await work();
  app.knex.off('query', listen);
  return statements;
}

test('PUT /consent/:visitorId reads the record once before it writes', async () => {
  const calls = consentCalls(app);
  const { id: profileId } = await createActiveProfile(app);
  await calls.submit({ visitorId: 'counted', profileId, consentJson: allGranted }).expect(200);
  const statements = await statementsOn(['consents', 'consent_history'], () =>
    calls.update('counted', { consentJson: allDenied }).expect(200),
  );
  // The first state, which only the record contained, and the new one.
  const history = ['insert consent_history', 'insert consent_history'];
  expect(statements).toEqual(['select consents', 'update consents', ...history]);
});

test('PUT /profiles/:id reads the profile once before it writes, and once under its lock', async () => {
  const admin = await app.asAdmin();
  const { id } = await createProfile(app);
  const statements = await statementsOn(['profiles', 'profile_versions'], () =>
    app.request.put(`${app.adminBase}/profiles/${id}`).set(admin).send({ name: 'Renamed' }).expect(200),
  );
  expect(statements).toEqual([
    'select profiles',
    'select profile_versions',
    'select profiles',
    'update profiles',
    'insert profile_versions',
  ]);
});

test('public versions ask for the rule about approval once for their tenant, not once each', async () => {
  const admin = await app.asAdmin();
  const { id } = await createProfile(app);
  const rename = (name: string) =>
    app.request.put(`${app.adminBase}/profiles/${id}`).set(admin).send({ name });
  for (const name of ['Second', 'Third']) await rename(name).expect(200);
  const readAll = async () => {
    for (const version of [1, 2, 3])
      await app.request.get(`${app.publicBase}/profiles/default/${id}/${version}/en`).expect(200);
  };
  const tables = ['settings', 'publication_periods'];
  expect(await statementsOn(tables, readAll)).toEqual(['select settings']);
  app.clock.advance(100_000);
  expect(await statementsOn(tables, readAll)).toEqual([]);
});
