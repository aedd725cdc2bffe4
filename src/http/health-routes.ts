import { Type } from '@sinclair/typebox';
import { defineRoute, type Route } from './route';

const state = Type.Unsafe<'ok' | 'degraded'>({ type: 'string', enum: ['ok', 'degraded'] });

export interface Health {
  readonly status: 'ok' | 'degraded';
  readonly checks: Readonly<Record<'database' | 'storage' | 'migrations', 'ok' | 'degraded'>>;
}

/** Asks all checks at once; one that rejects is degraded. */
export async function checkHealth(checks: Readonly<Record<keyof Health['checks'], () => PromiseLike<unknown>>>): Promise<Health> {
  const ask = async (name: keyof Health['checks']) => {
    try {
      await checks[name]();
      return 'ok';
    } catch {
      return 'degraded';
    }
  };
  const [database, storage, migrations] = await Promise.all([ask('database'), ask('storage'), ask('migrations')]);
  const all = { database, storage, migrations } as const;
  return { status: Object.values(all).every((result) => result === 'ok') ? 'ok' : 'degraded', checks: all };
}

const HealthView = Type.Object({ status: state, checks: Type.Object({ database: state, storage: state, migrations: state }) });

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
    summary: 'Whether database, storage and migrations are in order',
    access: { public: 'Monitors ask without credentials; nothing but ok or degraded is told' },
    tenantless: true,
    whileDown: true,
    replies: { 200: { description: 'All in order', schema: HealthView }, 503: { description: 'Something is not', schema: HealthView } },
    errors: [],
    async handle() {
      const body = await health();
      return { status: body.status === 'ok' ? 200 : 503, body };
    },
  });
}
