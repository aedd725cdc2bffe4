import type { Row } from '../../database/database';
import { fromJson } from '../../database/rows';
import type { TemplateLink, TemplateUsage, UsingProfile } from '../templates';
import { gpcModeOf } from './locale-file';
import type { ProfileJson } from './profile-schemas';

const columnOf = { consent: 'consent_template_id', ui: 'ui_template_id' } as const satisfies Record<TemplateLink['kind'], string>;

/** What templates must know of the profiles that use them. */
export const profilesOfTemplate: TemplateUsage = {
  async using(scope, link) {
    return (await linked(link, scope.from('profiles')).select('id', 'name', 'group_id', 'active_group')).map(toUsing);
  },

  async holders(scope, link) {
    const rows = await linked(link, scope.from('profiles')).select('id', 'name', 'group_id', 'active_group', 'profile_json');
    return rows.map((row) => {
      const profileJson = fromJson<ProfileJson>(row.profile_json);
      const { cookies = {} } = profileJson;
      return { ...toUsing(row), honoursGpc: gpcModeOf(profileJson) !== 'ignore', holds: (id) => Object.hasOwn(cookies, id) };
    });
  },

  async release(scope, { kind, id }) {
    await scope
      .from('profiles')
      .where({ [columnOf[kind]]: id, active_group: null })
      .update({ [columnOf[kind]]: null });
  },
};

function linked({ kind, id }: TemplateLink, profiles: ReturnType<Parameters<TemplateUsage['using']>[0]['from']>) {
  return profiles.where({ [columnOf[kind]]: id }).orderBy([{ column: 'created_at' }, { column: 'id' }]);
}

function toUsing(row: Row): UsingProfile {
  return { id: row.id, name: row.name, complianceGroup: row.group_id, isActive: row.active_group !== null };
}
