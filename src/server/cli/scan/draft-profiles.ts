import { ServiceError } from '#platform/kernel/errors';
import { groupBy } from '#platform/kernel/group-by';
import { logText } from '#platform/kernel/log-text';
import type { Operations } from '#service/consent-service';
import type { ConsentServiceConfig } from '../../../index';
import { UsageError } from '../usage-error';
import type { PlaceObservation } from './compare/compare';
import { type KnownItem, listUnlisted, sortItems } from './proposal';

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
 * becomes a finding first, so that an operator can choose the category of the rest. Publishes nothing.
 * @returns whether every profile has accepted its draft; a refusal does not stop the others
 */
export async function draftProfiles(
  places: readonly PlaceObservation[],
  options: DraftOptions,
): Promise<boolean> {
  const { tenantId, drafts, notify } = options;
  const profiles = groupByProfile(places);
  for (const own of profiles.values()) await drafts.recordUnlisted(tenantId, listSeen(own));
  let isComplete = true;
  for (const [id, own] of profiles) {
    const name = logText(await drafts.requireProfile(tenantId, id));
    const { known, unknown } = sortItems(own);
    const placed = await draftProfile(id, name, known, options).catch((error) => {
      if (!(error instanceof ServiceError)) throw error;
      notify(`Could not draft the profile "${name}": ${describeRefusal(error)}`);
      isComplete = false;
      return null;
    });
    const left = [...(placed?.unplaced ?? []), ...unknown];
    if (left.length > 0)
      notify(
        `Only you can say the category of: ${listNames(left)}. The dashboard lists them under Findings.`,
      );
  }
  return isComplete;
}

/** @throws ServiceError when the draft is refused */
async function draftProfile(
  id: string,
  name: string,
  known: readonly KnownItem[],
  { tenantId, drafts, dashboard, notify }: DraftOptions,
) {
  const drafted = await drafts.listCookies(tenantId, id, known.map(toCookie));
  const { added, version } = drafted;
  if (added.length === 0) notify(`Nothing to add to the profile "${name}".`);
  else {
    notify(`Drafted version ${version} of the profile "${name}" with ${listNames(added)}.`);
    notify(
      dashboard === null
        ? `Review it in the dashboard under Banners, or with GET /profiles/${id} of the admin API; it is not published.`
        : `Review it at ${addressOfBanner(dashboard, id)}; it is not published.`,
    );
  }
  return drafted;
}

/** Returns the message of a refusal with its faults. */
function describeRefusal({ message, body }: ServiceError): string {
  const details = (body.details ?? []) as readonly { readonly path?: string; readonly message?: string }[];
  const faults = details.map(({ path = '', message: fault = '' }) => `${path} ${fault}`.trim());
  return logText([message, ...faults.slice(0, maxNames)].join(' '), 500);
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
          kind,
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

const toCookie = ({ name, kind, category, entry, domains }: KnownItem) => ({
  name,
  kind,
  category: category ?? undefined,
  catalogueId: entry.id,
  ...(domains && { domains }),
});

function listNames(names: readonly string[]): string {
  const shown = names.slice(0, maxNames).map((name) => logText(name, 80));
  const more = names.length - shown.length;
  return `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
