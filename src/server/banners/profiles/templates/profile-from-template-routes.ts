import { defineRoute, type Route } from '#platform/http/route';
import { createdReply } from '../profile-replies';
import { ProfileFromTemplate, ProfileWithWarnings } from '../profile-schemas';
import type { ProfileService } from '../profile-service';

/** Registered before `profileRoutes`, which would read `/profiles/from-template` as an id. */
export function profileFromTemplateRoutes(service: ProfileService): Route[] {
  return [
    defineRoute({
      id: 'createProfileFromTemplate',
      method: 'POST',
      path: '/profiles/from-template',
      tag: 'Profiles',
      summary: 'Create a draft with a template’s cookies, categories and starter texts',
      access: { permission: 'profiles:create' },
      body: ProfileFromTemplate,
      replies: {
        201: {
          description:
            'The profile, inactive; `warnings` list the changes made for the group (`template/adapted`)',
          schema: ProfileWithWarnings,
        },
      },
      errors: ['profile_invalid'],
      handle: async ({ context, body }) => createdReply(await service.createFromTemplate(context, body)),
    }),
  ];
}
