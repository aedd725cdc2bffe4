import { stringifySetCookie } from 'cookie';
import type { VersionFacts } from '#banners/profiles/index';
import type { ResolvedConfig } from '#platform/config/config-schema';
import { type Choice, encodeChoice, settleServices } from '#standards/choice/index';
import { asksFirst } from '#standards/compliance/index';
import { readState } from '#standards/consent-state';
import { effectiveConsent } from '#standards/gpc/index';
import { childConsent } from '#standards/known-child';
import type { ConsentJson } from '../consent-schemas';
import { getSubjectSignal, limitServices } from '../effective/effective-consent';
import type { StoredConsent } from '../records/stored-consent';

// Why: docs/adr/0043-choice-cookie.md

/** The part of a request that the cookie depends on. */
interface Carrier {
  readonly secure: boolean;
}

/** The cookie that holds the decision itself, for the widget and for the host's server. */
export interface ChoiceCookie {
  /**
   * Returns the `Set-Cookie` value that keeps a choice until it expires; empty when the cookie is off or the
   * choice does not fit into one.
   */
  keep(request: Carrier, choice: Choice, seconds: number): string[];
  /** Returns the `Set-Cookie` value that ends the cookie; empty when the cookie is off. */
  expire(request: Carrier): string[];
}

export function createChoiceCookie(
  { enabled, name }: ResolvedConfig['choiceCookie'],
  { domain, path, sameSite, secure }: ResolvedConfig['visitorCookie'],
): ChoiceCookie {
  const attributes = (request: Carrier) => ({
    domain,
    path,
    sameSite,
    secure: secure === 'auto' ? request.secure : secure,
  });
  return {
    keep(request, choice, seconds) {
      const text = enabled ? encodeChoice(choice) : null;
      return text === null
        ? []
        : [stringifySetCookie(name, text, { ...attributes(request), maxAge: seconds })];
    },
    expire: (request) =>
      enabled
        ? [stringifySetCookie(name, '', { ...attributes(request), maxAge: 0, expires: new Date(0) })]
        : [],
  };
}

/**
 * Returns the choice of a record in the categories of the version that the visitor was shown. Its own signal
 * is kept as a fact, as the widget does. Limits that the browser cannot know are applied: under `strict`, the
 * signal of the user's other devices; for a child, whatever the parent has not allowed.
 */
export function toChoice(consent: StoredConsent, shown: VersionFacts, expiresAt: number): Choice {
  const states = applyLimits(consent.consentJson, consent, shown);
  const { services: answers } = settleServices(consent.consentJson, consent.services, shown);
  const allowed = limitServices(answers ?? {}, shown.categoryOf, consent.consentJson, (asGranted) =>
    applyLimits(asGranted, consent, shown),
  );
  return {
    profileId: consent.profileId,
    profileVersion: consent.profileVersion,
    variant: consent.variant ?? undefined,
    decidedAt: consent.updatedAt,
    expiresAt,
    gpcMode: shown.gpcMode,
    gpcDetected: consent.decidedWithSignal,
    gpcOverride: consent.gpcOverride === true,
    asksFirst: asksFirst(consent.group),
    submissionId: null,
    categories: shown.choiceCategories.map((category) => ({
      ...category,
      state: category.mandatory ? null : (readState(states, category.id) ?? null),
      ...(category.services && {
        services: Object.fromEntries(
          Object.keys(category.services).map((key) => [key, readState(allowed, key) ?? false]),
        ),
      }),
    })),
  };
}

function applyLimits(
  consentJson: ConsentJson,
  consent: StoredConsent,
  { gpcMode, gpcCategories, optOutCategories }: VersionFacts,
): ConsentJson {
  const signal = getSubjectSignal(consent, gpcMode);
  const afterOtherDevices =
    signal.before || signal.after
      ? effectiveConsent(consentJson, {
          gpcMode,
          listening: gpcCategories,
          decidedWithSignal: consent.decidedWithSignal || signal.before,
          signalNow: signal.after,
          override: consent.gpcOverride === true,
        })
      : consentJson;
  return childConsent(afterOtherDevices, optOutCategories, consent);
}
