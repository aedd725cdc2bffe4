import type { ProfileCatalogue } from '#banners/profiles/index';
import type { Database } from '#platform/database/database';
import type { RunUnitOfWork } from '#platform/database/unit-of-work';
import type { Clock } from '#platform/kernel/clock';
import { unavailable } from '#platform/kernel/errors';
import type { HookRunner } from '#platform/plugins/plugin-registry';
import type { ConsentDraft } from '../consent-schemas';
import { type ConsentViews, toStoredRecord } from '../consent-views';
import type { ConsentStrings } from '../strings/consent-strings';
import type { RefusesTcf } from '../strings/refuses-tcf';
import { requireNoNewGrant, type StringFault, withoutFaulty } from '../strings/string-faults';
import { type ChangedConsent, changeConsent, hasSameAnswers, isDifferent } from './consent-change';
import {
  type DecisionChanges,
  findShown,
  getChoice,
  hasString,
  noServices,
  type ShownVersion,
  withSettledServices,
} from './consent-decision';
import type { Manner } from './consent-facts';
import { countDecisionAs, namesCountedBy } from './consent-facts';
import type { DraftHooks } from './consent-hooks';
import { consentRepository, type SubjectChange } from './consent-repository';
import { requireConsent } from './find-consent';
import type { NoteWrites } from './note-writes';
import type { ConsentWithProfile, StoredConsent, VisitorPlace, Writer } from './stored-consent';

export interface ConsentUpdateRequest {
  /** `profileVersion` is a version of the record's profile, `variant` one of that version. */
  readonly changes: DecisionChanges &
    SubjectChange &
    Partial<Manner> & {
      readonly profileVersion?: number | undefined;
      /** See `AskedChanges`. */
      readonly deviceId?: string | null;
      readonly variant?: string | null;
    };
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
  readonly refusesTcf: RefusesTcf;
  readonly noteWrites: NoteWrites;
}

/**
 * Changes parts of an existing decision. When nothing differs, nothing is written and no event is emitted.
 * @throws ServiceError `consent_not_found`, `invalid_tc_string`, `invalid_gpp_string`, `rate_limited`, `unavailable`
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
  refusesTcf,
  noteWrites,
}: UpdateConsentOptions): UpdateConsent {
  /** Returns null when the record has changed since it was read. */
  async function tryUpdate(
    record: StoredConsent,
    { changes: received, ownershipProven, writer, place, ipHash }: ConsentUpdateRequest,
  ): Promise<Written | null> {
    const { tenantId, visitorId } = record;
    const profile = await catalogue.byId(record.profileId);
    const shown =
      profile === null
        ? await findLastShown(catalogue, record)
        : await findShown(catalogue, profile, received.profileVersion);
    const settle = <T extends DecisionChanges>(changes: T): T =>
      hasSameAnswers(changes, record) ? changes : withSettledServices(changes, shown);
    const sent = settle(received);
    const context = { profile, group: shown.group, writer, place };
    const isSameMap = hasSameAnswers(sent, record);
    // A string that is stored already was made at the time of its own decision.
    const tcfString = isSameMap && sent.tcfString === record.tcfString ? undefined : sent.tcfString;
    const asked = {
      ...record,
      consentJson: sent.consentJson,
      group: isSameMap ? record.group : shown.group,
      profileVersion: isSameMap ? record.profileVersion : (profile?.shownVersion ?? record.profileVersion),
    };
    const warnings = strings.faults({
      ...sent,
      tcfString,
      isTcfDenied:
        profile !== null &&
        hasString({ tcfString, gppString: sent.gppString }) &&
        (await refusesTcf(asked, profile)),
    });
    const sound = withoutFaulty(sent, warnings);
    const cleared = Object.fromEntries(warnings.map(({ path }) => [path, null]));
    const hooked = hooks.has('beforeConsentUpdate')
      ? settle(
          await draftHooks.updated(
            toDraft(record, changeConsent(record, { ...cleared, ...sound }, context)),
            sound,
          ),
        )
      : sound;
    const { subjectId, profileVersion, variant, method = null, layer = null, deviceId = null } = sent;
    const changed = changeConsent(
      record,
      { ...cleared, ...hooked, subjectId, profileVersion, variant, method, layer, deviceId },
      context,
    );
    const { fields, isDecision } = changed;
    // A visitor can confirm the same choice once more, against a later signal of another device.
    if (!isDecision && !isDifferent(record, fields)) {
      const latest = await requireConsent(database, tenantId, visitorId);
      const isLatest = latest.id === record.id && latest.revision === record.revision;
      return isLatest ? { consent: record, profile, warnings, isChanged: false } : null;
    }
    requireNoNewGrant(warnings, fields, record, profile);
    const choice = isDecision ? getChoice(fields.consentJson, shown, fields.services) : record.choice;
    const countedAs = countDecisionAs(
      fields.consentJson,
      fields.locale,
      profile?.knownNames ?? namesCountedBy(record),
    );
    const consent = await runUnit(async (unit) => {
      const repository = consentRepository(unit.tenant(tenantId));
      const now = clock.now();
      const written = await repository.change(record, changed, { choice, countedAs }, ipHash, now);
      if (written === null) return null;
      const state = { writer, ownershipProven, byStranger: false, isDecision, at: now, receivedAt: now };
      await noteWrites.changed(
        unit,
        { consent: written, profile, before: record },
        { ...state, submissionHash: null },
      );
      return written;
    });
    if (consent === null) return null;
    if (hooks.has('afterConsentUpdate'))
      await hooks.notify('afterConsentUpdate', { ...(await toRecord(consent, profile)), tenantId });
    return { consent, profile, warnings, isChanged: true };
  }

  return async (read, { changes, ...request }) => {
    let record = read;
    for (let tries = 1; tries <= maxTries; tries += 1) {
      // Another profile has other versions.
      const shown = record.profileId === read.profileId ? {} : { profileVersion: undefined, variant: null };
      const updated = await tryUpdate(record, { ...request, changes: { ...changes, ...shown } });
      if (updated !== null) return updated;
      record = await requireConsent(database, read.tenantId, read.visitorId);
    }
    throw unavailable();
  };
}

/**
 * Attempts at an update. Each one fails only because another write of the record has succeeded meanwhile, so this is the
 * number of simultaneous writes of one visitor.
 */
const maxTries = 100;

/** Returns the version of a record whose profile no longer exists: the version outlives it. */
async function findLastShown(
  catalogue: ProfileCatalogue,
  { tenantId, profileId, profileVersion, consentJson, group }: StoredConsent,
): Promise<ShownVersion> {
  const version = await catalogue.version({ tenantId, profileId, version: profileVersion });
  return {
    ...noServices,
    optionalCategories: version?.optionalCategories ?? Object.keys(consentJson),
    group,
  };
}

/** Returns the decision of an update, as plugins see it. */
function toDraft(current: StoredConsent, { fields }: ChangedConsent): ConsentDraft {
  const {
    id,
    subjectId,
    by,
    apiKeyId,
    profileVersion,
    variant,
    parentalConsent,
    parentalDenied,
    effectiveConsent,
    effectiveServices,
    method,
    layer,
    deviceId,
    createdAt,
    updatedAt,
    expiresAt,
    ...decision
  } = toStoredRecord({ ...current, ...fields });
  return { tenantId: current.tenantId, ...decision };
}
