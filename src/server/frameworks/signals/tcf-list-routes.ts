import type { Static } from '@sinclair/typebox';
import type { ProfileCatalogue, TcfSettings } from '#banners/profiles/index';
import { createCodingChoice } from '#banners/publishing/index';
import { tcfWordLocale, tcfWords } from '#content/tcf-words/index';
import { isUnchanged, notModified } from '#platform/http/conditional-reply';
import { defineRoute, type Route, type RouteRequest } from '#platform/http/route';
import { getTenantCaching, type TenancyOfRequests } from '#platform/http/tenant-caching';
import type { Clock } from '#platform/kernel/clock';
import { sha256Hex } from '#platform/kernel/crypto';
import { ServiceError, validationFailed } from '#platform/kernel/errors';
import type { NoteLookup } from '#platform/kernel/telemetry/count-lookups';
import type { VendorListTexts } from '#standards/tcf/index';
import { ListParams, ListPreview, ListQuery, TailoredList } from './framework-schemas';
import { createListAnswers } from './list-answers';
import type { ListVersions } from './list-versions';
import { tailorList } from './tcf-list';

export interface TcfListOptions {
  readonly enabled: boolean;
  readonly lists: ListVersions;
  /** Returns the framework's texts in a language without a long wait. Never rejects. */
  readonly texts: (tag: string) => Promise<VisitorTexts>;
  readonly catalogue: ProfileCatalogue;
  readonly clock: Clock;
  readonly tenancy: TenancyOfRequests;
  readonly noteLookup: NoteLookup;
}

/** Texts in a language; null: English, the list's own. */
export interface VisitorTexts {
  readonly language: string;
  readonly texts: VendorListTexts | null;
  /** Whether these are the texts to show: false while they could not be fetched yet. */
  readonly isComplete: boolean;
}

/** The settings of a list, and for how long they apply. */
interface Selected {
  readonly settings: TcfSettings;
  /**
   * Further facts that the selection depends on: the profile's next publication, or the tenant, which no URL may name.
   */
  readonly dependsOn: 'url' | 'publication' | 'tenant';
}

const immutable = 'public, max-age=31536000, immutable';
const shortLived = 'public, max-age=300';

/** Creates the route with which the widget gets the vendors and the framework's texts. */
export function tcfListRoutes({
  enabled,
  lists,
  texts,
  catalogue,
  clock,
  tenancy,
  noteLookup,
}: TcfListOptions): Route[] {
  const tenant = getTenantCaching(tenancy);
  const answers = createListAnswers(noteLookup);
  const chooseCoding = createCodingChoice(['gzip', 'identity']);

  async function select(
    request: RouteRequest,
    { profileId, profileVersion }: { profileId?: string; profileVersion?: number },
  ): Promise<Selected> {
    if (profileId !== undefined) return selectProfile(request, profileId, profileVersion);
    if (profileVersion !== undefined)
      throw validationFailed({ path: 'profileVersion', message: 'needs a profileId' });
    const active = (await catalogue.active(request.tenantId)).filter(({ tcf }) => tcf !== null);
    if (active.length === 0) throw new ServiceError('tcf_list_not_found');
    return { settings: mergeSettings(active.flatMap(({ tcf }) => tcf ?? [])), dependsOn: 'tenant' };
  }

  async function selectProfile(request: RouteRequest, id: string, version?: number): Promise<Selected> {
    const profile = await catalogue.byId(id);
    if (!profile?.isPublic || (request.tenantNamed && profile.tenantId !== request.tenantId))
      throw new ServiceError('profile_not_found');
    const { tenantId, shownVersion } = profile;
    const wanted = version ?? shownVersion;
    if (!profile.seenVersions.has(wanted)) throw new ServiceError('version_not_found');
    const facts =
      wanted === shownVersion
        ? profile
        : await catalogue.version({ tenantId, profileId: id, version: wanted });
    if (facts === null || facts.tcf === null) throw new ServiceError('tcf_list_not_found');
    return { settings: facts.tcf, dependsOn: version === undefined ? 'publication' : 'url' };
  }

  return [
    defineRoute({
      id: 'getTcfList',
      method: 'GET',
      path: '/tcf/list/:version/:lang',
      tag: 'TCF',
      summary: 'Get the vendors that a profile discloses, and the texts of the framework',
      description:
        'The Global Vendor List without what visitors do not need: vendors that the profile does not disclose, purposes that it does not ask for, addresses in other languages. ' +
        '`purposes` and `legIntPurposes` of a vendor are what remains after publisher restrictions. `version` is `tcf.listVersion` of `GET /bootstrap`. With `profileId` and `profileVersion` caches keep the answer forever.',
      access: { public: 'Visitors are told which vendors want to process their data' },
      cors: 'any',
      bucket: 'publicReads',
      params: ListParams,
      query: ListQuery,
      replies: { 200: { description: 'The list', schema: TailoredList }, 304: notModified },
      errors: [
        'tcf_disabled',
        'tcf_list_not_found',
        'profile_not_found',
        'version_not_found',
        'not_acceptable',
      ],
      disabled: enabled ? undefined : 'tcf_disabled',
      async handle(request) {
        const { version, lang } = request.params;
        const coding = chooseCoding(request.headers['accept-encoding']);
        if (coding === null)
          throw new ServiceError('not_acceptable', { headers: { Vary: 'Accept-Encoding' } });
        const { settings, dependsOn } = await select(request, request.query);
        const list = await lists.look(Number(version));
        if (list === null) throw new ServiceError('tcf_list_not_found');
        const visitorTexts = await texts(lang);
        const { language, isComplete } = visitorTexts;
        const wordLocale = tcfWordLocale(lang);
        // Versions and profiles that ask for the same have one list.
        const asked = sha256Hex(JSON.stringify(settings));
        const answer = await answers.get(
          JSON.stringify([version, list.lastUpdated, language, wordLocale, asked]),
          () => ({ ...tailorList(list, settings, visitorTexts, clock.now()), words: tcfWords(wordLocale) }),
          coding,
        );
        const { etag } = answer;
        const lifetime = dependsOn === 'url' && isComplete ? immutable : shortLived;
        const ofTenant = dependsOn === 'tenant' ? tenant : { isPrivate: false, headers: [] };
        const headers = {
          ETag: etag,
          'Cache-Control': ofTenant.isPrivate ? 'private, no-cache' : lifetime,
          Vary: ['Accept-Encoding', ...ofTenant.headers].join(', '),
        };
        if (isUnchanged(request.headers, { etag })) return { status: 304, headers };
        return {
          headers: {
            ...headers,
            'Content-Type': 'application/json; charset=utf-8',
            ...(answer.coding === 'gzip' && { 'Content-Encoding': 'gzip' }),
          },
          body: await answer.body(),
        };
      },
    }),
  ];
}

/** Creates the route with which the dashboard shows a notice as visitors would get it. */
export function tcfPreviewRoutes({
  enabled,
  lists,
  texts,
  catalogue,
  clock,
}: Omit<TcfListOptions, 'tenancy' | 'noteLookup'>): Route[] {
  async function readSettings(tenantId: string, { tcf, profileId, version }: Static<typeof ListPreview>) {
    if (tcf !== undefined) return tcf;
    if (profileId === undefined || version === undefined)
      throw validationFailed({ path: 'tcf', message: 'is required, or profileId and version' });
    const facts = await catalogue.version({ tenantId, profileId, version });
    if (facts === null) throw new ServiceError('version_not_found');
    return facts.tcf;
  }

  return [
    defineRoute({
      id: 'previewTcfList',
      method: 'POST',
      path: '/tcf/list',
      tag: 'TCF',
      summary: 'Get the vendors and texts that visitors would get, for settings or a saved version',
      description: 'Uses the newest vendor list, and saves nothing.',
      access: { permission: 'profiles:read' },
      body: ListPreview,
      replies: { 200: { description: 'The list', schema: TailoredList } },
      errors: ['tcf_disabled', 'tcf_list_not_found', 'version_not_found'],
      disabled: enabled ? undefined : 'tcf_disabled',
      async handle({ tenantId, body }) {
        const settings = await readSettings(tenantId, body);
        const list = lists.newest();
        if (settings === null || list === null) throw new ServiceError('tcf_list_not_found');
        const words = tcfWords(tcfWordLocale(body.locale));
        return { body: { ...tailorList(list, settings, await texts(body.locale), clock.now()), words } };
      },
    }),
  ];
}

/** Returns settings that disclose every vendor of several profiles, and ask for everything. */
function mergeSettings(settings: readonly TcfSettings[]): TcfSettings {
  const vendors = settings.map((one) => one.vendors);
  return {
    vendors: vendors.includes('all') ? 'all' : [...new Set(vendors.flatMap((ids) => ids as number[]))],
    stacks: [...new Set(settings.flatMap(({ stacks = [] }) => stacks))],
  };
}
