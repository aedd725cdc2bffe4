/** The rows of a database that an earlier version wrote, and what the test needs to know about them. */
export interface UpgradeData {
  /** Time of the last row (ms). */
  readonly at: number;
  /** Migrations that had run. */
  readonly migrations: readonly string[];
  readonly visitors: Readonly<Record<'changed' | 'kept' | 'erased', string>>;
  readonly profileId: string;
  /** Address of an editor. */
  readonly email: string;
  readonly key: string;
  /** By table, without the prefix. */
  readonly rows: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;
}
