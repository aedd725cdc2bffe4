import { Type } from '@sinclair/typebox';
import { withDeadline } from '../kernel/concurrency/deadline';
import { defaultRetrySeconds } from '../kernel/errors';
import { defineRoute, type Route } from './route';

const state = Type.Unsafe<'ok' | 'degraded'>({ type: 'string', enum: ['ok', 'degraded'] });

/** `start`: the service has started; `publications`: every compliance group serves what the database says. */
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

/** Liveness: the process answers. */
export function livenessRoute(): Route {
  return defineRoute({
    id: 'getLiveness',
    method: 'GET',
    path: '/health',
    tag: 'Service',
    summary: 'Whether the process answers',
    access: { public: 'Load balancers ask without credentials' },
    tenantless: true,
    whileDown: true,
    cors: 'any',
    replies: { 200: { description: 'It does', schema: Type.Object({ status: state }) } },
    errors: [],
    handle: () => ({ body: { status: 'ok' } }),
  });
}

/** Readiness: tells only `ok` or `degraded`. */
export function readinessRoute(health: () => Promise<Health>): Route {
  return defineRoute({
    id: 'getReadiness',
    method: 'GET',
    path: '/health',
    tag: 'Service',
    summary: 'Whether database, storage, migrations, start and published files are in order',
    access: { public: 'Monitors ask without credentials; nothing but ok or degraded is told' },
    tenantless: true,
    whileDown: true,
    replies: {
      200: { description: 'All in order', schema: HealthView },
      503: { description: 'Something is not', schema: HealthView },
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
