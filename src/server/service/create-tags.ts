import type { IncomingMessage } from 'node:http';
import { readOrigin } from '#console/installation/index';
import type { ResolvedConfig } from '#platform/config/config-schema';
import { getDependence } from '#platform/geo/dependence';
import type { ClientFacts } from '#platform/http/client-facts';
import type { RequestNotices } from '#platform/http/request-notices';
import { getTenantCaching } from '#platform/http/tenant-caching';
import type { Clock } from '#platform/kernel/clock';
import { withDeadline } from '#platform/kernel/concurrency/deadline';
import { escapeHtml } from '#platform/kernel/escape-html';
import { requireKnownKeys } from '#platform/kernel/known-keys';
import { describeError, type ServiceLogger } from '#platform/kernel/logger';
import { asksFirst } from '#standards/consent-state';
import { placesThatAskFirst } from '#standards/jurisdiction/index';
import { parseAcceptLanguage } from '#standards/locale/index';
import type { PageDeclaration, PageDeclarationOptions, WriteDeclaration } from '#visits/declaration/index';
import type { FindPageTenant } from '#visits/guard/index';
import type { WidgetTags } from '#visits/widget/index';
import type { Features } from './features';
import { createEndForeignChoices } from './foreign-choice';

export interface TagsOptions {
  readonly clientFacts: ClientFacts;
  readonly clock: Clock;
  readonly findPageTenant: FindPageTenant;
  readonly logger: ServiceLogger;
  readonly notices: Pick<RequestNotices, 'writesAddress'>;
}

/** Writes what the service adds to the host's own pages. */
export interface Tags extends WidgetTags {
  readonly declaration: WriteDeclaration;
}

/** Shortest time between two warnings about it (ms). */
const warnEveryMs = 60_000;
/** A page never waits longer for its declaration (ms). */
const declarationDeadlineMs = 1000;
function throwLate(): never {
  throw new Error(`The cookie declaration took longer than ${declarationDeadlineMs} ms`);
}

/** Returns the element that the widget fills. */
function toEmptyDeclaration(lang: string | undefined, group: string | undefined): string {
  const attributes = Object.entries({ lang, group }).flatMap(([name, value]) =>
    value === undefined ? [] : ` ${name}="${escapeHtml(value)}"`,
  );
  return `<svc-declaration${attributes.join('')}></svc-declaration>`;
}

/** Creates the functions that write the widget's tags, with what they need of the other features. */
export function createTags(
  config: ResolvedConfig,
  { bootstrap, declaration, frameworks, profiles, widget }: Features,
  { clientFacts, clock, findPageTenant, logger, notices }: TagsOptions,
): Tags {
  const { choiceCookie, compliance, geo, publicPath, tenancy } = config;
  const { hints, headers, address } =
    compliance.type === 'auto' ? getDependence(geo) : { hints: false, headers: [], address: false };
  const tenant = getTenantCaching(tenancy);

  // Nobody asks for a page with an API key.
  const bootstrapHeaders =
    address || tenant.isPrivate
      ? null
      : [...tenant.headers.filter((name) => name !== 'X-API-Key'), ...headers];

  let warnedAt = Number.NEGATIVE_INFINITY;
  async function writeDeclaration(
    req: IncomingMessage,
    options: PageDeclarationOptions = {},
  ): Promise<PageDeclaration> {
    requireKnownKeys('declaration()', options, {
      locale: 'string',
      tenantId: 'string',
      complianceGroup: 'string',
    });
    const { locale, tenantId: named, complianceGroup: group } = options;
    const wanted = parseAcceptLanguage(locale);
    const languages = wanted.length > 0 ? wanted : parseAcceptLanguage(req.headers['accept-language']);
    const vary =
      bootstrapHeaders === null
        ? '*'
        : ['Cookie', 'Sec-GPC', ...bootstrapHeaders, ...(wanted.length > 0 ? [] : ['Accept-Language'])].join(
            ', ',
          );
    const choice = widget.readChoice(req);
    const write = async () => {
      const tenantId = await findPageTenant(req, named);
      if (tenantId === null) return null;
      return declaration.write(
        { tenantId, group, languages, headers: req.headers, ip: clientFacts.ip(req) },
        choice,
      );
    };
    try {
      const section = await withDeadline(declarationDeadlineMs, write(), throwLate);
      return { html: section === null ? '' : `<svc-declaration>${section}</svc-declaration>`, vary };
    } catch (error) {
      if (clock.elapsed() - warnedAt >= warnEveryMs) {
        warnedAt = clock.elapsed();
        logger.warn(
          { error: describeError(error) },
          'The cookie declaration could not be read for a page, so its widget loads it',
        );
      }
      // No cache may keep this for later visitors.
      return { html: toEmptyDeclaration(wanted[0], group), vary: '*' };
    }
  }

  const tags = widget.createTags({
    publicPath,
    endForeignChoices: createEndForeignChoices(config, profiles.catalogue, clientFacts, clock, logger),
    needsHints: hints,
    bootstrapHeaders,
    readRegions() {
      // Without the cookie, the page cannot know who has opted out.
      if (!choiceCookie.enabled) return null;
      if (compliance.type === 'auto') return placesThatAskFirst(clock.now(), compliance.jurisdictions);
      return asksFirst(compliance.type) ? null : [];
    },
    async readApis({ req, tenantId, profileId = null }) {
      if (req === undefined && tenantId === undefined && tenancy.enabled) return null;
      const found = req === undefined ? (tenantId ?? 'default') : await findPageTenant(req, tenantId);
      return found === null ? { tcf: false, gpp: false } : frameworks.readApis(found, profileId);
    },
    async readBootstrap(req, { locale, tenantId: named }) {
      const tenantId = await findPageTenant(req, named);
      if (tenantId === null) return null;
      const ip = clientFacts.ip(req);
      const origin = readOrigin(clientFacts.origin(req) ?? '');
      return bootstrap.readForPage({ tenantId, headers: req.headers, ip, origin, lang: locale });
    },
  });
  return {
    ...tags,
    page(req, options) {
      notices.writesAddress();
      return tags.page(req, options);
    },
    declaration: writeDeclaration,
  };
}
