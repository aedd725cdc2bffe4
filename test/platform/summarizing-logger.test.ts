import { createSummarizingLogger } from '#platform/kernel/summarizing-logger';
import { createTestClock } from '../support/create-test-app';

const minute = 60_000;

test('kinds that were met long ago make room for others: each of these has a line', () => {
  const lines: string[] = [];
  const write = (_facts: object, message?: string) => void lines.push(message ?? '');
  const clock = createTestClock();
  const logger = createSummarizingLogger({ debug: write, info: write, warn: write, error: write }, clock);
  const warnOfMany = (from: number) => {
    for (let kind = from; kind < from + 200; kind += 1) logger.warn({}, `fault ${kind}`);
  };
  // One hundred kinds are told apart within a minute, and one line stands for all others.
  warnOfMany(0);
  expect(lines).toHaveLength(101);
  clock.advance(minute / 2);
  warnOfMany(1000);
  expect(lines).toHaveLength(101);
  clock.advance(minute / 2);
  for (let time = 0; time < 2; time += 1) {
    logger.warn({}, 'the disk is full');
    logger.warn({}, 'the network is down');
  }
  expect(lines.slice(101)).toEqual(['the disk is full', 'the network is down']);
});
