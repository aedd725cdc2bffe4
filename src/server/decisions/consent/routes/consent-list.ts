import { Type } from '@sinclair/typebox';
import type { Reads } from '#platform/database/reads';
import { type Paging, searchParameter, toPage, toPageSchema } from '#platform/http/paging';
import { defineRoute, type Route } from '#platform/http/route';
import { timeRangeParameters } from '#platform/http/time-range-parameters';
import { oneOf } from '#platform/kernel/schemas';
import { readTimeRange } from '#platform/kernel/time-range';
import { consentSources, OperatorRecord } from '../consent-schemas';
import type { OperatorViews } from '../operator-views';
import type { Choice } from '../records/consent-facts';
import { consentRepository } from '../records/consent-repository';

export interface ConsentListOptions {
  readonly reads: Reads;
  readonly paging: Paging;
  readonly views: OperatorViews;
  /** Returns the number of records of a tenant, or of one of its profiles. */
  readonly totalConsents: (tenantId: string, profileId?: string) => Promise<number>;
}

const exactly = (description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: 128, description }));

/** The route that lists records in the admin API. */
export function consentListRoute({ reads, paging, views, totalConsents }: ConsentListOptions): Route {
  return defineRoute({
    id: 'listConsents',
    method: 'GET',
    path: '/consents',
    tag: 'Consents',
    summary: 'List the records of the tenant, newest first',
    access: { permission: 'consents:read' },
    query: Type.Object({
      ...paging.parameters,
      ...timeRangeParameters,
      profileId: exactly('Only records given against this profile.'),
      subjectId: exactly('Only records of this person.'),
      complianceGroup: exactly('Only records of this compliance group.'),
      country: Type.Optional(
        Type.String({
          pattern: '^[A-Z]{2}$',
          description: 'Only visitors from this country (ISO 3166-1 alpha-2).',
        }),
      ),
      source: Type.Optional(oneOf(consentSources, { description: 'Only decisions of this source.' })),
      choice: Type.Optional(
        oneOf<Choice>(['in', 'partial', 'out', 'none'], {
          description:
            'Only records in which every optional category is granted (`in`), some are (`partial`) or none is (`out`), or whose visitor was only informed (`none`).',
        }),
      ),
      gpcDetected: Type.Optional(
        Type.Boolean({ description: 'Only decisions with, or without, Global Privacy Control.' }),
      ),
      q: searchParameter(['visitorId', 'profileId', 'locale', 'source']),
    }),
    replies: { 200: { description: 'A page of records', schema: toPageSchema(OperatorRecord) } },
    errors: [],
    async handle({ tenantId, query: { from, to, profileId, subjectId, q: text, ...query } }) {
      const range = readTimeRange({ from, to });
      const { complianceGroup: group, country, source, choice, gpcDetected, ...page } = query;
      const facts = { group, country, source, choice, gpcDetected };
      const request = paging.read(
        { list: 'consents', tenantId, filters: { ...range, profileId, subjectId, text, ...facts } },
        page,
      );
      const listing = {
        profileId,
        subjectId,
        range,
        text,
        facts,
        searchRows: paging.searchRows,
        knownTotal: async () => (subjectId === undefined ? totalConsents(tenantId, profileId) : null),
      };
      const list = { tenantId, table: 'consents' } as const;
      const found = await reads.readPage(list, request.after, (scope) =>
        consentRepository(scope).list(request, listing),
      );
      const items = await Promise.all(found.items.map(views.toOperatorRecord));
      return { body: toPage(request, { ...found, items }) };
    },
  });
}
