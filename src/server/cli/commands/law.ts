import type { Operations, PublishedProfile } from '#service/consent-service';
import { type LawChange, lawChanges, lawChangesSince, touchedPlaces } from '#standards/law-changes/index';
import { defineCommand } from '../command';
import { serviceOptions } from '../open-service';
import { UsageError } from '../usage-error';
import { findConfiguration } from '../usual-configuration';

/** A published profile with the places of one change whose visitors get it. */
type TouchedProfile = PublishedProfile & { readonly places: readonly string[] };

/** `profiles` is null without a database. */
type ReportedChange = LawChange & { readonly profiles: readonly TouchedProfile[] | null };

export const law = defineCommand({
  name: 'law',
  summary: 'Print what changed in the law, and which published profiles it touches',
  options: {
    ...serviceOptions,
    since: {
      type: 'string',
      value: 'VERSION|DATE',
      description:
        'Only what versions after this one brought (0.1.0), or what our data got or begins to apply from this day on (2026-11-01)',
    },
    tenant: {
      type: 'string',
      value: 'ID',
      description: 'Only published profiles of this tenant (default: all tenants)',
    },
    json: { type: 'boolean', description: 'Print the changes as JSON' },
  },
  notes: [
    'Reads .env, and without --config and --database uses consent.mjs or consent.cjs, as `init` writes them; where there is none, prints the changes alone. Reads only.',
    'This is not legal advice: the changes are those that our data follows.',
  ],
  async run({ options, environment, open, print, notify }) {
    const { since, tenant, json = false } = options;
    const changes = since === undefined ? lawChanges : lawChangesSince(since);
    if (changes === null)
      throw new UsageError('--since must be a version such as 0.1.0, or a day such as 2026-11-01');
    const from = findConfiguration(options, environment);
    if (from === null && tenant !== undefined)
      throw new UsageError('--tenant applies only with --config or --database');

    const reported =
      from === null
        ? changes.map((change) => ({ ...change, profiles: null }))
        : await withProfiles(changes, (await open({ from })).service.operations, tenant);
    if (json) print(JSON.stringify({ since: since ?? null, changes: reported }, null, 2));
    else {
      for (const line of reported.flatMap(render)) print(line);
      print(
        reported.length === 0
          ? 'Nothing has changed.'
          : `${reported.length} ${reported.length === 1 ? 'change' : 'changes'}.`,
      );
    }
    if (from === null)
      notify(
        'Name the service with --config or --database to see which published profiles a change touches.',
      );
    return 0;
  },
});

async function withProfiles(
  changes: readonly LawChange[],
  { law: { publishedProfiles, routing }, requireTenant }: Operations,
  tenant: string | undefined,
): Promise<ReportedChange[]> {
  if (tenant !== undefined) await requireTenant(tenant);
  const published = await publishedProfiles(tenant);
  const now = Date.now();
  return changes.map((change) => ({
    ...change,
    profiles: published.flatMap((profile) => {
      const places = touchedPlaces(change, profile, { ...routing, now });
      return places.length === 0 ? [] : [{ ...profile, places }];
    }),
  }));
}

/** Greatest number of places that one line names. */
const maxPlaces = 12;

function listPlaces(places: readonly string[]): string {
  const more = places.length - maxPlaces;
  return `${places.slice(0, maxPlaces).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

function render({ profiles, ...change }: ReportedChange): string[] {
  return [
    `${change.appliesFrom}  ${listPlaces(change.places)}  [${change.id}]`,
    `  ${change.summary}.`,
    `  Source:   ${change.source}${change.url === null ? '' : `, ${change.url}`}`,
    `  Touches:  ${change.touches.join(', ')}`,
    `  Data:     version ${change.version}, ${change.recordedOn}`,
    ...(profiles ?? []).map(
      ({ tenantId, name, id, group, version, places }) =>
        `  Profile:  ${tenantId}: ${name} (${id}), ${group}, version ${version}, for ${listPlaces(places)}`,
    ),
    ...(profiles?.length === 0 ? ['  Profile:  no published one'] : []),
    '',
  ];
}
