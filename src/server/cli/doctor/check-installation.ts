import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import { ServiceError, SetupError } from '#platform/kernel/errors';
import { errorReason } from '#platform/kernel/logger';
import { complianceGroupIds } from '#standards/compliance/index';
import { placesOfGroup } from '#standards/jurisdiction/index';
import { type ConsentServiceConfig, databaseStorage } from '../../../index';
import { type OpenService, toReason } from '../open-service';
import { checkSecrets } from './check-secrets';
import type { Report } from './report';

/** Clocks of two machines that differ by more are reported (ms). */
const clockToleranceMs = 60_000;
/** Places of a group that are named. */
const maxPlaces = 4;

export interface InstallationToCheck {
  readonly tenantId: string;
  /** Whether the configuration is a module, as the app uses, and not made of options. */
  readonly isModule: boolean;
}

/**
 * Checks the database, and what the service says of itself once it has started, which it does only on a migrated
 * database.
 */
export async function checkInstallation(
  report: Report,
  opened: OpenService,
  { tenantId, isModule }: InstallationToCheck,
): Promise<void> {
  const { service, config, knex } = opened;
  const { operations } = service;
  try {
    await operations.checkConnection();
  } catch (error) {
    report.find('cannot-start', `The database cannot be used: ${toReason(error)}`);
    return;
  }
  report.pass(
    `The database answers and returns hostile values unchanged (${String(knex.client?.driverName)})`,
  );
  await checkDatabaseClock(report, knex);

  const pending = await operations.migrations.pending();
  if (pending.length > 0) {
    report.find(
      'migrations-pending',
      `${pending.length} migrations are pending, the first is ${pending[0]}.`,
    );
    return;
  }
  try {
    const missing = await operations.missingRights();
    if (missing !== null) {
      report.find('database-rights-missing', missing.message, { change: missing.grant });
      return;
    }
    await operations.checkRows();
    report.pass('Rows can be written, read back unchanged, and undone');
  } catch (error) {
    if (error instanceof SetupError) report.find('cannot-start', error.message);
    else reportRefusal(report, knex, error);
    return;
  }
  // The start would fill a storage that may not be the app's.
  if (!isModule && config.storage === undefined && !(await operations.diagnosis.isStorageBound())) {
    report.find(
      'storage-not-named',
      'No option names the storage, and the database contains no published files.',
    );
    return;
  }
  try {
    await service.start();
  } catch (error) {
    report.find('cannot-start', toReason(error));
    return;
  }
  await checkJournal(report, knex);
  await checkStorage(report, config);
  await checkSecrets(report, operations.diagnosis);
  const { masterSecret, dataSigningHash, ...readiness } = await operations.diagnosis.readiness(tenantId);
  for (const [name, { ok, message }] of Object.entries(readiness)) {
    // Spreadsheets are an option that the host has not chosen.
    if (!ok && name !== 'spreadsheets') report.find('not-ready', message);
  }
  await checkProfiles(report, opened, tenantId);
}

/** Reports why rows cannot be written, without the statement, whose values nobody needs. */
function reportRefusal(report: Report, knex: Knex, error: unknown): void {
  const cause = error instanceof ServiceError ? (error.cause ?? error) : error;
  report.find(
    'database-read-only',
    `The tables cannot be written: ${errorReason(cause)}`,
    /sqlite/.test(String(knex.client?.dialect))
      ? {
          change:
            'Let the process write the file and its folder, open it without `readonly`, and leave room on the disk.',
        }
      : {},
  );
}

/** The clock of a database server. SQLite has that of this machine. */
async function checkDatabaseClock(report: Report, knex: Knex): Promise<void> {
  const dialect = String(knex.client?.dialect);
  const query = /postgres/.test(dialect)
    ? 'select cast(extract(epoch from clock_timestamp()) * 1000 as bigint) as now'
    : /mysql/.test(dialect)
      ? 'select cast(unix_timestamp(now(3)) * 1000 as unsigned) as now'
      : null;
  if (query === null) return;
  const before = Date.now();
  const result = await knex.raw(query);
  const rows: { now: unknown }[] = result.rows ?? result[0];
  compareClocks(report, 'the database', Number(rows[0]?.now), before);
}

/** @param time what the other clock showed (epoch ms) @param before own time when it was asked (epoch ms) */
export function compareClocks(report: Report, whose: string, time: number, before: number): void {
  if (!Number.isFinite(time)) return;
  const difference = time < before ? before - time : Math.max(0, time - Date.now());
  if (difference > clockToleranceMs)
    report.find(
      'clock-differs',
      `The clock of ${whose} differs from the one of this machine by ${Math.round(difference / 1000)} seconds.`,
    );
  else report.pass(`The clock of ${whose} agrees with the one of this machine`);
}

async function checkJournal(report: Report, knex: Knex): Promise<void> {
  if (!/sqlite/.test(String(knex.client?.dialect))) return;
  const [row] = await knex.raw('pragma journal_mode');
  const mode = String(row?.journal_mode).toLowerCase();
  if (mode === 'wal') report.pass('SQLite writes its journal ahead (WAL)');
  else if (mode !== 'memory')
    report.find('sqlite-without-wal', `The journal mode of SQLite is ${mode}, not wal.`);
}

/** Writes, reads and removes an object in the storage that the service uses. */
async function checkStorage(
  report: Report,
  { storage, database, knex }: ConsentServiceConfig,
): Promise<void> {
  const { tablePrefix } = database ?? {};
  const own = storage ?? databaseStorage(knex, tablePrefix === undefined ? {} : { tablePrefix });
  const key = `_doctor/${randomUUID()}`;
  const body = Buffer.from('“quotes”, \u{1f36a} and \0');
  try {
    // The service has connected the configured one.
    if (storage === undefined) await own.connect();
    await own.write(key, body);
    try {
      if ((await own.read(key))?.body.equals(body) !== true) throw new Error('it returns other bytes');
    } finally {
      await own.remove(key);
    }
    if ((await own.read(key)) !== null) throw new Error('a removed object is still there');
    report.pass(`The storage (${own.name}) writes, reads and removes`);
  } catch (error) {
    report.find('storage-unusable', `The storage (${own.name}) cannot be used: ${toReason(error)}.`);
  } finally {
    if (storage === undefined) await own.disconnect();
  }
}

/** Compares the active profiles with the places of visitors, and with the sites that asked for a banner. */
async function checkProfiles(
  report: Report,
  { service, config }: OpenService,
  tenantId: string,
): Promise<void> {
  const { activeGroups, pages } = service.operations.diagnosis;
  const active = await activeGroups(tenantId);
  const seen = await pages(tenantId);
  const { type = 'auto' } = config.compliance ?? {};
  const expected: readonly string[] = type === 'auto' ? complianceGroupIds : [type];
  const missing = expected.filter((group) => !active.includes(group));
  for (const group of missing) {
    const sites = seen.filter(({ complianceGroup }) => complianceGroup === group).map(({ origin }) => origin);
    if (sites.length > 0)
      report.find(
        'no-active-profile',
        `No profile is active for ${describeGroup(group)}, although visitors of ${sites.join(', ')} were there.`,
      );
  }
  if (active.length === 0)
    report.find('no-active-profile', 'No profile is active, so that no page shows a banner.');
  else
    report.pass(
      `Profiles are active for ${active.join(', ')}${missing.length === 0 ? '' : `; there is no banner for ${missing.map(describeGroup).join(', ')}`}`,
    );
  for (const { origin, allowed } of seen)
    if (!allowed)
      report.find('origin-not-allowed', `${origin} shows the banner, but is not among the allowed origins.`);
}

/** Names a group with some of its places. */
function describeGroup(group: string): string {
  const places = placesOfGroup(group, Date.now()).map(({ place }) => place);
  const others = places.length - maxPlaces;
  const shown = [...places.slice(0, maxPlaces), ...(others > 0 ? [`${others} more`] : [])];
  return shown.length === 0 ? group : `${group} (${shown.join(', ')})`;
}
