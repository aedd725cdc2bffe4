import { loadOptional } from '../optional-dependency';
import type { Meter, ReadGauge } from './meter';
import {
  type AnyLabels,
  type GaugeName,
  metricDefinitions,
  toPrometheusName,
  withoutDots,
} from './metric-table';

/** A registry of prom-client, such as its `register`. */
export interface MetricRegistry {
  registerMetric(metric: never): void;
  removeSingleMetric(name: string): void;
}

type Library = typeof import('prom-client');
type PromRegistry = InstanceType<Library['Registry']>;

/** Puts the service's metrics into a registry, and removes them when the service closes. */
export async function createPrometheusMeter(registry: MetricRegistry, readGauge: ReadGauge): Promise<Meter> {
  const library = await loadOptional('prom-client', 'Metrics', () => import('prom-client'));
  // Hosts pass the registry of their own copy.
  const registers = [registry as PromRegistry];
  const counters = new Map<string, InstanceType<Library['Counter']>>();
  const histograms = new Map<string, InstanceType<Library['Histogram']>>();
  for (const [name, { kind, help, labels, buckets = [] }] of metricDefinitions) {
    const labelNames = Object.keys(labels).map(withoutDots);
    const options = { name: toPrometheusName(name), help, labelNames, registers };
    if (kind === 'counter') counters.set(name, new library.Counter(options));
    else if (kind === 'histogram')
      histograms.set(name, new library.Histogram({ ...options, buckets: [...buckets] }));
    else
      new library.Gauge({
        ...options,
        async collect() {
          const readings = await readGauge(name as GaugeName);
          // Values of before, such as those of a check that no longer exists, would stay.
          this.reset();
          for (const { labels: values, value } of readings) this.set(toLabels(values), value);
        },
      });
  }
  return {
    count: (name, labels, amount) => counters.get(name)?.inc(toLabels(labels), amount),
    observe: (name, labels, seconds) => histograms.get(name)?.observe(toLabels(labels), seconds),
    close() {
      for (const [name] of metricDefinitions) registry.removeSingleMetric(toPrometheusName(name));
    },
  };
}

/** Labels as Prometheus has them. */
function toLabels(labels: AnyLabels): Record<string, string> {
  const renamed: Record<string, string> = {};
  for (const name in labels) renamed[withoutDots(name)] = labels[name] as string; // its own key
  return renamed;
}
