import type { ProfileFacts } from '#banners/profiles/index';
import type { ResolvedConfig } from '#platform/config/config-schema';
import type { Clock } from '#platform/kernel/clock';
import { asksFirst } from '#standards/consent-state';
import { effectiveConsent } from '#standards/gpc/index';
import {
  defaultSections,
  describeGppString,
  type GppFacts,
  gppSectionFor,
  makeGppString,
  sectionId,
  toSupportedApis,
} from '#standards/gpp/index';
import type { Place } from '#standards/jurisdiction/index';
import { doesGdprApply } from './does-gdpr-apply';
import type { GppSignal, TcfNotice } from './framework-schemas';
import type { ListVersions } from './list-versions';
import { createTcfNotices } from './tcf-notices';

/** The version of a profile that a visitor is shown. */
type AskingProfile = Pick<
  ProfileFacts,
  'id' | 'shownVersion' | 'group' | 'tcf' | 'gpcMode' | 'gpcCategories' | 'optOutCategories'
>;

/** The state of a visitor that the frameworks' APIs report. */
export interface VisitorSignals {
  /** Before a decision. @param locale language of the notice (BCP 47) */
  undecided(
    profile: AskingProfile,
    place: Place,
    locale: string,
  ): { readonly tcf: TcfNotice | null; readonly gpp: GppSignal | null };
  /**
   * After a decision.
   * @param place where the visitor is now, with the compliance group of the decision
   * @param profile of the decision; null: it no longer exists
   * @param isSettled whether nobody has to ask the visitor again first. Default true
   */
  decided(
    gppString: string | null,
    place: PlaceOfGroup,
    profile: Pick<ProfileFacts, 'tcf'> | null,
    isSettled?: boolean,
  ): GppSignal | null;
}

type PlaceOfGroup = Place & { readonly group: string | null };

/** The CMP id for those who have none (GPP "CMP API Specification", "What is CMP ID?"). */
const noCmpId = 1;

const tcfSection = sectionId('tcfeuv2');

export function createVisitorSignals(
  { tcf, gpp }: Pick<ResolvedConfig, 'tcf' | 'gpp'>,
  lists: ListVersions,
  isDeregistered: () => boolean,
  clock: Clock,
): VisitorSignals {
  const tcfNotice = createTcfNotices(tcf, lists, clock);
  const settings = { sections: gpp.sections ?? defaultSections, mspa: gpp.mspa };

  /**
   * Returns the ids of the sections in force: that of the US, else that of the TCF where the profile asks under it or the
   * string has it. `-1`: none.
   */
  function findSections(place: PlaceOfGroup, isTcf: boolean): number[] {
    const inUs = gppSectionFor(place, settings.sections);
    if (inUs !== null) return [sectionId(inUs)];
    return [isTcf && doesGdprApply(tcf.publisherCC ?? '', place, clock.now()) ? tcfSection : -1];
  }

  const asksUnderTcf = (profile: Pick<ProfileFacts, 'tcf'> | null) =>
    tcf.enabled && settings.sections.includes('tcfeuv2') && Boolean(profile?.tcf) && !isDeregistered();

  /** Source: IAB Tech Lab, GPP "CMP API Specification" 1.1, "Ping Status Codes". */
  function toSignal(text: string | null, applicableSections: number[], isSettled: boolean): GppSignal {
    const { string, sectionList, parsedSections } = describeGppString(text);
    // A string of the host counts as it is, except that only a string of the TCF says anything about the GDPR.
    const isReady = applicableSections.every(
      (id) => id === -1 || (isSettled && (id !== tcfSection || sectionList.includes(id))),
    );
    return {
      string,
      sectionList: [...sectionList],
      applicableSections,
      parsedSections: parsedSections as GppSignal['parsedSections'],
      signalStatus: isReady ? 'ready' : 'not ready',
      supportedAPIs: toSupportedApis(settings.sections),
      cmpId: gpp.cmpId ?? (tcf.enabled ? tcf.cmpId : undefined) ?? noCmpId,
    };
  }

  /** The signals of visitors of one profile differ only by section. */
  const known = new WeakMap<AskingProfile, Map<number | undefined, GppSignal>>();

  function gppOnce(profile: AskingProfile, place: Place): GppSignal {
    const bySection = known.get(profile) ?? new Map<number | undefined, GppSignal>();
    known.set(profile, bySection);
    const sections = findSections({ ...place, group: profile.group }, asksUnderTcf(profile));
    const signal = bySection.get(sections[0]) ?? gppBeforeChoice(profile, place, sections);
    bySection.set(sections[0], signal);
    return signal;
  }

  /** Before a decision, silence allows what the group's law allows, except what the signal opts out of. */
  function gppBeforeChoice(profile: AskingProfile, place: Place, sections: number[]): GppSignal {
    const { group, gpcMode, gpcCategories, optOutCategories } = profile;
    const make = (gpcDetected: boolean) => {
      const facts: GppFacts = {
        ...place,
        group,
        effectiveConsent: effectiveConsent(
          {},
          {
            gpcMode,
            listening: gpcCategories,
            decidedWithSignal: false,
            signalNow: gpcDetected,
            override: false,
          },
        ),
        optOutCategories,
        gpcDetected,
        parentalConsent: null,
        tcfString: null,
      };
      return makeGppString(facts, settings);
    };
    const { string, parsedSections } = describeGppString(make(true));
    return {
      ...toSignal(make(false), sections, !asksFirst(group)),
      withGpc: { string, parsedSections: parsedSections as GppSignal['parsedSections'] },
    };
  }

  return {
    undecided(profile, { country, region }, locale) {
      const place = { country, region };
      return {
        tcf: isDeregistered() ? null : tcfNotice(profile, place, locale),
        gpp: gpp.enabled ? gppOnce(profile, place) : null,
      };
    },
    decided(gppString, { country, region, group }, profile, isSettled = true) {
      if (!gpp.enabled) return null;
      const hasTcf = describeGppString(gppString).sectionList.includes(tcfSection);
      const sections = findSections({ country, region, group }, hasTcf || asksUnderTcf(profile));
      return toSignal(gppString, sections, isSettled);
    },
  };
}
