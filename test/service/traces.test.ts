import { context, metrics, propagation, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';
import {
  InMemorySpanExporter,
  NodeTracerProvider,
  type ReadableSpan,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-node';
import type { NextFunction, Request, Response } from 'express';
import express from 'express';
import { allGranted, consentCalls } from '../support/consent';
import { createTestApp, type TestApp, type TestAppOptions } from '../support/create-test-app';
import { createActiveProfile } from '../support/profiles';
import { createTestReceiver, until } from '../support/webhook-receiver';
import { createWebhook, localReceivers, quickWebhooks } from '../support/webhooks';

const spans = new InMemorySpanExporter();
const measurements = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
const tracing = new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spans)] });
const metering = new MeterProvider({
  readers: [new PeriodicExportingMetricReader({ exporter: measurements, exportIntervalMillis: 3_600_000 })],
});

/** Removes what a test has registered, as the host's own set-up does before it loads the app. */
function unregister(): void {
  for (const api of [trace, metrics, context, propagation]) api.disable();
}

let app: TestApp;
let profileId: string;
let onTestEnd = async () => {};
afterEach(async () => {
  await app.close();
  unregister();
  await onTestEnd();
});

async function open(options: TestAppOptions = {}): Promise<void> {
  app = await createTestApp({ ...options, config: { rateLimit: false, ...options.config } });
  ({ id: profileId } = await createActiveProfile(app));
  spans.reset();
}
const submit = (visitorId: string) =>
  consentCalls(app).submit({ visitorId, profileId, consentJson: allGranted }).expect(200);
const named = (name: string) => spans.getFinishedSpans().filter((span) => span.name === name);
const only = (name: string): ReadableSpan => {
  const [span, ...others] = named(name);
  expect(others).toEqual([]);
  if (span === undefined)
    throw new Error(`No span ${name} in ${spans.getFinishedSpans().map((each) => each.name)}`);
  return span;
};

test('without an SDK nothing is recorded, and the API is not needed', async () => {
  await open();
  await submit('a');
  expect(spans.getFinishedSpans()).toEqual([]);
});

describe('spans', () => {
  beforeEach(() => tracing.register());

  test('a request is a server span named by its route, with its transaction below', async () => {
    await open();
    await submit('visitor-secret');
    const request = only('POST /svc/api/v1/consent');
    expect(request.kind).toBe(SpanKind.SERVER);
    expect(request.parentSpanContext).toBeUndefined();
    expect(request.attributes).toEqual({
      'http.request.method': 'POST',
      'http.route': '/svc/api/v1/consent',
      'http.response.status_code': 200,
    });
    const transaction = only('transaction');
    expect(transaction.parentSpanContext?.spanId).toBe(request.spanContext().spanId);
    expect(transaction.attributes).toEqual({ 'db.system.name': 'sqlite' });
  });

  test('continues the trace that the headers name', async () => {
    await open();
    const traceId = '0af7651916cd43dd8448eb211c80319c';
    await app.request
      .get(`${app.publicBase}/health`)
      .set('traceparent', `00-${traceId}-b7ad6b7169203331-01`)
      .expect(200);
    expect(only('GET /svc/api/v1/health').spanContext().traceId).toBe(traceId);
  });

  test('is below the span of the host, when the host has one', async () => {
    const host = express();
    const tracer = trace.getTracer('host');
    host.use((_req: Request, res: Response, next: NextFunction) =>
      tracer.startActiveSpan('host', (span) => {
        res.once('finish', () => span.end());
        next();
      }),
    );
    await open({ host: () => host as ReturnType<typeof express> });
    await app.request.get(`${app.publicBase}/health`).expect(200);
    const request = only('GET /svc/api/v1/health');
    expect(request.kind).toBe(SpanKind.INTERNAL);
    expect(request.parentSpanContext?.spanId).toBe(only('host').spanContext().spanId);
  });

  test('queries of the host’s instrumentation are below the transaction', async () => {
    await open();
    const parents: (string | undefined)[] = [];
    app.knex.on('query', ({ sql }: { sql: string }) => {
      if (/insert into .svc_consents/.test(sql)) parents.push(trace.getActiveSpan()?.spanContext().spanId);
    });
    await submit('a');
    expect(parents).toEqual([only('transaction').spanContext().spanId]);
  });

  test('parallel decisions have each their own trace, also when they share a transaction', async () => {
    await open();
    await Promise.all(['a', 'b', 'c', 'd'].map(submit));
    await submit('e');
    const requests = named('POST /svc/api/v1/consent').map((span) => span.spanContext());
    expect(new Set(requests.map(({ traceId }) => traceId)).size).toBe(5);
    const last = requests.at(-1);
    const transactions = named('transaction').map(({ parentSpanContext }) => parentSpanContext?.spanId);
    expect(transactions).toContain(last?.spanId);
    expect(requests.map(({ spanId }) => spanId)).toEqual(expect.arrayContaining(transactions));
  });

  test('a refusal is not an error; a failure is, with its code and without its message', async () => {
    await open();
    await consentCalls(app).read('visitor-secret').expect(404);
    const refused = only('GET /svc/api/v1/consent/:visitorId');
    expect(refused.status.code).toBe(SpanStatusCode.UNSET);
    await app.knex.schema.renameTable('svc_consents', 'svc_consents_gone');
    await consentCalls(app)
      .submit({ visitorId: 'visitor-secret', profileId, consentJson: allGranted })
      .expect(500);
    const failed = only('POST /svc/api/v1/consent');
    expect(failed.status).toEqual({ code: SpanStatusCode.ERROR });
    expect(failed.attributes['error.type']).toBe('500');
    expect(
      JSON.stringify(
        spans
          .getFinishedSpans()
          .map(({ name, attributes, events, status }) => ({ name, attributes, events, status })),
      ),
    ).not.toContain('secret');
  });

  test('the storage is below the request that reads it', async () => {
    await open({ onDisk: true });
    await app.request.get(`${app.publicBase}/bootstrap?lang=en`).expect(200);
    const read = named('storage read');
    expect(read.length).toBeGreaterThan(0);
    const { spanId } = only('GET /svc/api/v1/bootstrap').spanContext();
    expect(new Set(read.map(({ parentSpanContext }) => parentSpanContext?.spanId))).toEqual(
      new Set([spanId]),
    );
  });

  test('the upkeep is a trace of its own', async () => {
    await open();
    await app.service.maintenance();
    const upkeep = only('upkeep');
    expect(upkeep.parentSpanContext).toBeUndefined();
    expect(named('transaction').map(({ parentSpanContext }) => parentSpanContext?.spanId)).toContain(
      upkeep.spanContext().spanId,
    );
  });

  test('a delivery is a trace of its own, with the id of the message and without the address', async () => {
    const receiver = await createTestReceiver();
    onTestEnd = receiver.goDown;
    await open({ webhookTimes: quickWebhooks, config: { webhooks: localReceivers } });
    await createWebhook(app, receiver.url);
    receiver.state.plan.push(503);
    await submit('a');
    await until(() => named('send webhook').length === 1, 'an attempt');
    const attempt = only('send webhook');
    expect(attempt.kind).toBe(SpanKind.PRODUCER);
    expect(attempt.parentSpanContext).toBeUndefined();
    expect(attempt.attributes).toMatchObject({
      'messaging.message.id': receiver.received[0]?.headers['webhook-id'],
      'error.type': 'HTTP 503',
    });
    expect(JSON.stringify(attempt.attributes)).not.toMatch(/token|127\.0\.0\.1/);
  });

  test('work after the request has ended is not part of its trace', async () => {
    await open();
    await submit('a');
    await until(async () => (await app.knex('svc_statistics_changes')).length === 0, 'the fold');
    expect(named('transaction')).toHaveLength(1);
  });
});

test('the upkeep runs again, and the log says why it failed, when a tracer of the host throws', async () => {
  const onStart = ({ name }: { readonly name: string }) => {
    if (name === 'upkeep') throw new Error('The exporter has ended');
  };
  const failing = { onStart, onEnd() {}, forceFlush: async () => {}, shutdown: async () => {} };
  new NodeTracerProvider({ spanProcessors: [failing] }).register();
  app = await createTestApp();
  jest.useFakeTimers({
    doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'performance', 'hrtime', 'Date'],
  });
  onTestEnd = async () => void jest.useRealTimers();
  await app.service.start();
  const failures = () => app.logger.lines.filter((line) => line.includes('"Upkeep failed"'));
  for (const times of [1, 2]) {
    await jest.advanceTimersByTimeAsync(10 * 60_000);
    expect(failures()).toHaveLength(times);
  }
  expect(failures()[0]).toContain('The exporter has ended');
  jest.useRealTimers();
});

test('metrics go to the meter of the SDK, under names from which Prometheus’s follow', async () => {
  metrics.setGlobalMeterProvider(metering);
  await open();
  await submit('a');
  await metering.forceFlush();
  const scopes = measurements.getMetrics().at(-1)?.scopeMetrics ?? [];
  const own = scopes.find(({ scope }) => scope.name === 'express-consent')?.metrics ?? [];
  const points = (name: string) => own.find(({ descriptor }) => descriptor.name === name)?.dataPoints ?? [];
  expect(points('express_consent.decisions')).toMatchObject([
    { value: 1, attributes: { result: 'accepted', source: 'banner' } },
  ]);
  expect(points('express_consent.http.request.duration').map(({ attributes }) => attributes)).toContainEqual({
    api: 'public',
    'http.request.method': 'POST',
    'http.route': '/svc/api/v1/consent',
    status_class: '2xx',
  });
  expect(points('express_consent.health.status').map(({ attributes }) => attributes.check)).toContain(
    'database',
  );
  expect(own.find(({ descriptor }) => descriptor.name.endsWith('request.duration'))?.descriptor.unit).toBe(
    's',
  );
});
