import type { FaultDetail } from '../kernel/errors';
import { complianceRules, customGroupNameFault, isBuiltInGroup } from '../standards/compliance';
import type { ResolvedConfig } from './config-schema';

/** What a later version brings, with the one value that this one takes: anything else is refused rather than silently ignored. */
export const onlyValues = {
  'auth.mode': 'local',
  'auth.totp': 'optional',
  'tenancy.enabled': false,
  'tcf.enabled': false,
  'gpp.enabled': false,
  'dashboard.enabled': false,
} as const satisfies Readonly<Record<string, string | boolean>>;

/** A rule between keys, which a schema cannot say. It is asked only when none of the keys it is over has a fault of its own. */
interface CrossCheck {
  readonly over: readonly string[];
  /** Path and message of the fault, by path; empty when there is none. */
  readonly faults: (config: ResolvedConfig) => readonly FaultDetail[];
}

const check = (over: readonly string[], path: string, message: string, isWrong: (config: ResolvedConfig) => boolean): CrossCheck => ({
  over,
  faults: (config) => (isWrong(config) ? [{ path, message }] : []),
});

const credentials = ['auth.mode', 'auth.adminEmail', 'auth.adminPassword'] as const;

const crossChecks: readonly CrossCheck[] = [
  check(
    credentials,
    'auth.adminEmail',
    'is required beside auth.adminPassword',
    ({ auth }) => auth.mode === 'local' && auth.adminPassword !== undefined && auth.adminEmail === undefined,
  ),
  check(
    credentials,
    'auth.adminPassword',
    'is required beside auth.adminEmail',
    ({ auth }) => auth.mode === 'local' && auth.adminEmail !== undefined && auth.adminPassword === undefined,
  ),
  check(
    credentials,
    'auth.adminPassword',
    'must not be the e-mail address',
    ({ auth }) => auth.adminEmail !== undefined && auth.adminPassword?.toLowerCase() === auth.adminEmail.toLowerCase(),
  ),
  check(
    ['auth.sessionMinutes', 'auth.maxSessionHours'],
    'auth.sessionMinutes',
    'must not be above auth.maxSessionHours',
    ({ auth }) => auth.sessionMinutes > auth.maxSessionHours * 60,
  ),
  check(
    ['visitorCookie.name', 'visitorCookie.secure'],
    'visitorCookie.secure',
    'must be true when visitorCookie.name begins with __Secure- or __Host-',
    ({ visitorCookie }) => /^__(secure|host)-/i.test(visitorCookie.name) && visitorCookie.secure !== true,
  ),
  check(
    ['visitorCookie.name', 'visitorCookie.domain', 'visitorCookie.path'],
    'visitorCookie.name',
    'must not begin with __Host- when visitorCookie.domain or another path than / is set: browsers drop such a cookie',
    ({ visitorCookie }) => /^__host-/i.test(visitorCookie.name) && (visitorCookie.domain !== undefined || visitorCookie.path !== '/'),
  ),
  check(
    ['visitorCookie.sameSite', 'visitorCookie.secure'],
    'visitorCookie.secure',
    "must be true when visitorCookie.sameSite is 'none'",
    ({ visitorCookie }) => visitorCookie.sameSite === 'none' && visitorCookie.secure !== true,
  ),
  check(
    ['limits.pageSize', 'limits.maxPageSize'],
    'limits.pageSize',
    'must not be above limits.maxPageSize',
    ({ limits }) => limits.pageSize > limits.maxPageSize,
  ),
  check(
    ['tenancy'],
    'tenancy.enabled',
    'must be true when tenancy.baseDomain or tenancy.resolve is set',
    ({ tenancy }) => !tenancy.enabled && (tenancy.baseDomain !== undefined || tenancy.resolve !== undefined),
  ),
  { over: ['compliance.type'], faults: ({ compliance }) => (compliance.type === 'auto' ? [] : groupFaults('compliance.type', compliance.type)) },
  { over: ['compliance.defaultGroup'], faults: ({ compliance }) => groupFaults('compliance.defaultGroup', compliance.defaultGroup) },
  {
    over: ['compliance.jurisdictions'],
    faults: ({ compliance }) => Object.entries(compliance.jurisdictions).flatMap(([place, group]) => groupFaults(`compliance.jurisdictions.${place}`, group)),
  },
  {
    over: ['compliance.rules'],
    faults({ compliance }) {
      const known = complianceRules.map(({ id }) => id);
      const unknown = Object.keys(compliance.rules).filter((id) => !known.includes(id));
      return unknown.map((id) => ({ path: `compliance.rules.${id}`, message: `is no compliance rule; there are ${known.join(', ')}` }));
    },
  },
  { over: ['plugins'], faults: ({ plugins }) => repeatedNames(plugins) },
  ...Object.entries(onlyValues).map(([path, only]) =>
    check([path], path, `must be ${JSON.stringify(only)}: nothing else is available in this version`, (config) => valueAt(config, path) !== only),
  ),
];

/** Faults between keys, beside those already found in single keys. */
export function crossFaults(config: ResolvedConfig, found: readonly FaultDetail[]): FaultDetail[] {
  const isFaulty = (key: string) => found.some(({ path }) => path === key || path.startsWith(`${key}.`) || key.startsWith(`${path}.`));
  return crossChecks.filter(({ over }) => !over.some(isFaulty)).flatMap(({ faults }) => faults(config));
}

function groupFaults(path: string, group: string): FaultDetail[] {
  const fault = isBuiltInGroup(group) ? null : customGroupNameFault(group);
  return fault === null ? [] : [{ path, message: `must be a built-in group or the name of a custom one, which ${fault}` }];
}

/** Plugins that are made from a function have no name yet; the registry looks at theirs. */
function repeatedNames(plugins: ResolvedConfig['plugins']): FaultDetail[] {
  const names = plugins.map((plugin) => (typeof plugin === 'function' ? null : plugin.name));
  return names.flatMap((name, index) =>
    name !== null && names.indexOf(name) < index ? [{ path: `plugins.${index}.name`, message: 'is the name of another plugin' }] : [],
  );
}

function valueAt(config: ResolvedConfig, path: string): unknown {
  return path.split('.').reduce<unknown>((value, key) => (value as Readonly<Record<string, unknown>>)[key], config);
}
