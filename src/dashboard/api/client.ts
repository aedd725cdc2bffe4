import { createAdminClient } from '../../client';
import { config } from '../config';
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

/** Calls an operation of the admin API by its name. */
export const call = createAdminClient({ url: config.adminBase, headers: apiHeaders });
