import { ServiceError } from '#platform/kernel/errors';
import { readTimeRange } from '#platform/kernel/time-range';

const iso = (milliseconds: number | null) =>
  milliseconds === null ? null : new Date(milliseconds).toISOString();

test.each([
  ['2026-03-01', '2026-03-01T00:00:00.000Z', '2026-03-01T23:59:59.999Z'],
  ['2024-02-29', '2024-02-29T00:00:00.000Z', '2024-02-29T23:59:59.999Z'],
  ['2026-03-01T10:30Z', '2026-03-01T10:30:00.000Z', '2026-03-01T10:30:00.000Z'],
  ['2026-03-01T10:30:15.25', '2026-03-01T10:30:15.250Z', '2026-03-01T10:30:15.250Z'],
  ['2026-03-01T10:30:15.250123z', '2026-03-01T10:30:15.250Z', '2026-03-01T10:30:15.250Z'],
  ['2026-03-01T10:30:00+02:00', '2026-03-01T08:30:00.000Z', '2026-03-01T08:30:00.000Z'],
])('%s is from %s and to %s', (text, first, last) => {
  const { from } = readTimeRange({ from: text });
  const { to } = readTimeRange({ to: text });
  expect([iso(from), iso(to)]).toEqual([first, last]);
});

test('an absent bound does not limit the range', () => {
  expect(readTimeRange({})).toEqual({ from: null, to: null });
});

test.each([
  ...[
    '',
    'yesterday',
    '2026',
    '2026-3-1',
    '2026-02-30',
    '2026-13-01',
    '2026-02-30T10:00:00Z',
    '2026-03-01T',
    '2026-03-01T25:00Z',
    '2026-03-01T10:00:61Z',
  ],
  ...[
    '2026-03-01 10:00',
    '2026-03-01T10:00 02:00',
    '2026-03-01T10:00T',
    '2026-03-01T10:00:00Zjunk',
    '1772323200000',
    '+002026-03-01',
    '2026-W10-1',
  ],
  ...['9999-12-31T23:59:59-00:01', '0000-01-01T00:00+00:01'],
])('%j is refused', (text) => {
  expect(() => readTimeRange({ from: text })).toThrow(ServiceError);
  expect(() => readTimeRange({ to: text })).toThrow(ServiceError);
});

test('from may not be after to; one day may be both', () => {
  expect(() => readTimeRange({ from: '2026-03-02', to: '2026-03-01' })).toThrow(ServiceError);
  expect(() => readTimeRange({ from: '2026-03-01T00:00:00.001Z', to: '2026-03-01T00:00:00Z' })).toThrow(
    ServiceError,
  );
  expect(readTimeRange({ from: '2026-03-01', to: '2026-03-01' })).toEqual({
    from: Date.UTC(2026, 2, 1),
    to: Date.UTC(2026, 2, 2) - 1,
  });
});
