import { createFindings, type Evidence, type Finding, type Findings } from '../finding';
import type { PageObservation, Session } from '../observation';
import { isOwnName, type ListedParameter, type PublishedProfile } from '../published-profile';
import { describeVisitor } from '../visitors';
import { judgeBanner } from './banner-faults';
import { judgeHost, judgeItem } from './choice-faults';
import { identifyItem } from './identify';

/** The sessions from one place, and the profile that applies there. */
export interface PlaceObservation {
  readonly profile: PublishedProfile;
  readonly sessions: readonly Session[];
}

/** Compares what was seen with what the published profiles say. */
export function compare(places: readonly PlaceObservation[]): Finding[] {
  const findings = createFindings();
  for (const { profile, sessions } of places) {
    for (const session of sessions) judgeSession(findings, session, profile);
    findNeverSeen(findings, sessions, profile);
  }
  return findings.list();
}

function judgeSession(findings: Findings, session: Session, profile: PublishedProfile): void {
  const { kind } = session.visitor;
  const first = session.pages.find(({ screenshot }) => screenshot !== null)?.screenshot ?? null;
  for (const page of session.pages) {
    const evidence = toEvidence(session, page, first);
    for (const item of page.stored)
      judgeItem(findings, item, { kind, profile, evidence: { ...evidence, initiator: item.initiator } });
    for (const { host, url, type, initiator } of page.contacts)
      judgeHost(findings, host, {
        kind,
        profile,
        evidence: { ...evidence, initiator, detail: `${type} ${url}` },
      });
    if (page.banner !== null) judgeBanner(findings, page.url, page.banner, { profile, evidence });
    if (page.hasSettingsLink === false) findings.add('settings_link_missing', page.url, evidence);
  }
}

const toEvidence = ({ visitor }: Session, page: PageObservation, screenshot: string | null): Evidence => ({
  page: page.url,
  visitor: describeVisitor(visitor),
  initiator: null,
  detail: null,
  screenshot: page.screenshot ?? screenshot,
});

/** Lists parameters that no visitor was seen with, although one of them had accepted everything. */
function findNeverSeen(findings: Findings, sessions: readonly Session[], profile: PublishedProfile): void {
  const accepted = sessions.find(({ visitor }) => visitor.kind === 'accepted');
  const [page] = accepted?.pages ?? [];
  if (accepted === undefined || page === undefined) return;
  const items = sessions.flatMap(({ pages }) => pages.flatMap(({ stored }) => stored));
  const seen = new Set(items.flatMap((item) => identifyItem(item, profile).listed));
  for (const parameter of profile.parameters)
    if (isStored(parameter) && !seen.has(parameter) && !isOwnName(profile, parameter.name))
      findings.add(
        'cookie_never_seen',
        `${parameter.kind} ${parameter.name}`,
        toEvidence(accepted, page, null),
      );
}

const isStored = ({ kind }: ListedParameter) => kind !== 'pixel' && kind !== 'other';
