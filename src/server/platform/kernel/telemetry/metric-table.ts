// Why: docs/adr/0118-metrics.md

/** A metric that the service reports. */
interface MetricDefinition {
  readonly kind: 'counter' | 'histogram' | 'gauge';
  /** A sentence. */
  readonly help: string;
  /** Seconds; absent: a number of things. */
  readonly unit?: 's';
  /** Names of the labels, and their values as documented. Each has few values, and none is about a visitor. */
  readonly labels: Readonly<Record<string, string>>;
  /** Upper bounds of a histogram's buckets. */
  readonly buckets?: readonly number[];
}

const quick = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];
const ofAnswers = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const ofWork = [0.1, 0.5, 1, 5, 10, 30, 60, 300];

const outcome = '`ok` or `failed`';

/**
 * Every metric, by its name in OpenTelemetry without `express_consent.` at its beginning. Prometheus's names follow from
 * these as the specification of OpenTelemetry says, so that dashboards work with both.
 */
const metricTable = {
  'build.info': {
    kind: 'gauge',
    help: 'Always 1; the label has the version of express-consent.',
    labels: { version: 'Version of the package' },
  },
  'http.request.duration': {
    kind: 'histogram',
    unit: 's',
    help: 'Time from a request of an API to its answer. Its count is the number of requests.',
    labels: {
      api: '`public` or `admin`',
      'http.request.method': 'Method; unusual ones are `_OTHER`',
      'http.route':
        'Template of the path, such as `/svc/api/v1/consent/:visitorId`; unknown paths are `unknown`',
      status_class: '`2xx` to `5xx`',
    },
    buckets: ofAnswers,
  },
  'published_files.requests': {
    kind: 'counter',
    help: 'Requests for published banner texts.',
    labels: {
      cache: '`hit`: answered from memory; `miss`: read from the storage, or there is no such file',
      status_class: '`2xx` to `5xx`',
    },
  },
  'cache.lookups': {
    kind: 'counter',
    help: 'Lookups in the caches of answers that are made from published files or the vendor list.',
    labels: { cache: '`bootstrap`, `declarations`, `notices` or `vendor-lists`', result: '`hit` or `miss`' },
  },
  decisions: {
    kind: 'counter',
    help: 'Decisions that were stored.',
    labels: {
      result:
        '`accepted`: every optional category; `refused`: none; `saved`: some; `withdrawn`: something that was granted before no longer is; `gpc`: decided by Global Privacy Control',
      source: '`banner`, `api` or `import`',
    },
  },
  impressions: {
    kind: 'counter',
    help: 'Banners that visitors have seen and that were counted.',
    labels: {},
  },
  leaks: {
    kind: 'counter',
    help: 'Cookies in answers of the host that the banner does not allow, for each answer.',
    labels: {
      code: 'Code of the finding, such as `cookie_before_consent`',
      action: 'Action of the guard: `reported`, `dropped` or `expired`',
    },
  },
  'queue.length': {
    kind: 'gauge',
    help: 'Items that wait. Queues in the database are counted up to 10,000, and every process reports the same number.',
    labels: {
      queue:
        'In this process: `submissions`, `impressions` (sums). In the database: `webhooks` (messages), `statistics` (rows of the journal)',
    },
  },
  'database.connections': {
    kind: 'gauge',
    help: 'Connections of the pool; `pending` are requests for one that wait.',
    labels: { pool: '`primary` or `replica`', state: '`used`, `free` or `pending`' },
  },
  'database.transaction.duration': {
    kind: 'histogram',
    unit: 's',
    help: 'Time of a transaction of the service, repetitions after conflicts included.',
    labels: { outcome },
    buckets: quick,
  },
  'database.retries': {
    kind: 'counter',
    help: 'Transactions that were repeated after a conflict with another writer.',
    labels: {},
  },
  'storage.operation.duration': {
    kind: 'histogram',
    unit: 's',
    help: 'Time of a call of the storage.',
    labels: { operation: '`read`, `write`, `remove`, `list`, `listDirectories` or `check`', outcome },
    buckets: quick,
  },
  'audit.failures': {
    kind: 'counter',
    help: 'Changes that were not made because their audit entries could not be written.',
    labels: {},
  },
  'health.status': {
    kind: 'gauge',
    help: '1 while a check of `GET /health` passes, otherwise 0.',
    labels: { check: '`database`, `storage`, `migrations`, `start`, `publications`, `replica` or `plugins`' },
  },
  'webhook.delivery.duration': {
    kind: 'histogram',
    unit: 's',
    help: 'Time of an attempt to deliver a webhook message.',
    labels: { outcome },
    buckets: ofAnswers,
  },
  'webhook.messages.given_up': {
    kind: 'counter',
    help: 'Webhook messages that were not delivered in time.',
    labels: {},
  },
  'upkeep.duration': {
    kind: 'histogram',
    unit: 's',
    help: 'Time of the upkeep, which removes expired data every ten minutes, and more often while some is left.',
    labels: {
      outcome: '`ok`, `failed`, or `unfinished`: expired data is left for the next run, which follows soon',
    },
    buckets: ofWork,
  },
  'upkeep.last_success.timestamp': {
    kind: 'gauge',
    unit: 's',
    help: 'Unix time at which all of the upkeep last succeeded in this process and left nothing; at first, the time of the start.',
    labels: {},
  },
} as const satisfies Readonly<Record<string, MetricDefinition>>;

type MetricTable = typeof metricTable;
export type MetricName = keyof MetricTable;
type OfKind<Kind> = {
  [Name in MetricName]: MetricTable[Name]['kind'] extends Kind ? Name : never;
}[MetricName];
export type CounterName = OfKind<'counter'>;
export type HistogramName = OfKind<'histogram'>;
export type GaugeName = OfKind<'gauge'>;

/** The labels of a metric with their values. */
export type Labels<Name extends MetricName> = Readonly<Record<keyof MetricTable[Name]['labels'], string>>;
export type AnyLabels = Readonly<Record<string, string>>;

/** Every metric, with the same type for each. */
export const metricDefinitions = Object.entries(metricTable) as unknown as readonly (readonly [
  // `as const` gives each entry a type of its own.
  MetricName,
  MetricDefinition,
])[];

export const toOpenTelemetryName = (name: MetricName): string => `express_consent.${name}`;

/** Returns a name or label in Prometheus, whose names have no dots. */
export const withoutDots = (name: string): string => name.replaceAll('.', '_');

/** Returns the name in Prometheus: with the unit, and `_total` for counters. */
export function toPrometheusName(name: MetricName): string {
  const { kind, unit }: MetricDefinition = metricTable[name];
  const parts = [withoutDots(toOpenTelemetryName(name))];
  if (unit === 's') parts.push('seconds');
  if (kind === 'counter') parts.push('total');
  return parts.join('_');
}
