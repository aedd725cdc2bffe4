import { createAdminClient } from '#client/index';
import { config } from '../config';
import { withProof } from './proof';
import { currentTenant } from './tenant';
import { bearerToken } from './token';

/** Headers of every call. Without `Sec-Fetch-Site`, `X-Requested-With` shows that the dashboard sends it. */
export function apiHeaders(): Record<string, string> {
  const tenant = currentTenant();
  const token = bearerToken();
  return {
    'X-Requested-With': 'dashboard',
    ...(tenant === null ? {} : { 'X-Tenant-Id': tenant }),
    ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
  };
}

const send = createAdminClient({ url: config.adminBase, headers: apiHeaders });

/**
 * Calls an operation of the admin API by its name. When the service wants a proof of identity first, the
 * operator is asked for it, and the call is repeated.
 */
export const call = ((...args: Parameters<typeof send>) => withProof(() => send(...args))) as typeof send;
