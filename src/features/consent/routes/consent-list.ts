import { Type } from '@sinclair/typebox';
import type { Database } from '../../../database/database';
import { type Paging, searchParameter, toPage, toPageSchema } from '../../../http/paging';
import { defineRoute, type Route } from '../../../http/route';
import { timeRangeParameters } from '../../../http/time-range-parameters';
import { readTimeRange } from '../../../kernel/time-range';
import type { ProfileCatalogue } from '../../profiles';
import { ConsentRecord } from '../consent-schemas';
import type { ConsentViews } from '../consent-views';
import { consentRepository } from '../records/consent-repository';

export interface ConsentListOptions {
  readonly database: Database;
  readonly catalogue: ProfileCatalogue;
  readonly paging: Paging;
  readonly views: ConsentViews;
  /** Returns the number of records of a tenant, or of one of its profiles. */
  readonly totalConsents: (tenantId: string, profileId?: string) => Promise<number>;
}

const exactly = (description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: 128, description }));

/** The route that lists records in the admin API. */
export function consentListRoute({
  database,
  catalogue,
  paging,
  views,
  totalConsents,
}: ConsentListOptions): Route {
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
      q: searchParameter(['visitorId', 'profileId', 'locale', 'source']),
    }),
    replies: { 200: { description: 'A page of records', schema: toPageSchema(ConsentRecord) } },
    errors: [],
    async handle({ tenantId, query: { from, to, profileId, subjectId, q: text, ...query } }) {
      const range = readTimeRange({ from, to });
      const request = paging.read(
        { list: 'consents', tenantId, filters: { ...range, profileId, subjectId, text } },
        query,
      );
      const listing = {
        profileId,
        subjectId,
        range,
        text,
        searchRows: paging.searchRows,
        knownTotal: async () => (subjectId === undefined ? totalConsents(tenantId, profileId) : null),
      };
      const found = await database.read((connection) =>
        consentRepository(connection.tenant(tenantId)).list(request, listing),
      );
      const items = await Promise.all(
        found.items.map(async (consent) => views.toRecord(consent, await catalogue.byId(consent.profileId))),
      );
      return { body: toPage(request, { ...found, items }) };
    },
  });
}
