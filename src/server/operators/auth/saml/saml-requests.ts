import { randomBytes } from 'node:crypto';
import type { Database } from '#platform/database/database';
import type { Clock } from '#platform/kernel/clock';
import type { SignInEnd } from '../sign-in-reply';
import { samlRequestRepository } from './saml-request-repository';

/** A sign-in that is in progress at the identity provider. */
export interface SamlRequest {
  readonly id: string;
  /** ISO 8601. */
  readonly issuedAt: string;
  readonly redirect: SignInEnd;
  /**
   * SHA-256 of a secret that only the browser that started the sign-in has. Null: any client can complete it.
   */
  readonly browserHash: string | null;
}

/** Requests to the identity provider, in the database, so that any process can accept the response. */
export interface SamlRequests {
  remember(request: SamlRequest): Promise<void>;
  /** Returns a request; null when it is unknown, expired or used. */
  find(id: string): Promise<SamlRequest | null>;
  /** Marks a request as used. Returns false when another response was faster. */
  take(id: string): Promise<boolean>;
}

/** Maximum time for signing in at the provider (ms). */
export const requestLifetimeMs = 10 * 60_000;

const idPattern = /^_(dashboard_)?[0-9a-f]{40}$/;

/**
 * Creates an id. XML ids cannot begin with a digit (SAML core, section 1.3.4: at least 128 random bits). The
 * id tells where the sign-in ends, so that a response to an unknown request is refused at the dashboard too.
 */
export const newRequestId = (end: SignInEnd) =>
  `_${end === null ? '' : 'dashboard_'}${randomBytes(20).toString('hex')}`;

/** Returns where a sign-in should be refused, according to an id, which anyone can have written. */
export const refusalEnd = (id: string): SignInEnd => (id.startsWith('_dashboard_') ? 'dashboard' : null);

export function createSamlRequests(database: Database, clock: Clock): SamlRequests {
  const toKey = (id: string) => `saml:${id}`;
  return {
    remember: ({ id, ...value }) =>
      database.transaction((connection) =>
        samlRequestRepository(connection).insert(
          toKey(id),
          JSON.stringify(value),
          clock.now() + requestLifetimeMs,
        ),
      ),

    async find(id) {
      if (!idPattern.test(id)) return null;
      const value = await database.read((connection) =>
        samlRequestRepository(connection).find(toKey(id), clock.now()),
      );
      return value === null ? null : { id, ...(JSON.parse(value) as Omit<SamlRequest, 'id'>) };
    },

    take: (id) =>
      database.transaction((connection) => samlRequestRepository(connection).remove(toKey(id), clock.now())),
  };
}
