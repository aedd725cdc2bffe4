import { Type } from '@sinclair/typebox';
import type { ProfileCatalogue } from '#banners/profiles/index';
import { type ConsentRecords, VisitorParam } from '#decisions/consent/index';
import { type AuditLogEntry, auditRepository } from '#operators/audit/index';
import type { Database } from '#platform/database/database';
import type { Feature } from '#platform/feature';
import { defineRoute } from '#platform/http/route';
import { holds } from '#platform/kernel/caller';
import { toIso } from '#platform/kernel/clock';
import { matchesSchema } from '#platform/kernel/schema-check';

export interface FindOptions {
  readonly database: Database;
  readonly catalogue: Pick<ProfileCatalogue, 'byId'>;
  readonly records: Pick<
    ConsentRecords,
    'find' | 'findOwner' | 'ofSubject' | 'signedInAt' | 'auditedVisitor' | 'lastErasureOfSubject'
  >;
}

const Hit = Type.Object({
  kind: Type.Union(
    (['visitor', 'record', 'subject', 'erased', 'profile'] as const).map((kind) => Type.Literal(kind)),
    {
      description:
        '`visitor`: the id of a visitor. `record`: the id of a record or of one of its states. `subject`: your ' +
        'own id of a user. `erased`: the id of a visitor or a user who was erased. `profile`: the id of a profile.',
    },
  ),
  visitorIds: Type.Array(Type.String(), {
    description:
      'The visitors whose records these are, the latest decision first; at most 100. Empty for a user who has signed in and ' +
      'decided nothing.',
  }),
  signedInAt: Type.Optional(
    Type.String({
      format: 'date-time',
      description:
        'When the user last signed in for an account; absent for users who are only linked by a server.',
    }),
  ),
  erasedAt: Type.Optional(Type.String({ format: 'date-time', description: 'The latest erasure.' })),
  certificateId: Type.Optional(Type.String({ description: 'Number of the certificate of that erasure.' })),
});

const isVisitorId = matchesSchema<{ visitorId: string }>(VisitorParam);

/** Number of entries about one visitor that are read to find an erasure: an id in use gets more with each export. */
const maxEntries = 1000;
const entriesAtOnce = 100;

/** Finds the records that an id refers to, in the form in which somebody has sent it to the operator. */
export function createFind({ database, catalogue, records }: FindOptions): Feature {
  async function lastErasure(tenantId: string, visitorId: string): Promise<AuditLogEntry | null> {
    for (const id of records.auditedVisitor(tenantId, visitorId)) {
      const erasure = await lastErasureOf(tenantId, id);
      if (erasure !== null) return erasure;
    }
    return null;
  }

  /** @param id name of the visitor in the audit log */
  async function lastErasureOf(tenantId: string, id: string): Promise<AuditLogEntry | null> {
    let before: number | null = null;
    for (let read = 0; read < maxEntries; read += entriesAtOnce) {
      const place: number | null = before;
      const entries: AuditLogEntry[] = await database.read((connection) =>
        auditRepository(connection.tenant(tenantId)).ofResource('consent', id, {
          limit: entriesAtOnce,
          before: place,
        }),
      );
      const erasure = entries.find(({ action }) => action === 'consent:erased');
      if (erasure !== undefined) return erasure;
      if (entries.length < entriesAtOnce) return null;
      before = entries.at(-1)?.sequence ?? null;
    }
    return null;
  }

  return {
    adminRoutes: [
      defineRoute({
        id: 'find',
        method: 'GET',
        path: '/find',
        tag: 'Consents',
        summary: 'Find whose an id is: of a visitor, a record, one of your users, a profile',
        description:
          'Compares whole ids. Visitors and users who were erased are found only with the permission `audit:read`, profiles only ' +
          'with `profiles:read`. The number of a receipt is new with each receipt and cannot be found.',
        access: { permission: 'consents:read' },
        query: Type.Object({
          q: Type.String({ pattern: '^[\\x21-\\x7e]{1,128}$', description: 'The id.' }),
        }),
        replies: { 200: { description: 'What has this id; empty: nothing', schema: Type.Array(Hit) } },
        errors: [],
        async handle({ tenantId, caller, query: { q } }) {
          const visitor = isVisitorId({ visitorId: q });
          const mayReadErasures = holds(caller, 'audit:read');
          const [own, owner, linked, signedInAt, erasure, ofSubject, profile] = await Promise.all([
            visitor ? records.find(tenantId, q) : null,
            records.findOwner(tenantId, q),
            records.ofSubject(tenantId, q),
            records.signedInAt(tenantId, q),
            visitor && mayReadErasures ? lastErasure(tenantId, q) : null,
            mayReadErasures ? records.lastErasureOfSubject(tenantId, q) : null,
            holds(caller, 'profiles:read') ? catalogue.byId(q) : null,
          ]);
          const hits = [
            ...(own === null ? [] : [{ kind: 'visitor' as const, visitorIds: [q] }]),
            ...(owner === null ? [] : [{ kind: 'record' as const, visitorIds: [owner.visitorId] }]),
            ...(linked.length === 0 && signedInAt === null
              ? []
              : [
                  {
                    kind: 'subject' as const,
                    visitorIds: linked.map(({ consent }) => consent.visitorId),
                    ...(signedInAt !== null && { signedInAt: toIso(signedInAt) }),
                  },
                ]),
            ...(erasure === null ? [] : [{ kind: 'erased' as const, visitorIds: [], ...toErased(erasure) }]),
            ...(ofSubject === null
              ? []
              : [
                  {
                    kind: 'erased' as const,
                    visitorIds: [],
                    erasedAt: toIso(ofSubject.createdAt),
                    certificateId: ofSubject.id,
                  },
                ]),
            ...(profile?.tenantId === tenantId ? [{ kind: 'profile' as const, visitorIds: [] }] : []),
          ];
          return { body: hits };
        },
      }),
    ],
  };
}

const toErased = ({ createdAt: erasedAt, changes: { certificate } }: AuditLogEntry) => ({
  erasedAt,
  ...(typeof certificate === 'string' && { certificateId: certificate }),
});
