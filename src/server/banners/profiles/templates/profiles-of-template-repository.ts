import type { Row, TenantScope } from '#platform/database/database';
import { fromJson } from '#platform/database/rows';
import type { TemplateLink, TemplateParameters, TemplateUsage, UsingProfile } from '../../templates';
import { getGpcMode } from '../locale-file';
import type { ProfileJson } from '../profile-schemas';

const columnNames = { consent: 'consent_template_id', ui: 'ui_template_id' } as const satisfies Record<
  TemplateLink['kind'],
  string
>;
const fieldNames = { consent: 'consentTemplateId', ui: 'uiTemplateId' } as const satisfies Record<
  TemplateLink['kind'],
  keyof ProfileJson
>;

/** Answers the templates' questions about the profiles that use them. */
export const profilesOfTemplate: TemplateUsage = {
  async using(scope, link) {
    return (await linked(scope, link, [])).map(({ profile }) => profile);
  },

  async holders(scope, link) {
    return (await linked(scope, link, ['profile_json'])).map(({ profile, row, published }) => {
      const current =
        row[columnNames[link.kind]] === link.id ? fromJson<ProfileJson>(row.profile_json) : null;
      return {
        ...profile,
        contents: [current, published].filter((content) => content !== null).map(toTemplateParameters),
      };
    });
  },

  async release(scope, { kind, id }) {
    await scope
      .from('profiles')
      .where({ [columnNames[kind]]: id, active_group: null })
      .update({ [columnNames[kind]]: null });
  },
};

/**
 * Reads the profiles linked to a template. `published` is an active profile's published content if it names
 * the template; a later draft may not name it.
 */
async function linked(scope: TenantScope, { kind, id }: TemplateLink, columns: readonly string[]) {
  const column = columnNames[kind];
  const rows = await scope
    .from('profiles')
    .where((either) => either.where({ [column]: id }).orWhereNotNull('active_group'))
    .orderBy([{ column: 'created_at' }, { column: 'id' }])
    .select('id', 'name', 'group_id', 'active_group', 'published_json', column, ...columns);
  return rows.flatMap((row) => {
    const served = row.active_group === null ? null : fromJson<ProfileJson | null>(row.published_json);
    const published = served?.[fieldNames[kind]] === id ? served : null;
    return row[column] === id || published !== null ? [{ profile: toUsing(row), row, published }] : [];
  });
}

/** Returns what decides whether a profile needs a parameter of its template. */
export function toTemplateParameters(profileJson: ProfileJson): TemplateParameters {
  return { honoursGpc: getGpcMode(profileJson) !== 'ignore', cookies: profileJson.cookies ?? {} };
}

function toUsing(row: Row): UsingProfile {
  return { id: row.id, name: row.name, complianceGroup: row.group_id, isActive: row.active_group !== null };
}
