import type { ProfileFacts } from '#banners/profiles/index';
import type { Connection, Database } from '#platform/database/database';
import type { RunUnitOfWork } from '#platform/database/unit-of-work';
import { type Clock, toIso } from '#platform/kernel/clock';
import { ServiceError } from '#platform/kernel/errors';
import type { ParentalConsentEvent, ServiceEventEmitter } from '#platform/kernel/events';
import type { ConsentViews } from '../consent-views';
import type { CountErasures } from '../erasure/count-erasures';
import { consentRepository } from '../records/consent-repository';
import { parentalRepository } from './parental-repository';
import type { ParentalClaims, ParentalTokens } from './parental-token';

export interface ParentalTarget {
  readonly tenantId: string;
  readonly visitorId: string;
  readonly profileId: string;
}

/**
 * Requests a parent's consent and records the answer. The answer proves that someone held the token. It does
 * not prove who: that requires the host's own method of verifiable parental consent (16 CFR § 312.5(b); GDPR
 * art. 8(2)).
 */
export interface ParentalConsents {
  /**
   * Makes a token and emits it to the host.
   * @param marks which visitors are known to be children from now on, so that the parent's consent is pending: `any`;
   * `recorded`, those with a record, so that nobody adds rows without one; `none`, where somebody else may ask
   */
  request(
    target: ParentalTarget,
    profile: ProfileFacts,
    marks: 'any' | 'recorded' | 'none',
  ): Promise<{ readonly token: string; readonly expiresAt: string }>;
  /** Returns the target of a token; null for one that is forged, expired or from another service. */
  read(token: string): ParentalClaims | null;
  /** Returns whether the token was made for this target and is still valid. */
  isFor(token: string, target: ParentalTarget): Promise<boolean>;
  /**
   * Records that the parent agrees, except to the categories in `denied`. A later answer replaces an earlier one;
   * repeating one changes nothing and emits no event.
   * Source: 16 CFR § 312.5(a)(2): consent to collection and use without consent to disclosure to third parties.
   * @throws ServiceError `invalid_parental_token` when the visitor was erased after the token was made
   */
  grant(claims: ParentalClaims, profile: ProfileFacts, denied: readonly string[]): Promise<void>;
}

export interface ParentalConsentsOptions {
  readonly database: Database;
  readonly runUnit: RunUnitOfWork;
  readonly events: ServiceEventEmitter;
  readonly tokens: ParentalTokens;
  readonly views: ConsentViews;
  readonly tokenHours: number;
  readonly countErasures: CountErasures;
  readonly clock: Clock;
}

const millisecondsPerHour = 3_600_000;

export function createParentalConsents({
  database,
  runUnit,
  events,
  tokens,
  tokenHours,
  views,
  countErasures,
  clock,
}: ParentalConsentsOptions): ParentalConsents {
  async function toEvent(
    connection: Connection,
    target: ParentalTarget,
    profile: ProfileFacts,
  ): Promise<ParentalConsentEvent> {
    const { tenantId, visitorId, profileId } = target;
    const consent = await consentRepository(connection.tenant(tenantId)).find(visitorId);
    const record =
      consent?.profileId === profileId ? await views.toRecord(consent, profile, false, connection) : null;
    return { tenantId, occurredAt: toIso(clock.now()), visitorId, profileId, consent: record };
  }

  /** Stores that the parent is asked. */
  async function mark(
    { tenantId, visitorId, profileId }: ParentalTarget,
    isRecorded: boolean,
  ): Promise<void> {
    await runUnit(async (unit) => {
      const scope = unit.tenant(tenantId);
      const requests = parentalRepository(scope);
      // Repeating a request adds no row.
      if (isRecorded && (await requests.renew(visitorId, profileId, clock.now()))) return;
      await requests.markPending(visitorId, profileId, clock.now());
      // Locked after the row, as a submission does: an erasure that was in progress has removed the record by now.
      if (isRecorded && (await consentRepository(scope).lock(visitorId)) === null)
        throw new ServiceError('consent_not_found');
    });
  }

  return {
    async request(target, profile, marks) {
      // Without a record there is nothing to limit.
      if (marks !== 'none')
        await mark(target, marks === 'recorded').catch((error: unknown) => {
          if (!(error instanceof ServiceError && error.code === 'consent_not_found')) throw error;
        });
      const event = await database.read((connection) => toEvent(connection, target, profile));
      const expiresAt = clock.now() + tokenHours * millisecondsPerHour;
      const erasures = await database.read((connection) => countErasures(connection, target));
      const issued = { token: tokens.issue({ ...target, expiresAt, erasures }), expiresAt: toIso(expiresAt) };
      events.emit('consent.parentalConsentRequired', { ...event, ...issued });
      return issued;
    },

    read: tokens.read,

    async isFor(token, { tenantId, visitorId, profileId }) {
      const claims = tokens.read(token);
      if (claims?.tenantId !== tenantId || claims.visitorId !== visitorId || claims.profileId !== profileId)
        return false;
      return (await database.read((connection) => countErasures(connection, claims))) === claims.erasures;
    },

    grant: (claims, profile, denied) =>
      runUnit(async (unit) => {
        const isNew = await parentalRepository(unit.tenant(claims.tenantId)).grant(
          claims.visitorId,
          claims.profileId,
          { now: clock.now(), denied, version: profile.shownVersion },
        );
        // Read once the record is locked: an erasure that was in progress is in the log by now.
        if ((await countErasures(unit, claims)) !== claims.erasures)
          throw new ServiceError('invalid_parental_token');
        if (isNew) unit.emit('consent.parentalConsentGranted', await toEvent(unit, claims, profile));
      }),
  };
}
