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
import type { GppSignal, TcfNotice } from './framework-schemas';
import type { ListVersions } from './list-versions';
import { createTcfNotices } from './tcf-notices';

/** A visitor's place, and the law there; null when not known. */
export interface VisitorPlace {
  readonly country: string | null;
  readonly region: string | null;
}

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
    place: VisitorPlace & { readonly law: string | null },
    locale: string,
  ): { readonly tcf: TcfNotice | null; readonly gpp: GppSignal | null };
  /** After a decision. @param group compliance group of the decision */
  decided(
    gppString: string | null,
    place: VisitorPlace & { readonly group: string | null },
  ): GppSignal | null;
}

/** The CMP id for those who have none (GPP "CMP API Specification", "What is CMP ID?"). */
const noCmpId = 1;

export function createVisitorSignals(
  { tcf, gpp }: Pick<ResolvedConfig, 'tcf' | 'gpp'>,
  lists: ListVersions,
  clock: Clock,
): VisitorSignals {
  const tcfNotice = createTcfNotices(tcf, lists, clock);
  const settings = { sections: gpp.sections ?? defaultSections, mspa: gpp.mspa };

  function toSignal(text: string | null, place: Parameters<typeof gppSectionFor>[0], isReady: boolean) {
    const applicable = gppSectionFor(place, settings.sections);
    const description = describeGppString(text);
    const tcfSection = sectionId('tcfeuv2');
    const inForce =
      applicable !== null
        ? [sectionId(applicable)]
        : description.sectionList.filter((id) => id === tcfSection);
    return {
      string: description.string,
      sectionList: [...description.sectionList],
      applicableSections: inForce.length === 0 ? [-1] : inForce,
      parsedSections: description.parsedSections as GppSignal['parsedSections'],
      signalStatus: isReady ? ('ready' as const) : ('not ready' as const),
      supportedAPIs: toSupportedApis(settings.sections),
      cmpId: gpp.cmpId ?? (tcf.enabled ? tcf.cmpId : undefined) ?? noCmpId,
    };
  }

  /** The signals of visitors of one profile differ only by section. */
  const known = new WeakMap<AskingProfile, Map<string | null, GppSignal>>();

  function gppOnce(profile: AskingProfile, place: VisitorPlace): GppSignal {
    const bySection = known.get(profile) ?? new Map<string | null, GppSignal>();
    known.set(profile, bySection);
    const section = gppSectionFor({ ...place, group: profile.group }, settings.sections);
    const signal = bySection.get(section) ?? gppBeforeChoice(profile, place);
    bySection.set(section, signal);
    return signal;
  }

  /** Before a decision, silence allows what the group's law allows, except what the signal opts out of. */
  function gppBeforeChoice(profile: AskingProfile, place: VisitorPlace): GppSignal {
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
      ...toSignal(make(false), { ...place, group }, !asksFirst(group)),
      withGpc: { string, parsedSections: parsedSections as GppSignal['parsedSections'] },
    };
  }

  return {
    undecided(profile, { law, ...place }, locale) {
      return {
        tcf: tcfNotice(profile, { law, country: place.country }, locale),
        gpp: gpp.enabled ? gppOnce(profile, place) : null,
      };
    },
    decided: (gppString, place) => (gpp.enabled ? toSignal(gppString, place, true) : null),
  };
}
