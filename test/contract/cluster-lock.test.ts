import createKnex, { type Knex } from 'knex';
import { type ClusterLockOptions, underClusterLock } from '#platform/database/cluster-lock';
import { eachDatabase, type OpenDatabase } from '../support/databases';
import { until } from '../support/webhook-receiver';

const options: ClusterLockOptions = { table: 'svc_migrating', waitMs: 20_000, beatMs: 20, goneAfterMs: 1000 };

eachDatabase((driver) => {
  let opened: OpenDatabase;
  let knex: Knex;
  beforeEach(async () => {
    opened = await driver.open();
    knex = opened.knex;
  });
  afterEach(() => opened.close());

  /** Leaves the row as a process does that was killed at work. */
  const leaveHeld = () => knex('svc_migrating').update({ holder: 'gone' });

  test('calls on an empty database run one after the other', async () => {
    let running = 0;
    let most = 0;
    const work = async () => {
      running += 1;
      most = Math.max(most, running);
      await knex.raw('select sleep(0.1)');
      running -= 1;
      return 'done';
    };
    const calls = [1, 2, 3].map(() => underClusterLock(knex, options, work));
    expect(await Promise.all(calls)).toEqual(['done', 'done', 'done']);
    expect(most).toBe(1);
    expect(await knex('svc_migrating').pluck('holder')).toEqual([null]);
  });

  test('a holder that works for long keeps the lock while its counter grows', async () => {
    let isWorking = false;
    const first = underClusterLock(knex, options, async () => {
      isWorking = true;
      await knex.raw('select sleep(2)');
      isWorking = false;
    });
    await until(() => isWorking, 'the first call at work');
    const second = underClusterLock(opened.reopen(), options, async () => expect(isWorking).toBe(false));
    await Promise.all([first, second]);
  });

  test('a holder that is gone is replaced', async () => {
    await underClusterLock(knex, options, leaveHeld);
    await leaveHeld();
    const startedAt = performance.now();
    expect(await underClusterLock(knex, options, async () => 'done')).toBe('done');
    expect(performance.now() - startedAt).toBeGreaterThan(Number(options.goneAfterMs) - 1);
  });

  test('whoever waits too long gets an error, and the holder keeps the lock', async () => {
    await underClusterLock(knex, options, async () => {});
    await leaveHeld();
    const impatient = { ...options, waitMs: 300 };
    await expect(underClusterLock(knex, impatient, async () => 'done')).rejects.toThrow(
      'Another process is still migrating the database',
    );
    expect(await knex('svc_migrating').pluck('holder')).toEqual(['gone']);
  });

  test('an error of the work is thrown, and the lock is free again', async () => {
    const failing = underClusterLock(knex, options, () => Promise.reject(new Error('no such column')));
    await expect(failing).rejects.toThrow('no such column');
    expect(await underClusterLock(knex, options, async () => 'done')).toBe('done');
  });

  test('a pool with one connection is enough for short work', async () => {
    const small = createKnex({ ...opened.config, pool: { min: 0, max: 1 } });
    try {
      expect(await underClusterLock(small, options, async () => 'done')).toBe('done');
    } finally {
      await small.destroy();
    }
  });
}, 'mysql');
