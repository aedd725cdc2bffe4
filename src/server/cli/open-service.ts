import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import createKnex, { type Knex } from 'knex';
import { ServiceError, SetupError } from '#platform/kernel/errors';
import { consoleLogger } from '#platform/kernel/logger';
import type { InternalService } from '#service/consent-service';
import { createService } from '#service/create-consent-service';
import { type ConsentServiceConfig, diskStorage } from '../../index';
import { toKnexConfig } from './database-url';
import { configFromEnvironment, type Environment, variable } from './environment';
import type { OptionSpecs, OptionValues } from './options';
import type { FileInUse } from './output';
import { UsageError } from './usage-error';

/** Options of every command that works on a service's database. */
export const serviceOptions = {
  config: {
    type: 'string',
    short: 'c',
    value: 'FILE',
    description:
      'Module that exports the configuration for createConsentService, or a function that returns it',
    variable: variable('CONFIG'),
  },
  database: {
    type: 'string',
    short: 'd',
    value: 'URL',
    description: 'Database, instead of --config: a SQLite file, mysql://… or postgres://…',
    variable: variable('DATABASE'),
  },
  'env-file': {
    type: 'string',
    value: 'FILE',
    description:
      'File with variables for the options and the configuration, such as .env; those of the process take precedence',
  },
  storage: {
    type: 'string',
    value: 'DIR',
    description: 'With --database: directory for published files (default: stored in the database)',
    variable: variable('STORAGE'),
  },
} as const satisfies OptionSpecs;

export interface OpenOptions {
  /** Whether a missing SQLite file can be created. Default false. */
  readonly mayCreate?: boolean;
  /** Whether a database with pending migrations is accepted. Default false. */
  readonly mayLackMigrations?: boolean;
  /**
   * Whether the service will answer requests: its warnings are shown, and SQLite is put in WAL mode. Default
   * false.
   */
  readonly serves?: boolean;
  /** Whether the database is left unchecked, so that a command can report on one that cannot be used. Default false. */
  readonly unchecked?: boolean;
  /** Where the configuration is, in place of the options. */
  readonly from?: OptionValues<typeof serviceOptions>;
  /** Returns the values that override those of the configuration. */
  readonly override?: (config: ConsentServiceConfig) => Partial<ConsentServiceConfig>;
}

export interface OpenService {
  readonly service: InternalService;
  readonly config: ConsentServiceConfig;
  readonly knex: Knex;
  /** The SQLite database, the configuration module and the file of `--env-file`, which no output can replace. */
  readonly filesInUse: readonly FileInUse[];
  close(): Promise<void>;
}

/**
 * Silences Knex, which prints connection errors to standard error: the command's own message reports them.
 */
const silent = { warn() {}, error() {}, deprecate() {}, debug() {} };

/** `serve` prints its own addresses. */
const serveLogger = { ...consoleLogger, info: () => {} };
const quietLogger = { ...serveLogger, warn: () => {} };

/** @throws UsageError, ConfigError */
export async function openService(
  values: OptionValues<typeof serviceOptions>,
  environment: Environment,
  options: OpenOptions,
): Promise<OpenService> {
  const {
    mayCreate = false,
    mayLackMigrations = false,
    unchecked = false,
    serves = false,
    override = () => ({}),
  } = options;
  const loaded = await readConfig(values, environment, { mayCreate, serves });
  // Only `serve` sends webhooks and purges caches: another command can have other settings than the app.
  const config = { ...loaded, background: false, ...override(loaded) };
  let service: InternalService;
  try {
    service = createService(config);
  } catch (error) {
    await loaded.knex?.destroy?.();
    throw error;
  }
  const close = async () => {
    await service.close();
    await config.knex.destroy();
  };
  try {
    if (!mayCreate) requireDatabaseFile(config.knex);
    if (!unchecked) await requireUsable(service, mayLackMigrations);
  } catch (error) {
    await close();
    throw error;
  }
  const named = [
    { file: getConfigFile(values, environment), use: 'the configuration' },
    { file: values['env-file'], use: 'the file with the variables' },
  ];
  const filesInUse = [
    ...databaseFiles(config.knex),
    ...named.flatMap(({ file, use }) => (file === undefined ? [] : [{ file, use }])),
  ];
  return { service, config, knex: config.knex, filesInUse, close };
}

/** @throws UsageError saying why the service's database cannot be used */
async function requireUsable(
  { operations: { checkConnection, checkRows, migrations } }: InternalService,
  mayLackMigrations: boolean,
): Promise<void> {
  const pending = await checkConnection()
    .then(migrations.pending)
    .catch((error) => {
      throw new UsageError(`The database cannot be used: ${toReason(error)}`);
    });
  if (pending.length > 0 && !mayLackMigrations)
    throw new UsageError(
      `Migrations are pending: ${pending.join(', ')}. Run \`express-consent migrate\` first`,
    );
  if (pending.length === 0)
    await checkRows().catch((error) => {
      // Commands that only read work on a database that cannot be written.
      if (error instanceof SetupError) throw new UsageError(`The database cannot be used: ${error.message}`);
    });
}

/** @throws UsageError when a SQLite database does not exist, which opening would create */
function requireDatabaseFile(knex: Knex): void {
  const [database] = databaseFiles(knex);
  if (database === undefined || existsSync(database.file)) return;
  throw new UsageError(
    `There is no database file ${resolve(database.file)}. Run the command in the folder where the app runs; for a new app, start it once or run \`express-consent migrate\` first`,
  );
}

/** Returns the files of a SQLite database; none for other databases. */
function databaseFiles({ client }: Knex): FileInUse[] {
  const connection: unknown = client?.config?.connection;
  const filename = (connection as { readonly filename?: unknown } | null | undefined)?.filename ?? connection;
  if (
    typeof filename !== 'string' ||
    !/sqlite/.test(String(client?.dialect)) ||
    /^(:memory:|file:|$)/.test(filename)
  )
    return [];
  return ['', '-wal', '-shm', '-journal'].map((ending) => ({
    file: `${filename}${ending}`,
    use: 'the database',
  }));
}

/** Reads a file of variables into the process, where the configuration looks for them. @throws UsageError */
export function loadVariables(file: string): void {
  try {
    process.loadEnvFile(file);
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${(error as NodeJS.ErrnoException).code}`);
  }
}

/** Returns the variable of an option; an empty one, such as from a template of `.env`, counts as not set. */
const readVariable = (environment: Environment, option: 'config' | 'database' | 'storage') =>
  environment[serviceOptions[option].variable] || undefined;

/** Returns the module of the configuration; undefined: variables describe it. */
export function getConfigFile(
  { config, database }: OptionValues<typeof serviceOptions>,
  environment: Environment,
): string | undefined {
  return config ?? (database === undefined ? readVariable(environment, 'config') : undefined);
}

async function readConfig(
  { config, database, storage }: OptionValues<typeof serviceOptions>,
  environment: Environment,
  { mayCreate, serves }: { readonly mayCreate: boolean; readonly serves: boolean },
): Promise<ConsentServiceConfig> {
  const file = getConfigFile({ config, database }, environment);
  if (file !== undefined) {
    if (database !== undefined || storage !== undefined)
      throw new UsageError(
        `${config === undefined ? serviceOptions.config.variable : '--config'} already names the database and the storage: omit --database and --storage`,
      );
    return loadConfig(file);
  }
  const url = database ?? readVariable(environment, 'database');
  if (url === undefined)
    throw new UsageError('Specify a configuration with --config, or a database with --database');
  const directory = storage ?? readVariable(environment, 'storage');
  const fromEnvironment = configFromEnvironment(environment);
  return {
    logger: serves ? serveLogger : quietLogger,
    // Access to the database includes all its tenants, and no variable states whether the app serves more
    // than one.
    tenancy: { enabled: !serves },
    // The proof needs a key that stays the same at the next start.
    visitorCookie: { requireProof: environment[variable('DATA_SIGNING_HASH')] !== undefined },
    ...fromEnvironment,
    // The journal persists in the file: it is changed only for a service that runs on it.
    database: { tuneSqlite: serves, ...(fromEnvironment.database as object | undefined) },
    knex: createKnex({ ...toKnexConfig(url, { mayCreate }), log: silent }),
    ...(directory === undefined ? {} : { storage: diskStorage({ directory }) }),
  };
}

const noConfiguration = (path: string) =>
  new UsageError(
    `${path} does not export a configuration. Export the object that createConsentService accepts from a module that does not start the app, or use --database and --env-file`,
  );

async function loadConfig(file: string): Promise<ConsentServiceConfig> {
  const path = resolve(file);
  // The app itself would start to listen.
  const source = await readFile(path, 'utf8').catch(() => null);
  if (source !== null && !/\bexports?\b/.test(source)) throw noConfiguration(path);
  const loaded = await loadModule(path).catch((error) => {
    throw new UsageError(`${path} cannot be used: ${toReason(error)}`);
  });
  // Such as the app, or the service that was made of the configuration.
  if (typeof loaded !== 'object' || loaded === null || 'publicRouter' in loaded) throw noConfiguration(path);
  // A CommonJS module that exports more than the configuration: `module.exports = { config, consent }`.
  const { config } = loaded as { readonly config?: ConsentServiceConfig };
  return 'knex' in loaded || config === undefined ? (loaded as ConsentServiceConfig) : config;
}

/** Returns whether a function is an Express app, which takes a request. */
const isApp = (exported: object) => 'handle' in exported;

/**
 * Loads `export default`, `export const config` or `module.exports`. A compiled ES module nests its default
 * export one level deeper.
 */
export async function loadModule(path: string): Promise<unknown> {
  const loaded = (await import(pathToFileURL(path).href)) as { default?: unknown; config?: unknown };
  const exported = unwrap(loaded.default) ?? loaded.config;
  return typeof exported === 'function' && !isApp(exported) ? exported() : exported;
}

/**
 * Returns the message of an error that contains no visitor data: a connection error, or one from the
 * operator's own module.
 */
export function toReason(error: unknown): string {
  // The service hides from its callers why a database does not answer, and not from its operator.
  const reason = error instanceof ServiceError ? (error.cause ?? error) : error;
  const { message, code } = (reason ?? {}) as { readonly message?: string; readonly code?: string };
  return message || code || String(reason);
}

function unwrap(value: unknown): unknown {
  const isNested = typeof value === 'object' && value !== null && '__esModule' in value && 'default' in value;
  return isNested ? value.default : value;
}
