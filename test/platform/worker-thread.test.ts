import { join } from 'node:path';
import { createWorkerThread, type WorkerThreadOptions } from '#platform/kernel/concurrency/worker-thread';

interface Echo {
  readonly text: string;
  readonly threadId: number;
}

function echoThread(options: Partial<WorkerThreadOptions> = {}) {
  return createWorkerThread<string, Echo>({
    program: join(__dirname, '../support/echo-child'),
    packages: 'nothing',
    feature: 'Echoes',
    maxHeapMb: 64,
    maxWaiting: 2,
    idleMs: 60_000,
    workerOptions: { execArgv: ['--require', join(__dirname, '../support/typescript.js')] },
    ...options,
  });
}

test('tasks have the thread to themselves, in their order, and share it', async () => {
  const thread = echoThread();
  const order: string[] = [];
  const task = (name: string) =>
    thread.run(async (ask) => {
      order.push((await ask(`${name} first`)).text);
      const { text, threadId } = await ask(`${name} second`);
      order.push(text);
      return threadId;
    });
  const [one, two] = await Promise.all([task('one'), task('two')]);
  expect(order).toEqual(['one first', 'one second', 'two first', 'two second']);
  expect(one).toBe(two);
  await thread.close();
});

test('a task that fails ends its thread, and the next one gets another', async () => {
  const thread = echoThread();
  const first = await thread.run((ask) => ask('a'));
  await expect(thread.run((ask) => ask('fail'))).rejects.toThrow('failed as asked');
  const next = await thread.run((ask) => ask('b'));
  expect(next).toMatchObject({ text: 'b' });
  expect(next.threadId).not.toBe(first.threadId);
  await thread.close();
});

test('a stopped task starts no other thread', async () => {
  const thread = echoThread({ maxAnswerMs: 20_000 });
  const stop = new AbortController();
  const task = thread.run(
    async (ask) => {
      await ask('a');
      stop.abort();
      return ask('b');
    },
    { signal: stop.signal },
  );
  await expect(task).rejects.toThrow('the thread was stopped');
  await thread.close();
});

test('a request that takes too long fails', async () => {
  const thread = echoThread({ maxAnswerMs: 50 });
  await expect(thread.run((ask) => ask('hang'))).rejects.toThrow('took too long');
  await thread.close();
});

test('a full queue, a client that waits already and a closed queue are unavailable', async () => {
  const thread = echoThread();
  const refused = { code: 'unavailable' };
  const running = thread.run((ask) => ask('hang'));
  const waiting = [thread.run((ask) => ask('a'), { client: 'one' })];
  await expect(thread.run((ask) => ask('b'), { client: 'one' })).rejects.toMatchObject(refused);
  waiting.push(thread.run((ask) => ask('c'), { client: 'two' }));
  await expect(thread.run((ask) => ask('d'), { client: 'three' })).rejects.toMatchObject(refused);
  const settled = Promise.allSettled([running, ...waiting]);
  await thread.close();
  expect((await settled).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  await expect(thread.run((ask) => ask('e'))).rejects.toMatchObject(refused);
});
