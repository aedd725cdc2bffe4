import { Type } from '@sinclair/typebox';
import {
  findShownVariant,
  type LocateVisitor,
  type ProfileCatalogue,
  type ProfileFacts,
} from '#banners/profiles/index';
import { defineRoute, type Route } from '#platform/http/route';
import { parseAcceptLanguage } from '#standards/locale/index';
import { type Device, Impression, TenantQuery } from '../consent-schemas';
import { type ConsentAccess, isBrowser, requireProfile } from '../ownership/consent-access';
import { countDecisionAs } from '../records/consent-facts';
import { isAutomated } from './submit-decision';

// Why: docs/adr/0104-impressions.md

/** A banner that was shown, without anything about the visitor. */
export interface ShownBanner {
  /** Compliance group of the profile; null: none. */
  readonly group: string | null;
  readonly profileId: string;
  readonly version: number;
  /** Of an experiment; null: none. */
  readonly variant: string | null;
  /** ISO 3166-1; null: unknown. */
  readonly country: string | null;
  readonly locale: string;
  readonly site: string;
  readonly device: Device;
}

export interface ImpressionRoutesOptions {
  readonly access: ConsentAccess;
  readonly catalogue: Pick<ProfileCatalogue, 'version'>;
  /** Never rejects; unknown places come back as nulls. */
  readonly locate: LocateVisitor;
  /** Returns of how many banners one is counted; 0: none. */
  readonly impressionSample: (tenantId: string) => Promise<number>;
  readonly noteShown: (tenantId: string, shown: ShownBanner) => void;
}

const Counted = Type.Object({
  counted: Type.Boolean({
    description:
      'False: impressions are off, or the request comes from a program. Decisions on this banner are then sent without `shownOn`.',
  }),
});

/** The route to which a page reports that a visitor has seen a banner. */
export function impressionRoutes({
  access,
  catalogue,
  locate,
  impressionSample,
  noteShown,
}: ImpressionRoutesOptions): Route[] {
  async function isCounted(tenantId: string, profile: ProfileFacts, version: number): Promise<boolean> {
    return profile.seenVersions.has(version) && (await impressionSample(tenantId)) > 0;
  }

  return [
    defineRoute({
      id: 'countImpression',
      method: 'POST',
      path: '/impressions',
      tag: 'Banner',
      summary: 'Count a banner that a visitor has seen',
      description:
        'Adds one to a sum of profile version, variant, country, language, site, device and hour. Nothing about the visitor is read or kept: no ' +
        'cookie, no id, no address. The body can also be sent as `text/plain`, so that browsers need no preflight.',
      access: { public: 'Visitors see a banner without being signed in; origin lists say on which sites' },
      cors: 'any',
      bucket: 'publicReads',
      query: TenantQuery,
      body: Impression,
      bodyAlsoAs: ['text/plain'],
      replies: { 200: { description: 'Whether it was counted', schema: Counted } },
      errors: ['origin_not_allowed'],
      async handle(request) {
        const { body, headers, ip } = request;
        const { tenantId, profile: found } = await access.resolveProfile(request, body.profileId);
        await access.requireOrigin(request, tenantId, found);
        const profile = requireProfile(found);
        const counted =
          isBrowser(request) &&
          !isAutomated(headers) &&
          (await isCounted(tenantId, profile, body.profileVersion));
        if (!counted) return { body: { counted } };
        const { country } = await locate({
          headers,
          ip,
          timezone: body.timezone ?? null,
          languages: parseAcceptLanguage(headers['accept-language']),
          language: null,
          locale: body.locale,
        });
        noteShown(tenantId, {
          group: profile.group,
          profileId: profile.id,
          version: body.profileVersion,
          variant: await findShownVariant(catalogue, profile, {
            version: body.profileVersion,
            variant: body.variant,
          }),
          country,
          locale: countDecisionAs({}, body.locale, profile.knownNames)?.locale ?? body.locale,
          site: await access.readSite(request, tenantId, profile),
          device: body.device,
        });
        return { body: { counted } };
      },
    }),
  ];
}
