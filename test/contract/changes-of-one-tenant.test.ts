import type { Knex } from 'knex';
import { createApiKey } from '../support/accounts';
import { createTestApp, type TestApp } from '../support/create-test-app';
import { eachDialect } from '../support/databases';
import { createActiveProfile, createProfile, profileJson } from '../support/profiles';
import { createTenant, tenancy } from '../support/tenants';

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

/** Reads of what a change could outdate. */
const rereads = /^select .*\bsvc_(?:profiles|settings|tenants|api_keys)\b/i;

eachDialect((database) => {
  test('what one tenant changes is read again for that tenant alone, by every process', async () => {
    const opened = await database.open();
    cleanUps.push(() => opened.close());
    const knexes: readonly Knex[] = [opened.reopen(), opened.reopen()];
    const config = { rateLimit: false, tenancy } as const;
    const mine = await createTestApp({ knex: knexes[0], config });
    const theirs = await createTestApp({ knex: knexes[1], config, clock: mine.clock });
    cleanUps.push(
      () => mine.close(),
      () => theirs.close(),
    );
    const [busy, quiet] = [await createTenant(mine, 'busy'), await createTenant(mine, 'quiet')];
    const changing = await createActiveProfile(mine, {}, busy.id);
    const resting = await createActiveProfile(mine, {}, quiet.id);
    const server = await createApiKey(mine, quiet.id);
    const other = await createApiKey(mine, busy.id);

    async function readQuiet({ request, publicBase }: TestApp): Promise<void> {
      await request.get(`${publicBase}/profiles/${resting.id}`).expect(200);
      await request.get(`${publicBase}/bootstrap?lang=en&tenantId=${quiet.id}`).expect(200);
      await request.get(`${publicBase}/resolve-profile`).set('X-API-Key', server.key).expect(200);
    }
    /** Returns what a process reads again for a tenant. */
    async function listRereads(app: TestApp, read: () => Promise<void>): Promise<string[]> {
      const queries: string[] = [];
      const listen = ({ sql }: { readonly sql: string }) => void queries.push(sql);
      app.knex.on('query', listen);
      await read();
      app.knex.removeListener('query', listen);
      return queries.filter((sql) => rereads.test(sql));
    }

    const asBusy = async (method: 'post' | 'put' | 'patch' | 'delete', path: string, body: object = {}) => {
      const answer = await mine.request[method](`${mine.adminBase}${path}`)
        .set(await mine.asAdmin())
        .set(busy.header)
        .send(body);
      expect([path, answer.status]).toEqual([path, 200]);
    };
    const heading = 'Changed';
    const changes: Record<string, () => Promise<unknown>> = {
      save: () =>
        asBusy('put', `/profiles/${changing.id}`, {
          profileJson: profileJson({ mainBanner: { ...profileJson().mainBanner, heading } }),
        }),
      publication: () => asBusy('post', `/profiles/${changing.id}/activate`),
      'new profile': () => createProfile(mine, {}, busy.id),
      settings: () => asBusy('patch', '/settings', { allowedOrigins: ['https://busy.example'] }),
      'revoked key': () => asBusy('delete', `/apikeys/${other.id}`),
    };

    for (const app of [mine, theirs]) {
      mine.clock.advance(500);
      await readQuiet(app);
      await readQuiet(app);
      await app.request.get(`${app.publicBase}/profiles/${changing.id}`).expect(200);
    }
    const read: [string, string[]][] = [];
    for (const [name, change] of Object.entries(changes)) {
      await change();
      mine.clock.advance(500);
      for (const app of [mine, theirs]) read.push([name, await listRereads(app, () => readQuiet(app))]);
    }
    expect(read).toEqual(
      Object.keys(changes).flatMap((name) => [
        [name, []],
        [name, []],
      ]),
    );

    for (const app of [mine, theirs]) {
      const { body } = await app.request.get(`${app.publicBase}/profiles/${changing.id}`).expect(200);
      expect(body.mainBanner.heading).toBe(heading);
      await app.request.get(`${app.publicBase}/resolve-profile`).set('X-API-Key', other.key).expect(401);
    }

    // A change that does not say whose it was, such as one that is lost with a database that goes back, hides in no other.
    await mine.knex('svc_revisions').where({ name: 'content' }).increment('revision', 1);
    await asBusy('patch', '/settings', { allowedOrigins: ['https://late.example'] });
    mine.clock.advance(500);
    expect(await listRereads(theirs, () => readQuiet(theirs))).not.toEqual([]);

    // A change of the tenants themselves concerns all of them.
    await createTenant(mine, 'third');
    mine.clock.advance(500);
    for (const app of [mine, theirs]) expect(await listRereads(app, () => readQuiet(app))).not.toEqual([]);
  });
});
