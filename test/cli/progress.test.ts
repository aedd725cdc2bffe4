import { stripVTControlCharacters } from 'node:util';
import { withProgress } from '#cli/progress';

const { isTTY } = process.stderr;
let shown = '';
let write: jest.SpyInstance;

beforeEach(() => {
  shown = '';
  write = jest.spyOn(process.stderr, 'write').mockImplementation((text) => {
    shown += text;
    return true;
  });
});
afterEach(() => {
  write.mockRestore();
  process.stderr.isTTY = isTTY;
});

test.each([
  [0, 1000, '[                              ] 0% 0/1000'],
  [500, 1000, '[===============               ] 50% 500/1000, 1 s left'],
  [1000, 1000, '[==============================] 100% 1000/1000, 0 s left'],
  // More than was announced.
  [1200, 1000, '[==============================] 100% 1200/1000, 0 s left'],
  [7, null, '7'],
])('%d of %s is drawn on a terminal, and goes when the work ends', async (done, total, bar) => {
  process.stderr.isTTY = true;
  const result = await withProgress('Import', async (report) => {
    // Some time has passed, so that the rest can be estimated.
    const until = Date.now() + 2;
    while (Date.now() < until);
    report(done, total);
    expect(stripVTControlCharacters(shown)).toBe(`Import ${bar}`);
    return 'done';
  });
  expect(result).toBe('done');
  expect(shown.endsWith('\x1b[2K')).toBe(true);
});

test('a bar is drawn ten times a second at most', async () => {
  process.stderr.isTTY = true;
  await withProgress('Import', async (report) => {
    for (let done = 1; done <= 1000; done += 1) report(done, 1000);
  });
  expect(shown.split('Import').length - 1).toBeLessThan(50);
});

test('nothing is drawn where standard error is not a terminal', async () => {
  process.stderr.isTTY = false;
  await withProgress('Import', async (report) => report(1, 2));
  expect(shown).toBe('');
});
