import { toFactColumns } from '#decisions/consent/index';
import type { Row, TenantScope } from '#platform/database/database';
import type { DemoVisitor } from './demo-traffic';

export function demoRepository(scope: TenantScope) {
  return {
    async hasConsents(): Promise<boolean> {
      return (await scope.from('consents').first('id')) !== undefined;
    },

    async hasVisitor(visitorId: string): Promise<boolean> {
      return (await scope.from('consents').where({ visitor_id: visitorId }).first('id')) !== undefined;
    },

    async add(visitors: readonly DemoVisitor[]): Promise<void> {
      await scope.insertAll('consents', visitors.map(consentRow));
      await scope.insertAll('consent_history', visitors.flatMap(historyRows));
    },
  };
}

type Decision = DemoVisitor['decisions'][number];

const decisionColumns = ({ shownVersion }: DemoVisitor['profile'], decision: Decision): Row => ({
  ...toFactColumns(decision),
  written_by: 'visitor',
  profile_version: shownVersion,
});

function consentRow({ visitorId, consentId, place, ipHash, profile, decisions }: DemoVisitor): Row {
  const current = decisions.at(-1) ?? decisions[0];
  return {
    id: consentId,
    visitor_id: visitorId,
    ...decisionColumns(profile, current),
    region: place.region,
    ip_hash: ipHash,
    first_received_at: decisions[0].at,
    first_proven: true,
    revision: decisions.length,
    created_at: decisions[0].at,
    updated_at: current.at,
  };
}

function historyRows({ visitorId, consentId, profile, decisions }: DemoVisitor): Row[] {
  // A record that has never changed is its only state.
  if (decisions.length === 1) return [];
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
