import { ServiceError } from '#platform/kernel/errors';
import { groupBy } from '#platform/kernel/group-by';
import { logText } from '#platform/kernel/log-text';
import type { Operations } from '#service/consent-service';
import type { ConsentServiceConfig } from '../../../index';
import { UsageError } from '../usage-error';
import type { PlaceObservation } from './compare/compare';
import { listUnlisted, type Proposal, propose } from './proposal';

export interface DraftOptions {
  readonly tenantId: string;
  readonly drafts: Operations['drafts'];
  /** Address of the dashboard, whose path ends with a slash and whose query can name the tenant; null: it is not known. */
  readonly dashboard: string | null;
  readonly notify: (line: string) => void;
}

/**
 * Returns the address of the dashboard at a service, with the tenant when there can be several; null when it is not
 * enabled.
 * @param base address of the service, with a slash at its end
 */
export function findDashboard(
  base: string,
  tenantId: string,
  { dashboard, tenancy }: Pick<ConsentServiceConfig, 'dashboard' | 'tenancy'>,
): string | null {
  if (dashboard?.enabled !== true) return null;
  const address = new URL(`${base}${(dashboard.path ?? '/').slice(1)}`);
  if (tenancy?.enabled) address.searchParams.set('tenant', tenantId);
  return address.href;
}

/** Most names that one line shows. */
const maxNames = 10;

/**
 * Requires that the database contains the profiles of a scan, before any of them is changed.
 * @throws UsageError naming a profile that it does not contain
 */
export async function requireProfiles(
  places: readonly PlaceObservation[],
  { tenantId, drafts }: Pick<DraftOptions, 'tenantId' | 'drafts'>,
): Promise<void> {
  for (const id of groupByProfile(places).keys())
    try {
      await drafts.requireProfile(tenantId, id);
    } catch (error) {
      if (!(error instanceof ServiceError) || error.code !== 'profile_not_found') throw error;
      throw new UsageError(
        `The database has no profile ${id} of the tenant ${tenantId}; --draft needs the database of the scanned site`,
      );
    }
}

/**
 * Lists what a scan found in the next version of each profile, and says where to review it. What no active profile lists
 * becomes a finding, so that an operator can choose the category of the rest. Publishes nothing.
 */
export async function draftProfiles(
  places: readonly PlaceObservation[],
  options: DraftOptions,
): Promise<void> {
  const { tenantId, drafts, dashboard, notify } = options;
  for (const [id, own] of groupByProfile(places)) {
    const name = logText(await drafts.requireProfile(tenantId, id));
    const proposal = propose(own);
    const { added, version } = await drafts.listCookies(tenantId, id, toCookies(proposal));
    if (added.length === 0) notify(`Nothing to add to the profile "${name}".`);
    else {
      notify(`Drafted version ${version} of the profile "${name}" with ${listNames(added)}.`);
      notify(
        dashboard === null
          ? `Review it in the dashboard under Banners, or with GET /profiles/${id} of the admin API; it is not published.`
          : `Review it at ${addressOfBanner(dashboard, id)}; it is not published.`,
      );
    }
    await drafts.recordUnlisted(tenantId, listSeen(own));
    const left = [...listUnplaced(proposal), ...proposal.unknown];
    if (left.length > 0)
      notify(
        `Only you can say the category of: ${listNames(left)}. The dashboard lists them under Findings.`,
      );
  }
}

function addressOfBanner(dashboard: string, id: string): string {
  const address = new URL(dashboard);
  address.pathname += `banners/${id}`;
  return address.href;
}

/** Returns what each page showed that its profile does not list, for findings; once for each page. */
function listSeen(places: readonly PlaceObservation[]) {
  const seen = places.flatMap(({ profile, sessions }) =>
    sessions.flatMap(({ pages }) =>
      pages.flatMap((page) =>
        listUnlisted(page, profile).map(({ kind, name }) => ({
          kind: kind === 'other' ? ('host' as const) : kind,
          name,
          page: page.url,
        })),
      ),
    ),
  );
  return [...new Map(seen.map((item) => [JSON.stringify(item), item])).values()];
}

/** Sightings by the profile that applied; places without one are left out. */
const groupByProfile = (places: readonly PlaceObservation[]): ReadonlyMap<string, PlaceObservation[]> =>
  groupBy(
    places.filter(({ profile }) => profile.id !== null),
    ({ profile }) => profile.id ?? '',
  );

const toCookies = ({ categories, cookies }: Proposal) =>
  Object.entries(categories).flatMap(([category, ids]) =>
    ids.flatMap((catalogueId) => {
      const parameter = cookies[catalogueId];
      return parameter === undefined
        ? []
        : [{ name: parameter.name, kind: parameter.kind, category, catalogueId }];
    }),
  );

/** Returns the names for whose purpose the profile has no category. */
function listUnplaced({ categories, cookies }: Proposal): string[] {
  const placed = new Set(Object.values(categories).flat());
  return Object.entries(cookies).flatMap(([id, { name }]) => (placed.has(id) ? [] : [name]));
}

function listNames(names: readonly string[]): string {
  const shown = names.slice(0, maxNames).map((name) => logText(name, 80));
  const more = names.length - shown.length;
  return `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
