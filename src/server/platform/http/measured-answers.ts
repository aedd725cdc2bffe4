import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Telemetry } from '../kernel/telemetry/telemetry';
import type { Method } from './route';

export type ApiName = 'public' | 'admin';

/** Methods by which requests are counted; browsers and scanners can send any other. */
const knownMethods: ReadonlySet<string> = new Set<Method | 'HEAD' | 'OPTIONS'>([
  'GET',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'HEAD',
  'OPTIONS',
]);

export const toStatusClass = (status: number): string => `${Math.floor(status / 100)}xx`;

/**
 * Runs the answer to a request of an API, which it measures and traces.
 * @param route template of the request's path; undefined: no route has this path
 */
export function measureAnswer(
  { api, telemetry }: { readonly api: ApiName; readonly telemetry: Telemetry },
  req: IncomingMessage,
  res: ServerResponse,
  route: string | undefined = 'unknown',
  answer: () => Promise<void>,
): Promise<void> {
  const method = knownMethods.has(req.method ?? '') ? (req.method as string) : '_OTHER'; // has it
  const named = { 'http.request.method': method, 'http.route': route };
  const startedAt = telemetry.elapsed();
  return telemetry.trace(
    { name: `${method} ${route}`, role: 'request', attributes: named, carrier: req.headers },
    async (span) => {
      try {
        await answer();
      } finally {
        const { statusCode } = res;
        span.set({ 'http.response.status_code': statusCode });
        if (statusCode >= 500) span.fail(String(statusCode));
        const labels = { api, ...named, status_class: toStatusClass(statusCode) };
        telemetry.observe('http.request.duration', labels, telemetry.elapsed() - startedAt);
      }
    },
  );
}
