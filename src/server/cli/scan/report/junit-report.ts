import { findingCodes, findingKinds } from '#standards/findings/index';
import type { Report } from './report';
import { markupText } from './safe-text';

/** Returns the report in the form of JUnit, which most CI systems show: one test for each code. */
export function junitReport({ findings, finishedAt }: Report): string {
  const cases = findingCodes.map((code) => {
    const found = findings.filter((finding) => finding.code === code);
    const name = `<testcase classname="express-consent.scan" name="${code}"`;
    if (found.length === 0) return `    ${name}/>`;
    const lines = found.flatMap(({ subject, evidence }) => [
      subject,
      ...evidence.map(({ page, visitor, initiator, detail }) =>
        ['  ', [visitor, page, detail, initiator].filter(Boolean).join(', ')].join(''),
      ),
    ]);
    const { meaning, advice, severity } = findingKinds[code];
    return `    ${name}>
      <failure type="${severity}" message="${markupText(meaning)}">${[...lines, advice].map(markupText).join('\n')}</failure>
    </testcase>`;
  });
  const failures = new Set(findings.map(({ code }) => code)).size;
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites>
  <testsuite name="express-consent scan" tests="${findingCodes.length}" failures="${failures}" timestamp="${markupText(finishedAt)}">
${cases.join('\n')}
  </testsuite>
</testsuites>
`;
}
