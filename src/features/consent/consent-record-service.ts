import type { Database } from '../../database/database';
import type { RunUnitOfWork, UnitOfWork } from '../../database/unit-of-work';
import type { Actor } from '../../kernel/caller';
import { type Clock, toIso } from '../../kernel/clock';
import { ServiceError } from '../../kernel/errors';
import { canonicalJson } from '../../kernel/json';
import type { HookRunner } from '../../plugins/plugin-registry';
import type { ProfileCatalogue, ProfileFacts } from '../profiles';
import type { AuditedVisitor } from './audited-visitor';
import { allowsNothing, carryDecision, type DecidedAgainst, findDecidedFacts } from './carried-decision';
import type { Ownership } from './consent-access';
import { type ChangedConsent, changeConsent, isDifferent } from './consent-change';
import { choiceOf, type Decision, type DecisionChanges } from './consent-decision';
import type { ConsentFacts, RecordChanges } from './consent-facts';
import type { DraftHooks } from './consent-hooks';
import {
  consentRepository,
  type HistoryRange,
  type SubjectChange,
  type WrittenState,
} from './consent-repository';
import type { ConsentDraft, Verification } from './consent-schemas';
import type { ConsentStrings } from './consent-strings';
import { type ConsentViews, toStoredRecord } from './consent-views';
import { countDecisionAs, namesCountedBy } from './counted-as';
import { parentalRepository } from './parental-repository';
import { NothingToWithdraw, requireRoomToday } from './state-limit';
import type { StoredConsent, StoredHistoryEntry, VisitorPlace, Writer } from './stored-consent';
import { requireNoNewGrant, type StringFault, withoutFaulty } from './string-faults';
import { verifyConsent } from './verify-consent';

export interface ConsentRecordServiceOptions {
  readonly database: Database;
  readonly runUnit: RunUnitOfWork;
  readonly catalogue: ProfileCatalogue;
  readonly hooks: HookRunner;
  readonly draftHooks: DraftHooks;
  readonly recordChanges: RecordChanges;
  readonly strings: ConsentStrings;
  readonly views: ConsentViews;
  readonly clock: Clock;
  readonly auditedVisitor: AuditedVisitor;
  /** Whether to refuse a submission for an existing record by anyone but its owner. */
  readonly ownedOnly: boolean;
}

export interface Submission extends SubjectChange {
  readonly visitorId: string;
  /** Its tenant is the consent's. */
  readonly profile: ProfileFacts;
  /** The version that the visitor was shown; undefined: the current one. */
  readonly profileVersion?: number | undefined;
  readonly decision: Decision;
  readonly ownership: Ownership;
  readonly writer: Writer;
  readonly place: VisitorPlace;
  readonly ipHash: string | null;
  /** Faults of fields that are not part of the decision. */
  readonly faults?: readonly StringFault[];
  /** Whether a parental-consent token for this visitor and profile was sent with it. */
  readonly needsParent: boolean;
}

export interface Submitted {
  readonly consent: StoredConsent;
  readonly profile: ProfileFacts;
  /** The browser that creates a record owns it. */
  readonly ownershipProven: boolean;
  readonly warnings: readonly StringFault[];
}

export interface ConsentUpdateRequest {
  /** `profileVersion` is a version of the record's profile. */
  readonly changes: DecisionChanges & SubjectChange & { readonly profileVersion?: number | undefined };
  readonly ownershipProven: boolean;
  readonly writer: Writer;
  readonly place: VisitorPlace;
  readonly ipHash: string | null;
}

/** The caller of an erasure. */
export interface Eraser {
  readonly actor: Actor;
  /** Null for the visitor's own browser. */
  readonly keyId: string | null;
  readonly ownershipProven: boolean;
}

/** A write's result, with the strings that were dropped because they are not valid. */
export interface Written extends ConsentWithProfile {
  readonly warnings: readonly StringFault[];
  /** False when the record already contains what was requested: nothing was written then. */
  readonly isChanged: boolean;
}

/** A record with its profile, null when that no longer exists. */
export interface ConsentWithProfile {
  readonly consent: StoredConsent;
  readonly profile: ProfileFacts | null;
}

export interface ConsentRecordService {
  find(tenantId: string, visitorId: string): Promise<StoredConsent | null>;
  /**
   * Creates or replaces the visitor's decision. @throws ServiceError `visitor_cookie_required`,
   * `invalid_tc_string`, `invalid_gpp_string`, `rate_limited`
   */
  submit(submission: Submission): Promise<Submitted>;
  /**
   * Changes parts of an existing decision. When nothing differs, nothing is written and no event is emitted.
   * @throws ServiceError `consent_not_found`, `invalid_tc_string`, `invalid_gpp_string`, `rate_limited`
   */
  update(current: StoredConsent, changes: ConsentUpdateRequest): Promise<Written>;
  /** Returns the records that a server linked to one of the host's users, the latest decision first. */
  ofSubject(tenantId: string, subjectId: string): Promise<ConsentWithProfile[]>;
  /**
   * Erases a visitor; only an audit entry without the id remains. @throws ServiceError `consent_not_found`
   */
  erase(tenantId: string, visitorId: string, by: Eraser): Promise<void>;
  /** @param gpcSignal the request that asks carries Global Privacy Control */
  verify(consent: StoredConsent, gpcSignal?: boolean): Promise<Verification>;
  /** Returns the states of a record, newest first; empty when there is no record. */
  states(tenantId: string, visitorId: string, range: HistoryRange): Promise<StoredHistoryEntry[]>;
}

/** Whether a decision comes with a TC or GPP string. */
const hasString = ({
  tcfString,
  gppString,
}: {
  readonly tcfString?: unknown;
  readonly gppString?: unknown;
}) => tcfString !== undefined || gppString !== undefined;

export function createConsentRecordService({
  database,
  runUnit,
  catalogue,
  hooks,
  draftHooks,
  recordChanges,
  strings,
  views: { toRecord },
  clock,
  auditedVisitor,
  ownedOnly,
}: ConsentRecordServiceOptions): ConsentRecordService {
  const find = (tenantId: string, visitorId: string) =>
    database.read((connection) => consentRepository(connection.tenant(tenantId)).find(visitorId));

  async function findExisting(tenantId: string, visitorId: string): Promise<StoredConsent> {
    const consent = await find(tenantId, visitorId);
    if (consent === null) throw new ServiceError('consent_not_found');
    return consent;
  }

  const states = (tenantId: string, visitorId: string, range: HistoryRange) =>
    database.read((connection) => consentRepository(connection.tenant(tenantId)).history(visitorId, range));

  async function submit({
    visitorId,
    decision,
    place,
    ipHash,
    subjectId,
    writer,
    ...submission
  }: Submission): Promise<Submitted> {
    const { tenantId } = submission.profile;
    const decided = {
      tenantId,
      profileId: submission.profile.id,
      profileVersion: submission.profileVersion ?? submission.profile.shownVersion,
      group: submission.profile.group,
      consentJson: decision.consentJson,
    };
    const stringFaults = strings.faults({
      ...decision,
      isNothingAllowed: hasString(decision) && (await refusesAll(decided, submission.profile)),
    });
    const warnings = [...(submission.faults ?? []), ...stringFaults];
    const sound = withoutFaulty(decision, warnings);
    const { draft, profile } = await hooked(
      { tenantId, visitorId, profileId: submission.profile.id, ...sound },
      submission.profile,
    );
    const {
      consentJson,
      locale,
      gpcDetected,
      gpcOverride = null,
      ageVerified = null,
      tcfString = null,
      gppString = null,
    } = draft;

    const saved = await runUnit(async (unit) => {
      const repository = consentRepository(unit.tenant(tenantId));
      const now = clock.now();
      const choice = choiceOf(consentJson, profile);
      const countedAs = countDecisionAs(consentJson, locale, profile.knownNames);
      const made = {
        visitorId,
        profileId: profile.id,
        // A plugin may have moved the decision to another profile.
        profileVersion:
          (profile.id === submission.profile.id ? submission.profileVersion : undefined) ??
          profile.shownVersion,
        group: profile.group,
        choice,
        countedAs,
      };
      const given = {
        consentJson,
        locale,
        gpcDetected,
        gpcOverride,
        // A plugin can change it, but a server's call does not come from a banner.
        source: writer.by === 'apiKey' && draft.source === 'banner' ? ('api' as const) : draft.source,
        ...writer,
        ageVerified,
        tcfString,
        gppString,
        subjectId,
      };
      // Of the profile that the record ends under, also where a plugin moved it there: the parent has agreed
      // to no other.
      if (submission.needsParent)
        await parentalRepository(unit.tenant(tenantId)).markPending(visitorId, profile.id);
      const byStranger = !submission.ownership.accepted;
      if (warnings.length > 0) {
        // The response does not disclose to a stranger what the record grants.
        requireNoNewGrant(
          warnings,
          consentJson,
          byStranger ? null : await repository.lock(visitorId),
          profile,
        );
      }
      const consent = await repository.save({ ...made, ...given, byStranger }, place, now);
      const isNew = consent.revision === 1;
      // Thrown here, so that the refusal undoes the write: whether there was a record is certain only under
      // its lock.
      if (ownedOnly && byStranger && !isNew) throw new ServiceError('visitor_cookie_required');
      await repository.saveVisitor(visitorId, place, ipHash, now);
      const ownershipProven = submission.ownership.proven || (isNew && writer.by === 'visitor');
      await noteWritten(
        unit,
        { consent, profile, before: await repository.factsBefore(consent) },
        { writer, ownershipProven, byStranger: byStranger && !isNew, isDecision: true, at: now },
      );
      return { consent, profile, ownershipProven, warnings };
    }).catch((error: unknown) => {
      if (error instanceof NothingToWithdraw) return error;
      throw error;
    });
    if (saved instanceof NothingToWithdraw)
      return { consent: saved.written, profile, ownershipProven: false, warnings };
    await hooks.notify(saved.consent.revision === 1 ? 'afterConsentSave' : 'afterConsentUpdate', {
      ...(await toRecord(saved.consent, profile)),
      tenantId,
    });
    return saved;
  }

  /**
   * Returns whether a decision allows no optional category of its current profile. Only strings are judged by
   * it, so decisions without one are not asked.
   */
  async function refusesAll(
    decision: DecidedAgainst & Pick<StoredConsent, 'group'>,
    profile: ProfileFacts,
  ): Promise<boolean> {
    const { consentJson, group } = decision;
    const decided = await findDecidedFacts(catalogue, decision, profile);
    return allowsNothing(carryDecision(consentJson, group, { today: profile, decided }), group, profile);
  }

  /** Returns the optional categories of a record whose profile no longer exists: its version outlives it. */
  async function optionalCategoriesOf(
    consentJson: ConsentFacts['consentJson'],
    { tenantId, profileId, profileVersion }: StoredConsent,
  ): Promise<readonly string[]> {
    const version = await catalogue.version({ tenantId, profileId, version: profileVersion });
    return version?.optionalCategories ?? Object.keys(consentJson);
  }

  async function hooked(
    draft: ConsentDraft,
    profile: ProfileFacts,
  ): Promise<{ draft: ConsentDraft; profile: ProfileFacts }> {
    if (!hooks.has('beforeConsentSave', 'beforeConsentUpdate')) return { draft, profile };
    const known = await find(draft.tenantId, draft.visitorId);
    return draftHooks.submitted(known === null ? 'beforeConsentSave' : 'beforeConsentUpdate', draft, profile);
  }

  async function update(
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
        source: writer.by === 'visitor' ? 'banner' : 'api',
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
            draftOf(current, changeConsent(current, { ...cleared, ...sound }, context)),
            sound,
          )
        : sound;
      const { subjectId } = sent;
      const profileVersion = current.profileId === record.profileId ? sent.profileVersion : undefined;
      const changed = changeConsent(current, { ...cleared, ...hooked, subjectId, profileVersion }, context);
      const { fields, isDecision } = changed;
      if (!isDifferent(current, fields)) {
        const latest = await findExisting(tenantId, visitorId);
        if (latest.id === current.id && latest.revision === current.revision)
          return { consent: current, profile, warnings, isChanged: false };
        current = latest;
        continue;
      }
      requireNoNewGrant(warnings, fields.consentJson, current, profile);
      const choice = choiceOf(
        fields.consentJson,
        profile ?? {
          group: current.group,
          optionalCategories: await optionalCategoriesOf(fields.consentJson, current),
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
        const written = await repository.change(before, changed, { choice, countedAs }, now);
        if (written === null) return null;
        if (isDecision) await repository.saveVisitor(visitorId, place, ipHash, now);
        await noteWritten(
          unit,
          { consent: written, profile, before },
          { writer, ownershipProven, byStranger: false, isDecision, at: now },
        );
        return written;
      });
      if (consent === null) {
        current = await findExisting(tenantId, visitorId);
        continue;
      }
      await hooks.notify('afterConsentUpdate', {
        ...(await toRecord(consent, profile)),
        tenantId,
      });
      return { consent, profile, warnings, isChanged: true };
    }
  }

  /**
   * Writes everything that belongs to a write of a record, in its transaction: history, statistics, the
   * event.
   */
  async function noteWritten(
    unit: UnitOfWork,
    { consent, profile, before }: ConsentWithProfile & { readonly before: ConsentFacts | null },
    state: WrittenState,
  ): Promise<void> {
    const { tenantId, visitorId } = consent;
    const repository = consentRepository(unit.tenant(tenantId));
    await requireRoomToday(repository, {
      written: consent,
      before,
      byStranger: state.byStranger,
      at: state.at,
      mandatoryCategories: profile?.mandatoryCategories ?? [],
    });
    await repository.addHistory(consent, state);
    const { isDecision, at } = state;
    await recordChanges(unit, tenantId, [{ consentId: consent.id, before, after: consent, at, isDecision }]);
    unit.emit(consent.revision === 1 ? 'consent.created' : 'consent.updated', {
      tenantId,
      occurredAt: toIso(at),
      visitorId,
      consent: await toRecord(consent, profile, false, unit),
    });
  }

  return {
    find,
    states,
    submit,
    update,

    async ofSubject(tenantId, subjectId) {
      const consents = await database.read((connection) =>
        consentRepository(connection.tenant(tenantId)).ofSubject(subjectId),
      );
      return Promise.all(
        consents.map(async (consent) => ({ consent, profile: await catalogue.byId(consent.profileId) })),
      );
    },

    async erase(tenantId, visitorId, { actor, keyId, ownershipProven }) {
      const isKnown = await database.read((connection) =>
        consentRepository(connection.tenant(tenantId)).isKnown(visitorId),
      );
      if (!isKnown) throw new ServiceError('consent_not_found');
      await hooks.notify('beforeConsentErase', { tenantId, visitorId });
      await runUnit(async (unit) => {
        const erased = await consentRepository(unit.tenant(tenantId)).erase(visitorId);
        if (erased === null) throw new ServiceError('consent_not_found');
        const { record } = erased;
        if (record !== null)
          await recordChanges(unit, tenantId, [
            { consentId: record.id, before: record, after: null, at: clock.now() },
          ]);
        const changes =
          keyId === null ? { by: 'visitor', ownershipProven } : { by: 'apiKey', apiKeyId: keyId };
        unit.audit({
          tenantId,
          action: 'consent:erased',
          resourceType: 'consent',
          resourceId: auditedVisitor(tenantId, visitorId),
          actor,
          changes,
        });
        unit.emit('consent.erased', { tenantId, occurredAt: toIso(clock.now()), visitorId });
      });
      await hooks.notify('afterConsentErase', { tenantId, visitorId });
    },

    async verify(consent, gpcSignal = false) {
      const own = await catalogue.byId(consent.profileId);
      const group = own?.group ?? consent.group;
      const active =
        (await catalogue.active(consent.tenantId)).find(
          (profile) => group !== null && profile.group === group,
        ) ?? null;
      const decided = own === null ? null : await findDecidedFacts(catalogue, consent, own);
      return verifyConsent(consent, { own, decided, active }, clock.now(), gpcSignal);
    },
  };
}

/** Returns the decision of an update, as plugins see it. */
function draftOf(current: StoredConsent, { fields }: ChangedConsent): ConsentDraft {
  const {
    id,
    subjectId,
    by,
    apiKeyId,
    profileVersion,
    parentalConsent,
    effectiveConsent,
    createdAt,
    updatedAt,
    ...decision
  } = toStoredRecord({ ...current, ...fields });
  return { tenantId: current.tenantId, ...decision };
}
