import { Type } from '@sinclair/typebox';
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
  /** `replica`: reads use `database.readKnex`. Only with a read replica, and without an effect on `status`. */
  readonly checks: Readonly<Record<CheckName, State>> & { readonly replica?: State };
}

/**
 * Runs all checks at once; one that rejects, or takes longer than the given time (ms), is degraded.
 * @param replica check of the read replica, without which the service works
 */
export async function checkHealth(
  checks: Readonly<Record<CheckName, () => PromiseLike<unknown>>>,
  timeoutMs: number,
  replica?: () => PromiseLike<unknown>,
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
    replica === undefined ? undefined : run(replica),
    ...checkNames.map(async (name) => [name, await run(checks[name])] as const),
  ]);
  return {
    status: results.every(([, result]) => result === 'ok') ? 'ok' : 'degraded',
    checks: {
      ...(Object.fromEntries(results) as Record<CheckName, State>),
      ...(ofReplica === undefined ? {} : { replica: ofReplica }),
    },
  };
}

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

/** Creates the readiness route, which reports only `ok` or `degraded`. */
export function readinessRoute(health: () => Promise<Health>): Route {
  return defineRoute({
    id: 'getReadiness',
    method: 'GET',
    path: '/health',
    tag: 'Service',
    summary: 'Check the database, storage, migrations, start and published files',
    access: { public: 'Monitors have no credentials; only `ok` or `degraded` is reported' },
    tenantless: true,
    whileDown: true,
    replies: {
      200: { description: 'All checks passed', schema: HealthView },
      503: { description: 'A check failed', schema: HealthView },
    },
    errors: [],
    async handle() {
      const body = await health();
      return body.status === 'ok'
        ? { body }
        : { status: 503, headers: { 'Retry-After': String(defaultRetrySeconds) }, body };
    },
  });
}
