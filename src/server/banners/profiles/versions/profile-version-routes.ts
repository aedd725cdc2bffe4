import { Type } from '@sinclair/typebox';
import { defineRoute, type Route, type RouteRequest } from '#platform/http/route';
import { type Clock, toIso } from '#platform/kernel/clock';
import { asDownload, downloadName } from '#platform/kernel/download-name';
import { validationFailed } from '#platform/kernel/errors';
import { nullable } from '#platform/kernel/schemas';
import { canonicalLocale } from '#standards/locale/index';
import { VersionVariants } from '../experiments/experiment-schemas';
import { VariantIdSchema } from '../experiments/variant';
import { expectedVersion, savedReply } from '../profile-replies';
import {
  OwnTexts,
  Person,
  ProfileIdParam,
  ProfileJson,
  ProfileWithWarnings,
  ProfileWrapped,
} from '../profile-schemas';
import type { ProfileService } from '../profile-service';
import type { ProfileVersions } from './profile-versions';

const tag = 'Profile versions';
const read = { permission: 'profiles:read' } as const;
const update = { permission: 'profiles:update' } as const;
const time = Type.String({ format: 'date-time' });

const Archived = Type.Array(
  Type.Object({ id: Type.String(), versionCount: Type.Integer(), lastModified: time }),
);
const Versions = Type.Array(
  Type.Object({
    version: Type.Integer(),
    createdAt: time,
    locales: Type.Array(Type.String()),
    variants: VersionVariants,
    published: Type.Boolean({ description: 'Whether this version is being served to visitors.' }),
    createdBy: nullable(Person, { description: 'Who saved it; null: the service itself.' }),
    note: nullable(Type.String()),
    requireReconsent: Type.Boolean({
      description: 'Whether consents to earlier versions end when this version is published.',
    }),
    liveFrom: nullable(time, {
      description: 'Start of the latest time that visitors got this version; null: never.',
    }),
    liveTo: nullable(time, { description: 'Its end; null while visitors get it.' }),
    publishedBy: nullable(Person),
    publishNote: nullable(Type.String({ description: 'The note given at publishing.' })),
    livePeriods: Type.Array(
      Type.Object({
        from: time,
        to: nullable(time, { description: 'Null while visitors get it.' }),
        by: nullable(Person, { description: 'Who published it; null: the service itself.' }),
        note: nullable(Type.String()),
      }),
      { description: 'Every time that visitors got this version, the latest first.' },
    ),
  }),
);
const Changes = Type.Array(
  Type.Object({ path: Type.String(), before: Type.Unknown(), after: Type.Unknown() }),
);
const differences = { shared: Changes, locales: Type.Record(Type.String(), Changes) };
const Diff = Type.Object({
  from: Type.Integer(),
  to: Type.Integer(),
  ...differences,
  variants: Type.Array(Type.Object({ id: VariantIdSchema, ...differences }), {
    description:
      'The same for each further variant that one of the versions shows; `shared` and `locales` compare A. All visitors of a version without the variant see its A.',
  }),
});
const Content = Type.Object({
  id: Type.String({ description: 'Id of the profile.' }),
  version: Type.Integer(),
  name: Type.String(),
  createdAt: time,
  defaultLocale: Type.String(),
  profileJson: ProfileJson,
  localeContent: OwnTexts,
});
const saved = {
  200: {
    description: 'The new version, in the form that PUT returns',
    schema: Type.Union([ProfileWrapped, ProfileWithWarnings]),
  },
};

/**
 * Routes for versions, archived profiles, rollback and translations. Registered before `profileRoutes`, which
 * would read `/profiles/archived` as an id.
 */
export function profileVersionRoutes(
  service: ProfileService,
  versions: ProfileVersions,
  clock: Clock,
): Route[] {
  const findProfile = (request: RouteRequest<{ id: string }>) =>
    service.get(request.tenantId, request.params.id);
  const context = (request: RouteRequest) => request.context;

  return [
    defineRoute({
      id: 'listArchivedProfiles',
      method: 'GET',
      path: '/profiles/archived',
      tag,
      summary: 'List deleted profiles whose snapshots remain',
      access: read,
      replies: { 200: { description: 'The profiles, the last changed first', schema: Archived } },
      errors: [],
      handle: async ({ tenantId }) => ({ body: await versions.archived(tenantId) }),
    }),
    defineRoute({
      id: 'listProfileVersions',
      method: 'GET',
      path: '/profiles/:id/versions',
      tag,
      summary: 'List all versions, newest first; also of archived profiles',
      access: read,
      reads: { record: 'profile', param: 'id' },
      params: ProfileIdParam,
      replies: { 200: { description: 'The versions', schema: Versions } },
      errors: ['profile_not_found'],
      handle: async ({ tenantId, params }) => ({ body: await versions.list(tenantId, params.id) }),
    }),
    defineRoute({
      id: 'getProfileVersion',
      method: 'GET',
      path: '/profiles/:id/versions/:entryId',
      tag,
      summary: 'Get one locale file of a version as it was written; also of archived profiles',
      description: 'Of an experiment, `variants` has what each variant shows in place of the same fields.',
      access: read,
      reads: { record: 'profile', param: 'id' },
      params: Type.Object({ id: Type.String(), entryId: Type.String({ description: 'The version number' }) }),
      query: Type.Object({
        locale: Type.Optional(
          Type.String({ maxLength: 64, description: 'BCP 47; the default locale when omitted' }),
        ),
      }),
      replies: {
        200: { description: 'The raw locale file', schema: Type.Object({}, { additionalProperties: true }) },
      },
      errors: ['version_not_found', 'locale_file_not_found'],
      async handle({ tenantId, params, query }) {
        const locale = query.locale === undefined ? 'default' : canonicalLocale(query.locale);
        await versions.record(tenantId, params.id, params.entryId);
        if (locale === null)
          throw validationFailed({
            path: 'locale',
            message: 'must be a BCP 47 language tag such as en or de-AT',
          });
        return { body: await versions.localeFile(tenantId, params.id, params.entryId, locale) };
      },
    }),
    defineRoute({
      id: 'getProfileVersionContent',
      method: 'GET',
      path: '/profiles/:id/versions/:entryId/content',
      tag,
      summary: 'Get the content of a version as it was saved, each locale with its own texts only',
      description:
        'Of an experiment this is A; `GET /profiles/:id/experiments/:version` has its other variants.',
      access: read,
      reads: { record: 'profile', param: 'id' },
      params: Type.Object({ id: Type.String(), entryId: Type.String({ description: 'The version number' }) }),
      replies: {
        200: {
          description: 'The content, in the form that creating a profile accepts; also of archived profiles',
          schema: Content,
        },
      },
      errors: ['version_not_found'],
      handle: async ({ tenantId, params }) => {
        const {
          profileId,
          ui: _ui,
          variants: _variants,
          ...content
        } = await versions.record(tenantId, params.id, params.entryId);
        return { body: { id: profileId, ...content } };
      },
    }),
    defineRoute({
      id: 'diffProfileVersions',
      method: 'GET',
      path: '/profiles/:id/versions/:a/diff/:b',
      tag,
      summary: 'Compare two versions by locale and path',
      access: read,
      reads: { record: 'profile', param: 'id' },
      params: Type.Object({ id: Type.String(), a: Type.String(), b: Type.String() }),
      replies: { 200: { description: 'The differences', schema: Diff } },
      errors: ['version_not_found'],
      handle: async ({ tenantId, params }) => ({
        body: await versions.diff(tenantId, params.id, params.a, params.b),
      }),
    }),
    defineRoute({
      id: 'rollbackProfile',
      method: 'POST',
      path: '/profiles/:id/rollback',
      tag,
      summary: 'Write a new version with the content of an older one',
      description:
        'Of an experiment this is A: the new version shows no other variants. `If-Match: "8"` writes it only after version 8: when another one is the current version, the answer is 412 `version_conflict` with its number in `version`.',
      access: update,
      params: ProfileIdParam,
      body: Type.Object({ version: Type.Integer({ minimum: 1 }) }),
      replies: saved,
      errors: [
        'profile_not_found',
        'version_not_found',
        'profile_invalid',
        'active_group_change',
        'version_conflict',
      ],
      guard: findProfile,
      handle: async (request) =>
        savedReply(
          await service.rollback(
            context(request),
            request.found,
            request.body.version,
            expectedVersion(request.headers['if-match']),
          ),
        ),
    }),
    defineRoute({
      id: 'importTranslations',
      method: 'POST',
      path: '/profiles/:id/import-translations',
      tag,
      summary: 'Write a new version with texts from a translations CSV',
      description:
        '`If-Match: "8"` writes it only after version 8: when another one is the current version, the answer is 412 `version_conflict` with its number in `version`.',
      access: update,
      params: ProfileIdParam,
      body: Type.String(),
      bodyType: 'text/csv',
      replies: saved,
      errors: ['profile_not_found', 'profile_invalid', 'version_conflict'],
      guard: findProfile,
      handle: async (request) =>
        savedReply(
          await service.importTranslations(
            context(request),
            request.found,
            request.body,
            expectedVersion(request.headers['if-match']),
          ),
        ),
    }),
    defineRoute({
      id: 'exportTranslations',
      method: 'GET',
      path: '/export/translations/:profileId',
      tag: 'Exports',
      summary: 'Export every text of a profile as CSV, one row for each locale',
      access: { permission: 'exports:read' },
      writes: () => true,
      reads: { record: 'profile', param: 'profileId' },
      params: Type.Object({ profileId: Type.String() }),
      replies: {
        200: {
          description: 'CSV in UTF-8 with BOM; formulas are escaped',
          contentType: 'text/csv',
          schema: Type.String(),
        },
      },
      errors: ['profile_not_found'],
      async handle(request) {
        const stream = await service.exportTranslations(context(request), request.params.profileId);
        const about = [{ id: request.params.profileId }];
        const name = downloadName('translations', about, toIso(clock.now()), 'csv');
        return { headers: asDownload(name, 'text/csv; charset=utf-8'), stream };
      },
    }),
  ];
}
