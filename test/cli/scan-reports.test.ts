import { parse } from 'parse5';
import { createFindings } from '#cli/scan/finding';
import { renderReport } from '#cli/scan/report/formats';
import type { Report } from '#cli/scan/report/report';
import { findingCodes, findingKinds } from '#standards/findings/index';

const hostile = '</failure><script>alert("1")</script>&amp;\u001b[31m\u202e\r\nforged line';

function reportOf(subject: string, screenshot: string | null = null): Report {
  const findings = createFindings();
  const evidence = {
    page: `https://shop.example/${subject}`,
    visitor: 'refused, desktop, DE',
    initiator: `https://shop.example/app.js${subject}:4`,
    detail: subject,
    screenshot,
  };
  findings.add('cookie_not_listed', subject, evidence);
  findings.add('cookie_before_consent', 'cookie _ga of shop.example', evidence);
  return {
    urls: ['https://shop.example/'],
    finishedAt: '2026-11-25T12:00:00.000Z',
    version: '0.1.0',
    pages: ['https://shop.example/'],
    visitors: ['refused, desktop, DE'],
    findings: findings.list(),
    known: 1,
  };
}

/** Names of all elements and attributes of an HTML page. */
function listMarkup(node: {
  nodeName?: string;
  attrs?: { name: string }[];
  childNodes?: unknown[];
}): string[] {
  return [
    node.nodeName ?? '',
    ...(node.attrs ?? []).map(({ name }) => `@${name}`),
    ...(node.childNodes ?? []).flatMap((child) => listMarkup(child as never)),
  ];
}

describe('reports of a scan', () => {
  test('every kind of finding has its words, and cites a source', () => {
    for (const code of findingCodes) {
      const { meaning, advice, source } = findingKinds[code];
      expect([code, meaning, advice]).toEqual([
        code,
        expect.stringMatching(/\.$/),
        expect.stringMatching(/\.$/),
      ]);
      expect(source.length).toBeGreaterThan(10);
    }
  });

  test.each(['table', 'junit', 'html'] as const)(
    'the %s report has no control characters of a page',
    (format) => {
      const text = renderReport(format, reportOf(hostile)).replaceAll('\n', '');
      expect(text).not.toMatch(/\p{Cc}|\u202e/u);
      expect(text).toContain('forged line');
    },
  );

  test('texts of a page stay texts in HTML, and only images that are Base64 are shown', () => {
    const markup = listMarkup(parse(renderReport('html', reportOf(hostile, 'aGk='))) as never);
    expect(markup.filter((name) => name === 'script' || name.startsWith('@on'))).toEqual([]);
    expect(markup.filter((name) => name === 'img')).toHaveLength(1);
    expect(renderReport('html', reportOf('x', '"><script>'))).not.toContain('<img');
  });

  test('texts of a page stay texts in XML', () => {
    const report = renderReport('junit', reportOf(hostile));
    expect(report.match(/<\/?[\w]+/g)?.filter((tag) => !/test(suite|suites|case)|failure/.test(tag))).toEqual(
      [],
    );
    expect(report).toContain(`tests="${findingCodes.length}" failures="2"`);
    expect(report).not.toMatch(/&(?!#39;|amp;|lt;|gt;|quot;)/);
  });

  test('a table names errors first and ends with a summary', () => {
    const lines = renderReport('table', reportOf('cookie mystery of shop.example')).trimEnd().split('\n');
    expect(lines[0]).toBe('error    cookie_before_consent  cookie _ga of shop.example');
    expect(lines.at(-1)).toBe('1 error, 1 warning on 1 page for 1 visitor, 1 known finding not shown.');
  });

  test('SARIF names a rule, a page and a stable fingerprint for each finding', () => {
    const { runs } = JSON.parse(renderReport('sarif', reportOf('cookie mystery of shop.example')));
    const [{ tool, results }] = runs;
    expect(tool.driver.rules.map(({ id }: { id: string }) => id)).toEqual(findingCodes);
    expect(results[0]).toMatchObject({
      ruleId: 'cookie_before_consent',
      level: 'error',
      partialFingerprints: { primaryLocationLineHash: reportOf('another').findings[0]?.fingerprint },
      locations: [
        { physicalLocation: { artifactLocation: { uri: 'shop.example/cookie mystery of shop.example' } } },
      ],
    });
  });

  test('JSON has the words of each finding, and no screenshots', () => {
    const text = renderReport('json', reportOf('cookie mystery of shop.example', 'aGk='));
    expect(JSON.parse(text).findings[0]).toMatchObject(findingKinds.cookie_before_consent);
    expect(text).not.toContain('aGk=');
  });

  test('a finding lists five sightings and counts the rest', () => {
    const findings = createFindings();
    const evidence = { page: '', visitor: '', initiator: null, detail: null, screenshot: null };
    for (let seen = 0; seen < 9; seen++) findings.add('banner_missing', 'page', evidence);
    expect(findings.list()).toMatchObject([{ count: 9, evidence: { length: 5 } }]);
  });
});
