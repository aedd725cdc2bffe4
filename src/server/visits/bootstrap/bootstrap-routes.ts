import type { ProfileCatalogue } from '#banners/profiles/index';
import { createCodingChoice, openHeaders, type PublishedReader } from '#banners/publishing/index';
import { getPageOrigin, type SeenPage } from '#console/installation/index';
import { isUnchanged, notModified } from '#platform/http/conditional-reply';
import { defineRoute, type Route } from '#platform/http/route';
import { ServiceError } from '#platform/kernel/errors';
import type { BootstrapAnswers } from './bootstrap-answers';
import { type createBootstrapHead, selectFile, toSeenPage } from './bootstrap-head';
import { Bootstrap, BootstrapQuery, Recheck, RecheckQuery } from './bootstrap-schemas';
import type { createCachePolicy } from './cache-policy';
import { recheckChoice } from './recheck';
import type { FindPlace } from './visitor-place';

export interface BootstrapRoutesOptions {
  readonly findPlace: FindPlace;
  readonly published: PublishedReader;
  readonly toHead: ReturnType<typeof createBootstrapHead>;
  readonly onPage: (page: SeenPage) => void;
  readonly answers: BootstrapAnswers;
  readonly cacheHeaders: ReturnType<typeof createCachePolicy>;
  readonly catalogue: ProfileCatalogue;
}

const shared = {
  method: 'GET',
  tag: 'Banner',
  access: { public: 'Banner texts and cookie lists are what every visitor sees' },
  cors: 'any',
  bucket: 'hotServe',
} as const;

/** The two requests of a banner: one for a first visit, one a day for a returning visitor. */
export function bootstrapRoutes({
  findPlace,
  published,
  toHead,
  onPage,
  answers,
  cacheHeaders,
  catalogue,
}: BootstrapRoutesOptions): Route[] {
  const chooseCoding = createCodingChoice();

  return [
    defineRoute({
      ...shared,
      id: 'getBootstrap',
      path: '/bootstrap',
      summary: 'Get everything that a banner needs for its first paint, in one answer',
      description:
        'Contains the published file of the visitor’s group, so plugins do not change it. Caches can keep the answer for as long and for as many visitors as the geo provider allows.',
      query: BootstrapQuery,
      replies: {
        200: { description: '`found` false: the group has no active profile', schema: Bootstrap },
        304: notModified,
      },
      errors: ['not_acceptable'],
      async handle(request) {
        const coding = chooseCoding(request.headers['accept-encoding']);
        if (coding === null)
          throw new ServiceError('not_acceptable', { headers: { Vary: 'Accept-Encoding' } });
        const place = await findPlace(request, request.query);
        const file = await published.read(...selectFile(request.tenantId, place));
        const head = await toHead(request.tenantId, place, file);
        const origin = getPageOrigin(request);
        if (origin !== null) onPage(toSeenPage(head, origin));
        const answer = await answers.get(head, file, coding);
        const { body, etag } = answer;
        const headers = { ...openHeaders, ETag: etag, ...cacheHeaders(place.usesLanguageHeader) };
        if (isUnchanged(request.headers, { etag })) return { status: 304, headers };
        return { headers: { ...headers, ...describeBody(answer.coding) }, body };
      },
    }),
    defineRoute({
      ...shared,
      id: 'recheckChoice',
      path: '/recheck',
      summary: 'Check whether the decision in a choice cookie is still valid',
      description:
        'Reads no cookie and no record, so caches can keep the answer. The time in the cookie says when the decision expires, and `GET /consent` what the record says.',
      query: RecheckQuery,
      replies: { 200: { description: 'The result', schema: Recheck } },
      errors: [],
      async handle(request) {
        const { profileId, profileVersion } = request.query;
        const { complianceGroup, usesLanguageHeader } = await findPlace(request, request.query);
        const reason = await recheckChoice(catalogue, {
          tenantId: request.tenantId,
          profileId,
          profileVersion: Number(profileVersion),
          complianceGroup,
        });
        return { headers: cacheHeaders(usesLanguageHeader), body: { ask: reason !== null, reason } };
      },
    }),
  ];
}

const describeBody = (coding: string): Record<string, string> => ({
  'Content-Type': 'application/json; charset=utf-8',
  ...(coding === 'identity' ? {} : { 'Content-Encoding': coding }),
});
