import type { Query, Row, TenantScope } from '#platform/database/database';
import { fromJson, toNumber, toNumberOrNull } from '#platform/database/rows';
import { newId } from '#platform/kernel/ids';
import type { Batch, BatchRequest } from '#platform/kernel/lists';
import type { TimeRange } from '#platform/kernel/time-range';
import { experimentRepository, type NamedVariant } from '../experiments/experiment-repository';
import { type Person, toPerson } from '../versions/version-facts';

/** A version that starts to be served to the visitors of a group. */
export interface StartedPeriod {
  readonly group: string;
  readonly profileId: string;
  readonly version: number;
  readonly by: Person | null;
  readonly note: string | null;
}

/** A time during which a version was served. Times are Unix times (ms). */
export interface ServedPeriod {
  readonly startedAt: number;
  /** Null while the version is served. */
  readonly endedAt: number | null;
  readonly by: Person | null;
  readonly note: string | null;
}

/** A version of a profile. */
export interface ServedVersion {
  readonly profileId: string;
  readonly version: number;
  /** Name of the profile in that version. */
  readonly profileName: string;
}

/** A time during which a group was served a version. */
export interface PublicationPeriod extends ServedPeriod, ServedVersion {
  readonly group: string;
  readonly defaultLocale: string;
  /** SHA-256 of each locale's file, in hex, as of the save. */
  readonly files: Readonly<Record<string, string>>;
  readonly requireReconsent: boolean;
  /** The variants that its visitors see, A first; empty unless it is an experiment. */
  readonly variants: readonly NamedVariant[];
  /** The version that the group was served last before this period; null: none. */
  readonly before: ServedVersion | null;
}

export interface PeriodSelection {
  readonly group?: string | undefined;
  readonly profileId?: string | undefined;
  readonly version?: number | undefined;
  /** Selects the periods that have a moment in this range. */
  readonly range: TimeRange;
}

/** Returns the order in which the last started period is first. @param alias of the table, with a dot */
const latestFirst = (alias = '') =>
  ['started_at', 'id'].map((column) => ({ column: `${alias}${column}`, order: 'desc' }));

/** Records when versions were served. Written under the lock of the group. */
export function publicationPeriodRepository(scope: TenantScope) {
  const open = (group: string) =>
    scope.from('publication_periods').where({ group_id: group }).whereNull('ended_at');

  /** Returns the group's newest period; null: it was never served anything. */
  async function findNewest(group: string) {
    const row = await scope
      .from('publication_periods')
      .where({ group_id: group })
      .orderBy(latestFirst())
      .first('profile_id', 'version', 'started_at', 'ended_at');
    if (row === undefined) return null;
    const { profile_id: profileId, version, started_at: startedAt, ended_at: endedAt } = row;
    return {
      profileId,
      version: toNumber(version),
      startedAt: toNumber(startedAt),
      endedAt: toNumberOrNull(endedAt),
    };
  }

  return {
    /**
     * Ends the period of the version that the group served before. A version that is published again continues its
     * period.
     * @returns the time of the publication: `now`, or just after the last change of the group where the clock of this
     * process is behind that of the process that made it
     */
    async start({ group, profileId, version, by, note }: StartedPeriod, now: number): Promise<number> {
      const newest = await findNewest(group);
      const changedAt = newest === null ? 0 : (newest.endedAt ?? newest.startedAt);
      const startedAt = now < changedAt ? changedAt + 1 : now;
      if (newest?.endedAt === null && newest.profileId === profileId && newest.version === version)
        return startedAt;
      await open(group).update({ ended_at: startedAt });
      await scope.insert('publication_periods', {
        id: newId(),
        group_id: group,
        profile_id: profileId,
        version,
        published_by: by?.id ?? null,
        published_by_email: by?.email ?? null,
        note,
        started_at: startedAt,
        ended_at: null,
      });
      return startedAt;
    },

    async end(group: string, now: number): Promise<void> {
      const newest = await findNewest(group);
      await open(group).update({ ended_at: Math.max(now, newest?.startedAt ?? 0) });
    },

    /** Returns whether visitors were ever served the version, also of a profile that was deleted since. */
    async wasServed(profileId: string, version: number): Promise<boolean> {
      const periods = scope.from('publication_periods').where({ profile_id: profileId, version });
      return (await periods.first('id')) !== undefined;
    },

    /** Returns the versions of a profile that visitors were ever served. */
    async servedVersions(profileId: string): Promise<ReadonlySet<number>> {
      const periods = scope.from('publication_periods').where({ profile_id: profileId });
      const versions: unknown[] = await periods.pluck('version');
      return new Set(versions.map(toNumber));
    },

    /** Returns the periods of each version that was ever published, the latest first. */
    async ofProfile(profileId: string): Promise<ReadonlyMap<number, readonly ServedPeriod[]>> {
      const rows = await scope
        .from('publication_periods')
        .where({ profile_id: profileId })
        .orderBy(latestFirst())
        .select('version', 'started_at', 'ended_at', 'published_by', 'published_by_email', 'note');
      const periods = new Map<number, ServedPeriod[]>();
      for (const row of rows) {
        const version = toNumber(row.version);
        periods.set(version, [...(periods.get(version) ?? []), toServedPeriod(row)]);
      }
      return periods;
    },

    /** Returns the next periods, the last started first. */
    async list(
      { group, profileId, version, range: { from, to } }: PeriodSelection,
      { after, limit }: BatchRequest,
    ): Promise<Batch<PublicationPeriod>> {
      const periods = scope.from('publication_periods', 'p');
      if (group !== undefined) periods.where({ 'p.group_id': group });
      if (profileId !== undefined) periods.where({ 'p.profile_id': profileId });
      if (version !== undefined) periods.where({ 'p.version': version });
      if (from !== null)
        periods.where((either) => either.whereNull('p.ended_at').orWhere('p.ended_at', '>', from));
      if (to !== null) periods.where('p.started_at', '<=', to);
      if (after !== null) onlyBefore(periods as Query, after.createdAt, after.id);
      const rows: Row[] = await scope
        .join(periods as Query, 'profile_versions', 'v', 'v.profile_id', 'p.profile_id', [
          'v.version',
          'p.version',
        ])
        .orderBy(latestFirst('p.'))
        .limit(limit + 1)
        .select(
          'p.id',
          'p.group_id',
          'p.profile_id',
          'p.version',
          'p.started_at',
          'p.ended_at',
          'p.published_by',
          'p.published_by_email',
          'p.note',
          'v.name',
          'v.default_locale',
          'v.files',
          'v.require_reconsent',
          earlierPeriod(scope).as('before_id'),
        );
      const shown = rows.slice(0, limit);
      const last = shown.at(-1);
      const served = await servedIn(
        scope,
        shown.flatMap(({ before_id: id }) => id ?? []),
      );
      const variantsOf = await experimentRepository(scope).variantsOf(shown.map((row) => row.profile_id));
      return {
        items: shown.map((row) => {
          const version = toServedVersion(row);
          return {
            ...version,
            ...toServedPeriod(row),
            group: row.group_id,
            defaultLocale: row.default_locale,
            files: fromJson(row.files),
            requireReconsent: Boolean(row.require_reconsent),
            variants: variantsOf(version),
            before: served.get(row.before_id) ?? null,
          };
        }),
        nextAfter:
          rows.length > limit && last !== undefined
            ? { createdAt: toNumber(last.started_at), id: last.id }
            : null,
      };
    },
  };
}

function onlyBefore(periods: Query, startedAt: number, id: string): void {
  periods
    .where('p.started_at', '<=', startedAt)
    .where((either) => either.where('p.started_at', '<', startedAt).orWhere('p.id', '<', id));
}

/** Returns a query of the id of the period of the same group that began last before the period `p`. */
function earlierPeriod(scope: TenantScope): Query {
  const earlier = scope.from('publication_periods', 'e').whereRaw('?? = ??', ['e.group_id', 'p.group_id']);
  return earlier
    .where((either) =>
      either
        .whereRaw('?? < ??', ['e.started_at', 'p.started_at'])
        .orWhereRaw('?? = ?? and ?? < ??', ['e.started_at', 'p.started_at', 'e.id', 'p.id']),
    )
    .orderBy(latestFirst('e.'))
    .limit(1)
    .select('e.id');
}

/** Returns the versions that were served in these periods, by the id of the period. */
async function servedIn(
  scope: TenantScope,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ServedVersion>> {
  const periods = scope.from('publication_periods', 'p').whereIn('p.id', [...new Set(ids)]);
  const rows: Row[] = await scope
    .join(periods as Query, 'profile_versions', 'v', 'v.profile_id', 'p.profile_id', [
      'v.version',
      'p.version',
    ])
    .select('p.id', 'p.profile_id', 'p.version', 'v.name');
  return new Map(rows.map((row) => [row.id, toServedVersion(row)]));
}

const toServedVersion = (row: Row): ServedVersion => ({
  profileId: row.profile_id,
  profileName: row.name,
  version: toNumber(row.version),
});

const toServedPeriod = (row: Row): ServedPeriod => ({
  startedAt: toNumber(row.started_at),
  endedAt: toNumberOrNull(row.ended_at),
  by: toPerson(row.published_by, row.published_by_email),
  note: row.note,
});
