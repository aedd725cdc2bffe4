import type { AnyLabels, CounterName, GaugeName, HistogramName } from './metric-table';

/** A value of a gauge. */
export interface Reading<Labelled = AnyLabels> {
  readonly labels: Labelled;
  readonly value: number;
}

/** A destination of metrics: Prometheus, or the host's OpenTelemetry. */
export interface Meter {
  count(name: CounterName, labels: AnyLabels, amount: number): void;
  observe(name: HistogramName, labels: AnyLabels, seconds: number): void;
  close(): void;
}

/** Reads a gauge when a destination wants its values. Never rejects. */
export type ReadGauge = (name: GaugeName) => Promise<readonly Reading[]>;
