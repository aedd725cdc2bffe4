/** A family of samples, as a scrape has it. */
export interface MetricFamily {
  readonly name: string;
  readonly type: string;
  readonly help: string;
  readonly samples: Sample[];
}

export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

const metricName = '[a-zA-Z_:][a-zA-Z0-9_:]*';
const labelPair = '[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\\\\n]|\\\\[\\\\"n])*"';
const sampleLine = new RegExp(
  `^(${metricName})(?:\\{((?:${labelPair},)*(?:${labelPair})?)\\})? ([+-]?(?:[0-9.eE+-]+|Inf)|NaN)$`,
);
const types = ['counter', 'gauge', 'histogram', 'summary', 'untyped'];

/**
 * Reads Prometheus's text format 0.0.4, and throws where a scrape would be refused or misunderstood: unknown lines, a
 * family without a type or with two, a sample twice, buckets that are not cumulative.
 */
export function parsePrometheusText(text: string): Map<string, MetricFamily> {
  if (!text.endsWith('\n')) throw new Error('The last line has no end');
  const families = new Map<string, MetricFamily>();
  const helps = new Map<string, string>();
  const seen = new Set<string>();
  let current: MetricFamily | undefined;
  for (const line of text.split('\n')) {
    if (line === '') continue;
    const comment = /^# (HELP|TYPE) (\S+) (.*)$/.exec(line);
    if (comment !== null) {
      const [, kind, name = '', rest = ''] = comment;
      if (kind === 'HELP') {
        if (helps.has(name)) throw new Error(`Two helps: ${line}`);
        helps.set(name, rest);
        continue;
      }
      if (families.has(name) || !types.includes(rest)) throw new Error(`Wrong type: ${line}`);
      current = { name, type: rest, help: helps.get(name) ?? '', samples: [] };
      families.set(name, current);
      continue;
    }
    const sample = toSample(line);
    if (current === undefined || !belongsTo(sample.name, current)) throw new Error(`Without a type: ${line}`);
    const key = JSON.stringify([sample.name, Object.entries(sample.labels).sort()]);
    if (seen.has(key)) throw new Error(`Twice: ${line}`);
    seen.add(key);
    current.samples.push(sample);
  }
  for (const family of families.values()) if (family.type === 'histogram') requireCumulative(family);
  return families;
}

function toSample(line: string): Sample {
  const match = sampleLine.exec(line);
  if (match === null) throw new Error(`Not a line of the format: ${line}`);
  const [, name = '', inside = '', value = ''] = match;
  const labels: Record<string, string> = {};
  for (const [pair] of inside.matchAll(new RegExp(labelPair, 'g'))) {
    const label = pair.slice(0, pair.indexOf('='));
    if (label in labels) throw new Error(`A label twice: ${line}`);
    const quoted = pair.slice(label.length + 2, -1);
    labels[label] = quoted.replace(/\\(.)/g, (_all, sign: string) => (sign === 'n' ? '\n' : sign));
  }
  const number = value.endsWith('Inf') ? Number(`${value}inity`) : Number(value);
  if (Number.isNaN(number) && value !== 'NaN') throw new Error(`Not a number: ${line}`);
  return { name, labels, value: number };
}

const belongsTo = (name: string, { name: family, type }: MetricFamily): boolean =>
  type === 'histogram'
    ? [`${family}_bucket`, `${family}_sum`, `${family}_count`].includes(name)
    : name === family;

function requireCumulative({ name, samples }: MetricFamily): void {
  const last = new Map<string, { bound: number; value: number }>();
  for (const { name: sample, labels, value } of samples) {
    const { le, ...others } = labels;
    const key = JSON.stringify(Object.entries(others).sort());
    const before = last.get(key) ?? { bound: Number.NEGATIVE_INFINITY, value: 0 };
    if (sample.endsWith('_bucket')) {
      const bound = le === '+Inf' ? Number.POSITIVE_INFINITY : Number(le);
      if (!(bound > before.bound) || value < before.value) throw new Error(`Wrong buckets: ${name} ${key}`);
      last.set(key, { bound, value });
    } else if (
      sample.endsWith('_count') &&
      (before.bound !== Number.POSITIVE_INFINITY || before.value !== value)
    )
      throw new Error(`Wrong count: ${name} ${key}`);
  }
}

/** Returns the sum of the samples with these labels. */
export function sumOf(
  families: ReadonlyMap<string, MetricFamily>,
  sampleName: string,
  labels: Readonly<Record<string, string>> = {},
): number {
  return [...families.values()]
    .flatMap(({ samples }) => samples)
    .filter(({ name }) => name === sampleName)
    .filter((sample) => Object.entries(labels).every(([label, value]) => sample.labels[label] === value))
    .reduce((sum, { value }) => sum + value, 0);
}
