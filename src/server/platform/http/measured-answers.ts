import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Telemetry } from '../kernel/telemetry/telemetry';
import type { Method } from './route';

export type ApiName = 'public' | 'admin';

/** Runs the answer to a request. `route` is the template of its path; undefined: no route has this path. */
export type MeasureAnswer = (
  req: IncomingMessage,
  res: ServerResponse,
  route: string | undefined,
  answer: () => Promise<void>,
) => Promise<void>;

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

/** Creates the function that measures the answers of an API, and traces them. */
export function createAnswerMeasurement(api: ApiName, telemetry: Telemetry): MeasureAnswer {
  return (req, res, route = 'unknown', answer) => {
    if (!telemetry.isOn) return answer();
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
  };
}
