import type { FindingCode } from '#standards/findings/index';
import type { Evidence, Findings } from '../finding';
import type { StoredItem, VisitorKind } from '../observation';
import { isOwnName, type PublishedProfile } from '../published-profile';
import { allowedCategories } from '../visitors';
import { type Identity, identifyHost, identifyItem, isAllowed } from './identify';
import { lifetimeFault } from './lifetime';

type Thing = 'cookie' | 'storage' | 'host';

/** The items and hosts that one visitor was seen with. */
export interface Sighting {
  readonly kind: VisitorKind;
  readonly profile: PublishedProfile;
  readonly evidence: Evidence;
}

/** Adds the faults of a stored item. */
export function judgeItem(findings: Findings, item: StoredItem, sighting: Sighting): void {
  const { kind, profile, evidence } = sighting;
  if (isOwnName(profile, item.name)) return;
  const identity = identifyItem(item, profile);
  const thing = item.kind === 'cookie' ? 'cookie' : 'storage';
  // A site cannot remove cookies of other sites; requests to them are findings of their own.
  if (kind !== 'withdrawn' || item.ownHost) judgeChoice(findings, thing, identity, sighting);
  if (identity.listed.length === 0) findings.add(`${thing}_not_listed`, identity.subject, evidence);
  const detail = lifetimeFault(item, identity.listed);
  if (detail !== null) findings.add('cookie_lifetime_longer', identity.subject, { ...evidence, detail });
}

/** Adds the faults of a contact with another host. */
export function judgeHost(findings: Findings, host: string, sighting: Sighting): void {
  const identity = identifyHost(host, sighting.profile);
  judgeChoice(findings, 'host', identity, sighting);
  if (identity.listed.length === 0) findings.add('host_not_listed', identity.subject, sighting.evidence);
}

function judgeChoice(
  findings: Findings,
  thing: Thing,
  identity: Identity,
  { kind, profile, evidence }: Sighting,
): void {
  if (isAllowed(identity, profile, allowedCategories(kind, profile)) !== false) return;
  const code = toCode(thing, identity, kind, profile);
  // What ignores every choice is one finding, not one for each choice.
  const ignoresChoices = findings.has(`${thing}_after_refusal`, identity.subject);
  const isMoreSpecific = code === 'cookie_wrong_category' || kind === 'withdrawn';
  if (!(ignoresChoices && isMoreSpecific)) findings.add(code, identity.subject, evidence);
}

function toCode(thing: Thing, identity: Identity, kind: VisitorKind, profile: PublishedProfile): FindingCode {
  if (kind === 'undecided') return `${thing}_before_consent`;
  if (kind === 'gpc') {
    const withoutSignal = isAllowed(identity, profile, allowedCategories('undecided', profile));
    return withoutSignal ? 'gpc_ignored' : `${thing}_before_consent`;
  }
  if (kind === 'withdrawn') return `${thing}_after_withdrawal`;
  return kind !== 'refused' && thing === 'cookie' ? 'cookie_wrong_category' : `${thing}_after_refusal`;
}
