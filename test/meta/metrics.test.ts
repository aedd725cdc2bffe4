import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { metricDefinitions, toPrometheusName, withoutDots } from '#platform/kernel/telemetry/metric-table';
import { sourceTexts } from '../support/source-files';

const root = resolve(__dirname, '../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

const dashboard = JSON.parse(read('ops/grafana/express-consent.json'));
const alerts = read('ops/prometheus/alerts.yaml');
const guide = read('docs/guide/monitoring.md');

interface Panel {
  readonly title: string;
  readonly gridPos: { readonly h: number; readonly w: number; readonly x: number; readonly y: number };
  readonly targets?: readonly { readonly expr: string }[];
}
const panels: readonly Panel[] = dashboard.panels;
const queries = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
const rules = [...alerts.matchAll(/^ +- alert: (\w+)\n([\s\S]*?)(?=\n\n|$(?![\s\S]))/gm)].map(
  ([, name = '', text = '']) => ({ name, text }),
);

/** The series of the table, by name, with the labels of each. */
const series = new Map<string, readonly string[]>(
  metricDefinitions.flatMap(([name, { kind, labels }]): [string, string[]][] => {
    const own = Object.keys(labels).map(withoutDots);
    const full = toPrometheusName(name);
    return kind === 'histogram'
      ? [
          [`${full}_bucket`, [...own, 'le']],
          [`${full}_sum`, own],
          [`${full}_count`, own],
        ]
      : [[full, own]];
  }),
);
/** Labels that Prometheus adds. */
const added = ['job', 'instance'];

/** Returns the series that a query names, with the labels that it selects by. */
const selected = (query: string) =>
  [...query.matchAll(/(express_consent_\w+)(?:\{([^}]*)\})?/g)].map(([, name = '', selector = '']) => ({
    name,
    labels: [...selector.matchAll(/(\w+) *(?:=~|!~|!=|=)/g)].map(([, label = '']) => label),
  }));

test('the dashboard has panels and queries, the rules have names', () => {
  expect(queries.length).toBeGreaterThan(20);
  expect(rules.length).toBe(alerts.match(/alert:/g)?.length);
});

test('every series in the dashboard and the alerts exists, with the labels that it is selected by', () => {
  const used = [...queries, alerts].flatMap(selected);
  const unknown = used.filter(({ name, labels }) => {
    const known = series.get(name);
    return known === undefined || labels.some((label) => ![...known, ...added].includes(label));
  });
  expect(unknown).toEqual([]);
});

test('every label that a query groups by or a legend names is one of its series', () => {
  const wrong = panels.flatMap(({ title, targets = [] }) =>
    targets.flatMap(({ expr }) => {
      const known = selected(expr).flatMap(({ name }) => series.get(name) ?? []);
      const grouped = [...expr.matchAll(/by \(([^)]*)\)/g)].flatMap(([, labels = '']) => labels.split(/, */));
      return grouped.filter((label) => !known.includes(label)).map((label) => `${title}: ${label}`);
    }),
  );
  expect(wrong).toEqual([]);
});

test('the dashboard shows every metric', () => {
  const shown = queries.flatMap(selected).map(({ name }) => name.replace(/_(bucket|sum|count)$/, ''));
  expect(
    metricDefinitions.map(([name]) => toPrometheusName(name)).filter((name) => !shown.includes(name)),
  ).toEqual([]);
});

test('no two panels of the dashboard overlap', () => {
  const overlapping = panels.filter((a, index) =>
    panels
      .slice(index + 1)
      .some(
        ({ gridPos: b }) =>
          a.gridPos.x < b.x + b.w &&
          b.x < a.gridPos.x + a.gridPos.w &&
          a.gridPos.y < b.y + b.h &&
          b.y < a.gridPos.y + a.gridPos.h,
      ),
  );
  expect(overlapping.map(({ title }) => title)).toEqual([]);
});

test('every alert has a summary, a severity and a section of the guide, and every section is of an alert', () => {
  const sections = [...guide.matchAll(/^### (Consent\w+)$/gm)].map(([, name]) => name);
  expect(rules.map(({ name }) => name).sort()).toEqual(sections.sort());
  for (const { name, text } of rules) {
    expect(text).toMatch(/severity: (warning|critical)/);
    expect(text).toMatch(/summary: \S/);
    expect(text).toContain(`runbook: docs/guide/monitoring.md#${name.toLowerCase()}`);
  }
});

test('every metric is measured somewhere', () => {
  const sources = sourceTexts().filter(({ fileName }) => !fileName.endsWith('metric-table.ts'));
  const isMentioned = (name: string) => sources.some(({ text }) => text.includes(`'${name}'`));
  expect(metricDefinitions.map(([name]) => name).filter((name) => !isMentioned(name))).toEqual([]);
});

test.each(metricDefinitions.map(([name, definition]) => ({ name, ...definition })))(
  '$name has a sentence, and labels that are about nobody',
  ({ help, labels }) => {
    expect(help).toMatch(/^\S.*\.$/);
    expect(
      Object.keys(labels).filter((label) => /tenant|visitor|user|subject|ip|email|path|url/i.test(label)),
    ).toEqual([]);
  },
);
