/**
 * The one place where environment variables are read; docs/reference/command-line.md lists them from here.
 */

const prefix = 'EXPRESS_CONSENT_';

/** Variables beside those of options: what they set in the configuration that `--database` makes. */
export const configVariables = {
  [`${prefix}TABLE_PREFIX`]: {
    path: 'database.tablePrefix',
    description: 'Put before the name of every table',
  },
  [`${prefix}BASE_PATH`]: { path: 'basePath', description: 'Path below which both APIs serve; may be empty' },
  [`${prefix}ADMIN_EMAIL`]: { path: 'auth.adminEmail', description: 'E-mail address of the first operator' },
  [`${prefix}ADMIN_PASSWORD`]: { path: 'auth.adminPassword', description: 'Password of the first operator' },
  [`${prefix}MASTER_SECRET`]: { path: 'auth.masterSecret', description: 'Signs access tokens' },
  [`${prefix}DATA_SIGNING_HASH`]: {
    path: 'compliance.dataSigningHash',
    description: 'Keys the hash of addresses, signs parental-consent tokens',
  },
  [`${prefix}TRUST_PROXY`]: {
    path: 'trustProxy',
    description: 'Which proxies to believe: `true`, a number of hops, or addresses separated by commas',
  },
} as const;

export type Environment = Readonly<Record<string, string | undefined>>;

export const processEnvironment: Environment = process.env;

/** The name of the variable that stands in for an option. */
export const variable = <Name extends string>(name: Name) => `${prefix}${name}` as const;

/** What the variables set, as an object with their paths: `{ auth: { adminEmail } }`. */
export function configFromEnvironment(environment: Environment): Record<string, unknown> {
  const config: Record<string, unknown> = {};
  for (const [name, { path }] of Object.entries(configVariables)) {
    const value = environment[name];
    if (value !== undefined)
      setAt(config, path.split('.'), path === 'trustProxy' ? trustProxyOf(value) : value);
  }
  return config;
}

function trustProxyOf(value: string): boolean | number | string {
  if (value === 'true' || value === 'false') return value === 'true';
  return /^\d+$/.test(value) ? Number(value) : value;
}

function setAt(
  target: Record<string, unknown>,
  [key = '', ...rest]: readonly string[],
  value: unknown,
): void {
  if (rest.length === 0) target[key] = value;
  else {
    target[key] ??= {};
    setAt(target[key] as Record<string, unknown>, rest, value);
  }
}
