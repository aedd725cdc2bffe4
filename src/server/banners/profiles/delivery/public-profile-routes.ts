import { Type } from '@sinclair/typebox';
import { conditionalReply, notModified } from '#platform/http/conditional-reply';
import { defineRoute, type Route, type RouteRequest, tenantQuery } from '#platform/http/route';
import type { Clock } from '#platform/kernel/clock';
import { ServiceError, unavailable, validationFailed } from '#platform/kernel/errors';
import { maxIdLength } from '#platform/kernel/ids';
import { nullable } from '#platform/kernel/schemas';
import { hasGpcSignal } from '#standards/gpc/index';
import { canonicalLocale, findLocale } from '#standards/locale/index';
import type { LocaleFile } from '../locale-file';
import { ResolvedProfile } from '../published-profile-schema';
import type { ProfileSnapshots } from '../versions/profile-snapshots';
import type { ProfileCatalogue, ProfileFacts } from './profile-catalogue';
import {
  type ComplianceRouting,
  type LocateVisitor,
  ResolveQuery,
  readHints,
  resolveGroup,
  wantedLocales,
} from './resolve-profile';

const tag = 'Profiles';
const access = { public: 'Banner texts and cookie lists are what every visitor sees' } as const;
/** Caches keep the reply but revalidate it every time: an operator's change must reach visitors. */
const revalidate = 'public, no-cache';

/** The two plugin hooks around a fetched profile. */
export interface ProfileFetchHooks {
  /** Returns the id of the profile to fetch instead, which belongs to that tenant, or the same id. */
  before(id: string, tenantId: string): Promise<string>;
  after(profile: LocaleFile): Promise<LocaleFile>;
}

export interface PublicProfileOptions {
  readonly catalogue: ProfileCatalogue;
  readonly snapshots: ProfileSnapshots;
  readonly routing: ComplianceRouting;
  readonly locate: LocateVisitor;
  readonly hooks: ProfileFetchHooks;
  readonly clock: Clock;
}

const TenantQuery = Type.Object({ tenantId: tenantQuery });
const localeParam = Type.String({ description: 'BCP 47' });
const nullableText = nullable(Type.String());
export const Resolution = Type.Object({
  found: Type.Boolean(),
  path: nullableText,
  complianceGroup: Type.String(),
  locale: nullableText,
  country: nullableText,
  region: nullableText,
  law: nullable(Type.String({ description: 'Short name of the law in force.' })),
  gpc: Type.Boolean({ description: 'The request carries the Global Privacy Control signal.' }),
  gpcBinding: Type.Boolean({ description: 'The law makes the signal binding.' }),
  childAge: nullable(
    Type.Integer({
      description:
        'Age in years below which the law asks for a parent’s or heightened consent. Null: no such age is known.',
    }),
  ),
  sensitiveGroup: nullable(
    Type.String({
      description:
        'Compliance group for sensitive data, where the law treats it differently. Null: sensitive data is treated like other data.',
    }),
  ),
  reaskMonths: nullable(
    Type.Integer({
      description:
        'Calendar months to wait after a refusal before asking again. Null: the law sets no limit.',
    }),
  ),
  consentMonths: nullable(
    Type.Integer({
      description:
        'Calendar months after which a choice must be requested again. Null: only `expiryDays` applies.',
    }),
  ),
  tenantId: Type.String(),
  profileId: nullableText,
  profileVersion: nullable(
    Type.Integer({ description: 'The published version; send it back with the decision.' }),
  ),
  versionPath: nullable(
    Type.String({ description: 'The locale file of exactly this version. It never changes.' }),
  ),
});

/** The public API's profile routes, apart from the hot-serve paths. */
export function publicProfileRoutes({
  catalogue,
  snapshots,
  routing,
  locate,
  hooks,
  clock,
}: PublicProfileOptions): Route[] {
  async function findProfile(request: RouteRequest, id: string): Promise<ProfileFacts> {
    // Plugins do not get longer texts either: they can send other ids than those of profiles on to one.
    if (id.length > maxIdLength) throw new ServiceError('profile_not_found');
    const requested = await catalogue.byId(id);
    const facts = await redirected(
      requested,
      id,
      requested === null || request.tenantNamed ? request.tenantId : requested.tenantId,
    );
    const isFound = facts?.isPublic === true && !(request.tenantNamed && facts.tenantId !== request.tenantId);
    if (!isFound) throw new ServiceError('profile_not_found');
    return facts;
  }

  async function redirected(
    requested: ProfileFacts | null,
    id: string,
    tenantId: string,
  ): Promise<ProfileFacts | null> {
    const wanted = await hooks.before(id, tenantId);
    return wanted === id ? requested : catalogue.byId(wanted);
  }

  /** @param textsIn locale of the texts; those of the default locale replace missing ones */
  async function resolveFile(facts: ProfileFacts, locale: string, textsIn = locale): Promise<LocaleFile> {
    const address = { tenantId: facts.tenantId, profileId: facts.id, version: facts.shownVersion };
    // Each locale without texts that a stranger sends would be looked for in the storage and in the database.
    const own = facts.locales.includes(textsIn) ? await snapshots.localeFile(address, textsIn) : null;
    const file = own ?? (await snapshots.localeFile(address, 'default'));
    if (file === null) throw unavailable();
    return hooks.after({ ...file, currentLocale: locale });
  }

  function readLocale(tagText: string): string {
    const locale = canonicalLocale(tagText);
    if (locale === null)
      throw validationFailed({
        path: 'locale',
        message: 'must be a BCP 47 language tag such as en or de-AT',
      });
    return locale;
  }

  return [
    defineRoute({
      id: 'resolveProfile',
      method: 'GET',
      path: '/resolve-profile',
      tag,
      summary: 'Find the profile for this visitor and the path of its locale file',
      access,
      cors: 'any',
      query: Type.Object({ ...ResolveQuery.properties, tenantId: tenantQuery }),
      replies: { 200: { description: '`found` false: the group has no active profile', schema: Resolution } },
      errors: [],
      async handle(request) {
        const hints = readHints(request.query);
        const group = await resolveGroup(routing, locate, hints, request, clock.now());
        const profile =
          (await catalogue.active(request.tenantId)).find((facts) => facts.group === group.complianceGroup) ??
          null;
        const wanted = wantedLocales(hints, request.headers);
        const locale =
          profile === null
            ? canonicalLocale(wanted[0])
            : (findLocale(wanted, profile.locales) ?? profile.defaultLocale);
        return {
          headers: { 'Cache-Control': 'private, no-store' },
          body: {
            found: profile !== null,
            path:
              profile === null
                ? null
                : `${request.mountPath}/profiles/${request.tenantId}/${group.complianceGroup}/${locale}`,
            complianceGroup: group.complianceGroup,
            locale,
            country: group.country,
            region: group.region,
            law: group.law,
            gpc: hasGpcSignal(request.headers['sec-gpc']),
            gpcBinding: group.gpcBinding,
            childAge: group.childAge,
            sensitiveGroup: group.sensitiveGroup,
            consentMonths: group.consentMonths,
            reaskMonths: group.reaskMonths,
            tenantId: request.tenantId,
            profileId: profile?.id ?? null,
            profileVersion: profile?.shownVersion ?? null,
            versionPath:
              profile === null
                ? null
                : `${request.mountPath}/profiles/${request.tenantId}/${profile.id}/${profile.shownVersion}/${locale}`,
          },
        };
      },
    }),
    defineRoute({
      id: 'getAutoProfile',
      method: 'GET',
      path: '/profiles/auto/:locale',
      tag,
      summary: 'Get the profile for the visitor’s location. Legacy: use resolve-profile',
      deprecated: true,
      access,
      cors: 'any',
      params: Type.Object({ locale: localeParam }),
      query: Type.Object({ ...Type.Pick(ResolveQuery, ['tz', 'lang']).properties, tenantId: tenantQuery }),
      replies: {
        200: {
          description: 'The resolved profile with `resolvedComplianceGroup`',
          schema: ResolvedProfile,
        },
        304: notModified,
      },
      errors: ['auto_disabled', 'profile_not_found'],
      async handle(request) {
        if (routing.type !== 'auto') throw new ServiceError('auto_disabled');
        const locale = readLocale(request.params.locale);
        const { complianceGroup } = await resolveGroup(
          routing,
          locate,
          readHints(request.query),
          request,
          clock.now(),
        );
        const active = await catalogue.active(request.tenantId);
        const found =
          active.find(({ group }) => group === complianceGroup) ??
          active.find(({ group }) => group === routing.defaultGroup) ??
          active[0];
        const profile = found === undefined ? null : await redirected(found, found.id, request.tenantId);
        if (!profile?.isPublic) throw new ServiceError('profile_not_found');
        const textsIn = findLocale([locale], profile.locales) ?? locale;
        const file = await resolveFile(profile, locale, textsIn);
        const body = { ...file, resolvedComplianceGroup: complianceGroup };
        return conditionalReply(request, body, 'private, no-cache');
      },
    }),
    defineRoute({
      id: 'getResolvedProfile',
      method: 'GET',
      path: '/profiles/:id',
      tag,
      summary: 'Get the resolved profile in its default locale',
      access,
      cors: 'any',
      params: Type.Object({ id: Type.String() }),
      query: TenantQuery,
      replies: {
        200: {
          description:
            'The published version while the profile is active, else the current one; where the tenant requires approval, the version that was published last',
          schema: ResolvedProfile,
        },
        304: notModified,
      },
      errors: ['profile_not_found'],
      async handle(request) {
        const facts = await findProfile(request, request.params.id);
        return conditionalReply(request, await resolveFile(facts, facts.defaultLocale), revalidate);
      },
    }),
    defineRoute({
      id: 'getResolvedProfileInLocale',
      method: 'GET',
      path: '/profiles/:id/:locale',
      tag,
      summary: 'Get the resolved profile in one locale; missing texts come from the default locale',
      access,
      cors: 'any',
      params: Type.Object({ id: Type.String(), locale: localeParam }),
      query: TenantQuery,
      replies: {
        200: { description: 'The resolved profile', schema: ResolvedProfile },
        304: notModified,
      },
      errors: ['profile_not_found'],
      async handle(request) {
        const facts = await findProfile(request, request.params.id);
        return conditionalReply(
          request,
          await resolveFile(facts, readLocale(request.params.locale)),
          revalidate,
        );
      },
    }),
  ];
}
