import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { allGranted, consentCalls } from '../support/consent';
import { createTestApp } from '../support/create-test-app';
import { eachDialect, type OpenDatabase } from '../support/databases';
import { createActiveProfile } from '../support/profiles';
import { toRun } from '../support/programs';
import { recount, statisticsCalls } from '../support/statistics';

/**
 * Submits first decisions in another process, and kills it after some answers. Returns each submission's id with the
 * visitor's id, which is undefined when it was not answered.
 */
async function submitUntilKilled({ config }: OpenDatabase, profileId: string, answers: number) {
  const child = spawn(process.execPath, [...toRun('submitting'), JSON.stringify(config), profileId], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const submissions = new Map<string, string | undefined>();
  let answered = 0;
  for await (const line of createInterface({ input: child.stdout })) {
    const [submissionId = '', visitorId] = line.split(' ');
    submissions.set(submissionId, visitorId);
    if (visitorId !== undefined) answered += 1;
    if (answered === answers) child.kill('SIGKILL');
  }
  expect(await ended).toEqual([null, 'SIGKILL']);
  return submissions;
}

// A process with the whole service takes its time on a busy machine.
jest.setTimeout(120_000);

eachDialect((database) => {
  test('a process that is killed has stored every answered decision once, and browsers can repeat the others', async () => {
    const opened = await database.open();
    const app = await createTestApp({ knex: opened.knex, config: { rateLimit: false } });
    const profileId = (await createActiveProfile(app)).id;
    const submissions = await submitUntilKilled(opened, profileId, 150);

    const visitors = () => opened.knex('svc_consents').orderBy('visitor_id').pluck('visitor_id');
    const answered = [...submissions.values()].filter((visitorId) => visitorId !== undefined);
    expect(await visitors()).toEqual(expect.arrayContaining(answered));
    for (const [submissionId, visitorId] of submissions) {
      const repeated = await consentCalls(app)
        .submit({ profileId, consentJson: allGranted, submissionId })
        .expect(200);
      if (visitorId !== undefined) expect(repeated.body.visitorId).toBe(visitorId);
    }
    expect(await visitors()).toHaveLength(submissions.size);
    await app.service.maintenance();
    expect(await statisticsCalls(app).current()).toEqual(await recount(app.knex));
    await app.close();
  });
});
