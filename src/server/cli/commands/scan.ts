import { packageVersion } from '#platform/kernel/version';
import { defineCommand } from '../command';
import { requireSafeOutput, writeFileAside, writeTo } from '../output';
import { requireSigningHash } from '../require-secret';
import { readBaseline } from '../scan/baseline';
import { launchBrowser } from '../scan/browser/launch-browser';
import { compare } from '../scan/compare/compare';
import { draftProfiles, findDashboard, requireProfiles } from '../scan/draft-profiles';
import { propose } from '../scan/proposal';
import { renderReport } from '../scan/report/formats';
import { summarise } from '../scan/report/report';
import { scan } from '../scan/scan';
import { readFailOn, readFormat, readScanOptions, scanOptions } from '../scan/scan-options';
import { openState } from '../scan/state-file';
import { describeVisitor } from '../scan/visitors';

export const scanSite = defineCommand({
  name: 'scan',
  summary: 'Visit a site as several visitors, and compare what it stores and contacts with its profile',
  positionals: ['URL…'],
  options: scanOptions,
  notes: [
    'Needs the optional package playwright-core. The exit code is 1 when there are findings as in --fail-on.',
    'Scan only your own sites: the scanner follows links, and its decisions are recorded like those of any visitor.',
  ],
  async run({ options, positionals, open, notify, stdout, withProgress, interrupted }) {
    const { output, state: stateFile, baseline: baselineFile, propose: proposalFile } = options;
    const format = readFormat(options);
    const fails = readFailOn(options);
    const plan = readScanOptions(options, positionals);
    const baseline = baselineFile === undefined ? new Set<string>() : await readBaseline(baselineFile);
    const inUse = [
      ...(stateFile === undefined ? [] : [{ file: stateFile, use: 'the state' }]),
      ...(baselineFile === undefined ? [] : [{ file: baselineFile, use: 'the baseline' }]),
    ];
    for (const file of [output, proposalFile]) if (file !== undefined) await requireSafeOutput(file, inUse);

    // A database or storage that cannot be used must not cost a whole scan.
    const target = options.draft ? await open() : null;
    if (target !== null) {
      await requireSigningHash(target, 'webhooks');
      await target.service.operations.prepareToSave();
    }
    for (const file of [output, proposalFile])
      if (file !== undefined && target !== null) await requireSafeOutput(file, target.filesInUse);

    const saved = await openState(stateFile, plan);
    const browser = await launchBrowser({
      ...(options.browser !== undefined && { path: options.browser }),
      sandbox: !options['no-sandbox'],
    });
    let isOver = false;
    void interrupted().then(() => {
      isOver = true;
    });
    const places = await withProgress('Visiting pages', (report) =>
      scan(plan, { browser, saved, report, notify, isOver: () => isOver }),
    ).finally(() => browser.close());

    const sessions = places.flatMap((place) => place.sessions);
    const all = compare(places);
    const findings = all.filter(({ fingerprint }) => !baseline.has(fingerprint));
    const report = {
      urls: plan.urls,
      finishedAt: new Date().toISOString(),
      version: packageVersion,
      pages: [...new Set(sessions.flatMap(({ pages }) => pages.map(({ url }) => url)))],
      visitors: sessions.map(({ visitor }) => describeVisitor(visitor)),
      findings,
      known: all.length - findings.length,
    };
    const text = toPieces(renderReport(format, report));
    await (output === undefined ? writeTo(stdout, text) : writeFileAside(output, text));
    if (output !== undefined) notify(`${summarise(report)} Wrote the report to ${output}.`);
    if (proposalFile !== undefined) {
      await writeFileAside(proposalFile, toPieces(`${JSON.stringify(propose(places), null, 2)}\n`));
      notify(`Wrote the proposal to ${proposalFile}.`);
    }
    if (target !== null) {
      const { service, config } = target;
      const { base = null, tenantId } = saved.state.service ?? {};
      const draft = {
        tenantId: tenantId ?? 'default',
        drafts: service.operations.drafts,
        dashboard: base === null ? null : findDashboard(base, tenantId ?? 'default', config),
        notify,
      };
      await requireProfiles(places, draft);
      if (!(await draftProfiles(places, draft))) return 1;
    }
    return findings.some(fails) ? 1 : 0;
  },
});

async function* toPieces(text: string) {
  yield text;
}
