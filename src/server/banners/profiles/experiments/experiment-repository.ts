import type { Row, TenantScope } from '#platform/database/database';
import { fromJson, toNumber } from '#platform/database/rows';
import { type Person, toPerson } from '../versions/version-facts';
import type { VariantId } from './variant';

export const experimentGoals = ['accepted', 'answered'] as const;
export type ExperimentGoal = (typeof experimentGoals)[number];

/** A variant as lists name it. */
export interface NamedVariant {
  readonly id: VariantId;
  readonly name: string | null;
}

/** An experiment: the version of a profile that showed variants. */
export interface StoredExperiment {
  readonly profileId: string;
  readonly version: number;
  readonly goal: ExperimentGoal;
  /** A first. */
  readonly variants: readonly NamedVariant[];
  readonly startedBy: Person | null;
  /** Unix time (ms). */
  readonly startedAt: number;
  /** The variant that an operator kept; null while it runs, and where a publication ended it. */
  readonly kept: VariantId | null;
}

type VersionOfProfile = Pick<StoredExperiment, 'profileId' | 'version'>;

/** Most experiments of a profile that a list has. */
const maxListed = 100;

const fromRow = (row: Row): StoredExperiment => ({
  profileId: row.profile_id,
  version: toNumber(row.version),
  goal: row.goal,
  variants: fromJson(row.variants),
  startedBy: toPerson(row.started_by, row.started_by_email),
  startedAt: toNumber(row.started_at),
  kept: row.kept,
});

export function experimentRepository(scope: TenantScope) {
  const ofProfile = (profileId: string) => scope.from('experiments').where({ profile_id: profileId });
  return {
    async insert({
      profileId,
      version,
      goal,
      variants,
      startedBy,
      startedAt,
    }: StoredExperiment): Promise<void> {
      await scope.insert('experiments', {
        profile_id: profileId,
        version,
        goal,
        variants: JSON.stringify(variants),
        started_by: startedBy?.id ?? null,
        started_by_email: startedBy?.email ?? null,
        started_at: startedAt,
        kept: null,
      });
    },

    async find(profileId: string, version: number): Promise<StoredExperiment | null> {
      const row = await ofProfile(profileId).where({ version }).first();
      return row === undefined ? null : fromRow(row);
    },

    /** Lists the experiments of a profile, also of a deleted one, the last started first. */
    async list(profileId: string): Promise<StoredExperiment[]> {
      return (await ofProfile(profileId).orderBy('version', 'desc').limit(maxListed)).map(fromRow);
    },

    /** Returns a function that lists the variants of a version of these profiles, A first; none where it shows no others. */
    async variantsOf(
      profileIds: readonly string[],
    ): Promise<(version: VersionOfProfile) => readonly NamedVariant[]> {
      const rows: Row[] = await scope
        .from('experiments')
        .whereIn('profile_id', [...new Set(profileIds)])
        .select('profile_id', 'version', 'variants');
      const found = new Map(
        rows.map((row) => [
          `${row.profile_id}.${toNumber(row.version)}`,
          fromJson<NamedVariant[]>(row.variants),
        ]),
      );
      return ({ profileId, version }) => found.get(`${profileId}.${version}`) ?? [];
    },

    async keep(profileId: string, version: number, kept: VariantId): Promise<void> {
      await ofProfile(profileId).where({ version }).update({ kept });
    },
  };
}
