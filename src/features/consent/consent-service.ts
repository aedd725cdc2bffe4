import type { Database } from '../../database/database';
import type { RunUnitOfWork, UnitOfWork } from '../../database/unit-of-work';
import type { Actor } from '../../kernel/caller';
import { type Clock, toIso } from '../../kernel/clock';
import { sha256Hex } from '../../kernel/crypto';
import { ServiceError } from '../../kernel/errors';
import { canonicalJson } from '../../kernel/json';
import type { HookRunner } from '../../plugins/plugin-registry';
import type { ProfileCatalogue, ProfileFacts } from '../profiles';
import type { RecordChanges } from './consent-changes';
import { choiceOf, type Decision, type DecisionChanges, withoutStale } from './consent-decision';
import type { DraftHooks } from './consent-hooks';
import { consentRepository, type HistoryStretch, type SubjectChange } from './consent-repository';
import type { ConsentDraft, Verification } from './consent-schemas';
import { toRecord } from './consent-views';
import type { FrameworkStrings } from './framework-strings';
import { parentalRepository } from './parental-repository';
import type { StoredConsent, StoredHistoryEntry, VisitorPlace } from './stored-consent';
import { verifyConsent } from './verify-consent';

export interface ConsentServiceOptions {
  readonly database: Database;
  readonly runUnit: RunUnitOfWork;
  readonly catalogue: ProfileCatalogue;
  readonly hooks: HookRunner;
  readonly draftHooks: DraftHooks;
  readonly recordChanges: RecordChanges;
  readonly strings: FrameworkStrings;
  readonly clock: Clock;
  /** Refuse a submission that names an existing visitor without proof. */
  readonly requireOnUpdate: boolean;
}

export interface Submission extends SubjectChange {
  readonly visitorId: string;
  /** Its tenant is the consent's. */
  readonly profile: ProfileFacts;
  readonly decision: Decision;
  readonly ownershipProven: boolean;
  readonly place: VisitorPlace;
  readonly ipHash: string | null;
  /** A parental-consent token for this visitor and profile came with it. */
  readonly needsParent: boolean;
}

export interface Submitted {
  readonly consent: StoredConsent;
  readonly profile: ProfileFacts;
  /** Also true when this submission created the record. */
  readonly ownershipProven: boolean;
}

/** A record with the profile that it was given against, null when that no longer exists. */
export interface ConsentWithProfile {
  readonly consent: StoredConsent;
  readonly profile: ProfileFacts | null;
}

export interface ConsentService {
  find(tenantId: string, visitorId: string): Promise<StoredConsent | null>;
  /** Creates or replaces the visitor's decision. @throws ServiceError `visitor_cookie_required` */
  submit(submission: Submission): Promise<Submitted>;
  /** Changes parts of an existing decision. @throws ServiceError `consent_not_found` */
  update(tenantId: string, visitorId: string, changes: DecisionChanges & SubjectChange): Promise<ConsentWithProfile>;
  /** The records that a server linked to one of the host's users, the latest decision first. */
  ofSubject(tenantId: string, subjectId: string): Promise<ConsentWithProfile[]>;
  /** Leaves nothing of the visitor but an audit entry without its id. @throws ServiceError `consent_not_found` */
  erase(tenantId: string, visitorId: string, by: { readonly actor: Actor; readonly keyId: string | null }): Promise<void>;
  /** @param gpcSignal the request that asks carries Global Privacy Control */
  verify(consent: StoredConsent, gpcSignal?: boolean): Promise<Verification>;
  /** Newest first. @throws ServiceError `consent_not_found` */
  history(tenantId: string, visitorId: string): Promise<StoredHistoryEntry[]>;
  /** The same in stretches; empty where there is nothing. */
  states(tenantId: string, visitorId: string, stretch: HistoryStretch): Promise<StoredHistoryEntry[]>;
}

export function createConsentService({
  database,
  runUnit,
  catalogue,
  hooks,
  draftHooks,
  recordChanges,
  strings,
  clock,
  requireOnUpdate,
}: ConsentServiceOptions): ConsentService {
  const find = (tenantId: string, visitorId: string) => database.read((connection) => consentRepository(connection.tenant(tenantId)).find(visitorId));

  const states = (tenantId: string, visitorId: string, stretch: HistoryStretch) =>
    database.read((connection) => consentRepository(connection.tenant(tenantId)).history(visitorId, stretch));

  async function submit({ visitorId, decision, place, ipHash, subjectId, ...submission }: Submission): Promise<Submitted> {
    const { tenantId } = submission.profile;
    const { draft, profile } = await hooked({ tenantId, visitorId, profileId: submission.profile.id, ...decision }, submission.profile);
    const { consentJson, locale, gpcDetected, gpcOverride = null, source, ageVerified = null, tcfString = null, gppString = null } = draft;

    const saved = await runUnit(async (unit) => {
      const repository = consentRepository(unit.tenant(tenantId));
      const now = clock.now();
      const choice = choiceOf(consentJson, profile.optionalCategories);
      const made = { visitorId, profileId: profile.id, profileVersion: profile.shownVersion, group: profile.group, choice };
      const given = { consentJson, locale, gpcDetected, gpcOverride, source, ageVerified, tcfString, gppString, subjectId };
      // Of the profile that the record ends under, also where a plugin moved it there: the parent has agreed to no other.
      if (submission.needsParent) await parentalRepository(unit.tenant(tenantId)).markPending(visitorId, profile.id);
      const consent = await withGpp(repository, await repository.save({ ...made, ...given }, place, now), profile, gppString);
      const ownershipProven = submission.ownershipProven || consent.revision === 1;
      // Thrown here, so that the refusal undoes the write: whether there was a record is certain only under its lock.
      if (requireOnUpdate && !ownershipProven) throw new ServiceError('visitor_cookie_required');
      await repository.saveVisitor(visitorId, place, ipHash, now);
      await noteWritten(unit, { consent, profile }, ownershipProven);
      return { consent, profile, ownershipProven };
    });
    await hooks.notify(saved.consent.revision === 1 ? 'afterConsentSave' : 'afterConsentUpdate', { ...toRecord(saved.consent, profile), tenantId });
    return saved;
  }

  async function hooked(draft: ConsentDraft, profile: ProfileFacts): Promise<{ draft: ConsentDraft; profile: ProfileFacts }> {
    if (!hooks.has('beforeConsentSave', 'beforeConsentUpdate')) return { draft, profile };
    const known = await find(draft.tenantId, draft.visitorId);
    return draftHooks.submitted(known === null ? 'beforeConsentSave' : 'beforeConsentUpdate', draft, profile);
  }

  async function update(tenantId: string, visitorId: string, { subjectId, ...asked }: DecisionChanges & SubjectChange): Promise<ConsentWithProfile> {
    // Goes round again only when a submission has put the record under another profile meanwhile.
    for (;;) {
      const current = await find(tenantId, visitorId);
      if (current === null) throw new ServiceError('consent_not_found');
      const { profileId } = current;
      const changes = hooks.has('beforeConsentUpdate') ? await draftHooks.updated(asUpdated(current, asked), asked) : asked;
      const profile = await catalogue.byId(profileId);
      // The same map in another order is the one that is stored.
      const consentJson = canonicalJson(changes.consentJson) === canonicalJson(current.consentJson) ? current.consentJson : changes.consentJson;
      const choice = choiceOf(consentJson, profile?.optionalCategories ?? Object.keys(consentJson));

      const consent = await runUnit(async (unit) => {
        const repository = consentRepository(unit.tenant(tenantId));
        const stored = await repository.change(visitorId, profileId, { ...changes, consentJson, subjectId, choice }, clock.now());
        if (stored === null) return null;
        const changed = await withGpp(repository, stored, profile, changes.gppString);
        await noteWritten(unit, { consent: changed, profile }, true);
        return changed;
      });
      if (consent === null) continue;
      await hooks.notify('afterConsentUpdate', { ...toRecord(consent, profile), tenantId });
      return { consent, profile };
    }
  }

  /** The record with the GPP string that it needs, unless one came with the decision. Made of the record itself: only it knows the visitor's place. */
  async function withGpp(
    repository: ReturnType<typeof consentRepository>,
    consent: StoredConsent,
    profile: ProfileFacts | null,
    sent: string | null | undefined,
  ): Promise<StoredConsent> {
    const made = profile === null || typeof sent === 'string' ? null : strings.made(consent, profile);
    if (made === null || made === consent.gppString) return consent;
    await repository.setGppString(consent.visitorId, made);
    return { ...consent, gppString: made };
  }

  /** What goes with every write of a record, in its transaction: history, counting, the event. */
  async function noteWritten(unit: UnitOfWork, { consent, profile }: ConsentWithProfile, ownershipProven: boolean): Promise<void> {
    const { tenantId, visitorId } = consent;
    const repository = consentRepository(unit.tenant(tenantId));
    await repository.addHistory(consent, ownershipProven);
    const before = await repository.factsBefore(consent);
    await recordChanges(unit, tenantId, [{ consentId: consent.id, before, after: consent, at: consent.updatedAt }]);
    unit.emit(consent.revision === 1 ? 'consent.created' : 'consent.updated', {
      tenantId,
      occurredAt: toIso(consent.updatedAt),
      visitorId,
      consent: toRecord(consent, profile),
    });
  }

  return {
    find,
    states,
    submit,
    update,

    async ofSubject(tenantId, subjectId) {
      const consents = await database.read((connection) => consentRepository(connection.tenant(tenantId)).ofSubject(subjectId));
      return Promise.all(consents.map(async (consent) => ({ consent, profile: await catalogue.byId(consent.profileId) })));
    },

    async erase(tenantId, visitorId, { actor, keyId }) {
      const isKnown = await database.read((connection) => consentRepository(connection.tenant(tenantId)).isKnown(visitorId));
      if (!isKnown) throw new ServiceError('consent_not_found');
      await hooks.notify('beforeConsentErase', { tenantId, visitorId });
      await runUnit(async (unit) => {
        const erased = await consentRepository(unit.tenant(tenantId)).erase(visitorId);
        if (erased === null) throw new ServiceError('consent_not_found');
        const { record } = erased;
        if (record !== null) await recordChanges(unit, tenantId, [{ consentId: record.id, before: record, after: null, at: clock.now() }]);
        const changes = keyId === null ? { by: 'visitor' } : { by: 'apiKey', apiKeyId: keyId };
        unit.audit({ tenantId, action: 'consent:erased', resourceType: 'consent', resourceId: sha256Hex(visitorId), actor, changes });
        unit.emit('consent.erased', { tenantId, occurredAt: toIso(clock.now()), visitorId });
      });
      await hooks.notify('afterConsentErase', { tenantId, visitorId });
    },

    async verify(consent, gpcSignal = false) {
      const own = await catalogue.byId(consent.profileId);
      const group = own?.group ?? consent.group;
      const active = (await catalogue.active(consent.tenantId)).find((profile) => group !== null && profile.group === group) ?? null;
      return verifyConsent(consent, { own, active }, clock.now(), gpcSignal);
    },

    async history(tenantId, visitorId) {
      const entries = await states(tenantId, visitorId, {});
      if (entries.length === 0) throw new ServiceError('consent_not_found');
      return entries;
    },
  };
}

/** What an update asks for, as the whole decision that it makes of the current one. */
function asUpdated(current: StoredConsent, asked: DecisionChanges): ConsentDraft {
  const { id, subjectId, profileVersion, parentalConsent, effectiveConsent, createdAt, updatedAt, ...decision } = toRecord(current, null);
  const before = { tenantId: current.tenantId, ...decision };
  return { ...withoutStale(before, { ...before, consentJson: asked.consentJson }), ...asked };
}
