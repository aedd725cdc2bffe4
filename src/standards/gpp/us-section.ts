import { allowsCategory, readState } from '../consent-state';
import { type OptOutCategories, type OptOutKind, optOutKinds } from './opt-out-kinds';
import {
  childPlaces,
  sensitiveNoticeSections,
  sensitiveOptOutSections,
  sensitivePlaces,
} from './us-section-fields';

/** The publisher's declarations under the Multi-State Privacy Agreement (MSPA). */
export interface Mspa {
  readonly coveredTransaction: boolean;
  readonly optOutOptionMode: boolean;
  readonly serviceProviderMode: boolean;
}

/** The facts from which a US section is made. */
export interface UsFacts {
  readonly group: string | null;
  /**
   * The effective decision, by category: after Global Privacy Control and, for a child, the parent's consent.
   */
  readonly effectiveConsent: Readonly<Record<string, string>>;
  readonly optOutCategories: OptOutCategories;
  /** Whether this visitor's browser sends the Global Privacy Control signal, or did so at the decision. */
  readonly gpcDetected: boolean;
  /** State of the parent's consent; null: no parent was asked. */
  readonly parentalConsent: string | null;
}

/** Values of the section's fields. */
const notApplicable = 0;
const yes = 1;
const no = 2;
const optedOut = 1;
const didNotOptOut = 2;
const noConsent = 1;
const consent = 2;

/** Groups whose banner only informs and offers no opt-out. */
const groupsWithoutOptOutNotice = ['notice-only', 'unregulated'];

/**
 * Returns the fields of a US section for a decision, by name: a superset of the fields of every section.
 *
 * Each use that a visitor can opt out of is not applicable when no optional category contains a parameter of
 * the kind; otherwise notice was given, and the visitor has opted out as soon as one such category is not
 * effectively granted. `allowsCategory` decides for a category that the decision does not name. In groups
 * that only inform, no notice was given, and the opt-out is not applicable for visitors who have not refused.
 *
 * A use by a mandatory category happens without an opt-out, so notice of one was not given.
 *
 * Sensitive data, by kind: where use needs consent, only an explicit grant is consent, and a parameter that
 * does not state its kinds has consent for none, since consent is specific. Where visitors opt out, such a
 * parameter applies to every kind.
 *
 * Sensitive data of mandatory categories: 0 would deny the processing, which needs no choice where it is
 * necessary (Cal. Civ. Code 1798.121(a) and 11 CCR 7027(m); Va. Code 59.1-582, Utah Code 13-61-304, Iowa Code
 * 715D.7 and alike). So there is no consent where use needs consent, and in Utah and Iowa the visitor did not
 * opt out, without notice of it. In California 0 also means that no notice was given, and stays.
 *
 * A visitor is known to be a child when a parent was asked. The child's age is not known: until the parent
 * agrees, there is no consent for any age; then there is consent for children under 13, for whom the laws
 * accept a parent's consent.
 *
 * Source: IAB Tech Lab, GPP "US Privacy" sections (b27beb4 of 2025-12-17), the field tables.
 */
export function usFieldValues(
  section: string,
  facts: UsFacts,
  mspa: Mspa | undefined,
): Readonly<Record<string, number | boolean | readonly number[]>> {
  const { optOutCategories, parentalConsent } = facts;
  const claimsNotice = !groupsWithoutOptOutNotice.includes(facts.group ?? '');
  const isImposed = (kind: OptOutKind) => optOutCategories.imposed?.includes(kind) ?? false;
  const applies = (kind: OptOutKind) => optOutCategories[kind].length > 0 || isImposed(kind);
  const notice = (kind: OptOutKind) =>
    !applies(kind) ? notApplicable : claimsNotice && !isImposed(kind) ? yes : no;
  const encodeOptOut = (categories: readonly string[]) =>
    categories.length === 0
      ? notApplicable
      : hasRefused(facts, categories)
        ? optedOut
        : claimsNotice
          ? didNotOptOut
          : notApplicable;
  const optOut = (kind: OptOutKind) => {
    if (!isImposed(kind)) return encodeOptOut(optOutCategories[kind]);
    // A mandatory category cannot be refused, but the signal opts out whatever the page offers.
    return facts.gpcDetected || hasRefused(facts, optOutCategories[kind]) ? optedOut : notApplicable;
  };

  const { imposedSensitiveKinds: imposedKinds = [] } = optOutCategories;
  const isOptOut = sensitiveOptOutSections.includes(section);
  const needsValue = isOptOut && !sensitiveNoticeSections.includes(section);
  const isWithoutNotice =
    imposedKinds.length > 0 && (needsValue || optOutCategories.sensitiveData.length === 0);
  const sensitiveNotice = isWithoutNotice ? no : notice('sensitiveData');
  const unstated = optOutCategories.sensitiveKinds.unstated ?? [];
  const sensitive = sensitivePlaces(section).map((kinds) => {
    const stated = kinds.flatMap((kind) => optOutCategories.sensitiveKinds[kind] ?? []);
    const categories = [...stated, ...unstated];
    const isProcessed =
      categories.length > 0 || imposedKinds.some((kind) => kind === 'unstated' || kinds.includes(kind));
    if (!isProcessed) return notApplicable;
    if (isOptOut) return encodeOptOut(categories) || (needsValue ? didNotOptOut : notApplicable);
    return stated.length > 0 &&
      stated.every((category) => readState(facts.effectiveConsent, category) === 'granted')
      ? consent
      : noConsent;
  });

  const child = childPlaces(section).map(({ isUnder13, use }) => {
    if (parentalConsent === null) return notApplicable;
    if (parentalConsent !== 'granted') return noConsent;
    if (!isUnder13) return notApplicable;
    return use === 'any' || optOut(use) === didNotOptOut ? consent : noConsent;
  });

  const covered = mspa?.coveredTransaction ?? false;
  const mode = (isOn: boolean | undefined) => (!covered ? notApplicable : isOn ? yes : no);
  return {
    ProcessingNotice: yes,
    SharingNotice: optOutKinds.some(applies) ? yes : notApplicable,
    SaleOptOutNotice: notice('sale'),
    SharingOptOutNotice: notice('sharing'),
    TargetedAdvertisingOptOutNotice: notice('targetedAdvertising'),
    SensitiveDataProcessingOptOutNotice: sensitiveNotice,
    SensitiveDataOptOutNotice: sensitiveNotice,
    SensitiveDataLimitUseNotice: sensitiveNotice,
    SaleOptOut: optOut('sale'),
    SharingOptOut: optOut('sharing'),
    TargetedAdvertisingOptOut: optOut('targetedAdvertising'),
    SensitiveDataProcessing: sensitive,
    KnownChildSensitiveDataConsents: child,
    // Only the newer sections have a version of the agreement, and a single field for both modes.
    MspaVersion: covered ? 1 : 0,
    MspaMode: !covered
      ? notApplicable
      : mspa?.optOutOptionMode
        ? yes
        : mspa?.serviceProviderMode
          ? no
          : notApplicable,
    MspaCoveredTransaction: covered ? yes : no,
    MspaOptOutOptionMode: mode(mspa?.optOutOptionMode),
    MspaServiceProviderMode: mode(mspa?.serviceProviderMode),
    Gpc: facts.gpcDetected,
  };
}

/** Returns whether the visitor has opted out of a use. */
export function hasOptedOut(facts: UsFacts, kind: OptOutKind): boolean {
  return hasRefused(facts, facts.optOutCategories[kind]);
}

function hasRefused(facts: UsFacts, categories: readonly string[]): boolean {
  return categories.some((category) => !allowsCategory(facts.group, facts.effectiveConsent, category));
}
