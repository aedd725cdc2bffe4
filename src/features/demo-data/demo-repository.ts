import type { Row, TenantScope } from '../../database/database';
import type { DemoVisitor } from './demo-traffic';

/** Rows of one statement, as many as keep its parameters below every database's limit. */
const rowsPerStatement = 500;

export function demoRepository(scope: TenantScope) {
  async function insert(table: 'consents' | 'consent_history' | 'visitors', rows: readonly Row[]): Promise<void> {
    for (let start = 0; start < rows.length; start += rowsPerStatement) await scope.insert(table, rows.slice(start, start + rowsPerStatement));
  }

  return {
    async hasConsents(): Promise<boolean> {
      return (await scope.from('consents').first('id')) !== undefined;
    },

    async hasVisitor(visitorId: string): Promise<boolean> {
      return (await scope.from('consents').where({ visitor_id: visitorId }).first('id')) !== undefined;
    },

    async add(visitors: readonly DemoVisitor[]): Promise<void> {
      await insert('consents', visitors.map(consentRow));
      await insert('consent_history', visitors.flatMap(historyRows));
      await insert('visitors', visitors.map(visitorRow));
    },
  };
}

type Facts = DemoVisitor['decisions'][number];

const factColumns = (profile: DemoVisitor['profile'], { locale, consentJson, choice, gpcDetected, source, country }: Facts): Row => ({
  profile_id: profile.id,
  profile_version: profile.shownVersion,
  group_id: profile.group,
  locale,
  consent_json: JSON.stringify(consentJson),
  choice,
  gpc_detected: gpcDetected,
  source,
  country,
});

function consentRow({ visitorId, consentId, place, profile, decisions }: DemoVisitor): Row {
  const current = decisions.at(-1) ?? decisions[0];
  return {
    id: consentId,
    visitor_id: visitorId,
    ...factColumns(profile, current),
    region: place.region,
    revision: decisions.length,
    created_at: decisions[0].at,
    updated_at: current.at,
  };
}

function historyRows({ visitorId, consentId, profile, decisions }: DemoVisitor): Row[] {
  return decisions.map((decision, index) => ({
    id: decision.historyId,
    visitor_id: visitorId,
    consent_id: consentId,
    revision: index + 1,
    action: index === 0 ? 'created' : 'updated',
    ...factColumns(profile, decision),
    ownership_proven: true,
    created_at: decision.at,
  }));
}

/** The row's id needs no more than to be unique: that of the first state is. */
function visitorRow({ visitorId, place, ipHash, decisions }: DemoVisitor): Row {
  const lastSeen = decisions.at(-1) ?? decisions[0];
  return { id: decisions[0].historyId, visitor_id: visitorId, ...place, ip_hash: ipHash, created_at: decisions[0].at, updated_at: lastSeen.at };
}
