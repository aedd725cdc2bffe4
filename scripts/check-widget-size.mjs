// Fails when the widget has grown: sizes as the service sends them (brotli), in bytes. Part of `npm run check`.
import { readFileSync } from 'node:fs';
import { buildWidget } from './build-widget.mjs';

/**
 * Largest sum of the files of each situation. Lower a limit when a change makes room. The hash of the parts in `widget.js`
 * makes its size vary by some bytes. A banner has 0.3 KB for what it must not take from the page and from people who use the
 * keyboard: docs/adr/0181-layers-beside-the-page.md
 */
const limits = [
  // 30 B so that listeners hear only of changes, and a page that was open for long asks what applies now. 45 B for links that
  // lead to the page of preferences where parts of the widget cannot be loaded, and 30 B for buttons that do.
  // 45 B so that what a page has stays until there is something newer, and nobody is led to a page that is not there. 40 B so that a
  // script that was loaded as a module says so. Its own hash makes 7 B of difference.
  ['every page view', ['widget.js'], 3205],
  // 40 B here and for the banner: visitors who have lost their choice can have opted out. ADR 0209. 50 B for choices that other
  // tabs make while this page waits.
  ['first visit, until the banner shows', ['widget.js', 'banner.js'], 10405],
  // A child's decision leaves out what a parent has allowed under another profile. No cookie replaces a later one of another tab.
  ['first visit, scripts', ['widget.js', 'banner.js', 'decide.js'], 13485],
  // It names the build, whose characters alone make 25 B of difference.
  ['written into a page', ['inline.js'], 10025],
  ['head of a page', ['head.js'], 720],
  ['early request', ['early.js'], 310],
  ['stubs of frameworks', ['stubs.js'], 770],
  // 80 B so that visitors hear of a decision that could not be recorded, and for lists of cookies and services that no button
  // grants or refuses by accident. 120 B so that no banner covers what is said of a decision, or makes it inert. 45 B for choices
  // that other tabs make while this page waits, and for visitors who decide while the preferences load.
  ['banner', ['banner.js'], 7200],
  // 85 B: a decision is kept before it is sent, of several clicks before this part came the last one counts, and what another
  // tab owes stays. 25 B for decisions about nothing.
  ['decision', ['decide.js'], 3085],
  ['another version', ['restart.js'], 3440],
  // A decision that could not be sent applies before the record, and one that was refused waits a day. 155 B: the seconds of a
  // decision, what the signal of a record stands for, and pages that follow a record where no cookie tells them. 15 B so that an
  // erasure leaves no copy of the choice. 60 B for records that cannot be read, and for lost cookies: ADR 0209.
  ['earlier decision', ['renew.js'], 1855],
  // Sends a refusal in place of a decision that the service refuses; only such a visitor loads it. 35 B for what another tab owes.
  ['decision that the service has not', ['lost.js'], 1030],
  // 35 B so that those without a focus trap are above the banner.
  ['preferences', ['preferences.js'], 5180],
  ['page of preferences', ['widget.css', 'page.css'], 3005],
  // A child is told where the parent could not be asked, and tries again.
  ['age gate', ['age-gate.js'], 1730],
  ['cookie declaration', ['declaration.js'], 965],
  // 200 B here, and 135 B for withdrawals: what they keep follows a publication, also on pages that stay open. ADR 0205.
  ['link back to the choices', ['link.js'], 1575],
  // 85 B for elements that a framework uses again for another frame, and 30 B so that nobody decides what the profile lacks.
  ['placeholders', ['embeds.js'], 2190],
  // 95 B for events of scripts, heads that Turbo compares, and scripts that never load: ADR 0180.
  ['blocked content', ['unblock.js'], 1605],
  ['withdrawal', ['withdraw.js'], 1435],
  // 40 B so that another language does not bring an answered banner back, and for records that could not be read.
  ['what changes on a page', ['follow.js'], 1640],
  ['names of cookies', ['report-names.js'], 485],
  ['choice of an account', ['account.js'], 900],
  ['page behind a dialog', ['hold-page.js'], 230],
  ['tags with a consent mode', ['tags.js'], 280],
  // 70 B for locators that come back when a page replaces its body: ADR 0180. 145 B for events after a layer, strings that are
  // loaded again each day and in another time zone (ADR 0198), and for stubs of others. 75 B for decisions of other pages, and
  // for the string that the next decision starts from. 10 B so that vendors hear of legitimate interests only once the visitor
  // has, and 40 B for newer notices on a page that is open for long. 35 B so that vendors hear of the opt-out that a consent leaves.
  // 20 B so that they hear nothing before the record is read.
  ['frameworks', ['frameworks.js'], 3890],
  // 15 B so that a choice is about the list that the visitor saw.
  ['vendors', ['tcf.js'], 3760],
];

await buildWidget();
const manifest = JSON.parse(readFileSync(new URL('../dist/widget/manifest.json', import.meta.url), 'utf8'));
const files = { ...manifest.files, ...manifest.inPages };
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
