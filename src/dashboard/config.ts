import type { AuthMode } from '../kernel/auth-modes';

/** What the page tells the dashboard; `src/features/dashboard` writes it. Paths have no origin. */
export interface DashboardConfig {
  /** Where the admin API is mounted: `/svc/admin/v1`. */
  readonly adminBase: string;
  /** Where the public API is mounted: `/svc/api/v1`. */
  readonly publicBase: string;
  readonly version: string;
  readonly mode: AuthMode;
  /** Name of the identity provider; null when it has none. */
  readonly providerName: string | null;
  /** Page of the host that signs users in, in the modes `jwt` and `custom`. */
  readonly signInUrl: string | null;
  readonly tenancy: boolean;
  /** Whether the frameworks of the IAB are on. */
  readonly tcf: boolean;
  readonly gpp: boolean;
  /** Path of the dashboard: `/svc/`. */
  readonly prefix: string;
}

export const config: DashboardConfig = JSON.parse(document.getElementById('config')?.textContent ?? '{}');
