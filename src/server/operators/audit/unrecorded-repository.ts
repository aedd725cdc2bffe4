import type { Connection, Query, Row } from '#platform/database/database';
import { defaultTenantId } from '#platform/kernel/ids';

// Why: docs/adr/0171-triggers-are-tried-at-start.md

/** A stored resource of which the log of its tenant has no entry. */
export interface Unrecorded {
  readonly type: string;
  readonly id: string;
}

/**
 * Returns the first resource of a tenant that the log does not name; null when it names all. The entry of a creation is
 * written in its transaction, so entries were removed. Users, roles and tenants are recorded in the log of `default`. What the
 * service creates by itself is left out: built-in roles and the default tenant.
 */
export async function findUnrecorded(connection: Connection, tenantId: string): Promise<Unrecorded | null> {
  const scope = connection.tenant(tenantId);
  const stored: [type: string, rows: Query, column: string][] = [
    // Versions are stored beyond the deletion of their profile.
    ['profile', scope.from('profile_versions', 'r'), 'r.profile_id'],
    ['consentTemplate', scope.from('consent_templates', 'r'), 'r.id'],
    ['uiTemplate', scope.from('ui_templates', 'r'), 'r.id'],
    ['apikey', scope.from('api_keys', 'r'), 'r.id'],
    ['webhook', scope.from('webhooks', 'r'), 'r.id'],
  ];
  if (tenantId === defaultTenantId)
    stored.push(
      ['user', connection.global('users', 'r'), 'r.id'],
      ['role', connection.global('roles', 'r').where({ 'r.built_in': false }), 'r.id'],
      ['tenant', connection.global('tenants', 'r').whereNot('r.id', defaultTenantId), 'r.id'],
    );
  for (const [type, rows, column] of stored) {
    const entries = scope.from('audit', 'a').whereRaw('?? = ??', ['a.resource_id', column]).select('a.id');
    const row: Row | undefined = await rows.whereNotExists(entries).first(`${column} as resource_id`);
    if (row !== undefined) return { type, id: String(row.resource_id) };
  }
  return null;
}
