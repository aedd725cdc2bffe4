import { LRUCache } from 'lru-cache';
import type { ResolvedConfig } from '#platform/config/config-schema';
import type { Clock } from '#platform/kernel/clock';
import {
  allowsTcfPurposes,
  contradictsConsent,
  defaultSections,
  type GppFacts,
  gppStringFaults,
  makeGppString,
  omitsOptOut,
  readGppString,
} from '#standards/gpp/index';
import type { Place } from '#standards/jurisdiction/index';
import { isLimitedForChild } from '#standards/known-child';
import {
  allowsAnything,
  checkTcString,
  isCurrent,
  type TcStringExpectations,
  tcStringRefusals,
} from '#standards/tcf/index';
import type { ConsentJson } from '../consent-schemas';
import {
  carryParentalDenied,
  type DecisionBasis,
  deniesTcf,
  refusableCategories,
} from '../effective/carried-decision';
import type { StoredConsent } from '../records/stored-consent';
import type { StringFault } from './string-faults';
import { unstorableFault } from './unstorable-strings';

// Why: docs/adr/0037-strings-agree-with-the-answer.md

export interface ConsentStringsOptions {
  readonly tcf: ResolvedConfig['tcf'];
  readonly gpp: ResolvedConfig['gpp'];
  readonly registry: {
    /** The published lists; null for a list that is not known, so that nothing is checked against it. */
    newest(): Pick<TcStringExpectations, 'vendorList' | 'cmp'>;
    /** Whether the CMP list marks the CMP as deregistered. Why: docs/adr/0206-a-deregistered-cmp-asks-nobody.md */
    isDeregistered(): boolean;
    /** Schedules a check for a newer list, so that no request waits for it. */
    lookForNewer(): void;
  };
  readonly clock: Clock;
}

/** The strings of a decision, and the facts that their checks need. */
export interface SentStrings {
  readonly tcfString?: string | undefined;
  readonly gppString?: string | undefined;
  /** Whether the decision leaves nothing for a TC string to allow, so that one that allows something contradicts it. */
  readonly isTcfDenied?: boolean | undefined;
  /** Time of a decision that arrives late (epoch milliseconds). Unset: now. */
  readonly decidedAt?: number | undefined;
}

/** The strings of the IAB frameworks, as far as the configuration turns them on. */
export interface ConsentStrings {
  /** Checks the strings of a decision against their frameworks; empty when both can be stored. */
  faults(sent: SentStrings): StringFault[];
  /**
   * Returns the strings that an answer can carry next to its `effectiveConsent`. A GPP string that came with
   * the decision gives way to one made of the answer where it allows more. A TC string that another CMP made, such as one that
   * was imported, or that is too old, is only evidence. Null: there is none.
   */
  agreeing(
    consent: StoredConsent,
    basis: DecisionBasis,
    answer: Answer,
  ): Pick<StoredConsent, 'tcfString' | 'gppString'>;
}

export interface Answer {
  readonly effectiveConsent: ConsentJson;
  /** Whether the request carries Global Privacy Control. */
  readonly gpcSignal: boolean;
  /** Where the visitor is now, whose law says which section of GPP applies. Unset: where they decided. */
  readonly place?: Place | undefined;
  /** Whether strings are wanted that are evidence, and no longer a signal to vendors. */
  readonly isEvidence?: boolean | undefined;
}

export function createConsentStrings({ tcf, gpp, registry, clock }: ConsentStringsOptions): ConsentStrings {
  const { cmpId = 0, cmpVersion = 0, publisherCC = '' } = tcf;
  const settings = { sections: gpp.sections ?? defaultSections, mspa: gpp.mspa };
  const made = new LRUCache<string, { readonly text: string | null }>({
    maxSize: maxKeptCharacters,
    sizeCalculation: (_made, key) => key.length,
  });

  /** Few facts differ between visitors, so most strings have been made before. */
  function makeOnce(facts: GppFacts): string | null {
    // TC strings differ for each visitor, so strings that contain one are not cached.
    if (facts.tcfString !== null && settings.sections.includes('tcfeuv2'))
      return makeGppString(facts, settings);
    const key = JSON.stringify({ ...facts, tcfString: null });
    const known = made.get(key) ?? { text: makeGppString(facts, settings) };
    made.set(key, known);
    return known.text;
  }

  /** With the TCF off, the host's own CMP makes the strings, and nothing is known of it. */
  const isLive = (tcfString: string) => !tcf.enabled || isCurrent(tcfString, { cmpId, now: clock.now() });

  /** Returns whether a GPP string has a section of the TCF that vendors must not get. */
  function hasUnusableTcf(gppString: string, isEvidence: boolean): boolean {
    const isDeregistered = registry.isDeregistered();
    // Most answers need not read the string for it.
    if (!isDeregistered && (isEvidence || !tcf.enabled)) return false;
    const sections = readGppString(gppString, () => false);
    if (typeof sections === 'string') return false;
    return sections.some(({ name, body }) => name === 'tcfeuv2' && (isDeregistered || !isLive(body)));
  }

  return {
    faults({ tcfString, gppString, isTcfDenied = false, decidedAt }) {
      const faults: StringFault[] = [];
      const unstorable = {
        tcfString: unstorableFault(tcfString ?? ''),
        gppString: unstorableFault(gppString ?? ''),
      };
      if (unstorable.tcfString !== undefined)
        faults.push({ code: 'invalid_tc_string', path: 'tcfString', ...unstorable.tcfString });
      else if (tcf.enabled && tcfString !== undefined) {
        const expected = {
          cmpId,
          cmpVersion,
          publisherCC,
          ...registry.newest(),
          decidedAt,
          now: clock.now(),
        };
        const reason = checkTcString(tcfString, expected);
        if (reason === 'unknown_vendor_list') registry.lookForNewer();
        if (reason !== null)
          faults.push({
            code: 'invalid_tc_string',
            reason,
            path: 'tcfString',
            message: tcStringRefusals[reason],
          });
        else if (isTcfDenied && isAllowing(tcfString))
          faults.push({
            code: 'invalid_tc_string',
            reason: 'contradicts_decision',
            path: 'tcfString',
            message: contradiction,
          });
      }
      if (unstorable.gppString !== undefined)
        faults.push({ code: 'invalid_gpp_string', path: 'gppString', ...unstorable.gppString });
      else if (gpp.enabled && gppString !== undefined) {
        const sections = readGppString(gppString);
        if (typeof sections === 'string')
          faults.push({
            code: 'invalid_gpp_string',
            reason: sections,
            path: 'gppString',
            message: gppStringFaults[sections],
          });
        else if (isTcfDenied && sections.some(allowsTcfPurposes))
          faults.push({
            code: 'invalid_gpp_string',
            reason: 'contradicts_decision',
            path: 'gppString',
            message: contradiction,
          });
      }
      return faults;
    },
    agreeing(given, basis, { effectiveConsent, gpcSignal, place, isEvidence = false }) {
      if (given.tcfString === null && given.gppString === null && !gpp.enabled)
        return { tcfString: null, gppString: null };
      const { country, region, group, decidedWithSignal, parentalConsent } = given;
      const parentalDenied = carryParentalDenied(given.parentalDenied, basis);
      const child = { country, region, parentalConsent, parentalDenied };
      const isTcfDenied = deniesTcf(effectiveConsent, group, basis.today);
      const isWithheld =
        given.tcfString !== null &&
        (registry.isDeregistered() ||
          (isTcfDenied && isAllowing(given.tcfString)) ||
          (isLimitedForChild(child) && !isReadableRefusal(given.tcfString)));
      const agreed = isWithheld ? null : given.tcfString;
      const live = agreed !== null && isLive(agreed) ? agreed : null;
      const tcfString = isEvidence ? agreed : live;
      if (given.gppString === null && !gpp.enabled) return { tcfString, gppString: null };
      const facts = {
        group,
        effectiveConsent,
        isTcfDenied,
        optOutCategories: refusableCategories(effectiveConsent, group, basis),
        gpcDetected: decidedWithSignal || gpcSignal,
        tcfString: live,
        ...child,
        ...place,
      };
      if (
        given.gppString !== null &&
        !hasUnusableTcf(given.gppString, isEvidence) &&
        !contradicts(given.gppString, facts, settings.sections)
      )
        return { tcfString, gppString: given.gppString };
      return { tcfString, gppString: gpp.enabled ? makeOnce(facts) : null };
    },
  };
}

const maxKeptCharacters = 2_000_000;

const contradiction =
  'must not allow what the decision refuses: consentJson grants no optional category, or not `tcf.category` of the profile';

/** A string that cannot be read says nothing that could contradict. */
function contradicts(gppString: string, facts: GppFacts, configured: readonly string[]): boolean {
  // Of the others it is enough to know whether they allow anything.
  const sections = readGppString(gppString, (name) => name.startsWith('us'));
  if (typeof sections === 'string') return false;
  return contradictsConsent(sections, facts) || omitsOptOut(sections, facts, configured);
}

/** Whether a TC string allows anything. One that cannot be read says nothing that could contradict. */
const isAllowing = (tcfString: string): boolean => allowsAnything(tcfString, 'tcfeuv2') === true;

const isReadableRefusal = (tcfString: string): boolean => allowsAnything(tcfString, 'tcfeuv2') === false;
