import { UsageError } from './usage-error';

/** The only place that reads environment variables; docs/reference/command-line.md is generated from it. */

const prefix = 'EXPRESS_CONSENT_';

/**
 * Variables other than those of options, and the keys that they set in the configuration for `--database`.
 */
export const configVariables = {
  [`${prefix}TABLE_PREFIX`]: {
    path: 'database.tablePrefix',
    description: 'Prefix of every table name',
  },
  [`${prefix}BASE_PATH`]: { path: 'basePath', description: 'Base path of both APIs; can be empty' },
  [`${prefix}ADMIN_EMAIL`]: { path: 'auth.adminEmail', description: 'E-mail address of the first operator' },
  [`${prefix}ADMIN_PASSWORD`]: {
    path: 'auth.adminPassword',
    description:
      'Password of the first operator; `serve` requires the address with it, other commands do not',
  },
  [`${prefix}MASTER_SECRET`]: {
    path: 'auth.masterSecret',
    description: 'Secret that signs sessions and encrypts secrets of one-time codes',
  },
  [`${prefix}PREVIOUS_MASTER_SECRET`]: {
    path: 'auth.masterSecret',
    description: 'Previous value of the master secret, while it is being replaced',
  },
  [`${prefix}DATA_SIGNING_HASH`]: {
    path: 'compliance.dataSigningHash',
    description: 'Key for hashes of addresses and for signing parental-consent tokens',
  },
  [`${prefix}PREVIOUS_DATA_SIGNING_HASH`]: {
    path: 'compliance.dataSigningHash',
    description: 'Previous value of the data signing hash, while it is being replaced',
  },
  [`${prefix}TRUST_PROXY`]: {
    path: 'trustProxy',
    description: 'Proxies to trust: `true`, a number of hops, or addresses separated by commas',
  },
} as const;

export type Environment = Readonly<Record<string, string | undefined>>;

export const processEnvironment: Environment = process.env;

/** Returns the name of the environment variable for an option. */
export const variable = <Name extends string>(name: Name) => `${prefix}${name}` as const;

/** Returns whether the password of the first operator is set without the address, as where the code of the app has that. */
export const lacksAdminEmail = (environment: Environment): boolean =>
  environment[variable('ADMIN_PASSWORD')] !== undefined && environment[variable('ADMIN_EMAIL')] === undefined;

const previousSecrets = (['MASTER_SECRET', 'DATA_SIGNING_HASH'] as const).map(
  (name) => [variable(`PREVIOUS_${name}`), variable(name)] as const,
);

/**
 * Returns the configuration that the variables set, such as `{ auth: { adminEmail } }`. A password without an address is
 * left out: no operator can be created with it.
 * @throws UsageError for the previous value of a secret alone, which would become the current one
 */
export function configFromEnvironment(environment: Environment): Record<string, unknown> {
  const config: Record<string, unknown> = {};
  const unused = lacksAdminEmail(environment) ? variable('ADMIN_PASSWORD') : null;
  for (const [previous, current] of previousSecrets)
    if (environment[previous] && !environment[current])
      throw new UsageError(`${previous} is set without ${current}: set the new value of the secret there`);
  for (const [name, { path }] of Object.entries(configVariables)) {
    const value = environment[name];
    if (value !== undefined && name !== unused)
      addAt(config, path.split('.'), path === 'trustProxy' ? readTrustProxy(value) : value);
  }
  return config;
}

function readTrustProxy(value: string): boolean | number | string {
  if (value === 'true' || value === 'false') return value === 'true';
  return /^\d+$/.test(value) ? Number(value) : value;
}

/** Sets a value; a second value of the same key, such as the previous value of a secret, makes it a list. */
function addAt(
  target: Record<string, unknown>,
  [key = '', ...rest]: readonly string[],
  value: unknown,
): void {
  if (rest.length === 0) target[key] = key in target ? [target[key], value].flat() : value;
  else {
    target[key] ??= {};
    addAt(target[key] as Record<string, unknown>, rest, value);
  }
}
