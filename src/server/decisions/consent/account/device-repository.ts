import type { TenantScope } from '#platform/database/database';

/**
 * Removes the ids of erased visitors from the accounts that they followed as devices. The record comes before its history, so
 * that a decision of the account in progress has added its states by then.
 */
export async function forgetDevices(scope: TenantScope, visitorIds: readonly string[]): Promise<void> {
  for (const table of ['consents', 'consent_history'] as const)
    await scope.byKeys(table, 'device_id', visitorIds).update({ device_id: null });
}
