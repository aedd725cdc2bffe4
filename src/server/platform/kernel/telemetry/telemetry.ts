import type { Clock } from '../clock';
import { withDeadline } from '../concurrency/deadline';
import { describeError, type Logger } from '../logger';
import type { Meter, ReadGauge, Reading } from './meter';
import type { CounterName, GaugeName, HistogramName, Labels } from './metric-table';
import { connectOpenTelemetry } from './open-telemetry';
import { createPrometheusMeter, type MetricRegistry } from './prometheus';
import { isRefusal, noTracer, type SpanStart, type Tracer } from './tracer';

/** Work that is measured, with the outcome `ok`, `failed` or one of its own. */
export interface MeasuredWork<Name extends HistogramName, Result> {
  readonly metric: Name;
  readonly labels: Omit<Labels<Name>, 'outcome'>;
  readonly span: SpanStart;
  /** Returns the code of a failure that the work returns instead of throwing; null: it succeeded. */
  readonly failureOf?: (result: Result) => string | null;
  /** Returns the outcome of a result that is not a failure. Default: `ok`. */
  readonly outcomeOf?: (result: Result) => string;
}

/**
 * Passes measurements on to the destinations that the host has connected. Without any, each call costs one check.
 */
export interface Telemetry {
  /** Whether there is a destination. */
  readonly isOn: boolean;
  /** Seconds since an arbitrary moment. */
  elapsed(): number;
  count<Name extends CounterName>(name: Name, labels: Labels<Name>, amount?: number): void;
  observe<Name extends HistogramName>(name: Name, labels: Labels<Name>, seconds: number): void;
  /** Registers a function that returns values of a gauge; one that fails or takes longer than 2 s has none. */
  watch<Name extends GaugeName>(
    name: Name,
    read: () => readonly Reading<Labels<Name>>[] | Promise<readonly Reading<Labels<Name>>[]>,
  ): void;
  /** Runs work as a span and observes its duration. */
  measure<Name extends HistogramName & MetricWithOutcome, Result>(
    measured: MeasuredWork<Name, Result>,
    work: () => Promise<Result>,
  ): Promise<Result>;
  /** Runs work as a span. */
  readonly trace: Tracer['trace'];
  /** Adds all metrics to a registry of prom-client. @throws ServiceError `optional_dependency_missing` */
  register(registry: MetricRegistry): Promise<void>;
  /** Connects OpenTelemetry, if the host has registered an SDK. */
  start(): Promise<void>;
  close(): void;
}

type MetricWithOutcome = {
  [Name in HistogramName]: 'outcome' extends keyof Labels<Name> ? Name : never;
}[HistogramName];

type ReadValues = () => readonly Reading[] | Promise<readonly Reading[]>;

/** Longest time for reading a gauge (ms). */
const readWithinMs = 2000;

/** Returns the values of a gauge; none when they cannot be read: the others are wanted all the same. */
async function readOrNone(read: ReadValues): Promise<readonly Reading[]> {
  try {
    return await read();
  } catch {
    return [];
  }
}

export function createTelemetry({ clock, logger }: { clock: Clock; logger: Logger }): Telemetry {
  const meters = new Set<Meter>();
  const readers = new Map<GaugeName, ReadValues[]>();
  let tracer: Tracer = noTracer;
  let isOn = false;
  let isConnected = false;

  function add(meter: Meter): void {
    meters.add(meter);
    isOn = true;
  }

  const readGauge: ReadGauge = async (name) => {
    const values = (readers.get(name) ?? []).map((read) =>
      withDeadline(readWithinMs, readOrNone(read), () => []),
    );
    return (await Promise.all(values)).flat();
  };

  const telemetry: Telemetry = {
    get isOn() {
      return isOn;
    },
    elapsed: () => clock.elapsed() / 1000,
    count(name, labels, amount = 1) {
      for (const meter of meters) meter.count(name, labels, amount);
    },
    observe(name, labels, seconds) {
      for (const meter of meters) meter.observe(name, labels, seconds);
    },
    watch(name, read) {
      readers.set(name, [...(readers.get(name) ?? []), read]);
    },
    async measure({ metric, labels, span, failureOf = () => null, outcomeOf = () => 'ok' }, work) {
      if (!isOn) return work();
      const startedAt = telemetry.elapsed();
      let outcome = 'failed';
      try {
        return await tracer.trace(span, async (active) => {
          const result = await work();
          const failure = failureOf(result);
          if (failure === null) outcome = outcomeOf(result);
          else active.fail(failure);
          return result;
        });
      } catch (error) {
        if (isRefusal(error)) outcome = 'ok';
        throw error;
      } finally {
        const seconds = telemetry.elapsed() - startedAt;
        for (const meter of meters) meter.observe(metric, { ...labels, outcome }, seconds);
      }
    },
    trace: (start, work) => tracer.trace(start, work),
    async register(registry) {
      add(await createPrometheusMeter(registry, readGauge));
    },
    async start() {
      // A start that failed is repeated.
      if (isConnected) return;
      isConnected = true;
      try {
        const found = await connectOpenTelemetry(readGauge);
        if (found.meter !== null) add(found.meter);
        if (found.tracer === null) return;
        tracer = found.tracer;
        isOn = true;
      } catch (error) {
        logger.warn(
          { error: describeError(error) },
          'OpenTelemetry is registered, but the service cannot use it. See docs/guide/troubleshooting.md#opentelemetry-not-usable',
        );
      }
    },
    close() {
      for (const meter of meters) meter.close();
      meters.clear();
      readers.clear();
      tracer = noTracer;
      isOn = false;
    },
  };
  return telemetry;
}
