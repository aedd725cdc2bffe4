import type { AuthMode } from '#platform/kernel/auth-modes';

/** Configuration that the page passes to the dashboard; `src/server/console/dashboard` writes it. Paths have no origin. */
export interface DashboardConfig {
  /** Path of the admin API: `/svc/admin/v1`. */
  readonly adminBase: string;
  /** Path of the public API: `/svc/api/v1`. */
  readonly publicBase: string;
  readonly version: string;
  readonly mode: AuthMode;
  /** `auth.sessionMinutes`; null in modes without sessions. */
  readonly sessionMinutes: number | null;
  /** Name of the identity provider; null when it has none. */
  readonly providerName: string | null;
  /** Page of the host that signs users in, in the modes `jwt` and `custom`. */
  readonly signInUrl: string | null;
  readonly tenancy: boolean;
  /** `tenancy.baseDomain` in lower case, below which the host names a tenant; null: hosts name none. */
  readonly baseDomain: string | null;
  /** Whether the frameworks of the IAB are on. */
  readonly tcf: boolean;
  readonly gpp: boolean;
  /** Whether the host translates texts. */
  readonly translates: boolean;
  /** How long data is kept (months); null: without end. */
  readonly retention: {
    readonly history: number | null;
    readonly inactiveVisitors: number | null;
    readonly erasures: number;
  };
  /** Path of the dashboard: `/svc/`. */
  readonly prefix: string;
}

export const config: DashboardConfig = JSON.parse(document.getElementById('config')?.textContent ?? '{}');
