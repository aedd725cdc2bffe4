import fc from 'fast-check';
import { consentCalls, cookieOf } from './consent';
import type { TestApp } from './create-test-app';
import { createActiveProfile, createProfile, profileJson } from './profiles';
import { recount, statisticsCalls } from './statistics';
import { createTenant } from './tenants';

const hour = 3_600_000;

/** A tenant of an app with several; histories name tenants and profiles by their place. */
export interface HistoryTenant {
  readonly id: string;
  readonly profiles: readonly string[];
}

/** Made once for an app that has several tenants. */
export async function createHistoryTenants(app: TestApp): Promise<HistoryTenant[]> {
  const { complianceGroup: _, ...groupless } = profileJson();
  const { marketing: __, ...categories } = profileJson().preferenceModal?.categories ?? {};
  const preferenceModal = { heading: 'Choices', buttons: [], categories };
  const us = {
    name: 'US',
    profileJson: profileJson({ complianceGroup: 'opt-out', preferenceModal }),
    localeContent: {},
  };
  const tenants: HistoryTenant[] = [];
  for (const id of ['default', (await createTenant(app, 'other')).id]) {
    const profiles = [
      await createActiveProfile(app, {}, id),
      await createActiveProfile(app, us, id),
      await createProfile(app, { name: 'In no group', profileJson: groupless }, id),
    ];
    tenants.push({ id, profiles: profiles.map((profile) => profile.id) });
  }
  return tenants;
}

/** Categories of the profiles above that are not mandatory. */
const optional = [['analytics', 'marketing'], ['analytics'], ['analytics', 'marketing']];

const whose = { tenant: fc.integer({ min: 0, max: 1 }), visitor: fc.integer({ min: 0, max: 3 }) };
const decision = {
  ...whose,
  consentJson: fc.dictionary(
    fc.constantFrom('necessary', 'analytics', 'marketing', 'unknown'),
    fc.constantFrom('granted', 'denied', 'objected'),
  ),
  gpcDetected: fc.boolean(),
  locale: fc.constantFrom('en', 'de', 'de-AT', 'it'),
};

const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('submit' as const),
      ...decision,
      profile: fc.integer({ min: 0, max: 2 }),
      timezone: fc.constantFrom('Europe/Berlin', 'America/New_York', undefined),
      // Other sources take an API key.
      source: fc.constant('banner'),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('update' as const), ...decision }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('erase' as const), ...whose }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 40 }) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('fold' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('rebuild' as const),
      recordsPerStep: fc.integer({ min: 1, max: 3 }),
    }),
  },
);

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;
type Write = Exclude<Step, { readonly kind: 'wait' | 'fold' | 'rebuild' }>;

/** Random histories of a few visitors' consents, with the sums folded and rebuilt at any time. */
export const history = (maxLength: number): fc.Arbitrary<Step[]> =>
  fc.array(step, { minLength: 1, maxLength });

interface Decided {
  readonly tenantId: string;
  readonly day: string;
  readonly locale: string;
  readonly choice: 'optedIn' | 'optedOut' | 'partial';
}

/** The second profile has texts in English alone, the others in English and German. */
function countedLocale(profile: number, locale: string): string {
  if (locale === 'en') return 'en';
  return profile !== 1 && ['de', 'de-AT'].includes(locale) ? 'de' : '(other)';
}

/**
 * Lets a history happen over HTTP, then holds every statistic against a recount from the records and from its
 * own list of decisions.
 */
export async function checkHistory(
  app: TestApp,
  tenants: readonly HistoryTenant[],
  steps: readonly Step[],
): Promise<void> {
  await forgetConsents(app);
  const calls = consentCalls(app);
  const decided: Decided[] = [];
  const profileOf = new Map<string, number>();
  /** The map that each record holds, with its keys sorted. */
  const mapOf = new Map<string, string>();

  async function write(next: Write): Promise<void> {
    const { id: tenantId = '', profiles = [] } = tenants[next.tenant] ?? {};
    const visitorId = `visitor-${next.visitor}`;
    const key = `${tenantId} ${visitorId}`;
    if (next.kind === 'erase') {
      const erased = profileOf.delete(key);
      await calls
        .erase(visitorId)
        .query({ tenantId })
        .expect(erased ? 200 : 404);
      return;
    }
    const { kind, tenant: _, visitor: __, ...body } = next;
    if (next.kind === 'submit') profileOf.set(key, next.profile);
    const profile = profileOf.get(key);
    const call =
      next.kind === 'submit'
        ? calls
            .submit({ ...body, visitorId, profileId: profiles[next.profile] })
            .set('Cookie', cookieOf(visitorId))
        : calls.update(visitorId, body).query({ tenantId });
    const { body: record } = await call.expect(profile === undefined ? 404 : 200);
    if (profile === undefined) return;
    // A PUT of the same map is not a decision.
    const map = JSON.stringify(Object.entries(record.consentJson).sort());
    const isDecision = next.kind === 'submit' || map !== mapOf.get(key);
    mapOf.set(key, map);
    if (!isDecision) return;
    const wanted = optional[profile] ?? [];
    // The second profile's group does not ask first: what a visitor does not mention is granted.
    const silence = profile === 1 ? 'granted' : 'denied';
    const granted = wanted.filter(
      (category) => (record.consentJson[category] ?? silence) === 'granted',
    ).length;
    const choice = granted === wanted.length ? 'optedIn' : granted === 0 ? 'optedOut' : 'partial';
    decided.push({
      tenantId,
      day: record.updatedAt.slice(0, 10),
      locale: countedLocale(profile, record.locale),
      choice,
    });
  }

  for (const next of steps) {
    if (next.kind === 'wait') app.clock.advance(next.hours * hour);
    else if (next.kind === 'fold') await app.service.maintenance();
    else if (next.kind === 'rebuild')
      await app.service.operations.statistics.rebuild(() => {}, next.recordsPerStep);
    else await write(next);
  }
  for (const { id } of tenants) {
    const ofTenant = decided.filter(({ tenantId }) => tenantId === id);
    await checkStatistics(app, id, ofTenant);
  }
}

async function checkStatistics(app: TestApp, tenantId: string, decided: readonly Decided[]): Promise<void> {
  const stats = statisticsCalls(app, tenantId);
  expect(await stats.current()).toEqual(await recount(app.knex, tenantId));

  const count = (list: readonly Decided[], choice: Decided['choice']) =>
    list.filter((one) => one.choice === choice).length;
  const dates = [...new Set(decided.map(({ day }) => day))].sort();
  const timeline = (await stats.get('/stats/timeline', { days: '1096' })).filter(
    ({ total }: { total: number }) => total > 0,
  );
  expect(timeline).toEqual(
    dates.map((date) => {
      const ofDay = decided.filter(({ day }) => day === date);
      return {
        date,
        total: ofDay.length,
        optedIn: count(ofDay, 'optedIn'),
        optedOut: count(ofDay, 'optedOut'),
        partial: count(ofDay, 'partial'),
      };
    }),
  );
  expect(await stats.get('/analytics/opt-in', { tenantId })).toEqual(
    dates.flatMap((date) => {
      const ofDay = decided.filter(({ day }) => day === date);
      return [...new Set(ofDay.map(({ locale }) => locale))].sort().map((locale) => {
        const cell = ofDay.filter((one) => one.locale === locale);
        return {
          date,
          locale,
          total: cell.length,
          optedIn: count(cell, 'optedIn'),
          rate: count(cell, 'optedIn') / cell.length,
        };
      });
    }),
  );
  const today = new Date(app.clock.now()).toISOString().slice(0, 10);
  expect((await stats.get('/stats/overview')).consentsToday).toBe(
    decided.filter(({ day }) => day === today).length,
  );
}

/**
 * Empties all tables of decisions, so that what follows begins from nothing. A fold that is under way ends first:
 * otherwise it would write its sums afterwards.
 */
export async function forgetConsents({ knex }: TestApp): Promise<void> {
  await knex.transaction(async (transaction) => {
    await transaction('svc_leases').where({ name: 'statistics' }).update({ held_until: 0 });
    for (const table of ['consents', 'consent_history', 'statistics_changes', 'current_sums', 'daily_sums'])
      await transaction(`svc_${table}`).delete();
  });
}
