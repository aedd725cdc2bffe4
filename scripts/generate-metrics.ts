// Writes docs/reference/metrics.md from the table of metrics: `npm run docs`.
import {
  metricDefinitions,
  toOpenTelemetryName,
  toPrometheusName,
  withoutDots,
} from '../src/server/platform/kernel/telemetry/metric-table';
import { code, page, table } from './markdown';

const sourcePath = 'src/server/platform/kernel/telemetry/metric-table.ts';

const introduction = `Metrics of the service, for Prometheus and for OpenTelemetry. [Monitoring](../guide/monitoring.md) describes how to
collect them. No label has a value that is about a visitor, an operator or a tenant. OpenTelemetry's labels have dots where those of
Prometheus have underscores: \`http.route\`.`;

function render(): string {
  const rows = metricDefinitions.map(([name, { kind, help, unit }]) => [
    code(toPrometheusName(name)),
    code(toOpenTelemetryName(name)),
    unit === 's' ? `${kind}, seconds` : kind,
    help,
  ]);
  const labels = metricDefinitions.flatMap(([name, definition]) =>
    Object.entries(definition.labels).map(([label, values]) => [
      code(toPrometheusName(name)),
      code(withoutDots(label)),
      values,
    ]),
  );
  return page('Metrics', sourcePath, [
    introduction,
    table(['Prometheus', 'OpenTelemetry', 'Kind', 'Meaning'], rows),
    '## Labels',
    table(['Metric', 'Label', 'Values'], labels),
  ]);
}

export const pages = { 'docs/reference/metrics.md': render };
