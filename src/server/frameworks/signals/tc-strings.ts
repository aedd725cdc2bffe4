import type { ProfileCatalogue, ProfileFacts } from '#banners/profiles/index';
import type { ResolvedConfig } from '#platform/config/config-schema';
import type { Clock } from '#platform/kernel/clock';
import { makeTcString, offeredChoices, type TcfChoices } from '#standards/tcf/index';
import type { ListVersions } from './list-versions';

/** A visitor's choices under the framework, and the notice that they belong to. */
interface SentChoices extends TcfChoices {
  /** The vendor list that the notice showed. Unset: the newest. */
  readonly listVersion?: number | undefined;
  /** Number of the layer. */
  readonly screen?: number | undefined;
}

export interface TcStringRequest {
  readonly choices: SentChoices;
  readonly profile: ProfileFacts;
  /** The version that the visitor was shown. Unset: the current one. */
  readonly profileVersion?: number | undefined;
  readonly locale: string;
  /** Time of a decision that arrives late (epoch milliseconds). Unset: now. */
  readonly decidedAt?: number | undefined;
}

/** Reasons why no TC string can be made. */
const faults = {
  framework_disabled: 'needs `tcf.enabled` in the configuration',
  profile_without_tcf: 'was sent for a version of a profile that does not ask under the framework',
  vendor_list_unavailable: 'names a vendor list that is not available; ask the visitor again',
} as const;

/** The string is null where the CMP is deregistered: visitors, who cannot change that, decide about the categories alone. */
export type MadeTcString =
  | { readonly tcfString: string | null }
  | { readonly reason: keyof typeof faults; readonly message: string };

export interface TcStringMaker {
  /** Makes the TC string of a visitor's choices, or returns the reason why there is none. */
  make(request: TcStringRequest): Promise<MadeTcString>;
  /**
   * Returns whether choices refuse anything: they allow nothing, or leave out what the profile offers now.
   * @param profile null: it no longer exists
   */
  refuses(profile: Pick<ProfileFacts, 'tcf'> | null, choices: SentChoices): boolean;
}

const kinds = [
  'purposes',
  'legitimateInterests',
  'specialFeatures',
  'vendors',
  'vendorLegitimateInterests',
] as const satisfies readonly (keyof TcfChoices)[];

/** Legitimate interests of vendors alone allow nothing. */
const allowsNothing = (choices: TcfChoices): boolean =>
  kinds.every((kind) => kind === 'vendorLegitimateInterests' || choices[kind].length === 0);

export function createTcStringMaker(
  { enabled, cmpId = 0, cmpVersion = 0, publisherCC = '' }: ResolvedConfig['tcf'],
  lists: ListVersions,
  isDeregistered: () => boolean,
  catalogue: Pick<ProfileCatalogue, 'version'>,
  clock: Clock,
): TcStringMaker {
  const fault = (reason: keyof typeof faults) => ({ reason, message: faults[reason] });
  return {
    refuses(profile, choices) {
      const { listVersion } = choices;
      const list = (listVersion === undefined ? null : lists.find(listVersion)) ?? lists.newest();
      const selection = profile?.tcf;
      if (!enabled || !selection || list === null || allowsNothing(choices)) return allowsNothing(choices);
      const offered = offeredChoices(list, selection, clock.now());
      return kinds.some((kind) => {
        const chosen = new Set(choices[kind]);
        return offered[kind].some((id) => !chosen.has(id));
      });
    },
    async make({ choices, profile, profileVersion, locale, decidedAt = clock.now() }) {
      if (!enabled) return fault('framework_disabled');
      if (isDeregistered()) return { tcfString: null };
      const { tenantId, id, shownVersion } = profile;
      const facts =
        profileVersion === undefined || profileVersion === shownVersion
          ? profile
          : await catalogue.version({ tenantId, profileId: id, version: profileVersion });
      const selection = facts?.tcf ?? null;
      if (selection === null) return fault('profile_without_tcf');
      const { listVersion } = choices;
      const vendorList = listVersion === undefined ? lists.newest() : await lists.look(listVersion);
      if (vendorList === null) return fault('vendor_list_unavailable');
      const { screen = 1 } = choices;
      const notice = { cmpId, cmpVersion, publisherCC, screen, locale, vendorList, selection };
      return { tcfString: makeTcString(choices, { ...notice, now: decidedAt }) };
    },
  };
}
