import { Type } from '@sinclair/typebox';
import { withDeadline } from '../kernel/concurrency/deadline';
import { defaultRetrySeconds } from '../kernel/errors';
import { defineRoute, type Route } from './route';

const state = Type.Unsafe<'ok' | 'degraded'>({ type: 'string', enum: ['ok', 'degraded'] });

/**
 * Names of the checks. `start`: the service has started. `publications`: every compliance group serves the
 * version that the database names.
 */
const checkNames = ['database', 'storage', 'migrations', 'start', 'publications'] as const;
type CheckName = (typeof checkNames)[number];

export interface Health {
  readonly status: 'ok' | 'degraded';
  readonly checks: Readonly<Record<CheckName, 'ok' | 'degraded'>>;
}

/** Runs all checks at once; one that rejects, or takes longer than the given time (ms), is degraded. */
export async function checkHealth(
  checks: Readonly<Record<CheckName, () => PromiseLike<unknown>>>,
  timeoutMs: number,
): Promise<Health> {
  const results = await Promise.all(
    checkNames.map(async (name) => {
      const isOk = await withDeadline(
        timeoutMs,
        checks[name]().then(
          () => true,
          () => false,
        ),
        () => false,
      );
      return [name, isOk ? 'ok' : 'degraded'] as const;
    }),
  );
  return {
    status: results.every(([, result]) => result === 'ok') ? 'ok' : 'degraded',
    checks: Object.fromEntries(results) as Health['checks'],
  };
}

export const HealthView = Type.Object({
  status: state,
  checks: Type.Object(
    Object.fromEntries(checkNames.map((name) => [name, state])) as Record<CheckName, typeof state>,
  ),
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
