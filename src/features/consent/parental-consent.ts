import type { Connection, Database } from '../../database/database';
import type { RunUnitOfWork } from '../../database/unit-of-work';
import { type Clock, toIso } from '../../kernel/clock';
import type { ParentalConsentEvent, ServiceEventEmitter } from '../../kernel/events';
import type { ProfileFacts } from '../profiles';
import { consentRepository } from './consent-repository';
import { toRecord } from './consent-views';
import { parentalRepository } from './parental-repository';
import type { ParentalTokens } from './parental-token';

export interface ParentalTarget {
  readonly tenantId: string;
  readonly visitorId: string;
  readonly profileId: string;
}

/**
 * Asking a parent and taking the answer. What this proves is that someone who held the token answered. It does not prove
 * who: that takes a method of verifiable parental consent of the host's (16 CFR § 312.5(b); GDPR art. 8(2)).
 */
export interface ParentalConsents {
  /** Makes a token and tells the host of it; nothing is stored. */
  request(target: ParentalTarget, profile: ProfileFacts): Promise<{ readonly token: string; readonly expiresAt: string }>;
  /** Whom a token is for; null for one that is forged, expired or another service's. */
  read(token: string): ParentalTarget | null;
  isFor(token: string, target: ParentalTarget): boolean;
  /** The parent agrees. Doing it again changes nothing and tells nobody. */
  grant(target: ParentalTarget, profile: ProfileFacts): Promise<void>;
}

export interface ParentalConsentsOptions {
  readonly database: Database;
  readonly runUnit: RunUnitOfWork;
  readonly events: ServiceEventEmitter;
  readonly tokens: ParentalTokens;
  readonly tokenHours: number;
  readonly clock: Clock;
}

const millisecondsPerHour = 3_600_000;

export function createParentalConsents({ database, runUnit, events, tokens, tokenHours, clock }: ParentalConsentsOptions): ParentalConsents {
  async function eventOf(connection: Connection, target: ParentalTarget, profile: ProfileFacts): Promise<ParentalConsentEvent> {
    const { tenantId, visitorId, profileId } = target;
    const consent = await consentRepository(connection.tenant(tenantId)).find(visitorId);
    const record = consent?.profileId === profileId ? toRecord(consent, profile) : null;
    return { tenantId, occurredAt: toIso(clock.now()), visitorId, profileId, consent: record };
  }

  return {
    async request(target, profile) {
      const event = await database.read((connection) => eventOf(connection, target, profile));
      const expires = clock.now() + tokenHours * millisecondsPerHour;
      const issued = { token: tokens.issue({ ...target, expiresAt: expires }), expiresAt: toIso(expires) };
      events.emit('consent.parentalConsentRequired', { ...event, ...issued });
      return issued;
    },

    read: tokens.read,

    isFor(token, { tenantId, visitorId, profileId }) {
      const claims = tokens.read(token);
      return claims !== null && claims.tenantId === tenantId && claims.visitorId === visitorId && claims.profileId === profileId;
    },

    grant: (target, profile) =>
      runUnit(async (unit) => {
        const isNew = await parentalRepository(unit.tenant(target.tenantId)).grant(target.visitorId, target.profileId, clock.now());
        if (isNew) unit.emit('consent.parentalConsentGranted', await eventOf(unit, target, profile));
      }),
  };
}
