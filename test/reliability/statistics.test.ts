import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createFoldingLease } from '#decisions/statistics/statistics-lease';
import { createDatabase } from '#platform/database/database';
import { allDenied, allGranted, consentCalls } from '../support/consent';
import { createTestApp, type TestApp } from '../support/create-test-app';
import { eachDialect, type OpenDatabase } from '../support/databases';
import { createActiveProfile } from '../support/profiles';
import { toRun } from '../support/programs';
import { recount, statisticsCalls } from '../support/statistics';

/** Another process that does the task until the statement, and no further. */
async function killed(
  { config }: OpenDatabase,
  task: 'fold' | 'rebuild',
  beforeStatement: string,
): Promise<void> {
  const args = [...toRun('statistics'), JSON.stringify(config), task, beforeStatement];
  const child = spawn(process.execPath, args, { stdio: 'inherit' });
  expect(await once(child, 'exit')).toEqual([null, 'SIGKILL']);
}

eachDialect((database) => {
  test('a fold or a rebuild that is killed before its commit loses nothing and doubles nothing', async () => {
    const opened = await database.open();
    const first = await createTestApp({ knex: opened.knex, config: { rateLimit: false } });
    const profileId = (await createActiveProfile(first)).id;
    const calls = consentCalls(first);
    for (let index = 0; index < 5; index += 1)
      await calls.submit({ visitorId: `v${index}`, profileId, consentJson: allGranted }).expect(200);
    await first.service.maintenance();
    // What follows stays in the journal.
    const lease = createFoldingLease(
      createDatabase(opened.knex, { tablePrefix: 'svc_', timeoutMs: 5000 }),
      first.clock,
    );
    await lease.take();
    for (let index = 3; index < 8; index += 1)
      await calls.submit({ visitorId: `v${index}`, profileId, consentJson: allDenied }).expect(200);
    await calls.erase('v0').expect(200);
    await first.service.close();
    await lease.release();
    const journal = () => opened.knex('svc_statistics_changes').orderBy('id');
    const left = await journal();
    expect(left).toHaveLength(6);

    await killed(opened, 'fold', 'delete from .svc_statistics_changes');
    expect(await journal()).toEqual(left);

    const second = await createTestApp({
      knex: opened.knex,
      config: { rateLimit: false },
      directory: first.directory,
    });
    const holds = async (app: TestApp) => {
      const { current, get } = statisticsCalls(app);
      expect(await current()).toEqual(await recount(app.knex));
      expect((await get('/stats/timeline', { days: '1' }))[0]).toMatchObject({
        total: 10,
        optedIn: 5,
        optedOut: 5,
      });
    };
    await holds(second);
    await second.service.maintenance();
    expect(await journal()).toEqual([]);
    await holds(second);

    await killed(opened, 'rebuild', 'insert into .svc_current_sums');
    await holds(second);
    // The dead one's lease ends by itself.
    second.clock.advance(5 * 60_000);
    await second.service.operations.statistics.rebuild(() => {});
    await holds(second);
    await second.close();
  });
});
