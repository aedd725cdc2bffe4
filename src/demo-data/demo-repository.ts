import { inBatches } from '../database/batches';
import type { Row, TenantScope } from '../database/database';
import { toFactColumns } from '../features/consent';
import type { DemoVisitor } from './demo-traffic';

export function demoRepository(scope: TenantScope) {
  async function insert(
    table: 'consents' | 'consent_history' | 'visitors',
    rows: readonly Row[],
  ): Promise<void> {
    for (const batch of inBatches(rows)) await scope.insert(table, batch);
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

type Decision = DemoVisitor['decisions'][number];

const decisionColumns = ({ shownVersion }: DemoVisitor['profile'], decision: Decision): Row => ({
  ...toFactColumns(decision),
  written_by: 'visitor',
  profile_version: shownVersion,
});

function consentRow({ visitorId, consentId, place, profile, decisions }: DemoVisitor): Row {
  const current = decisions.at(-1) ?? decisions[0];
  return {
    id: consentId,
    visitor_id: visitorId,
    ...decisionColumns(profile, current),
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
    ...decisionColumns(profile, decision),
    ownership_proven: true,
    is_decision: true,
    received_at: decision.at,
    created_at: decision.at,
  }));
}

/** The row's id only has to be unique, as the id of the first state is. */
function visitorRow({ visitorId, place, ipHash, decisions }: DemoVisitor): Row {
  const lastSeen = decisions.at(-1) ?? decisions[0];
  return {
    id: decisions[0].historyId,
    visitor_id: visitorId,
    ...place,
    ip_hash: ipHash,
    created_at: decisions[0].at,
    updated_at: lastSeen.at,
  };
}
