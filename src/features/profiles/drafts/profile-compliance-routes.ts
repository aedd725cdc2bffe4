import { Type } from '@sinclair/typebox';
import { defineRoute, type Route } from '../../../http/route';
import {
  CategoryMap,
  ComplianceGroup,
  CookieMap,
  Countries,
  Finding,
  ProfileSummary,
} from '../profile-schemas';
import type { ProfileService } from '../profile-service';

const tag = 'Compliance';
const read = { permission: 'profiles:read' } as const;

const ValidateInput = Type.Object({
  complianceGroup: ComplianceGroup,
  cookies: CookieMap,
  categories: CategoryMap,
  countries: Type.Optional(Countries),
});
const Validated = Type.Object({ errors: Type.Array(Finding), warnings: Type.Array(Finding) });
const Coverage = Type.Array(
  Type.Object({
    complianceGroup: Type.String(),
    label: Type.String(),
    profile: Type.Union([ProfileSummary, Type.Null()], { description: 'The active profile of the group.' }),
  }),
);

/**
 * What operators learn of compliance without saving anything. Before `profileRoutes`: `/profiles/validate` is
 * no id.
 */
export function profileComplianceRoutes(service: ProfileService): Route[] {
  return [
    defineRoute({
      id: 'validateProfile',
      method: 'POST',
      path: '/profiles/validate',
      tag,
      summary: 'Judge cookies and categories by the rules of a compliance group; nothing is saved',
      access: read,
      body: ValidateInput,
      replies: {
        200: { description: 'What would block a save, and what would only be told', schema: Validated },
      },
      errors: [],
      handle: ({ body }) => ({ status: 200, body: service.validate(body) }),
    }),
    defineRoute({
      id: 'getComplianceCoverage',
      method: 'GET',
      path: '/compliance-coverage',
      tag,
      summary: 'Each compliance group with its active profile',
      access: read,
      replies: {
        200: {
          description: 'The built-in groups, strictest first, then the custom ones that profiles name',
          schema: Coverage,
        },
      },
      errors: [],
      handle: async ({ tenantId }) => ({ body: await service.coverage(tenantId) }),
    }),
  ];
}
