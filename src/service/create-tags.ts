import type { IncomingMessage } from 'node:http';
import type { ResolvedConfig } from '../config/config-schema';
import { readOrigin } from '../features/installation';
import type { WidgetTags } from '../features/widget';
import { getDependence } from '../geo/dependence';
import type { ClientFacts } from '../http/client-facts';
import { getTenantCaching } from '../http/tenant-caching';
import type { ResolveRequestedTenant } from '../http/tenant-resolution';
import type { Clock } from '../kernel/clock';
import { asksFirst, complianceGroupIds } from '../standards/compliance';
import { placesOfGroup } from '../standards/jurisdiction';
import type { Features } from './features';

export interface TagsOptions {
  readonly clientFacts: ClientFacts;
  readonly clock: Clock;
  readonly resolveRequestedTenant: ResolveRequestedTenant;
}

/** Creates the functions that write the widget's tags, with what they need of the other features. */
export function createTags(
  { compliance, geo, publicPath, tenancy }: ResolvedConfig,
  { bootstrap, frameworks, widget }: Features,
  { clientFacts, clock, resolveRequestedTenant }: TagsOptions,
): WidgetTags {
  const { hints, headers, address } =
    compliance.type === 'auto' ? getDependence(geo) : { hints: false, headers: [], address: false };
  const tenant = getTenantCaching(tenancy);

  async function findTenant(req: IncomingMessage, named: string | undefined): Promise<string | null> {
    const requested = await resolveRequestedTenant(req, named);
    return requested === null ? 'default' : requested.tenantId;
  }

  return widget.createTags({
    publicPath,
    needsHints: hints,
    // Nobody asks for a page with an API key.
    bootstrapHeaders:
      address || tenant.isPrivate
        ? null
        : [...tenant.headers.filter((name) => name !== 'X-API-Key'), ...headers],
    placesThatAskFirst: () =>
      complianceGroupIds
        .filter(asksFirst)
        .flatMap((group) => placesOfGroup(group, clock.now(), compliance.jurisdictions))
        .map(({ place }) => place),
    async readApis({ req, tenantId, profileId = null }) {
      if (req === undefined && tenantId === undefined && tenancy.enabled) return null;
      const found = req === undefined ? (tenantId ?? 'default') : await findTenant(req, tenantId);
      return found === null ? { tcf: false, gpp: false } : frameworks.readApis(found, profileId);
    },
    async readBootstrap(req, { locale, tenantId: named }) {
      const tenantId = await findTenant(req, named);
      if (tenantId === null) return null;
      const ip = clientFacts.ip(req);
      const origin = readOrigin(clientFacts.origin(req) ?? '');
      return bootstrap.readForPage({ tenantId, headers: req.headers, ip, origin, lang: locale });
    },
  });
}
