import { createLatestRun } from '#platform/kernel/concurrency/latest-run';

function heldWork() {
  const runs: { readonly key: string; readonly end: (result: string) => void; readonly fail: () => void }[] =
    [];
  const ask = createLatestRun(
    (key) =>
      new Promise<string>((resolve, reject) => {
        runs.push({ key, end: resolve, fail: () => reject(new Error('failed')) });
      }),
  );
  return { runs, ask };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test('callers that arrive during a run share the next one', async () => {
  const { runs, ask } = heldWork();
  const first = ask('a');
  const others = [ask('a'), ask('a')];
  await settled();
  expect(runs).toHaveLength(1);
  runs[0]?.end('old');
  expect(await first).toBe('old');
  await settled();
  expect(runs).toHaveLength(2);
  const late = ask('a');
  runs[1]?.end('new');
  expect(await Promise.all(others)).toEqual(['new', 'new']);
  await settled();
  runs[2]?.end('newest');
  expect(await late).toBe('newest');
  expect(runs).toHaveLength(3);
});

test('keys do not wait for each other, and a failure reaches only the callers of its run', async () => {
  const { runs, ask } = heldWork();
  const [one, two] = [ask('a'), ask('b')];
  const next = ask('a');
  expect(runs.map(({ key }) => key)).toEqual(['a', 'b']);
  runs[0]?.fail();
  await expect(one).rejects.toThrow('failed');
  runs[1]?.end('b');
  expect(await two).toBe('b');
  await settled();
  runs[2]?.end('again');
  expect(await next).toBe('again');
});
