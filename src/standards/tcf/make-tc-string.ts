import { type GVL, PurposeRestriction, Segment, SegmentEncoder, TCModel } from '@iabtechlabtcf/core';
import { consentOnlyPurposes } from './consent-only-purposes';
import { iso639Codes } from './iso-639-1';
import { translationFor } from './list-languages';
import { choicesAbout, type TcfChoices } from './offered-choices';
import { listRestrictions, selectVendors, type TcfSelection } from './tailor-vendor-list';
import { restrictionTypes } from './tc-string';
import type { VendorList } from './vendor-list';

/** The CMP and the notice that the visitor decided on. */
export interface TcNotice {
  readonly cmpId: number;
  readonly cmpVersion: number;
  readonly publisherCC: string;
  /** Number of the layer that the visitor decided on. */
  readonly screen: number;
  /** Language of the notice (BCP 47). */
  readonly locale: string;
  readonly vendorList: VendorList;
  readonly selection: TcfSelection;
  /** Time of the decision (epoch milliseconds). */
  readonly now: number;
}

const day = 86_400_000;

/**
 * Makes the TC string of a visitor's choices: the core segment and the disclosed vendors. Ids that the notice
 * did not offer are left out, so that the string never allows more than the visitor was asked: also purposes
 * and special features that none of the disclosed vendors has, or has on another legal basis. Vendors that
 * register for special purposes only are disclosed, without consent or legitimate interest (TCF 2.4). A notice
 * that does not offer purpose 1 says so (`purposeOneTreatment`).
 * Source: IAB Tech Lab, TCF "Consent string and vendor list formats" v2, "TC String Format", "What if
 * consent is governed differently in a country?".
 */
export function makeTcString(choices: TcfChoices, notice: TcNotice): string {
  const { vendorList, selection, now } = notice;
  const disclosed = selectVendors(vendorList, selection, now);
  const offered = choicesAbout(vendorList, [...disclosed.values()]);
  const allowed = (kind: keyof TcfChoices) => {
    const chosen = new Set(choices[kind]);
    return offered[kind].filter((id) => chosen.has(id));
  };
  const disclosedIds = [...disclosed.keys()];

  const model = new TCModel();
  model.cmpId = notice.cmpId;
  model.cmpVersion = notice.cmpVersion;
  model.consentScreen = notice.screen;
  model.consentLanguage = toLanguage(notice.locale);
  model.publisherCountryCode = notice.publisherCC;
  model.vendorListVersion = vendorList.vendorListVersion;
  model.policyVersion = vendorList.tcfPolicyVersion;
  model.isServiceSpecific = true;
  // Times of TC strings have no time of day since TCF 2.2.
  model.created = new Date(Math.floor(now / day) * day);
  model.lastUpdated = model.created;
  model.purposeOneTreatment = !offered.purposes.includes(1);
  model.purposeConsents.set(allowed('purposes'));
  model.purposeLegitimateInterests.set(
    allowed('legitimateInterests').filter((id) => !consentOnlyPurposes.includes(id)),
  );
  model.specialFeatureOptins.set(allowed('specialFeatures'));
  model.vendorConsents.set(allowed('vendors'));
  model.vendorLegitimateInterests.set(allowed('vendorLegitimateInterests'));
  model.vendorsDisclosed.set(disclosedIds);
  for (const { purposeId, type, vendors } of listRestrictions(vendorList, selection, new Set(disclosedIds))) {
    const restriction = new PurposeRestriction(purposeId, restrictionTypes.indexOf(type));
    for (const vendor of vendors) model.publisherRestrictions.add(vendor, restriction);
  }
  model.publisherRestrictions.gvl = exactRanges;
  return [Segment.CORE, Segment.VENDORS_DISCLOSED]
    .map((segment) => SegmentEncoder.encode(model, segment))
    .join('.');
}

/**
 * The encoder joins the vendors of a restriction into ranges across ids that the list does not have. With
 * every id in the list, a range contains exactly the restricted vendors.
 */
// The encoder reads nothing else of the list.
const exactRanges = { vendorIds: { has: () => true } } as unknown as GVL;

/** Returns the ISO 639-1 code of the language in which the notice had the framework's texts. */
function toLanguage(locale: string): string {
  const code = (translationFor(locale) ?? 'en').slice(0, 2).toUpperCase();
  return iso639Codes.has(code) ? code : 'EN';
}
