import { addMonths } from '#standards/calendar';
import { toChoice } from '#widget/banner/consent-map';
import type { Bootstrap, WidgetProfile } from '#widget/widget-types';

const at = (time: string) => Date.parse(`${time}Z`);

test.each([
  ['2026-01-15T10:00', 6, '2026-07-15T10:00'],
  ['2026-08-31T23:59', 6, '2027-02-28T23:59'],
  ['2027-08-31T23:59', 6, '2028-02-29T23:59'],
  ['2024-02-29T00:00', 12, '2025-02-28T00:00'],
  ['2026-10-31T12:00', 13, '2027-11-30T12:00'],
  ['2026-12-31T12:00', 24, '2028-12-31T12:00'],
  ['2026-03-31T00:00', -1, '2026-02-28T00:00'],
  ['2024-03-31T00:00', -1, '2024-02-29T00:00'],
  ['2026-01-15T00:00', -1, '2025-12-15T00:00'],
  ['2026-11-21T00:00', -24, '2024-11-21T00:00'],
])('months follow the calendar: %s and %i months are %s', (from, months, to) => {
  expect(addMonths(at(from), months)).toBe(at(to));
});

test('the page ends a choice of a month’s last day on the same day as the service', () => {
  jest.useFakeTimers({ now: at('2026-08-31T23:59') });
  try {
    const bootstrap = { consentMonths: 6, categories: [] } as Partial<Bootstrap> as Bootstrap;
    const profile = {
      id: 'shop',
      expiryDays: 365,
      gpcMode: 'honor',
    } as Partial<WidgetProfile> as WidgetProfile;
    expect(toChoice(bootstrap, profile).expiresAt).toBe(at('2027-02-28T23:59'));
  } finally {
    jest.useRealTimers();
  }
});
