import type { ProfileFacts } from '#banners/profiles/index';
import type { TcStringMaker } from '#frameworks/signals/index';
import type { Clock } from '#platform/kernel/clock';
import { validationFailed } from '#platform/kernel/errors';
import type { Logger } from '#platform/kernel/logger';
import { readTcString, type TcfChoices } from '#standards/tcf/index';
import type { ConsentInput, WriteWarning } from '../consent-schemas';

// Why: docs/adr/0167-a-database-that-goes-back-in-time.md

/** The parts of a request body that depend on the version that the visitor was shown. */
export type AboutVersion = Pick<ConsentInput, 'consentJson' | 'profileVersion'> &
  Partial<Pick<ConsentInput, 'services' | 'variant' | 'tcf' | 'tcfString' | 'gppString' | 'gpcOverride'>>;

export interface Kept<Body> {
  readonly body: Body;
  readonly warnings: readonly WriteWarning[];
}

/**
 * Returns what the service can record of a decision about a version that no visitor can have seen, as far as the database
 * knows. It loses its grants, which nothing could prove, and no refusal: it becomes a refusal of everything that the current
 * version asks for. A database that was restored may have lost that version.
 * @param profile null: it no longer exists
 * @throws ServiceError `validation_failed` for a decision that refuses nothing
 */
export type KeepRefusals = <Body extends AboutVersion>(
  profile: ProfileFacts | null,
  body: Body,
) => Kept<Body>;

const fault = {
  path: 'profileVersion',
  message: 'does not match a published version of this profile',
} as const;

/** More versions than a database loses: other numbers are invented. */
const longestLoss = 1000;

/** Shortest time between two warnings (ms): anybody can send any number. */
const warnEveryMs = 3_600_000;

export function createKeepRefusals(
  clock: Pick<Clock, 'elapsed'>,
  logger: Pick<Logger, 'warn'>,
  tcStrings: Pick<TcStringMaker, 'refuses'>,
): KeepRefusals {
  let warnedAt = Number.NEGATIVE_INFINITY;

  function warnOfLostState({ tenantId, id, highestVersion }: ProfileFacts, version: number): void {
    const isLikely = version > highestVersion && version <= highestVersion + longestLoss;
    if (!isLikely || clock.elapsed() - warnedAt < warnEveryMs) return;
    warnedAt = clock.elapsed();
    logger.warn(
      { tenantId, profileId: id, version, highestVersion },
      'A browser names a version that the database does not have. If a backup was restored, or a replica without the last changes took over, run `express-consent restored`. See docs/guide/database.md#backups',
    );
  }

  return (profile, body) => {
    const { profileVersion = 0 } = body;
    if (profile !== null) warnOfLostState(profile, profileVersion);
    const refusesTcf = listTcfChoices(body).some((choices) => tcStrings.refuses(profile, choices));
    const consentJson = toRefusal(body, profile, refusesTcf);
    if (consentJson === null) throw validationFailed(fault);
    // What depends on the texts of a version, or allows something.
    const dropped = {
      profileVersion: undefined,
      variant: undefined,
      services: undefined,
      tcf: undefined,
      tcfString: undefined,
      gppString: undefined,
      gpcOverride: undefined,
    };
    return {
      body: { ...body, ...dropped, consentJson },
      warnings: [{ code: 'unknown_version', reason: 'unknown_version', ...fault }],
    };
  };
}

/** Returns what a decision says under the Transparency and Consent Framework: as choices, or in its string. */
function listTcfChoices({ tcf, tcfString = '' }: AboutVersion): TcfChoices[] {
  const facts = readTcString(tcfString);
  if (typeof facts === 'string') return tcf === undefined ? [] : [tcf];
  const { purposeConsents: purposes, purposeLegitimateInterests: legitimateInterests } = facts;
  const { vendorConsents: vendors, vendorLegitimateInterests, specialFeatureOptIns: specialFeatures } = facts;
  return [{ purposes, legitimateInterests, specialFeatures, vendors, vendorLegitimateInterests }];
}

/**
 * Returns the map that denies everything optional; null when the decision refuses nothing.
 * @param refusesTcf whether it refuses something under the framework
 */
function toRefusal(
  { consentJson, services }: AboutVersion,
  profile: Pick<ProfileFacts, 'mandatoryCategories' | 'optionalCategories'> | null,
  refusesTcf: boolean,
): ConsentInput['consentJson'] | null {
  const { mandatoryCategories = [], optionalCategories = [] } = profile ?? {};
  const isOptional = ([id]: readonly [string, unknown]) => !mandatoryCategories.includes(id);
  const refused = Object.entries(consentJson).filter((entry) => isOptional(entry) && entry[1] !== 'granted');
  if (refused.length === 0 && !Object.values(services ?? {}).includes(false) && !refusesTcf) return null;
  return Object.fromEntries([
    ...mandatoryCategories.map((id) => [id, 'granted'] as const),
    ...optionalCategories.map((id) => [id, 'denied'] as const),
    ...refused,
  ]);
}
