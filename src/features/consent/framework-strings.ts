import type { ResolvedConfig } from '../../config/config-schema';
import type { Clock } from '../../kernel/clock';
import { ServiceError } from '../../kernel/errors';
import { gppStringFaults, makeGppString, readGppString, usSections } from '../../standards/gpp';
import { checkTcString, tcStringRefusals } from '../../standards/tcf';
import type { ProfileFacts } from '../profiles';
import { effectiveOf } from './consent-views';
import type { StoredConsent } from './stored-consent';

export interface FrameworkStringsOptions {
  readonly tcf: ResolvedConfig['tcf'];
  readonly gpp: ResolvedConfig['gpp'];
  readonly vendorLists: {
    /** Newest version of the Global Vendor List that is known; null: none is, so it is not checked. */
    newestVendorList(): number | null;
    /** There may be a newer one: looks for it later, so that nobody waits. */
    lookForNewer(): void;
  };
  readonly clock: Clock;
}

/** The strings of the IAB frameworks, as far as the configuration turns them on. */
export interface FrameworkStrings {
  /** Holds what came with a decision against its framework. @throws ServiceError `invalid_tc_string`, `invalid_gpp_string` */
  check(strings: { readonly tcfString?: string | undefined; readonly gppString?: string | undefined }): void;
  /** The GPP string of a record; null where none is made. */
  made(consent: StoredConsent, profile: ProfileFacts): string | null;
}

export function createFrameworkStrings({ tcf, gpp, vendorLists, clock }: FrameworkStringsOptions): FrameworkStrings {
  const { cmpId = 0, cmpVersion = 0, publisherCC = '' } = tcf;
  const settings = { sections: gpp.sections ?? usSections, mspa: gpp.mspa };
  return {
    check({ tcfString, gppString }) {
      if (tcf.enabled && tcfString !== undefined) {
        const reason = checkTcString(tcfString, { cmpId, cmpVersion, publisherCC, newestVendorList: vendorLists.newestVendorList(), now: clock.now() });
        if (reason === 'unknown_vendor_list') vendorLists.lookForNewer();
        if (reason !== null) throw new ServiceError('invalid_tc_string', because(reason, 'tcfString', tcStringRefusals[reason]));
      }
      if (gpp.enabled && gppString !== undefined) {
        const reason = readGppString(gppString);
        if (typeof reason === 'string') throw new ServiceError('invalid_gpp_string', because(reason, 'gppString', gppStringFaults[reason]));
      }
    },
    made: (consent, profile) =>
      gpp.enabled
        ? makeGppString({ ...consent, effectiveConsent: effectiveOf(consent, profile, false), optOutCategories: profile.optOutCategories }, settings)
        : null,
  };
}

const because = (reason: string, path: string, message: string) => ({ body: { reason, details: [{ path, message }] } });
