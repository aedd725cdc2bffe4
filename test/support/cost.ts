/** Work of a fixed size: 10 to 20 ms. */
function referenceWork(): number {
  let found = 0;
  for (let round = 0; round < 25; round += 1) {
    const words = Array.from({ length: 2000 }, (_, index) => `${(index * 7919) % 2003}-${round}`);
    found += JSON.stringify(words.sort()).match(/[13579]-/g)?.length ?? 0;
  }
  return found;
}

/** Returns the processor time of this process (ms). It stands still while a busy machine does something else. */
async function processorTime(work: () => unknown): Promise<number> {
  const started = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(started);
  return (user + system) / 1000;
}

/**
 * Returns how much work something is, as a multiple of a fixed piece of work: about the same on slow machines and on fast
 * ones.
 *
 * @example
 * expect(await costOf(() => validate(largestProfile))).toBeLessThan(40);
 */
export async function costOf(work: () => unknown): Promise<number> {
  await processorTime(referenceWork);
  const before = await processorTime(referenceWork);
  const cost = await processorTime(work);
  // The machine can have changed its speed meanwhile.
  return cost / Math.max(before, await processorTime(referenceWork));
}
