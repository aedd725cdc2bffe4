import Ajv, { type ErrorObject } from 'ajv';
import addFormats from 'ajv-formats';
import { consoleLogger } from '../kernel/logger';
import { type FaultDetail } from '../kernel/errors';
import { customGroupNameFault, isBuiltInGroup } from '../standards/compliance';
import { type ConsentServiceConfig, ConfigSchema, type ResolvedConfig, secretPaths } from './config-schema';

/** The configuration is wrong. `errors` lists every fault; the message names each path. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly errors: readonly FaultDetail[];

  constructor(errors: readonly FaultDetail[]) {
    super(`The configuration of express-consent is wrong:\n${errors.map(({ path, message }) => `- ${path || '(config)'}: ${message}`).join('\n')}`);
    this.errors = errors;
  }
}

interface GivenCheck {
  readonly methods?: readonly string[];
  readonly callable?: boolean;
  readonly callableWith?: readonly string[];
}

/** Why a function or instance of the host's does not fit, or null. */
function givenFault(check: GivenCheck, value: unknown): string | null {
  const isObject = (typeof value === 'object' && value !== null) || typeof value === 'function';
  if ((check.callable || check.callableWith) && typeof value !== 'function') return 'must be a function';
  const wanted = check.methods ?? check.callableWith;
  if (wanted === undefined) return null;
  if (!isObject) return 'must be an object';
  const missing = wanted.filter((method) => typeof (value as Record<string, unknown>)[method] !== 'function');
  return missing.length === 0 ? null : `must have the method${missing.length > 1 ? 's' : ''} ${missing.map((name) => `${name}()`).join(', ')}`;
}

function compileSchema() {
  const ajv = new Ajv({ allErrors: true, useDefaults: true, strict: true, allowUnionTypes: true });
  addFormats(ajv);
  ajv.addKeyword({
    keyword: 'given',
    errors: true,
    validate: function validate(check: GivenCheck, value: unknown): boolean {
      const fault = givenFault(check, value);
      (validate as { errors?: Partial<ErrorObject>[] }).errors = fault === null ? [] : [{ keyword: 'given', message: fault }];
      return fault === null;
    },
  });
  return ajv.compile<ResolvedConfig>(ConfigSchema);
}

function toFault(error: ErrorObject): FaultDetail {
  const path = error.instancePath.slice(1).replaceAll('/', '.').replaceAll('~1', '/').replaceAll('~0', '~');
  const below = (key: unknown) => [path, String(key)].filter(Boolean).join('.');
  if (error.keyword === 'additionalProperties') return { path: below(error.params.additionalProperty), message: 'is not a known key' };
  if (error.keyword === 'required') return { path: below(error.params.missingProperty), message: 'is required' };
  if (error.keyword === 'enum') return { path, message: `must be one of ${(error.params.allowedValues as unknown[]).map((value) => JSON.stringify(value)).join(', ')}` };
  return { path, message: error.message ?? 'is wrong' };
}

/** Copies plain objects and arrays, so that the host's own object is neither changed nor frozen; instances stay as they are. */
function copyPlain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copyPlain);
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, item]) => item !== undefined)
      .map(([key, item]) => [key, copyPlain(item)]),
  );
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** Given instances may be plain objects too (a storage adapter, a plugin), and must be passed on by reference. */
const keptByReference = ['knex', 'storage', 'geo', 'logger', 'plugins', 'trustProxy'] as const;

function freezePlain(value: unknown, skip: ReadonlySet<string> = new Set()): void {
  if (Array.isArray(value) || isPlainObject(value)) {
    Object.freeze(value);
    for (const [key, item] of Object.entries(value)) if (!skip.has(key)) freezePlain(item);
  }
}

/** Rules between keys, which a schema cannot say. Each gives the faults it finds. */
const crossChecks: readonly ((config: ResolvedConfig) => FaultDetail[])[] = [
  ({ auth }) => (auth.mode === 'local' && auth.adminPassword !== undefined && auth.adminEmail === undefined ? [{ path: 'auth.adminEmail', message: 'is required beside auth.adminPassword' }] : []),
  ({ auth }) => (auth.mode === 'local' && auth.adminEmail !== undefined && auth.adminPassword === undefined ? [{ path: 'auth.adminPassword', message: 'is required beside auth.adminEmail' }] : []),
  ({ auth }) =>
    auth.adminEmail !== undefined && auth.adminPassword?.toLowerCase() === auth.adminEmail.toLowerCase() ? [{ path: 'auth.adminPassword', message: 'must not be the e-mail address' }] : [],
  ({ visitorCookie }) =>
    visitorCookie.sameSite === 'none' && visitorCookie.secure !== true ? [{ path: 'visitorCookie.secure', message: "must be true when visitorCookie.sameSite is 'none'" }] : [],
  ({ limits }) => (limits.pageSize > limits.maxPageSize ? [{ path: 'limits.pageSize', message: 'must not be above limits.maxPageSize' }] : []),
  ({ auth }) => (auth.sessionMinutes > auth.maxSessionHours * 60 ? [{ path: 'auth.sessionMinutes', message: 'must not be above auth.maxSessionHours' }] : []),
  ({ tenancy }) => (tenancy.enabled || (tenancy.baseDomain === undefined && tenancy.resolve === undefined) ? [] : [{ path: 'tenancy.enabled', message: 'must be true when tenancy.baseDomain or tenancy.resolve is set' }]),
  ({ compliance }) => (compliance.type === 'auto' ? [] : groupFault('compliance.type', compliance.type)),
  ({ compliance }) => groupFault('compliance.defaultGroup', compliance.defaultGroup),
  ({ compliance }) => Object.entries(compliance.jurisdictions).flatMap(([place, group]) => groupFault(`compliance.jurisdictions.${place}`, group)),
  // What a later version brings is refused rather than silently ignored.
  ({ auth }) => (auth.mode === 'local' ? [] : [{ path: 'auth.mode', message: `'${auth.mode}' is not available in this version; use 'local'` }]),
  ({ auth }) => (auth.totp === 'optional' ? [] : [{ path: 'auth.totp', message: "'required' is not available in this version" }]),
  (config) => (['tcf', 'gpp', 'dashboard', 'tenancy'] as const).filter((key) => config[key].enabled).map((key) => ({ path: `${key}.enabled`, message: 'is not available in this version' })),
];

function groupFault(path: string, group: string): FaultDetail[] {
  const fault = isBuiltInGroup(group) ? null : customGroupNameFault(group);
  return fault === null ? [] : [{ path, message: `must be a built-in group or the name of a custom one, which ${fault}` }];
}

export interface ConfigDefaults {
  readonly storage: () => ResolvedConfig['storage'];
  readonly geo: () => ResolvedConfig['geo'];
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
      .map(([key, value]) => [key, (keptByReference as readonly string[]).includes(key) ? value : copyPlain(value)]),
  ) as Record<string, unknown>;
  if (Array.isArray(config.plugins)) config.plugins = [...config.plugins];
  config.storage ??= defaults.storage();
  config.geo ??= defaults.geo();
  config.logger ??= consoleLogger;

  const validate = compileSchema();
  if (!validate(config)) throw new ConfigError((validate.errors ?? []).map(toFault));
  const faults = crossChecks.flatMap((check) => check(config));
  if (faults.length > 0) throw new ConfigError(faults);
  freezePlain(config, new Set(keptByReference));
  return config;
}

const redacted = '[redacted]';

/** The configuration as plain data for showing: secrets redacted, instances by their names only. */
export function describeConfig(config: ResolvedConfig): Record<string, unknown> {
  const { knex, storage, geo, logger: _logger, plugins, ...plain } = config;
  const shown = JSON.parse(JSON.stringify(plain, (_key, value) => (typeof value === 'function' ? '[function]' : value))) as Record<string, unknown>;
  for (const path of secretPaths) redactAt(shown, path.split('.'));
  return { ...shown, knex: String(knex.client?.config?.client ?? 'knex'), storage: storage.name, geo: geo.name, plugins: plugins.map((plugin) => plugin.name || 'plugin') };
}

function redactAt(target: Record<string, unknown>, path: readonly string[]): void {
  const [key, ...rest] = path;
  if (key === undefined || target[key] === undefined) return;
  if (rest.length === 0) target[key] = redacted;
  else redactAt(target[key] as Record<string, unknown>, rest);
}
