import { LRUCache } from 'lru-cache';
import type { ProfileFacts, TcfSettings } from '#banners/profiles/index';
import type { ResolvedConfig } from '#platform/config/config-schema';
import { type Clock, millisecondsPerDay } from '#platform/kernel/clock';
import type { Place } from '#standards/jurisdiction/index';
import { makeTcString, selectVendors, type VendorList } from '#standards/tcf/index';
import { doesGdprApply } from './does-gdpr-apply';
import type { TcfNotice } from './framework-schemas';
import type { ListVersions } from './list-versions';

type NoticeStrings = Pick<TcfNotice, 'tcString' | 'refusedString'>;

/** Maximum number of strings to keep: one for each profile, language and day. */
const maxKept = 500;

/** Creates the function that returns what the widget needs to ask under the framework; null: it does not. */
export function createTcfNotices(
  { enabled, cmpId = 0, cmpVersion = 0, publisherCC = '' }: ResolvedConfig['tcf'],
  lists: ListVersions,
  clock: Clock,
) {
  const strings = new LRUCache<string, NoticeStrings>({ max: maxKept });

  /**
   * Makes the string for vendors while the visitor is asked: consent to nothing, and the legitimate interests
   * that the notice discloses; and the one of a visitor who has refused. Source: IAB Tech Lab, TCF "CMP API"
   * v2.2, "addEventListener", `cmpuishown`.
   */
  function makeOnce(
    id: string,
    selection: TcfSettings,
    vendorList: VendorList,
    locale: string,
  ): NoticeStrings {
    const now = clock.now();
    const key = JSON.stringify([
      id,
      vendorList.vendorListVersion,
      locale,
      Math.floor(now / millisecondsPerDay),
    ]);
    const known = strings.get(key);
    if (known !== undefined) return known;
    const vendors = [...selectVendors(vendorList, selection, now).values()];
    const nothing = {
      purposes: [],
      legitimateInterests: [],
      specialFeatures: [],
      vendors: [],
      vendorLegitimateInterests: [],
    };
    const disclosed = {
      ...nothing,
      legitimateInterests: vendors.flatMap(({ legIntPurposes }) => legIntPurposes),
      vendorLegitimateInterests: vendors.map((vendor) => vendor.id),
    };
    const notice = { cmpId, cmpVersion, publisherCC, screen: 1, locale, vendorList, selection, now };
    const made = {
      tcString: makeTcString(disclosed, notice),
      refusedString: makeTcString(nothing, notice),
    };
    strings.set(key, made);
    return made;
  }

  return (
    { id, shownVersion, tcf }: Pick<ProfileFacts, 'id' | 'shownVersion' | 'tcf'>,
    place: Place,
    locale: string,
  ): TcfNotice | null => {
    const list = enabled && tcf !== null ? lists.newest() : null;
    return list === null || tcf === null
      ? null
      : {
          cmpId,
          cmpVersion,
          policyVersion: list.tcfPolicyVersion,
          listVersion: list.vendorListVersion,
          gdprApplies: doesGdprApply(publisherCC, place, clock.now()),
          publisherCC,
          ...makeOnce(`${id}.${shownVersion}`, tcf, list, locale),
        };
  };
}
