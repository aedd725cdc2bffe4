import type { SchemaTools } from './migration';

/**
 * Views for analysts. Their columns are stable (docs/guide/sql-views.md): a migration that changes a table which they
 * read replaces them, and never removes or renames a column.
 */

type Select = Parameters<SchemaTools['createView']>[1];

/** A boolean as 0 or 1 on every database; null stays null. */
const flag = (column: string, name = column) =>
  `case when ${column} is null then null when ${column} then 1 else 0 end as ${name.replace(/^.*\./, '')}`;

const consents: Select = (table) => `select
  tenant_id, id as consent_id, visitor_id, subject_id, profile_id, profile_version,
  group_id as compliance_group, locale, choice, consent_json as categories,
  ${flag('gpc_detected')}, ${flag('gpc_override')}, ${flag('age_verified')},
  source, written_by, method, layer, country, region, revision,
  created_at as created_at_ms, updated_at as updated_at_ms, variant
  from ${table('consents')}`;

/**
 * A record that has never changed is its own only state (docs/adr/0068). An import can bring one with two times: the
 * first decision, and the one that it stores.
 */
const decisions: Select = (table) => `select
  tenant_id, id as decision_id, consent_id, visitor_id, revision, profile_id, profile_version,
  group_id as compliance_group, locale, choice, consent_json as categories,
  ${flag('gpc_detected')}, ${flag('gpc_override')},
  source, written_by, method, layer, country,
  created_at as decided_at_ms, received_at as received_at_ms, variant
  from ${table('consent_history')} where is_decision
  union all select
  tenant_id, id, id, visitor_id, revision, profile_id, profile_version,
  group_id, locale, choice, consent_json,
  ${flag('gpc_detected')}, ${flag('gpc_override')},
  source, written_by, method, layer, country,
  updated_at, first_received_at, variant
  from ${table('consents')} where revision = 1`;

const publications: Select = (table) => `select
  p.tenant_id as tenant_id, p.id as publication_id, p.group_id as compliance_group,
  p.profile_id as profile_id, p.version as profile_version, v.name as profile_name,
  p.published_by_email as published_by, p.note as note,
  p.started_at as started_at_ms, p.ended_at as ended_at_ms
  from ${table('publication_periods')} p
  left join ${table('profile_versions')} v
  on v.tenant_id = p.tenant_id and v.profile_id = p.profile_id and v.version = p.version`;

const views = { v_consents: consents, v_decisions: decisions, v_publications: publications };

export async function createAnalystViews({ createView }: SchemaTools): Promise<void> {
  for (const [name, select] of Object.entries(views)) await createView(name, select);
}

export async function dropAnalystViews({ dropView }: SchemaTools): Promise<void> {
  for (const name of Object.keys(views)) await dropView(name);
}
