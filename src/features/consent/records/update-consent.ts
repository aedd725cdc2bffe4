import type { Database } from '../../../database/database';
import type { RunUnitOfWork } from '../../../database/unit-of-work';
import type { Clock } from '../../../kernel/clock';
import { canonicalJson } from '../../../kernel/json';
import type { HookRunner } from '../../../plugins/plugin-registry';
import type { ProfileCatalogue } from '../../profiles';
import type { ConsentDraft } from '../consent-schemas';
import { type ConsentViews, toStoredRecord } from '../consent-views';
import type { ConsentStrings } from '../strings/consent-strings';
import { hasString, type RefusesAll } from '../strings/refuses-all';
import { requireNoNewGrant, type StringFault, withoutFaulty } from '../strings/string-faults';
import { type ChangedConsent, changeConsent, isDifferent } from './consent-change';
import { type DecisionChanges, getChoice } from './consent-decision';
import type { ConsentFacts } from './consent-facts';
import type { DraftHooks } from './consent-hooks';
import { consentRepository, type SubjectChange } from './consent-repository';
import { countDecisionAs, namesCountedBy } from './counted-as';
import { requireConsent } from './find-consent';
import type { NoteWritten } from './note-written';
import type { ConsentWithProfile, Manner, StoredConsent, VisitorPlace, Writer } from './stored-consent';

export interface ConsentUpdateRequest {
  /** `profileVersion` is a version of the record's profile. */
  readonly changes: DecisionChanges &
    SubjectChange &
    Partial<Manner> & { readonly profileVersion?: number | undefined };
  readonly ownershipProven: boolean;
  readonly writer: Writer;
  readonly place: VisitorPlace;
  readonly ipHash: string | null;
}

/** A write's result, with the strings that were dropped because they are not valid. */
export interface Written extends ConsentWithProfile {
  readonly warnings: readonly StringFault[];
  /** False when the record already contains what was requested: nothing was written then. */
  readonly isChanged: boolean;
}

export interface UpdateConsentOptions {
  readonly database: Database;
  readonly runUnit: RunUnitOfWork;
  readonly catalogue: ProfileCatalogue;
  readonly hooks: HookRunner;
  readonly draftHooks: DraftHooks;
  readonly strings: ConsentStrings;
  readonly views: ConsentViews;
  readonly clock: Clock;
  readonly refusesAll: RefusesAll;
  readonly noteWritten: NoteWritten;
}

/**
 * Changes parts of an existing decision. When nothing differs, nothing is written and no event is emitted.
 * @throws ServiceError `consent_not_found`, `invalid_tc_string`, `invalid_gpp_string`, `rate_limited`
 */
export type UpdateConsent = (current: StoredConsent, changes: ConsentUpdateRequest) => Promise<Written>;

export function createUpdateConsent({
  database,
  runUnit,
  catalogue,
  hooks,
  draftHooks,
  strings,
  views: { toRecord },
  clock,
  refusesAll,
  noteWritten,
}: UpdateConsentOptions): UpdateConsent {
  return async function update(
    record: StoredConsent,
    { changes: sent, ownershipProven, writer, place, ipHash }: ConsentUpdateRequest,
  ): Promise<Written> {
    const { tenantId, visitorId } = record;
    let current = record;
    // Repeats only when the record has changed since it was read.
    for (;;) {
      const profile = await catalogue.byId(current.profileId);
      const context = { profile, writer, place };
      const isSameMap = canonicalJson(sent.consentJson) === canonicalJson(current.consentJson);
      // A string that is stored already was made at the time of its own decision.
      const tcfString = isSameMap && sent.tcfString === current.tcfString ? undefined : sent.tcfString;
      const asked = {
        ...current,
        consentJson: sent.consentJson,
        profileVersion: isSameMap
          ? current.profileVersion
          : (profile?.shownVersion ?? current.profileVersion),
      };
      const warnings = strings.faults({
        ...sent,
        tcfString,
        isNothingAllowed:
          profile !== null &&
          hasString({ tcfString, gppString: sent.gppString }) &&
          (await refusesAll(asked, profile)),
      });
      const sound = withoutFaulty(sent, warnings);
      const cleared = Object.fromEntries(warnings.map(({ path }) => [path, null]));
      const hooked = hooks.has('beforeConsentUpdate')
        ? await draftHooks.updated(
            toDraft(current, changeConsent(current, { ...cleared, ...sound }, context)),
            sound,
          )
        : sound;
      const { subjectId, method = null, layer = null } = sent;
      const profileVersion = current.profileId === record.profileId ? sent.profileVersion : undefined;
      const changed = changeConsent(
        current,
        { ...cleared, ...hooked, subjectId, profileVersion, method, layer },
        context,
      );
      const { fields, isDecision } = changed;
      if (!isDifferent(current, fields)) {
        const latest = await requireConsent(database, tenantId, visitorId);
        if (latest.id === current.id && latest.revision === current.revision)
          return { consent: current, profile, warnings, isChanged: false };
        current = latest;
        continue;
      }
      requireNoNewGrant(warnings, fields.consentJson, current, profile);
      const choice = getChoice(
        fields.consentJson,
        profile ?? {
          group: current.group,
          optionalCategories: await findOptionalCategories(catalogue, fields.consentJson, current),
        },
      );
      const countedAs = countDecisionAs(
        fields.consentJson,
        fields.locale,
        profile?.knownNames ?? namesCountedBy(current),
      );

      const before = current;
      const consent = await runUnit(async (unit) => {
        const repository = consentRepository(unit.tenant(tenantId));
        const now = clock.now();
        const written = await repository.change(before, changed, { choice, countedAs }, ipHash, now);
        if (written === null) return null;
        await noteWritten(
          unit,
          { consent: written, profile, before },
          {
            writer,
            ownershipProven,
            byStranger: false,
            isDecision,
            at: now,
            receivedAt: now,
            submissionHash: null,
          },
        );
        return written;
      });
      if (consent === null) {
        current = await requireConsent(database, tenantId, visitorId);
        continue;
      }
      if (hooks.has('afterConsentUpdate'))
        await hooks.notify('afterConsentUpdate', { ...(await toRecord(consent, profile)), tenantId });
      return { consent, profile, warnings, isChanged: true };
    }
  };
}

/** Returns the optional categories of a record whose profile no longer exists: its version outlives it. */
async function findOptionalCategories(
  catalogue: ProfileCatalogue,
  consentJson: ConsentFacts['consentJson'],
  { tenantId, profileId, profileVersion }: StoredConsent,
): Promise<readonly string[]> {
  const version = await catalogue.version({ tenantId, profileId, version: profileVersion });
  return version?.optionalCategories ?? Object.keys(consentJson);
}

/** Returns the decision of an update, as plugins see it. */
function toDraft(current: StoredConsent, { fields }: ChangedConsent): ConsentDraft {
  const {
    id,
    subjectId,
    by,
    apiKeyId,
    profileVersion,
    parentalConsent,
    effectiveConsent,
    method,
    layer,
    createdAt,
    updatedAt,
    expiresAt,
    ...decision
  } = toStoredRecord({ ...current, ...fields });
  return { tenantId: current.tenantId, ...decision };
}
