import { defineRoute, type Route } from '../../../http/route';
import { createdReply } from '../profile-routes';
import { ProfileFromTemplate, ProfileWithWarnings } from '../profile-schemas';
import type { ProfileService } from '../profile-service';

/** Before `profileRoutes`: `/profiles/from-template` is no id. */
export function profileFromTemplateRoutes(service: ProfileService): Route[] {
  return [
    defineRoute({
      id: 'createProfileFromTemplate',
      method: 'POST',
      path: '/profiles/from-template',
      tag: 'Profiles',
      summary: 'Create a draft with a template’s cookies and categories and texts to begin with',
      access: { permission: 'profiles:create' },
      body: ProfileFromTemplate,
      replies: {
        201: {
          description:
            'The profile, inactive; `warnings` tell what was changed for the group (`template/adapted`)',
          schema: ProfileWithWarnings,
        },
      },
      errors: ['profile_invalid'],
      handle: async ({ tenantId, actor, body }) =>
        createdReply(await service.createFromTemplate({ tenantId, actor }, body)),
    }),
  ];
}
