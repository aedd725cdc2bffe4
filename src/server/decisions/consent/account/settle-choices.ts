import type { ProfileFacts } from '#banners/profiles/index';
import { canonicalJson } from '#platform/kernel/json';
import type { ServiceAnswers } from '#standards/choice/index';
import { readState } from '#standards/consent-state';
import type { ConsentJson } from '../consent-schemas';
import type { DecisionBasis } from '../effective/carried-decision';
import { getEffectiveConsent, getEffectiveServices } from '../effective/effective-consent';
import { isAhead } from '../records/clock-skew';
import { withSettledServices } from '../records/consent-decision';
import type { StoredConsent } from '../records/stored-consent';

// Why: docs/adr/0112-consent-per-account.md

/** A valid decision of an account or of a device. */
export interface HeldChoice {
  readonly consent: StoredConsent;
  /** Its profile as it is now. */
  readonly profile: ProfileFacts;
  /** Its profile, with the facts and the number of the version that the visitor was shown. */
  readonly shown: ProfileFacts;
  /** The facts that the decision was made against. */
  readonly basis: DecisionBasis;
}

/** The choice of an account that a sign-in brings about. */
export interface SettledChoice {
  /**
   * The latest decision that counts for all devices, from which profile, language, place and writer come: what is granted was
   * granted in it.
   */
  readonly base: HeldChoice;
  /** The choices of which it is made, the base included. */
  readonly parts: readonly HeldChoice[];
  readonly consentJson: ConsentJson;
  readonly services: ServiceAnswers | null;
  /** The device's decision, if it is this choice; null: the choice is made of several. */
  readonly whole: HeldChoice | null;
  /** Time of the latest decision in it (epoch milliseconds), but for one of the account that no longer counts. Now, if that is in the future. */
  readonly at: number;
}

/**
 * Returns whether a choice can become one for all devices: the visitor was informed of that when deciding, or it is a
 * refusal, which is never wider than what was chosen. Nobody knows what the visitor of an imported decision was told.
 */
export const countsEverywhere = ({ shown, consent }: HeldChoice): boolean =>
  consent.choice === 'out' || (shown.accountRule !== null && consent.by !== 'import');

/**
 * Returns what an account chooses after a device has signed in; null: what it chose before.
 *
 * With the rule `strictest` something is granted when account and device both grant it. With `latest` the later choice
 * stands as a whole; where a time lies in the future, nobody knows which is later, so it is as with `strictest`. A choice of
 * a device that was made for that device alone still takes away. A Global Privacy Control
 * signal of the device is an opt-out of the account (California Code of Regulations, title 11, § 7025(c)(1)).
 * @param gpcSignal whether the device sends the signal
 */
export function settleChoices(
  account: HeldChoice | null,
  device: HeldChoice | null,
  gpcSignal: boolean,
  now: number,
): SettledChoice | null {
  const held = select(account, device, now);
  const [base, other] = [...held].sort(
    (a, b) =>
      Number(countsEverywhere(b)) - Number(countsEverywhere(a)) || b.consent.updatedAt - a.consent.updatedAt,
  );
  if (base === undefined) return null;
  const latestAt = Math.max(
    ...held.flatMap((part) => (part === base || part === device ? [part.consent.updatedAt] : [])),
  );
  const merged = mergeInto(base, other, gpcSignal);
  const isOf = (choice: HeldChoice, answers: Answers) =>
    choice.consent.profileId === base.consent.profileId &&
    canonicalJson(merged.consentJson) === canonicalJson(answers.consentJson) &&
    canonicalJson(merged.services) === canonicalJson(answers.services);
  const isKept = account !== null && countsEverywhere(account) && held.includes(account);
  if (isKept && isOf(account, readAnswers(account, account, false))) return null;
  const isWhole = device !== null && held.includes(device) && isOf(device, device.consent);
  return {
    base,
    parts: held,
    ...merged,
    whole: isWhole ? device : null,
    at: isAhead(latestAt, now) ? now : latestAt,
  };
}

/** Returns the choices of which that of the account is made. One that does not count for all devices only takes away. */
function select(account: HeldChoice | null, device: HeldChoice | null, now: number): HeldChoice[] {
  const all = [account, device].filter((choice) => choice !== null);
  if (account === null || device === null || !all.every(countsEverywhere))
    return all.some(countsEverywhere) ? all : [];
  const isByTime = [account, device].every(
    ({ profile, consent }) => profile.accountRule === 'latest' && !isAhead(consent.updatedAt, now),
  );
  if (!isByTime) return [account, device];
  return [device.consent.updatedAt > account.consent.updatedAt ? device : account];
}

interface Answers {
  readonly consentJson: ConsentJson;
  readonly services: ServiceAnswers | null;
}

/** Returns the answers of a choice in the categories of the version of another, after what limits it. */
function readAnswers(
  { consent, basis: own }: HeldChoice,
  { shown }: HeldChoice,
  gpcSignal: boolean,
): Answers {
  const basis = { ...own, today: shown };
  return {
    consentJson: getEffectiveConsent(consent, basis, gpcSignal),
    services: getEffectiveServices(consent, basis, gpcSignal)?.effective ?? null,
  };
}

function mergeInto(base: HeldChoice, other: HeldChoice | undefined, gpcSignal: boolean): Answers {
  const own = readAnswers(base, base, gpcSignal);
  if (other === undefined) return own;
  const others = readAnswers(other, base, gpcSignal);
  const { shown } = base;
  const refused = shown.optionalCategories.flatMap((category) => {
    const state = readState(others.consentJson, category);
    const isAllowed = (readState(own.consentJson, category) ?? 'granted') === 'granted';
    return state !== undefined && state !== 'granted' && isAllowed ? [[category, state] as const] : [];
  });
  const services =
    own.services &&
    Object.fromEntries(
      Object.entries(own.services).map(([key, isAllowed]) => [
        key,
        isAllowed && others.services?.[key] === true,
      ]),
    );
  const consentJson = { ...own.consentJson, ...Object.fromEntries(refused) };
  const settled = withSettledServices({ consentJson, ...(services && { services }) }, shown);
  return { consentJson: settled.consentJson, services: settled.services ?? null };
}
