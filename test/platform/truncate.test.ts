import { truncate } from '#platform/kernel/truncate';

test('a text within the length stays as it is', () => {
  expect(truncate('abc', 3, '…')).toBe('abc');
});

test('a longer text is cut, and the ending is part of its length', () => {
  expect(truncate('abcdef', 3)).toBe('abc');
  expect(truncate('abcdef', 3, '…')).toBe('ab…');
});

test('a surrogate pair is never split', () => {
  expect(truncate('ab😀cd', 3)).toBe('ab');
  expect(truncate('ab😀cd', 4)).toBe('ab😀');
});
