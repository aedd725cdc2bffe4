import { type TSchema, Type } from '@sinclair/typebox';
import type { RouteDescription } from '../../http/route';

const tenantId = Type.String({ description: 'Without tenants: `default`' });
const locale = Type.String({ description: 'BCP 47, or `default`' });

const shared = {
  method: 'GET',
  tag: 'Published files',
  access: { public: 'Banner texts and cookie lists are what every visitor sees' },
  cors: 'any',
  bucket: 'hotServe',
} as const;

/**
 * Returns the paths that are served before the table of routes is asked. @param file what the files contain
 */
export const hotServeDescriptions = (file: TSchema): readonly RouteDescription[] => [
  {
    ...shared,
    id: 'getPublishedLocaleFile',
    path: '/profiles/:tenantId/:complianceGroup/:locale',
    summary: 'The locale file of the group’s active profile, from memory',
    params: Type.Object({ tenantId, complianceGroup: Type.String(), locale }),
    replies: {
      200: { description: 'The file', schema: file },
      303: { description: 'No file in this locale: to the same path ending `/default`' },
      304: { description: 'The client has it already' },
    },
    errors: ['locale_file_not_found', 'not_acceptable'],
  },
  {
    ...shared,
    id: 'getSnapshotLocaleFile',
    path: '/profiles/:tenantId/:profileId/:entryId/:locale',
    summary: 'The locale file of one version of a profile; it never changes',
    params: Type.Object({
      tenantId,
      profileId: Type.String(),
      entryId: Type.String({ description: 'The number of the version' }),
      locale,
    }),
    replies: {
      200: { description: 'The file', schema: file },
      304: { description: 'The client has it already' },
    },
    errors: ['locale_file_not_found', 'not_acceptable'],
  },
];
