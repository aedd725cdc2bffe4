// Writes docs/reference/findings.md from the list of finding codes: `npm run docs`.
import { findingCodes, findingKinds } from '#standards/findings/index';
import { code, page, table } from './markdown';

const introduction = `The codes of findings about a site, which [\`express-consent scan\`](../guide/scan.md) reports. A code never changes its meaning. **This is not
legal advice.** The sources name the origin of each finding, as a starting point for your counsel; which of them applies depends on the visitor’s place.`;

const render = () =>
  page('Findings', 'src/standards/findings/', [
    introduction,
    table(
      ['Code', 'Severity', 'Meaning', 'What to do', 'Source'],
      findingCodes.map((name) => {
        const { severity, meaning, advice, source } = findingKinds[name];
        return [code(name), severity, meaning, advice, source];
      }),
    ),
  ]);

export const pages = { 'docs/reference/findings.md': render };
