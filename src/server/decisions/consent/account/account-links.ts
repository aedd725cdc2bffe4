import type { ProfileCatalogue } from '#banners/profiles/index';
import type { Database } from '#platform/database/database';
import type { RunUnitOfWork } from '#platform/database/unit-of-work';
import type { Clock } from '#platform/kernel/clock';
import { ServiceError, unavailable } from '#platform/kernel/errors';
import { newVisitorId } from '#platform/kernel/ids';
import { asksFirst } from '#standards/consent-state';
import { findBasis } from '../effective/carried-decision';
import type { OwnerCookies, OwnerRequest } from '../ownership/owner-cookies';
import type { VisitorCookies } from '../ownership/visitor-cookies';
import { isAhead } from '../records/clock-skew';
import type { ConsentLookup } from '../records/consent-lookup';
import { consentRepository } from '../records/consent-repository';
import { requireRoomToday } from '../records/state-limit';
import type { StoredConsent } from '../records/stored-consent';
import { RecordHasChanged, type Submission } from '../records/submission';
import type { SubmitConsent } from '../records/submit-consent';
import { accountRepository } from './account-repository';
import { countsEverywhere, type HeldChoice, type SettledChoice, settleChoices } from './settle-choices';
import { type AccountVisitor, type DecidedProof, toOptOut, toSubmission } from './to-submission';

// Why: docs/adr/0112-consent-per-account.md

/** A request of one of the host's own pages, with which a user signs in or out. */
export interface SignInRequest extends OwnerRequest {
  readonly tenantId: string;
  /** Whether it carries Global Privacy Control. */
  readonly gpcSignal: boolean;
  /** Returns the compliance group of the visitor's place. */
  findGroup(): Promise<string>;
}

/** The devices of the host's users. */
export interface AccountLinks {
  /**
   * Makes the account's choice that of the device, after the two have become one.
   * @returns `Set-Cookie` values, and whether any profile says that choices count for an account
   */
  link(
    request: SignInRequest,
    subjectId: string,
  ): Promise<{ readonly isLinked: boolean; readonly cookies: readonly string[] }>;
  /**
   * Gives the device its own choice back. Without an account it does nothing, and reads no database.
   * @returns `Set-Cookie` values
   */
  unlink(request: OwnerRequest & { readonly tenantId: string }): Promise<readonly string[]>;
}

export interface AccountLinksOptions {
  readonly database: Database;
  readonly runUnit: RunUnitOfWork;
  readonly catalogue: ProfileCatalogue;
  readonly cookies: VisitorCookies;
  readonly ownerCookies: OwnerCookies;
  readonly lookup: ConsentLookup;
  readonly submit: SubmitConsent;
  readonly clock: Clock;
}

/** A device by its own visitor id. */
interface KnownDevice {
  readonly deviceId: string;
  /** Whether it had that id before, and so can have a choice of its own. */
  readonly isKnown: boolean;
}

/** Attempts to change the record of an account. Each fails only because another device has changed it meanwhile. */
const maxTries = 20;

export function createAccountLinks({
  database,
  runUnit,
  catalogue,
  cookies,
  ownerCookies,
  lookup,
  submit,
  clock,
}: AccountLinksOptions): AccountLinks {
  /** Returns the choice of a record; null unless there is one that is valid. */
  async function hold(consent: StoredConsent | null): Promise<HeldChoice | null> {
    if (consent === null || !(await lookup.verify(consent)).valid) return null;
    const { tenantId, profileId, profileVersion: version } = consent;
    const [profile, facts] = await Promise.all([
      catalogue.byId(profileId),
      catalogue.version({ tenantId, profileId, version }),
    ]);
    if (profile === null || facts === null) return null;
    const shown = { ...profile, ...facts, name: profile.name, shownVersion: version };
    return { consent, profile, shown, basis: await findBasis(catalogue, consent, shown) };
  }

  const isAccount = (tenantId: string, visitorId: string) =>
    database.read(
      async (connection) =>
        (await accountRepository(connection.tenant(tenantId)).subjectOf(visitorId)) !== null,
    );

  async function findDevice(request: OwnerRequest, tenantId: string): Promise<KnownDevice> {
    const linked = cookies.device(request, tenantId);
    if (linked !== null) return { deviceId: linked, isKnown: true };
    const own = cookies
      .visitors(request)
      .find((visitorId) => cookies.proves(request, { tenantId, visitorId }));
    return own === undefined || (await isAccount(tenantId, own))
      ? { deviceId: newVisitorId(), isKnown: false }
      : { deviceId: own, isKnown: true };
  }

  /** Returns the opt-out by a signal where nothing was chosen yet and the place of the visitor does not ask first. */
  async function findOptOut({ tenantId, gpcSignal, findGroup }: SignInRequest, visitor: AccountVisitor) {
    if (!gpcSignal) return null;
    const group = await findGroup();
    const profile = (await catalogue.active(tenantId)).find((active) => active.group === group);
    const isHeard = profile !== undefined && profile.gpcMode !== 'ignore' && profile.gpcCategories.length > 0;
    return isHeard && !asksFirst(group) ? toOptOut(profile, visitor, clock.now()) : null;
  }

  /** Returns what the history says about the decisions of a settled choice. */
  async function findProof({ base, parts }: SettledChoice): Promise<DecidedProof> {
    const decisionOf = async ({ consent }: HeldChoice) => {
      const { tenantId, visitorId, revision } = consent;
      const range = { limit: 1, beforeRevision: revision + 1, decisionsOnly: true };
      return (await lookup.states(tenantId, visitorId, range))[0];
    };
    const decisions = await Promise.all(parts.map(decisionOf));
    return {
      locale: decisions[parts.indexOf(base)]?.locale ?? base.consent.locale,
      ownershipProven: decisions.every((decision) => decision?.ownershipProven === true),
    };
  }

  /** Returns what must be written into the account's record; null: nothing. */
  async function decide(
    request: SignInRequest,
    visitor: AccountVisitor,
    current: StoredConsent | null,
    device: HeldChoice | null,
  ): Promise<Submission | null> {
    const now = clock.now();
    const account = await hold(current);
    const settled = settleChoices(account, device, request.gpcSignal, now);
    const submission =
      settled !== null
        ? toSubmission(settled, visitor, await findProof(settled), request.gpcSignal)
        : account !== null && countsEverywhere(account)
          ? null
          : await findOptOut(request, visitor);
    // A later choice that no longer counts, such as one that was made for a device alone, is not replaced by an earlier one.
    const currentAt = current === null || isAhead(current.updatedAt, now) ? 0 : current.updatedAt;
    const isLate = (submission?.decidedAt ?? Number.POSITIVE_INFINITY) < currentAt;
    return submission === null || isLate ? null : { ...submission, basedOn: current?.revision ?? 0 };
  }

  /** Submits a decision, without its strings if the lists that they are checked against have changed meanwhile. */
  const submitSound = (submission: Submission) =>
    submit(submission).catch((error: unknown) => {
      const isString = error instanceof ServiceError && /^invalid_(tc|gpp)_string$/.test(error.code);
      if (!isString) throw error;
      const { tcfString, gppString, ...decision } = submission.decision;
      return submit({ ...submission, decision });
    });

  /**
   * Signs in and brings the account's record up to date. Starts again when a record has changed meanwhile, and when the account
   * was erased: then this begins a new one, as a sign-in after the erasure does.
   * @returns the account's visitor and record; null: it has none
   */
  async function settle(
    request: SignInRequest,
    subjectId: string,
    { deviceId, isKnown }: KnownDevice,
  ): Promise<{ readonly visitorId: string; readonly consent: StoredConsent | null }> {
    const { tenantId } = request;
    for (let tries = 1; tries <= maxTries; tries += 1) {
      const visitorId = await runUnit((unit) =>
        accountRepository(unit.tenant(tenantId)).signIn(subjectId, clock.now()),
      );
      // After signing in: an erasure of the user erases what the device chose, too.
      const device = isKnown ? await hold(await lookup.find(tenantId, deviceId)) : null;
      const current = await lookup.find(tenantId, visitorId);
      const visitor = { tenantId, visitorId, subjectId, deviceId };
      const submission = await decide(request, visitor, current, device);
      if (submission === null) return { visitorId, consent: current };
      try {
        return { visitorId, consent: (await submitSound(submission)).consent };
      } catch (error) {
        const isErased = error instanceof ServiceError && error.code === 'visitor_erased';
        if (!(isErased || error instanceof RecordHasChanged)) throw error;
      }
    }
    throw unavailable();
  }

  /** Notes once that a device follows the account. */
  async function noteDevice(
    { tenantId, visitorId }: StoredConsent,
    { deviceId, isKnown }: KnownDevice,
  ): Promise<void> {
    await runUnit(async (unit) => {
      const repository = consentRepository(unit.tenant(tenantId));
      const current = await repository.lock(visitorId);
      if (current === null || current.deviceId === deviceId) return;
      if (await repository.hasDevice(current, deviceId)) return;
      const at = clock.now();
      const written = { ...current, revision: current.revision + 1 };
      await requireRoomToday(repository, { written, before: null, byStranger: false, at, profile: null });
      await repository.addDevice(current, deviceId, {
        writer: { by: 'visitor', apiKeyId: null },
        ownershipProven: isKnown,
        byStranger: false,
        isDecision: false,
        at,
        receivedAt: at,
        submissionHash: null,
      });
    }).catch((error: unknown) => {
      // A full day must not keep anybody from signing in.
      if (!(error instanceof ServiceError && error.code === 'rate_limited')) throw error;
    });
  }

  /**
   * Ends the cookies of an account on a device that cannot prove its own id. A cookie of a device that was planted next to
   * those of another visitor ends alone.
   */
  async function leaveAccount(request: OwnerRequest & { readonly tenantId: string }) {
    const { tenantId } = request;
    const named = cookies.visitors(request);
    const proven = named.filter((visitorId) => cookies.proves(request, { tenantId, visitorId }));
    for (const visitorId of proven.length > 0 ? proven : named)
      if (await isAccount(tenantId, visitorId)) return ownerCookies.expire(request);
    return cookies.endDevice(request);
  }

  async function unlink(request: OwnerRequest & { readonly tenantId: string }) {
    if (!cookies.isLinked(request)) return [];
    const { tenantId } = request;
    const visitorId = cookies.device(request, tenantId);
    if (visitorId === null) return leaveAccount(request);
    const own = await hold(await lookup.find(tenantId, visitorId));
    return ownerCookies.unlink(request, { tenantId, visitorId }, own);
  }

  return {
    async link(request, subjectId) {
      const { tenantId } = request;
      const active = await catalogue.active(tenantId);
      if (active.every(({ accountRule }) => accountRule === null))
        return { isLinked: false, cookies: await unlink(request) };
      const device = await findDevice(request, tenantId);
      const { visitorId, consent } = await settle(request, subjectId, device);
      if (consent !== null) await noteDevice(consent, device);
      const account = await hold(consent);
      const decision = account !== null && countsEverywhere(account) ? account : null;
      return {
        isLinked: true,
        cookies: await ownerCookies.link(request, { tenantId, visitorId }, device.deviceId, decision),
      };
    },
    unlink,
  };
}
