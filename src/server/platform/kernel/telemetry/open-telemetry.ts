import type { Span as ApiSpan, Context, SpanKind } from '@opentelemetry/api';
import { packageVersion } from '../version';
import type { Meter, ReadGauge } from './meter';
import { type AnyLabels, type GaugeName, metricDefinitions, toOpenTelemetryName } from './metric-table';
import { isRefusal, type Span, type SpanStart, type Tracer, toErrorType } from './tracer';

type Api = typeof import('@opentelemetry/api');

/** The place where every copy of `@opentelemetry/api` 1.x keeps what the host's SDK registers. */
const registered = Symbol.for('opentelemetry.js.api.1');

const scope = 'express-consent';

/**
 * Connects to the SDK that the host has registered. Loads `@opentelemetry/api` only if there is one.
 * @throws Error when the package cannot be loaded
 */
export async function connectOpenTelemetry(
  readGauge: ReadGauge,
): Promise<{ readonly meter: Meter | null; readonly tracer: Tracer | null }> {
  const providers = (globalThis as { [registered]?: { trace?: unknown; metrics?: unknown } })[registered];
  if (providers?.trace === undefined && providers?.metrics === undefined)
    return { meter: null, tracer: null };
  const api = await import('@opentelemetry/api');
  return {
    meter: providers.metrics === undefined ? null : createMeter(api, readGauge),
    tracer: providers.trace === undefined ? null : createTracer(api),
  };
}

function createMeter(api: Api, readGauge: ReadGauge): Meter {
  const meter = api.metrics.getMeter(scope, packageVersion);
  const counters = new Map<string, ReturnType<typeof meter.createCounter>>();
  const histograms = new Map<string, ReturnType<typeof meter.createHistogram>>();
  const endings: (() => void)[] = [];
  for (const [name, { kind, help, unit, buckets = [] }] of metricDefinitions) {
    const options = { description: help, ...(unit === undefined ? {} : { unit }) };
    const fullName = toOpenTelemetryName(name);
    if (kind === 'counter') counters.set(name, meter.createCounter(fullName, options));
    else if (kind === 'histogram')
      histograms.set(
        name,
        meter.createHistogram(fullName, { ...options, advice: { explicitBucketBoundaries: [...buckets] } }),
      );
    else {
      const gauge = meter.createObservableGauge(fullName, options);
      const observe: Parameters<typeof gauge.addCallback>[0] = async (result) => {
        for (const { labels, value } of await readGauge(name as GaugeName))
          result.observe(value, { ...labels });
      };
      gauge.addCallback(observe);
      endings.push(() => gauge.removeCallback(observe));
    }
  }
  return {
    count: (name, labels: AnyLabels, amount) => counters.get(name)?.add(amount, labels),
    observe: (name, labels: AnyLabels, seconds) => histograms.get(name)?.record(seconds, labels),
    close() {
      for (const end of endings) end();
    },
  };
}

function createTracer(api: Api): Tracer {
  const { context, propagation, SpanKind: kinds, SpanStatusCode, trace } = api;
  const tracer = trace.getTracer(scope, packageVersion);
  const kindOf = { client: kinds.CLIENT, producer: kinds.PRODUCER } as const;

  /** Returns where the span belongs; null: it is not recorded. */
  function place({ role, kind, carrier = {} }: SpanStart): { parent: Context; kind: SpanKind } | null {
    const active = context.active();
    const current = trace.getSpan(active);
    const own = kind === undefined ? kinds.INTERNAL : kindOf[kind];
    if (role === 'root') return { parent: trace.deleteSpan(active), kind: own };
    if (role === 'request' && current === undefined)
      return { parent: propagation.extract(active, carrier), kind: kinds.SERVER };
    // A timer that a request has set runs in the context of that request, long after its end.
    if (role === 'part' && current?.isRecording() !== true) return null;
    return { parent: active, kind: own };
  }

  function toSpan(span: ApiSpan): Span {
    return {
      set: (attributes) => void span.setAttributes(attributes),
      fail(type) {
        span.setAttribute('error.type', type);
        span.setStatus({ code: SpanStatusCode.ERROR });
      },
    };
  }

  return {
    trace(start, work) {
      const placed = place(start);
      if (placed === null) return work({ set: () => {}, fail: () => {} });
      const { parent, kind } = placed;
      return tracer.startActiveSpan(
        start.name,
        { kind, attributes: start.attributes },
        parent,
        async (span) => {
          const own = toSpan(span);
          try {
            return await work(own);
          } catch (error) {
            if (!isRefusal(error)) own.fail(toErrorType(error));
            throw error;
          } finally {
            span.end();
          }
        },
      );
    },
  };
}
