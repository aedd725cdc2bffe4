import type { Knex } from 'knex';
import type { TestApp } from './create-test-app';

/** The statistics as the API tells them. `more` goes into the query. */
export function statisticsCalls(app: TestApp, tenantId = 'default') {
  const get = async (path: string, more: Record<string, string> = {}) => {
    const response = await app.request
      .get(`${app.adminBase}${path}`)
      .query(more)
      .set(await app.asAdmin())
      .set('X-Tenant-Id', tenantId);
    if (response.status !== 200) throw new Error(`${path}: ${response.status} ${response.text}`);
    return response.body;
  };
  return {
    get,
    /** Everything that describes the current records. */
    async current() {
      const { consentsToday, activeProfiles, decisions, ...overview } = await get('/stats/overview');
      return {
        overview,
        categories: await get('/stats/categories'),
        countries: await get('/stats/countries'),
        gpc: await get('/stats/gpc'),
      };
    },
  };
}

const rate = (part: number, whole: number) => (whole === 0 ? null : part / whole);

function countBy<T>(rows: readonly T[], keyOf: (row: T) => string | null): [string | null, number][] {
  const counts = new Map<string | null, number>();
  for (const row of rows) counts.set(keyOf(row), (counts.get(keyOf(row)) ?? 0) + 1);
  return [...counts].sort(([a, first], [b, second]) => second - first || ((a ?? '') < (b ?? '') ? -1 : 1));
}

/** Returns the expected result of `current()`, counted one by one from the records themselves. */
export async function recount(knex: Knex, tenantId = 'default') {
  const rows = await knex('svc_consents').where({ tenant_id: tenantId });
  const total = rows.length;
  const isDetected = (row: { gpc_detected: unknown }) => Boolean(row.gpc_detected);
  const detected = rows.filter(isDetected).length;
  const profiles = await knex('svc_profiles').where({ tenant_id: tenantId });
  const known = new Map(
    profiles.map((profile) => [
      profile.id,
      Object.keys(JSON.parse(profile.profile_json).preferenceModal.categories),
    ]),
  );
  // The profile of a record may be gone; its own columns say what it was counted as.
  const isKnown = (row: { profile_id: string; counted_as: string | null }, category: string) =>
    known.get(row.profile_id)?.includes(category) ??
    !JSON.parse(row.counted_as ?? '{"otherCategories":[]}').otherCategories.includes(category);
  const answers = rows.flatMap((row) =>
    Object.entries<string>(JSON.parse(row.consent_json)).map(
      ([category, state]) => [isKnown(row, category) ? category : '(other)', state] as const,
    ),
  );
  const countries = countBy(rows, (row) => row.country);
  return {
    overview: {
      totalConsents: total,
      totalVisitors: total,
      optInRate: rate(
        rows.filter((row) => row.choice === 'in').length,
        rows.filter((row) => row.choice !== 'none').length,
      ),
      gpcRate: rate(detected, total),
      bySource: Object.fromEntries(countBy(rows, (row) => row.source)),
      byMethod: Object.fromEntries(countBy(rows, (row) => row.method ?? '(none)')),
      byLayer: Object.fromEntries(countBy(rows, (row) => row.layer ?? '(none)')),
      byGroup: Object.fromEntries(countBy(rows, (row) => row.group_id ?? '(none)')),
    },
    categories: countBy(answers, ([category]) => category).map(([category]) => {
      const of = (wanted: string) =>
        answers.filter(([name, state]) => name === category && state === wanted).length;
      const [granted, denied, objected] = [of('granted'), of('denied'), of('objected')];
      return { category, granted, denied, objected, rate: rate(granted, granted + denied + objected) };
    }),
    countries: countries.map(([country, count]) => ({ country, count, share: rate(count, total) })),
    gpc: {
      detected,
      notDetected: total - detected,
      rate: rate(detected, total),
      byCountry: countries.map(([country, count]) => {
        const ofCountry = rows.filter((row) => row.country === country && isDetected(row)).length;
        return { country, detected: ofCountry, rate: rate(ofCountry, count) };
      }),
    },
  };
}
