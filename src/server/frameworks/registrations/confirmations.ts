import type { Database } from '#platform/database/database';
import type { RunUnitOfWork } from '#platform/database/unit-of-work';
import type { Actor } from '#platform/kernel/caller';
import { type Clock, toIso } from '#platform/kernel/clock';
import { sha256Hex } from '#platform/kernel/crypto';
import { canonicalJson } from '#platform/kernel/json';
import { type Confirmation, type Framework, registrationRepository } from './registration-repository';

export interface ConfirmationsOptions {
  readonly database: Database;
  readonly runUnit: RunUnitOfWork;
  readonly clock: Clock;
}

/**
 * Confirmation of a tenant's registration; `changed` when the configuration differs from the confirmed one.
 */
export interface ConfirmationState {
  readonly confirmed: { readonly confirmedAt: string; readonly confirmedBy: string | null } | null;
  readonly changed: boolean;
  readonly status: 'unconfirmed' | 'confirmed' | 'changed';
}

/** The actor and the tenant of a confirmation. */
export interface ConfirmationContext {
  readonly tenantId: string;
  readonly actor: Actor;
}

export type Confirmations = ReturnType<typeof createConfirmations>;

const confirmationEvents = { tcf: 'tcf.confirmed', gpp: 'gpp.confirmed' } as const;

/** Manages operators' confirmations of the configuration of one framework, one for each tenant. */
export function createConfirmations(
  framework: Framework,
  draft: object,
  { database, runUnit, clock }: ConfirmationsOptions,
) {
  const hash = sha256Hex(canonicalJson(draft));

  return {
    async state(tenantId: string): Promise<ConfirmationState> {
      return toState(
        await database.read((connection) =>
          registrationRepository(connection.tenant(tenantId)).get(framework),
        ),
      );
    },

    /**
     * Stores the hash of the current configuration. Each confirmation is recorded separately, even if nothing
     * changed since the last one.
     */
    async confirm({ tenantId, actor }: ConfirmationContext): Promise<ConfirmationState> {
      return runUnit(async (unit) => {
        const repository = registrationRepository(unit.tenant(tenantId));
        const before = await repository.get(framework);
        const confirmation: Confirmation = { hash, confirmedBy: actor.userEmail, confirmedAt: clock.now() };
        await repository.save(framework, confirmation);
        const changes = { hash: { before: before?.hash ?? null, after: hash } };
        unit.audit({
          tenantId,
          action: `${framework}:confirmed`,
          resourceType: 'registration',
          resourceId: framework,
          actor,
          changes,
        });
        unit.emit(confirmationEvents[framework], {
          tenantId,
          occurredAt: toIso(confirmation.confirmedAt),
          confirmedBy: actor.userEmail,
        });
        return toState(confirmation);
      });
    },
  };

  function toState(confirmation: Confirmation | null): ConfirmationState {
    if (confirmation === null) return { confirmed: null, changed: false, status: 'unconfirmed' };
    const { confirmedAt, confirmedBy } = confirmation;
    const changed = confirmation.hash !== hash;
    return {
      confirmed: { confirmedAt: toIso(confirmedAt), confirmedBy },
      changed,
      status: changed ? 'changed' : 'confirmed',
    };
  }
}
