import type { ResolvedConfig } from '../../config/config-schema';
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
  /** Whether someone is left who may do everything. */
  readonly adminExists: () => Promise<boolean>;
  /** What each of the IAB's frameworks lacks for a tenant. */
  readonly registrations: Readonly<Record<'tcf' | 'gpp', (tenantId: string) => Promise<ReadinessCheck>>>;
  /** What receipts of a tenant lack. */
  readonly receipts: (tenantId: string) => Promise<ReadinessCheck>;
}

/** The optional package that writes spreadsheets. */
const spreadsheetPackage = 'xlsx';

/**
 * What a fresh installation still lacks, in words that tell an operator what to do. Values of secrets are
 * never looked at.
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
      'auth.masterSecret is not set: operators are signed out whenever the process restarts. Set it, the same in every process.',
    ),
    dataSigningHash: check(
      compliance.dataSigningHash !== undefined,
      'compliance.dataSigningHash is set.',
      'compliance.dataSigningHash is not set, so ownership proofs of visitors, parental-consent tokens and hashes of addresses and erased visitors are valid in one process only. Set it, the same in every process.',
    ),
    database: databaseCheck(state),
    storage: check(
      state.storage === 'ok' && state.publications === 'ok',
      `Published files can be read and written (storage: ${storage.name}).`,
      state.storage === 'ok'
        ? `Some compliance groups cannot serve what the database says (storage: ${storage.name}): see the log.`
        : `The storage does not answer (storage: ${storage.name}): check that it can be reached, its rights and its free space.`,
    ),
    adminUser: check(
      hasAdmin,
      'There is an active superadmin.',
      'There is no active superadmin: nobody can manage users and roles.',
    ),
    spreadsheets: check(
      isInstalled(spreadsheetPackage),
      `The package ${spreadsheetPackage} is installed.`,
      `The package ${spreadsheetPackage} is not installed. It is needed for XLSX exports only.`,
    ),
    geo: geoCheck(compliance, geo),
    tcf: ofTcf,
    gpp: ofGpp,
    receipts,
  };
}

function check(ok: boolean, good: string, bad: string): ReadinessCheck {
  return { ok, message: ok ? good : bad };
}

function databaseCheck({ database, migrations }: HealthChecks): ReadinessCheck {
  if (database !== 'ok') return { ok: false, message: 'The database does not answer.' };
  return check(
    migrations === 'ok',
    'The database answers and its tables are up to date.',
    'Migrations are pending: restart with database.migrate, or run them.',
  );
}

function geoCheck({ type }: ReadinessOptions['compliance'], geo: ResolvedConfig['geo']): ReadinessCheck {
  if (type !== 'auto')
    return { ok: true, message: `Every visitor is in the group “${type}”, wherever they are.` };
  if (geo.status !== undefined) return statusOf(geo);
  return { ok: true, message: `Places come from the provider “${geo.name}”.` };
}

/** A provider may be the host's own. */
function statusOf(geo: ResolvedConfig['geo']): ReadinessCheck {
  try {
    const { ok, message } = geo.status?.() ?? {};
    if (typeof ok === 'boolean' && typeof message === 'string') return { ok, message };
  } catch {
    // What it threw is told as what it answered wrongly.
  }
  return { ok: false, message: `The provider “${geo.name}” cannot tell its state.` };
}

function isInstalled(name: string): boolean {
  try {
    require.resolve(name);
    return true;
  } catch {
    return false;
  }
}
