import { findingKinds } from '#standards/findings/index';
import type { Evidence, Finding } from '../finding';
import { type Report, summarise } from './report';
import { markupText } from './safe-text';

/** Screenshots are large; each is in the page once, and further ones are left out. */
const maxScreenshots = 40;

/** The page may do nothing but show itself, whatever a scanned site has put into it. */
const policy = "default-src 'none'; img-src data:; style-src 'unsafe-inline'";

const style = `
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h2 { font-size: 1.1rem; margin: 0; overflow-wrap: anywhere; }
article { border: 1px solid #8888; border-inline-start-width: 6px; border-radius: 6px; padding: 1rem; margin: 1rem 0; }
.error { border-inline-start-color: #c62828; } .warning { border-inline-start-color: #b26a00; }
p, dl, ul { margin: .5rem 0; } li, dd { overflow-wrap: anywhere; } dt { font-weight: 600; }
code { font-size: .9em; } img { max-width: 100%; border: 1px solid #8888; }
`;

/** Returns the report as one HTML file without scripts. */
export function htmlReport(report: Report): string {
  const images = selectImages(report.findings);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width">
<title>Consent scan</title>
<style>${style}</style>
</head>
<body>
<h1>Consent scan</h1>
<p>${report.urls.map(markupText).join(', ')} – ${markupText(report.finishedAt)}</p>
<p><strong>${markupText(summarise(report))}</strong></p>
${report.findings.map((finding) => article(finding, images)).join('\n')}
${list('Pages', report.pages)}
${list('Visitors', report.visitors)}
${images.size === 0 ? '' : `<h2>Screenshots</h2>\n${[...images].map(figure).join('\n')}`}
</body>
</html>
`;
}

/** Returns the screenshots to show, with their numbers. */
function selectImages(findings: readonly Finding[]): ReadonlyMap<string, number> {
  const images = findings.flatMap(({ evidence }) => evidence.map(({ screenshot }) => screenshot));
  const known = images.filter((image) => image !== null && /^[A-Za-z0-9+/=]+$/.test(image)) as string[];
  return new Map([...new Set(known)].slice(0, maxScreenshots).map((image, index) => [image, index + 1]));
}

function article({ code, severity, subject, count, evidence }: Finding, images: ReadonlyMap<string, number>) {
  const { meaning, advice, source } = findingKinds[code];
  return `<article class="${severity}" id="${code}">
<h2>${markupText(subject)}</h2>
<p>${severity} <code>${code}</code>: ${markupText(meaning)}</p>
<dl><dt>What to do</dt><dd>${markupText(advice)}</dd><dt>Source</dt><dd>${markupText(source)}</dd>
<dt>Seen ${count === 1 ? 'once' : `${count} times`}</dt><dd><ul>${evidence.map((one) => seen(one, images)).join('')}</ul></dd></dl>
</article>`;
}

function seen(
  { page, visitor, initiator, detail, screenshot }: Evidence,
  images: ReadonlyMap<string, number>,
) {
  const image = screenshot === null ? undefined : images.get(screenshot);
  const link = image === undefined ? '' : ` – <a href="#screenshot-${image}">screenshot ${image}</a>`;
  const facts = [visitor, page, detail, initiator && `by ${initiator}`].filter(
    (fact) => typeof fact === 'string',
  );
  return `<li>${facts
    .filter((fact) => fact !== '')
    .map(markupText)
    .join(', ')}${link}</li>`;
}

const list = (title: string, items: readonly string[]) =>
  `<h2>${title}</h2>\n<ul>${items.map((item) => `<li>${markupText(item)}</li>`).join('')}</ul>`;

const figure = ([image, number]: readonly [string, number]) =>
  `<figure id="screenshot-${number}"><img alt="Screenshot ${number}" src="data:image/jpeg;base64,${image}"><figcaption>Screenshot ${number}</figcaption></figure>`;
