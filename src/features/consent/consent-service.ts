import type { Database } from '../../database/database';
import type { RunUnitOfWork, UnitOfWork } from '../../database/unit-of-work';
import type { Actor } from '../../kernel/caller';
import { type Clock, toIso } from '../../kernel/clock';
import { sha256Hex } from '../../kernel/crypto';
import { ServiceError } from '../../kernel/errors';
import type { HookRunner } from '../../plugins/plugin-registry';
import type { ProfileCatalogue, ProfileFacts } from '../profiles';
import { choiceOf, type Decision, type DecisionChanges } from './consent-decision';
import type { DraftHooks } from './consent-hooks';
import { consentRepository, type StoredConsent, type StoredHistoryEntry, type VisitorPlace } from './consent-repository';
import type { ConsentDraft, Verification } from './consent-schemas';
import { toRecord } from './consent-views';
import { verifyConsent } from './verify-consent';

export interface ConsentServiceOptions {
  readonly database: Database;
  readonly runUnit: RunUnitOfWork;
  readonly catalogue: ProfileCatalogue;
  readonly hooks: HookRunner;
  readonly draftHooks: DraftHooks;
  readonly clock: Clock;
  /** Refuse a submission that names an existing visitor without proof. */
  readonly requireOnUpdate: boolean;
}

export interface Submission {
  readonly visitorId: string;
  /** Its tenant is the consent's. */
  readonly profile: ProfileFacts;
  readonly decision: Decision;
  readonly ownershipProven: boolean;
  readonly place: VisitorPlace;
  readonly ipHash: string | null;
}

export interface Submitted {
  readonly consent: StoredConsent;
  readonly profile: ProfileFacts;
  /** Also true when this submission created the record. */
  readonly ownershipProven: boolean;
}

export interface ConsentService {
  find(tenantId: string, visitorId: string): Promise<StoredConsent | null>;
  /** Creates or replaces the visitor's decision. @throws ServiceError `visitor_cookie_required` */
  submit(submission: Submission): Promise<Submitted>;
  /** Changes parts of an existing decision. @throws ServiceError `consent_not_found` */
  update(tenantId: string, visitorId: string, changes: DecisionChanges): Promise<StoredConsent>;
  /** Leaves nothing of the visitor but an audit entry without its id. @throws ServiceError `consent_not_found` */
  erase(tenantId: string, visitorId: string, by: { readonly actor: Actor; readonly keyId: string | null }): Promise<void>;
  verify(consent: StoredConsent): Promise<Verification>;
  /** Newest first. @throws ServiceError `consent_not_found` */
  history(tenantId: string, visitorId: string): Promise<StoredHistoryEntry[]>;
}

export function createConsentService({ database, runUnit, catalogue, hooks, draftHooks, clock, requireOnUpdate }: ConsentServiceOptions): ConsentService {
  const find = (tenantId: string, visitorId: string) => database.read((connection) => consentRepository(connection.tenant(tenantId)).find(visitorId));

  async function submit({ visitorId, decision, place, ipHash, ...submission }: Submission): Promise<Submitted> {
    const { tenantId } = submission.profile;
    const { draft, profile } = await hooked({ tenantId, visitorId, profileId: submission.profile.id, ...decision }, submission.profile);
    const { consentJson, locale, gpcDetected, source, ageVerified = null, tcfString = null, gppString = null } = draft;

    const saved = await runUnit(async (unit) => {
      const repository = consentRepository(unit.tenant(tenantId));
      const now = clock.now();
      const choice = choiceOf(consentJson, profile.optionalCategories);
      const made = { visitorId, profileId: profile.id, profileVersion: profile.shownVersion, group: profile.group, choice };
      const consent = await repository.save({ ...made, consentJson, locale, gpcDetected, source, ageVerified, tcfString, gppString }, place, now);
      const ownershipProven = submission.ownershipProven || consent.revision === 1;
      // Thrown here, so that the refusal undoes the write: whether there was a record is certain only under its lock.
      if (requireOnUpdate && !ownershipProven) throw new ServiceError('visitor_cookie_required');
      await repository.addHistory(consent, ownershipProven);
      await repository.saveVisitor(visitorId, place, ipHash, now);
      emitWritten(unit, consent);
      return { consent, profile, ownershipProven };
    });
    await hooks.notify(saved.consent.revision === 1 ? 'afterConsentSave' : 'afterConsentUpdate', toRecord(saved.consent));
    return saved;
  }

  async function hooked(draft: ConsentDraft, profile: ProfileFacts): Promise<{ draft: ConsentDraft; profile: ProfileFacts }> {
    if (!hooks.has('beforeConsentSave', 'beforeConsentUpdate')) return { draft, profile };
    const known = await find(draft.tenantId, draft.visitorId);
    return draftHooks.submitted(known === null ? 'beforeConsentSave' : 'beforeConsentUpdate', draft, profile);
  }

  async function update(tenantId: string, visitorId: string, asked: DecisionChanges): Promise<StoredConsent> {
    // Goes round again only when a submission has put the record under another profile meanwhile.
    for (;;) {
      const current = await find(tenantId, visitorId);
      if (current === null) throw new ServiceError('consent_not_found');
      const { profileId } = current;
      const changes = hooks.has('beforeConsentUpdate') ? await draftHooks.updated({ ...draftOf(current), ...asked }, asked) : asked;
      const profile = await catalogue.byId(profileId);
      const choice = choiceOf(changes.consentJson, profile?.optionalCategories ?? Object.keys(changes.consentJson));

      const consent = await runUnit(async (unit) => {
        const repository = consentRepository(unit.tenant(tenantId));
        const changed = await repository.change(visitorId, profileId, { ...changes, choice }, clock.now());
        if (changed === null) return null;
        await repository.addHistory(changed, true);
        emitWritten(unit, changed);
        return changed;
      });
      if (consent === null) continue;
      await hooks.notify('afterConsentUpdate', toRecord(consent));
      return consent;
    }
  }

  function emitWritten(unit: UnitOfWork, consent: StoredConsent): void {
    const { tenantId, visitorId } = consent;
    unit.emit(consent.revision === 1 ? 'consent.created' : 'consent.updated', {
      tenantId,
      occurredAt: toIso(consent.updatedAt),
      visitorId,
      consent: toRecord(consent),
    });
  }

  return {
    find,
    submit,
    update,

    async erase(tenantId, visitorId, { actor, keyId }) {
      await hooks.notify('beforeConsentErase', { tenantId, visitorId });
      await runUnit(async (unit) => {
        const erased = await consentRepository(unit.tenant(tenantId)).erase(visitorId);
        if (!erased) throw new ServiceError('consent_not_found');
        const changes = keyId === null ? { by: 'visitor' } : { by: 'apiKey', apiKeyId: keyId };
        unit.audit({ tenantId, action: 'consent:erased', resourceType: 'consent', resourceId: sha256Hex(visitorId), actor, changes });
        unit.emit('consent.erased', { tenantId, occurredAt: toIso(clock.now()), visitorId });
      });
      await hooks.notify('afterConsentErase', { tenantId });
    },

    async verify(consent) {
      const own = await catalogue.byId(consent.profileId);
      const group = own?.group ?? consent.group;
      const active = (await catalogue.active(consent.tenantId)).find((profile) => group !== null && profile.group === group) ?? null;
      return verifyConsent(consent, { own, active }, clock.now());
    },

    async history(tenantId, visitorId) {
      const entries = await database.read((connection) => consentRepository(connection.tenant(tenantId)).history(visitorId));
      if (entries.length === 0) throw new ServiceError('consent_not_found');
      return entries;
    },
  };
}

function draftOf(consent: StoredConsent): ConsentDraft {
  const { id, profileVersion, parentalConsent, createdAt, updatedAt, ...draft } = toRecord(consent);
  return { tenantId: consent.tenantId, ...draft };
}
