import { randomUUID } from 'node:crypto';
import createKnex, { type Knex } from 'knex';
import { allGranted, consentCalls } from './consent';
import { createTestApp } from './create-test-app';

/**
 * Another process of a service: many visitors submit first decisions at once until it is killed, on
 * `<knex config as JSON> <profile>`. Prints each submission's id when it is sent, and again with the visitor's id when
 * it has been answered.
 */
const [config = '{}', profileId = ''] = process.argv.slice(2);

async function run(): Promise<void> {
  const app = await createTestApp({
    knex: createKnex(JSON.parse(config) as Knex.Config),
    config: { rateLimit: false },
  });
  const { submit } = consentCalls(app);
  async function submitOnAndOn(): Promise<void> {
    for (;;) {
      const submissionId = randomUUID();
      process.stdout.write(`${submissionId}\n`);
      const { body } = await submit({ profileId, consentJson: allGranted, submissionId }).expect(200);
      process.stdout.write(`${submissionId} ${body.visitorId}\n`);
    }
  }
  await Promise.all(Array.from({ length: 30 }, submitOnAndOn));
}

run().catch((error) => {
  process.stderr.write(String(error?.stack ?? error));
  process.exit(1);
});
