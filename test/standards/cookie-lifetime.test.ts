import { readLifetime } from '#standards/compliance/rules/cookie-lifetime';

const month = 365.25 / 12;

test.each([
  ['13 months', 13 * month],
  ['2 years', 730.5],
  ['1 year', 365.25],
  ['a year', 365.25],
  ['two years', 730.5],
  ['400 days', 400],
  ['30 minutes', 30 / 1440],
  ['13 months in Europe, 24 months elsewhere', 24 * month],
  ['30 days, or 365 if asked for', 30],
  ['1.5 years', 1.5 * 365.25],
  ['2years', 730.5],
  ['Persistent, 6 months', 6 * month],
  ['P13M', 13 * month],
  ['P1Y6M', 365.25 + 6 * month],
  ['PT30M', 0],
  ['2 Jahre', 730.5],
  ['13 Monate', 13 * month],
  ['ein Jahr', 365.25],
  ['90 Tage', 90],
  ['13 mois', 13 * month],
  ['2 ans', 730.5],
  ['un an', 365.25],
  ['1 année', 365.25],
  ['2 años', 730.5],
  ['6 meses', 6 * month],
  ['un mes', month],
  ['2 anni', 730.5],
  ['un anno', 365.25],
  ['30 giorni', 30],
  ['13 mesi', 13 * month],
  ['2 anos', 730.5],
  ['1 mês', month],
  ['90 dias', 90],
  ['2 jaar', 730.5],
  ['13 maanden', 13 * month],
  ['één dag', 1],
  ['2 lata', 730.5],
  ['5 lat', 5 * 365.25],
  ['13 miesięcy', 13 * month],
  ['1 rok', 365.25],
  ['30 dni', 30],
  ['سنتان', 730.5],
  ['5 سنوات', 5 * 365.25],
  ['١٣ شهرًا', 13 * month],
  ['سنة واحدة', 365.25],
  ['90 يوماً', 90],
])('“%s” is %d days', (text, days) => {
  expect(readLifetime(text)).toBeCloseTo(days, 6);
});

test.each([
  'Session',
  'session cookie',
  'Sitzung',
  'Sitzungsende',
  'Session du navigateur',
  'Sesión',
  'Sessione',
  'Sessão',
  'Sessie',
  'Sesja',
  'الجلسة',
])('“%s” ends with the session', (text) => {
  expect(readLifetime(text)).toBe(0);
});

test.each([
  'Persistent',
  'Never expires',
  'permanent',
  'unbegrenzt',
  'illimitée',
  'indefinido',
  'illimitata',
  'onbeperkt',
  'bezterminowo',
  'غير محدود',
  'until deleted',
])('“%s” has no end', (text) => {
  expect(readLifetime(text)).toBe(Number.POSITIVE_INFINITY);
});

test.each(['', 'varies', 'see policy', 'years', 'version 2', 'P', '365'])(
  '“%s” states no lifetime',
  (text) => {
    expect(readLifetime(text)).toBeNull();
  },
);
