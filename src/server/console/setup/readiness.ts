import type { ResolvedConfig } from '#platform/config/config-schema';
import type { HookRunner } from '#platform/plugins/plugin-registry';
import type { Readiness, ReadinessCheck } from './setup-schemas';

type HealthChecks = Readonly<
  Record<'database' | 'storage' | 'migrations' | 'publications', 'ok' | 'degraded'>
>;

export interface ReadinessOptions {
  readonly auth: Pick<ResolvedConfig['auth'], 'masterSecret'>;
  readonly compliance: Pick<ResolvedConfig['compliance'], 'dataSigningHash' | 'type'>;
  readonly geo: ResolvedConfig['geo'];
  readonly storage: Pick<ResolvedConfig['storage'], 'name'>;
  readonly health: () => Promise<{ readonly checks: HealthChecks }>;
  /** Returns whether there is an active superadmin. */
  readonly adminExists: () => Promise<boolean>;
  /** Checks what each IAB framework still needs for a tenant. */
  readonly registrations: Readonly<Record<'tcf' | 'gpp', (tenantId: string) => Promise<ReadinessCheck>>>;
  readonly hooks: Pick<HookRunner, 'disabled'>;
  /** Checks what receipts of a tenant still need. */
  readonly receipts: (tenantId: string) => Promise<Readiness['receipts']>;
}

/** The optional package that writes spreadsheets. */
const spreadsheetPackage = 'xlsx';

/**
 * Checks what a new installation still needs; the messages say what to do. Never reads the values of secrets.
 */
export async function checkReadiness(
  { auth, compliance, geo, storage, ...ask }: ReadinessOptions,
  tenantId: string,
): Promise<Readiness> {
  const { tcf, gpp } = ask.registrations;
  const [{ checks: state }, hasAdmin, ofTcf, ofGpp, receipts] = await Promise.all([
    ask.health(),
    ask.adminExists(),
    tcf(tenantId),
    gpp(tenantId),
    ask.receipts(tenantId),
  ]);
  return {
    masterSecret: check(
      auth.masterSecret !== undefined,
      'auth.masterSecret is set.',
      'auth.masterSecret is not set: operators are signed out whenever the process restarts. Set it to the same value in every process.',
    ),
    dataSigningHash: check(
      compliance.dataSigningHash !== undefined,
      'compliance.dataSigningHash is set.',
      'compliance.dataSigningHash is not set, so ownership proofs of visitors, parental-consent tokens and hashes of addresses and erased visitors are valid in one process only. Set it to the same value in every process.',
    ),
    database: databaseCheck(state),
    storage: check(
      state.storage === 'ok' && state.publications === 'ok',
      `Published files can be read and written (storage: ${storage.name}).`,
      state.storage === 'ok'
        ? `Some compliance groups have published files that differ from the database (storage: ${storage.name}). See the log.`
        : `The storage does not answer (storage: ${storage.name}). Check that it is reachable, its permissions and its free space.`,
    ),
    adminUser: check(
      hasAdmin,
      'There is an active superadmin.',
      'There is no active superadmin, so users and roles cannot be managed.',
    ),
    spreadsheets: check(
      isInstalled(spreadsheetPackage),
      `The package ${spreadsheetPackage} is installed.`,
      `The package ${spreadsheetPackage} is not installed. Only XLSX exports need it.`,
    ),
    geo: geoCheck(compliance, geo),
    tcf: ofTcf,
    gpp: ofGpp,
    receipts,
    plugins: pluginsCheck(ask.hooks.disabled()),
  };
}

function check(ok: boolean, good: string, bad: string): ReadinessCheck {
  return { ok, message: ok ? good : bad };
}

function pluginsCheck(disabled: readonly string[] | null): ReadinessCheck {
  if (disabled === null) return { ok: true, unused: true, message: 'There are no plugins.' };
  return check(
    disabled.length === 0,
    'All plugins are in use.',
    `Plugins that could not be initialised are disabled until the next start: ${disabled.join(', ')}. The log states why.`,
  );
}

function databaseCheck({ database, migrations }: HealthChecks): ReadinessCheck {
  if (database !== 'ok') return { ok: false, message: 'The database does not answer.' };
  return check(
    migrations === 'ok',
    'The database answers and its tables are up to date.',
    'Migrations are pending. Run them, or restart with database.migrate.',
  );
}

function geoCheck({ type }: ReadinessOptions['compliance'], geo: ResolvedConfig['geo']): ReadinessCheck {
  if (type !== 'auto')
    return {
      ok: true,
      unused: true,
      message: `Every visitor is in the group “${type}”, regardless of location.`,
    };
  if (geo.status !== undefined) return readStatus(geo);
  return { ok: true, message: `Locations come from the provider “${geo.name}”.` };
}

/** Reads a provider's status. The provider can be the host's own code. */
function readStatus(geo: ResolvedConfig['geo']): ReadinessCheck {
  try {
    const { ok, message } = geo.status?.() ?? {};
    if (typeof ok === 'boolean' && typeof message === 'string') return { ok, message };
  } catch {
    // An exception is reported like an invalid status.
  }
  return { ok: false, message: `The provider “${geo.name}” does not report a valid status.` };
}

function isInstalled(name: string): boolean {
  try {
    require.resolve(name);
    return true;
  } catch {
    return false;
  }
}
