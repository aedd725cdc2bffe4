import { Type } from '@sinclair/typebox';
import { defineRoute, type Route } from '#platform/http/route';
import {
  CategoryMap,
  ComplianceGroup,
  CookieMap,
  Countries,
  Finding,
  ProfilePreview,
  ProfileSummary,
} from '../profile-schemas';
import type { ProfileService } from '../profile-service';
import { PublishedProfile } from '../published-profile-schema';

const tag = 'Compliance';
const read = { permission: 'profiles:read' } as const;

const ValidateInput = Type.Object({
  complianceGroup: ComplianceGroup,
  cookies: CookieMap,
  categories: CategoryMap,
  countries: Type.Optional(Countries),
});
const Validated = Type.Object({ errors: Type.Array(Finding), warnings: Type.Array(Finding) });
const Previewed = Type.Object({ profile: PublishedProfile, ...Validated.properties });
const Coverage = Type.Array(
  Type.Object({
    complianceGroup: Type.String(),
    label: Type.String(),
    profile: Type.Union([ProfileSummary, Type.Null()], { description: 'The active profile of the group.' }),
  }),
);

/**
 * Routes that check compliance without saving anything. Registered before `profileRoutes`, which would read
 * `/profiles/validate` as an id.
 */
export function profileComplianceRoutes(service: ProfileService): Route[] {
  return [
    defineRoute({
      id: 'validateProfile',
      method: 'POST',
      path: '/profiles/validate',
      tag,
      summary: 'Check cookies and categories against the rules of a compliance group; nothing is saved',
      access: read,
      body: ValidateInput,
      replies: {
        200: {
          description: 'Errors that would block a save, and warnings that would not',
          schema: Validated,
        },
      },
      errors: [],
      handle: ({ body }) => ({ status: 200, body: service.validate(body) }),
    }),
    defineRoute({
      id: 'previewProfile',
      method: 'POST',
      path: '/profiles/preview',
      tag: 'Profiles',
      summary: 'Get what visitors would get of a profile that is not saved, in one language',
      description:
        'Built by the code that publishes, with sanitised texts. Content that cannot be saved is shown too, with the errors that block it.',
      access: read,
      body: ProfilePreview,
      replies: { 200: { description: 'The file that visitors would get', schema: Previewed } },
      errors: [],
      handle: async ({ tenantId, body }) => ({ body: await service.preview(tenantId, body) }),
    }),
    defineRoute({
      id: 'getComplianceCoverage',
      method: 'GET',
      path: '/compliance-coverage',
      tag,
      summary: 'List each compliance group with its active profile',
      access: read,
      replies: {
        200: {
          description: 'The built-in groups, strictest first, then the custom groups that profiles use',
          schema: Coverage,
        },
      },
      errors: [],
      handle: async ({ tenantId }) => ({ body: await service.coverage(tenantId) }),
    }),
  ];
}
