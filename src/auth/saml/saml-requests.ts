import { randomBytes } from 'node:crypto';
import type { Database } from '../../database/database';
import type { Clock } from '../../kernel/clock';
import { samlRequestRepository } from './saml-request-repository';

/** A sign-in that is under way at the identity provider. */
export interface SamlRequest {
  readonly id: string;
  /** ISO 8601. */
  readonly issuedAt: string;
  readonly redirect: 'dashboard' | null;
  /** SHA-256 of a secret that only the browser which began the sign-in holds. Null: any client may end it. */
  readonly browserHash: string | null;
}

/** What was asked of the identity provider, in the database, so that any process can take the answer. */
export interface SamlRequests {
  remember(request: SamlRequest): Promise<void>;
  /** Null when it was never made here, has ended or was used. */
  find(id: string): Promise<SamlRequest | null>;
  /** Uses a request up. False when another response was faster. */
  take(id: string): Promise<boolean>;
}

/** How long someone may take to sign in at the provider, in milliseconds. */
export const requestLifetimeMs = 10 * 60_000;

const idPattern = /^_[0-9a-f]{40}$/;

/** XML ids begin with no digit (SAML core, section 1.3.4: 128 bits of randomness at least). */
export const newRequestId = () => `_${randomBytes(20).toString('hex')}`;

export function createSamlRequests(database: Database, clock: Clock): SamlRequests {
  const keyOf = (id: string) => `saml:${id}`;
  return {
    remember: ({ id, ...value }) =>
      database.transaction((connection) =>
        samlRequestRepository(connection).insert(
          keyOf(id),
          JSON.stringify(value),
          clock.now() + requestLifetimeMs,
        ),
      ),

    async find(id) {
      if (!idPattern.test(id)) return null;
      const value = await database.read((connection) =>
        samlRequestRepository(connection).find(keyOf(id), clock.now()),
      );
      return value === null ? null : { id, ...(JSON.parse(value) as Omit<SamlRequest, 'id'>) };
    },

    take: (id) =>
      database.transaction((connection) => samlRequestRepository(connection).remove(keyOf(id), clock.now())),
  };
}
