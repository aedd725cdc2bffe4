import { type TSchema, Type } from '@sinclair/typebox';
import type { RouteDescription } from '#platform/http/route';

const tenantId = Type.String({ description: '`default` in single-tenant mode' });
const locale = Type.String({ description: 'BCP 47, or `default`' });

const shared = {
  method: 'GET',
  tag: 'Published files',
  access: { public: 'Banner texts and cookie lists are what every visitor sees' },
  cors: 'any',
  bucket: 'hotServe',
} as const;

/** Describes the paths that are served ahead of all other routes. @param file what the files contain */
export const hotServeDescriptions = (file: TSchema): readonly RouteDescription[] => [
  {
    ...shared,
    id: 'getPublishedLocaleFile',
    path: '/profiles/:tenantId/:complianceGroup/:locale',
    summary: 'Get the locale file of the group’s active profile, from memory',
    params: Type.Object({ tenantId, complianceGroup: Type.String(), locale }),
    replies: {
      200: { description: 'The file', schema: file },
      303: { description: 'No file in this locale: redirect to the same path ending in `/default`' },
      304: { description: 'The client already has this file' },
    },
    errors: ['locale_file_not_found', 'not_acceptable'],
  },
  {
    ...shared,
    id: 'getSnapshotLocaleFile',
    path: '/profiles/:tenantId/:profileId/:entryId/:locale',
    summary: 'Get the locale file of one version of a profile; it never changes',
    params: Type.Object({
      tenantId,
      profileId: Type.String(),
      entryId: Type.String({ description: 'The version number' }),
      locale,
    }),
    replies: {
      200: { description: 'The file', schema: file },
      304: { description: 'The client already has this file' },
    },
    errors: ['locale_file_not_found', 'not_acceptable'],
  },
];
