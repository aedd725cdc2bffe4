import Ajv, { type ErrorObject } from 'ajv';
import addFormats from 'ajv-formats';
import { closest } from '../kernel/closest';
import { type FaultDetail, SetupError } from '../kernel/errors';
import { faultMessage } from '../kernel/fault-message';
import type { ReceiptFont } from '../kernel/host-types';
import { consoleLogger } from '../kernel/logger';
import { authModeFaults } from './auth-mode-faults';
import { ConfigSchema, type ConsentServiceConfig, type ResolvedConfig, secretPaths } from './config-schema';
import { crossFaults } from './cross-checks';
import { fillPlainly } from './fill-plainly';
import { type HostObjectCheck, hostObjectFault, isPlainObject } from './host-objects';

/**
 * The configuration is wrong. `errors` lists every fault; the message names each path.
 *
 * @example
 * try {
 *   createConsentService(config);
 * } catch (error) {
 *   if (error instanceof ConfigError) console.error(error.errors); // [{ path, message }, …]
 * }
 */
export class ConfigError extends SetupError {
  override readonly name = 'ConfigError';
  readonly errors: readonly FaultDetail[];

  constructor(errors: readonly FaultDetail[], options?: { readonly cause?: unknown }) {
    super(
      `The configuration of express-consent is not valid:\n${errors.map(({ path, message }) => `- ${path || '(config)'}: ${message}`).join('\n')}\nSee docs/guide/troubleshooting.md#configuration-not-valid`,
      options,
    );
    this.errors = errors;
  }
}

/** Compiled once for all services of the process. */
let compiled: ReturnType<typeof compileSchema> | undefined;

function compileSchema() {
  const ajv = new Ajv({
    allErrors: true,
    useDefaults: true,
    strict: true,
    verbose: true,
    allowUnionTypes: true,
    meta: false,
    validateSchema: false,
    // The check runs once in a process: making it faster takes longer than running it.
    code: { optimize: false },
  });
  addFormats(ajv);
  ajv.addKeyword({
    keyword: 'hostObject',
    errors: true,
    validate: function validate(check: HostObjectCheck, value: unknown): boolean {
      const fault = hostObjectFault(check, value);
      (validate as { errors?: Partial<ErrorObject>[] }).errors =
        fault === null ? [] : [{ keyword: 'hostObject', message: fault, params: {} }];
      return fault === null;
    },
  });
  return ajv.compile<ResolvedConfig>(ConfigSchema);
}

/** Fills in the defaults, and returns every fault. */
function schemaFaults(config: unknown): FaultDetail[] {
  compiled ??= compileSchema();
  return compiled(config) ? [] : (compiled.errors ?? []).map(toFault);
}

function toFault(error: ErrorObject): FaultDetail {
  const path = error.instancePath.slice(1).replaceAll('/', '.').replaceAll('~1', '/').replaceAll('~0', '~');
  const below = (key: unknown) => [path, String(key)].filter(Boolean).join('.');
  if (error.keyword === 'additionalProperties') {
    const key = String(error.params.additionalProperty);
    const similar = closest(key, Object.keys(error.parentSchema?.properties ?? {}));
    return {
      path: below(key),
      message: `is not a known key${similar === null ? '' : `; did you mean \`${similar}\`?`}`,
    };
  }
  if (error.keyword === 'required')
    return { path: below(error.params.missingProperty), message: 'is required' };
  return { path, message: faultMessage(error, JSON.stringify) };
}

/** Deeper than any key. Ends the recursion for an object that contains itself. */
const maxDepth = 20;

/**
 * Copies plain objects and arrays, so that the host's own object is neither changed nor frozen; instances
 * stay as they are.
 */
function copyPlain(value: unknown, depth = 0): unknown {
  const isArray = Array.isArray(value);
  if (!isArray && !isPlainObject(value)) return value;
  if (depth > maxDepth)
    throw new ConfigError([{ path: '', message: `must not be nested deeper than ${maxDepth} levels` }]);
  if (isArray) return value.map((item) => copyPlain(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, item]) => item !== undefined)
      .map(([key, item]) => [key, copyPlain(item, depth + 1)]),
  );
}

/**
 * Keys whose values are passed on by reference: an instance can be a plain object (a storage adapter, a
 * plugin).
 */
const keptByReference = ['knex', 'storage', 'geo', 'logger', 'plugins', 'trustProxy'] as const;

function freezePlain(value: unknown, skip: ReadonlySet<string> = new Set()): void {
  if (Array.isArray(value) || isPlainObject(value)) {
    Object.freeze(value);
    for (const [key, item] of Object.entries(value)) if (!skip.has(key)) freezePlain(item);
  }
}

/** Defaults and checks that other parts of the service provide. */
export interface ConfigDefaults {
  /** The storage of a host that passes none. */
  readonly storage: (config: Pick<ResolvedConfig, 'knex' | 'database'>) => ResolvedConfig['storage'];
  readonly geo: () => ResolvedConfig['geo'];
  /** Checks of single keys; an error that one throws becomes a fault. */
  readonly checks: {
    readonly [Key in 'knex' | 'trustProxy']: (value: NonNullable<ResolvedConfig[Key]>) => void;
  };
}

/**
 * Checks the host's configuration, fills in the defaults and freezes the result.
 * @throws ConfigError listing every fault at once.
 */
export function resolveConfig(input: ConsentServiceConfig, defaults: ConfigDefaults): ResolvedConfig {
  if (!isPlainObject(input)) throw new ConfigError([{ path: '', message: 'must be an object' }]);
  const { rateLimit, ...rest } = input;
  const config = Object.fromEntries(
    Object.entries({ ...rest, rateLimit: rateLimit === false ? { enabled: false } : rateLimit })
      .filter(([, value]) => value !== undefined)
      .map(([key, value]) => [
        key,
        (keptByReference as readonly string[]).includes(key) ? value : copyPlain(value),
      ]),
  ) as Record<string, unknown>;
  if (Array.isArray(config.plugins)) config.plugins = [...config.plugins];
  config.geo ??= defaults.geo();
  config.logger ??= consoleLogger;

  const faults = fillPlainly(ConfigSchema, config) ? [] : schemaFaults(config);
  // Every section has its defaults now, also when another one is wrong.
  const resolved = config as unknown as ResolvedConfig;
  faults.push(
    ...hostObjectFaults(resolved, defaults.checks, faults),
    ...crossFaults(resolved, faults),
    ...authModeFaults(input.auth),
  );
  if (faults.length > 0) throw new ConfigError(faults);
  const whole: ResolvedConfig = { ...resolved, storage: resolved.storage ?? defaults.storage(resolved) };
  Object.freeze(whole.plugins);
  freezePlain(whole, new Set(keptByReference));
  return whole;
}

function hostObjectFaults(
  config: ResolvedConfig,
  checks: ConfigDefaults['checks'],
  found: readonly FaultDetail[],
): FaultDetail[] {
  return (['knex', 'trustProxy'] as const).flatMap((key) => {
    const value = config[key];
    if (value === undefined || found.some(({ path }) => path === key)) return [];
    try {
      (checks[key] as (checked: typeof value) => void)(value);
      return [];
    } catch (error) {
      return [{ path: key, message: error instanceof Error ? error.message : 'is not valid' }];
    }
  });
}

const redacted = '[redacted]';

/**
 * Returns the configuration as plain data to show: without secrets, and with the names of instances. Frozen,
 * because plugins receive it too.
 */
export function describeConfig(config: ResolvedConfig): Readonly<Record<string, unknown>> {
  const { knex, storage, geo, logger: _logger, plugins, database, receipts, ...plain } = config;
  const named = {
    ...plain,
    database: { ...database, readKnex: database.readKnex && knexName(database.readKnex) },
    receipts: { ...receipts, fonts: receipts.fonts.map(fontName) },
  };
  const shown = JSON.parse(JSON.stringify(named, (_key, value) => shownValue(value))) as Record<
    string,
    unknown
  >;
  for (const path of secretPaths) redactAt(shown, path.split('.'));
  const described = {
    ...shown,
    knex: knexName(knex),
    storage: storage.name,
    geo: geo.name,
    plugins: plugins.map((plugin) => plugin.name || 'plugin'),
  };
  freezePlain(described);
  return described;
}

const knexName = ({ client }: ResolvedConfig['knex']): string => client?.driverName ?? 'knex';

/** Returns the name of a font file without its directory, or the face; `[font]` for bytes. */
function fontName(font: ReceiptFont): string {
  if (typeof font === 'string') return font.replace(/^.*[\\/]/, '');
  return font instanceof Uint8Array ? '[font]' : font.face;
}

function shownValue(value: unknown): unknown {
  if (typeof value === 'function') return '[function]';
  if (typeof value !== 'string' || !/^[a-z][a-z0-9+.-]*:\/\//i.test(value)) return value;
  // An address can contain a name and a password, and a token in its query.
  return value.replace(/^([^:]*:\/\/)[^/?#]*@/, `$1${redacted}@`).replace(/\?.*$/s, `?${redacted}`);
}

function redactAt(target: Record<string, unknown>, path: readonly string[]): void {
  const [key, ...rest] = path;
  if (key === undefined || target[key] === undefined) return;
  if (rest.length === 0) target[key] = redacted;
  else redactAt(target[key] as Record<string, unknown>, rest);
}
