import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import createKnex, { type Knex } from 'knex';
import { type ConsentServiceConfig, diskStorage } from '../index';
import { consoleLogger } from '../kernel/logger';
import type { InternalService } from '../service/consent-service';
import { createService } from '../service/create-consent-service';
import { knexConfigOf } from './database-url';
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
    description: 'Module that exports what createConsentService takes, or a function that makes it',
    variable: variable('CONFIG'),
  },
  database: {
    type: 'string',
    short: 'd',
    value: 'URL',
    description: 'Instead of --config: a SQLite file, mysql://… or postgres://…',
    variable: variable('DATABASE'),
  },
  storage: {
    type: 'string',
    value: 'DIR',
    description: 'With --database: the directory of published files (default: they are in the database)',
    variable: variable('STORAGE'),
  },
} as const satisfies OptionSpecs;

export interface OpenOptions {
  /** Whether a SQLite file that is not there yet may be made. Default false. */
  readonly mayCreate?: boolean;
  /** Whether a database that lacks migrations will do. Default false. */
  readonly mayLackMigrations?: boolean;
  /**
   * Whether the service will answer requests: its warnings are shown, and SQLite is put in WAL mode. Default
   * false.
   */
  readonly serves?: boolean;
  /** Put over what the configuration says. */
  readonly overrides?: Partial<ConsentServiceConfig>;
}

export interface OpenService {
  readonly service: InternalService;
  readonly config: ConsentServiceConfig;
  readonly knex: Knex;
  /** The database of SQLite and the module of the configuration, which no output may replace. */
  readonly filesInUse: readonly FileInUse[];
  close(): Promise<void>;
}

/** Knex tells connection errors on standard error by itself; the command's own message tells them once. */
const silent = { warn() {}, error() {}, deprecate() {}, debug() {} };

/** `serve` prints its own addresses. */
const serveLogger = { ...consoleLogger, info: () => {} };
const quietLogger = { ...serveLogger, warn: () => {} };

/** @throws UsageError, ConfigError */
export async function openService(
  given: OptionValues<typeof serviceOptions>,
  environment: Environment,
  options: OpenOptions,
): Promise<OpenService> {
  const { mayCreate = false, mayLackMigrations = false, serves = false, overrides = {} } = options;
  const made = await configOf(given, environment, { mayCreate, serves });
  const config = { ...made, ...overrides };
  let service: InternalService;
  try {
    service = createService(config);
  } catch (error) {
    await made.knex?.destroy?.();
    throw error;
  }
  const close = async () => {
    await service.close();
    await config.knex.destroy();
  };
  try {
    const { checkConnection, migrations } = service.operations;
    const pending = await checkConnection()
      .then(migrations.pending)
      .catch((error) => {
        throw new UsageError(`The database cannot be used: ${reasonOf(error)}`);
      });
    if (pending.length > 0 && !mayLackMigrations)
      throw new UsageError(`The database lacks ${pending.join(', ')}: run \`express-consent migrate\` first`);
  } catch (error) {
    await close();
    throw error;
  }
  const configFile = configFileOf(given, environment);
  const filesInUse = [
    ...databaseFiles(config.knex),
    ...(configFile === undefined ? [] : [{ file: configFile, use: 'the configuration' }]),
  ];
  return { service, config, knex: config.knex, filesInUse, close };
}

/** Returns the files of a SQLite database; none for other databases. */
function databaseFiles({ client }: Knex): FileInUse[] {
  const connection: unknown = client?.config?.connection;
  const filename = (connection as { readonly filename?: unknown } | null | undefined)?.filename ?? connection;
  if (typeof filename !== 'string' || !/sqlite/.test(String(client?.dialect)) || filename === ':memory:')
    return [];
  return ['', '-wal', '-shm', '-journal'].map((ending) => ({
    file: `${filename}${ending}`,
    use: 'the database',
  }));
}

function configFileOf(
  { config, database }: OptionValues<typeof serviceOptions>,
  environment: Environment,
): string | undefined {
  return config ?? (database === undefined ? environment[serviceOptions.config.variable] : undefined);
}

async function configOf(
  { config, database, storage }: OptionValues<typeof serviceOptions>,
  environment: Environment,
  { mayCreate, serves }: { readonly mayCreate: boolean; readonly serves: boolean },
): Promise<ConsentServiceConfig> {
  if (config !== undefined && (database !== undefined || storage !== undefined)) {
    throw new UsageError('--config names database and storage itself: leave --database and --storage out');
  }
  const file = configFileOf({ config, database }, environment);
  if (file !== undefined) return loadConfig(file);
  const url = database ?? environment[serviceOptions.database.variable];
  if (url === undefined)
    throw new UsageError('Name a configuration with --config, or a database with --database');
  const directory = storage ?? environment[serviceOptions.storage.variable];
  return {
    logger: serves ? serveLogger : quietLogger,
    // Whoever has the database has all its tenants, and no variable tells whether the app serves more than
    // one.
    tenancy: { enabled: !serves },
    ...configFromEnvironment(environment),
    knex: createKnex({ ...knexConfigOf(url, { mayCreate, wal: serves }), log: silent }),
    ...(directory === undefined ? {} : { storage: diskStorage({ directory }) }),
  };
}

async function loadConfig(file: string): Promise<ConsentServiceConfig> {
  const path = resolve(file);
  const made = await loadModule(path).catch((error) => {
    throw new UsageError(`${path} cannot be used: ${reasonOf(error)}`);
  });
  if (typeof made !== 'object' || made === null)
    throw new UsageError(
      `${path} exports no configuration: export the object that createConsentService takes`,
    );
  return made as ConsentServiceConfig;
}

/**
 * `export default`, `export const config` or `module.exports`; a compiled ES module has its default one level
 * down.
 */
export async function loadModule(path: string): Promise<unknown> {
  const loaded = (await import(pathToFileURL(path).href)) as { default?: unknown; config?: unknown };
  const exported = unwrap(loaded.default) ?? loaded.config;
  return typeof exported === 'function' ? exported() : exported;
}

/** Of errors that hold nothing of visitors: those of connecting, and of the operator's own module. */
function reasonOf(error: unknown): string {
  const { message, code } = (error ?? {}) as { readonly message?: string; readonly code?: string };
  return message || code || String(error);
}

function unwrap(value: unknown): unknown {
  const isNested = typeof value === 'object' && value !== null && '__esModule' in value && 'default' in value;
  return isNested ? value.default : value;
}
