import type { ProfileCatalogue } from '#banners/profiles/index';
import type { PublishedFile, PublishedReader } from '#banners/publishing/index';
import type { SeenPage } from '#console/installation/index';
import type { VisitorSignals } from '#frameworks/signals/index';
import { answerContract } from '#layers/index';
import type { ResolvedConfig } from '#platform/config/config-schema';
import { asksFirst } from '#standards/consent-state';
import { findLocale, textDirection } from '#standards/locale/index';
import type { BootstrapHead } from './bootstrap-schemas';
import type { VisitorPlace } from './visitor-place';

export interface BootstrapHeadOptions {
  readonly visitorCookie: ResolvedConfig['visitorCookie'];
  readonly choiceCookie: ResolvedConfig['choiceCookie'];
  /** Locales of the built-in words. */
  readonly wordLocales: readonly string[];
  /** The state that the APIs of the IAB frameworks report before a decision; null when both frameworks are off. */
  readonly signals: VisitorSignals | null;
  readonly catalogue: ProfileCatalogue;
  /** Returns of how many banners of a tenant one is counted; 0: none. */
  readonly impressionSample: (tenantId: string) => Promise<number>;
}

/** Creates the function that states the facts around a published file. */
export function createBootstrapHead({
  visitorCookie,
  choiceCookie,
  wordLocales,
  signals,
  catalogue,
  impressionSample,
}: BootstrapHeadOptions) {
  const { name, ownershipName, deviceName, httpOnly, domain = null, path, sameSite, secure } = visitorCookie;
  const visitor = httpOnly ? null : name;
  const choice = choiceCookie.enabled ? choiceCookie.name : null;
  const others = [ownershipName, deviceName, ...(httpOnly ? [name] : [])].filter(
    (each) => !each.startsWith('svc_'),
  );

  async function readSignals(tenantId: string, place: VisitorPlace, file: PublishedFile | null) {
    if (signals === null || file === null) return { tcf: null, gpp: null };
    const { profileId, version, locale } = file;
    const profile = (await catalogue.active(tenantId)).find(({ id }) => id === profileId);
    if (profile?.shownVersion === version) return signals.undecided(profile, place, locale);
    // The files and the profiles are looked up one after the other, and something was published in between.
    const facts = await catalogue.version({ tenantId, profileId, version });
    if (facts === null) return { tcf: null, gpp: null };
    const shown = { ...facts, id: profileId, shownVersion: version, group: place.complianceGroup };
    return signals.undecided(shown, place, locale);
  }

  return async (
    tenantId: string,
    place: VisitorPlace,
    file: PublishedFile | null,
  ): Promise<BootstrapHead> => {
    const locale = file?.locale ?? findLocale(place.languages, wordLocales) ?? 'en';
    return {
      contract: answerContract,
      found: file !== null,
      tenantId,
      complianceGroup: place.complianceGroup,
      asksFirst: asksFirst(place.complianceGroup),
      law: place.law,
      country: place.country,
      region: place.region,
      gpcBinding: place.gpcBinding,
      childAge: place.childAge,
      consentMonths: place.consentMonths,
      locale,
      dir: textDirection(locale),
      profileId: file?.profileId ?? null,
      profileVersion: file?.version ?? null,
      impressionSample: await impressionSample(tenantId),
      // `auto` depends on the page, which its script knows; caches keep one answer for all.
      cookies: {
        choice,
        visitor,
        ...(others.length > 0 && { others }),
        domain,
        path,
        sameSite,
        secure: secure === 'auto' ? null : secure,
      },
      ...(await readSignals(tenantId, place, file)),
    };
  };
}

/** Returns what is noted about a page that asks for its banner. */
export function toSeenPage({ tenantId, complianceGroup, locale }: BootstrapHead, origin: string): SeenPage {
  return { tenantId, origin, complianceGroup, locale };
}

/** Returns the address of the group's files and the choice among their locales. */
export function selectFile(tenantId: string, { complianceGroup, languages }: VisitorPlace) {
  const address = { tenantId, group: complianceGroup };
  const choose: Parameters<PublishedReader['read']>[1] = ({ locales, defaultLocale }) =>
    findLocale(languages, locales) ?? defaultLocale;
  return [address, choose] as const;
}
