import { type Static, Type } from '@sinclair/typebox';
import { withDeadline } from '../kernel/concurrency/deadline';
import { defaultRetrySeconds } from '../kernel/errors';
import { defineRoute, type Route } from './route';

type State = 'ok' | 'degraded';
const state = Type.Unsafe<State>({ type: 'string', enum: ['ok', 'degraded'] });

/**
 * Names of the checks. `start`: the service has started. `publications`: every compliance group serves the
 * version that the database names.
 */
const checkNames = ['database', 'storage', 'migrations', 'start', 'publications'] as const;
type CheckName = (typeof checkNames)[number];

export interface Health {
  readonly status: State;
  /**
   * `replica`: reads use `database.readKnex`. Only with a read replica. `plugins`: `ok`, or `disabled:` and the names of
   * plugins that could not be initialised. Only with plugins. Neither affects `status`, since the service works.
   */
  readonly checks: Readonly<Record<CheckName, State>> & {
    readonly replica?: State;
    readonly plugins?: string;
  };
}

/**
 * Runs all checks at once; one that rejects, or takes longer than the given time (ms), is degraded.
 * @param others what the service works without: the check of the read replica, and the names of disabled plugins
 */
export async function checkHealth(
  checks: Readonly<Record<CheckName, () => PromiseLike<unknown>>>,
  timeoutMs: number,
  others: {
    readonly replica?: (() => PromiseLike<unknown>) | undefined;
    /** Null: there are no plugins. */
    readonly disabledPlugins: readonly string[] | null;
  },
): Promise<Health> {
  const run = (check: () => PromiseLike<unknown>): Promise<State> =>
    withDeadline(
      timeoutMs,
      check().then(
        () => 'ok',
        () => 'degraded',
      ),
      () => 'degraded',
    );
  const [ofReplica, ...results] = await Promise.all([
    others.replica === undefined ? undefined : run(others.replica),
    ...checkNames.map(async (name) => [name, await run(checks[name])] as const),
  ]);
  return {
    status: results.every(([, result]) => result === 'ok') ? 'ok' : 'degraded',
    checks: {
      ...(Object.fromEntries(results) as Record<CheckName, State>),
      ...(ofReplica === undefined ? {} : { replica: ofReplica }),
      ...(others.disabledPlugins === null ? {} : { plugins: describePlugins(others.disabledPlugins) }),
    },
  };
}

const describePlugins = (disabled: readonly string[]) =>
  disabled.length === 0 ? 'ok' : `disabled: ${disabled.join(', ')}`;

export const HealthView = Type.Object({
  status: state,
  checks: Type.Object({
    ...(Object.fromEntries(checkNames.map((name) => [name, state])) as Record<CheckName, typeof state>),
    replica: Type.Optional(
      Type.Unsafe<State>({
        type: 'string',
        enum: ['ok', 'degraded'],
        description:
          'Whether the read replica is used; only with `database.readKnex`. While it is `degraded`, its reads go to the primary database, and `status` stays `ok`.',
      }),
    ),
    plugins: Type.Optional(
      Type.Unsafe<'ok' | 'disabled'>({
        type: 'string',
        enum: ['ok', 'disabled'],
        description:
          'Whether all plugins are in use; only with plugins. `disabled`: at least one could not be initialised, and `status` stays `ok`. `health()` and `GET /setup/config` name it.',
      }),
    ),
  }),
});

/** Creates the liveness route: the process responds. */
export function livenessRoute(): Route {
  return defineRoute({
    id: 'getLiveness',
    method: 'GET',
    path: '/health',
    tag: 'Service',
    summary: 'Check that the process responds',
    access: { public: 'Load balancers have no credentials' },
    tenantless: true,
    whileDown: true,
    cors: 'any',
    replies: { 200: { description: 'The process responds', schema: Type.Object({ status: state }) } },
    errors: [],
    handle: () => ({ body: { status: 'ok' } }),
  });
}

/** Returns the public part of the service's health, without names. */
function toPublicHealth({ status, checks: { plugins, ...checks } }: Health): Static<typeof HealthView> {
  return {
    status,
    checks: {
      ...checks,
      ...(plugins === undefined ? {} : { plugins: plugins === 'ok' ? 'ok' : 'disabled' }),
    },
  };
}

/** Creates the readiness route, which reports no names. */
export function readinessRoute(health: () => Promise<Health>): Route {
  return defineRoute({
    id: 'getReadiness',
    method: 'GET',
    path: '/health',
    tag: 'Service',
    summary: 'Check the database, storage, migrations, start and published files',
    access: { public: 'Monitors have no credentials; no names are reported' },
    tenantless: true,
    whileDown: true,
    replies: {
      200: { description: 'All checks passed', schema: HealthView },
      503: { description: 'A check failed', schema: HealthView },
    },
    errors: [],
    async handle() {
      const body = toPublicHealth(await health());
      return body.status === 'ok'
        ? { body }
        : { status: 503, headers: { 'Retry-After': String(defaultRetrySeconds) }, body };
    },
  });
}
