import createKnex, { type Knex } from 'knex';
import { createTestApp } from './create-test-app';
import { createActiveProfile, profileJson } from './profiles';

/**
 * Another process of a service: saves and publishes version after version of a new profile until it is
 * killed, on `<knex config as JSON> <storage directory, or empty>`. Prints the profile's id, then the number
 * of each published version.
 */
const [config = '{}', directory = ''] = process.argv.slice(2);

async function run(): Promise<void> {
  const app = await createTestApp({
    knex: createKnex(JSON.parse(config) as Knex.Config),
    directory,
    config: { rateLimit: false },
  });
  const { id } = await createActiveProfile(app);
  process.stdout.write(`${id}\n1\n`);
  for (let version = 2; ; version += 1) {
    const headed = profileJson({
      mainBanner: { ...profileJson().mainBanner, heading: `Version ${version}` },
    });
    const path = `${app.adminBase}/profiles/${id}`;
    await app.request
      .put(path)
      .set(await app.asAdmin())
      .send({ profileJson: headed })
      .expect(200);
    await app.request
      .post(`${path}/activate`)
      .set(await app.asAdmin())
      .expect(200);
    process.stdout.write(`${version}\n`);
  }
}

run().catch((error) => {
  process.stderr.write(String(error?.stack ?? error));
  process.exit(1);
});
