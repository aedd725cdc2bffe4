// Fails when the widget has grown: sizes as the service sends them (brotli), in bytes. Part of `npm run check`.
import { readFileSync } from 'node:fs';
import { buildWidget } from './build-widget.mjs';

/** Largest sum of the files of each situation. Lower a limit when a change makes room. */
const limits = [
  ['every page view', ['widget.js'], 3535],
  ['first visit, until the banner shows', ['widget.js', 'banner.js', 'widget.css'], 8105],
  ['first visit, scripts', ['widget.js', 'banner.js', 'decide.js'], 8800],
  ['written into a page', ['inline.js'], 7790],
  ['head of a page', ['head.js'], 705],
  ['early request', ['early.js'], 310],
  ['stubs of frameworks', ['stubs.js'], 770],
  ['banner', ['banner.js', 'widget.css'], 4585],
  ['decision', ['decide.js'], 2150],
  ['preferences', ['preferences.js', 'preferences.css'], 2915],
  ['age gate', ['age-gate.js'], 905],
  ['link back to the choices', ['link.js', 'link.css'], 1065],
  ['placeholders', ['embeds.js', 'embeds.css'], 1565],
  ['blocked content', ['unblock.js'], 770],
  ['withdrawal', ['withdraw.js'], 760],
  ['frameworks', ['frameworks.js'], 3235],
  ['vendors', ['tcf.js', 'tcf.css'], 3640],
];

await buildWidget();
const { files } = JSON.parse(readFileSync(new URL('../dist/widget/manifest.json', import.meta.url), 'utf8'));
const limited = new Set(limits.flatMap(([, names]) => names));
for (const name of Object.keys(files))
  if (!limited.has(name)) {
    console.log(`${name} has no limit`);
    process.exitCode = 1;
  }
for (const [situation, names, limit] of limits) {
  const size = names.reduce((sum, name) => sum + files[name].brotli, 0);
  console.log(`${situation.padEnd(36)} ${size} of ${limit} B (${names.join(', ')})`);
  if (size > limit) process.exitCode = 1;
}
