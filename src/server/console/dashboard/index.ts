import type { ResolvedConfig } from '#platform/config/config-schema';
import type { Feature } from '#platform/feature';
import { isSessionMode } from '#platform/kernel/auth-modes';
import { packageVersion } from '#platform/kernel/version';
import { type DashboardFiles, findDashboardDirectory, readDashboardFiles } from './dashboard-files';
import { createServeDashboard, type ServeDashboard } from './serve-dashboard';

// Why: docs/adr/0055-dashboard-in-the-package.md

export interface DashboardOptions
  extends Pick<
    ResolvedConfig,
    'basePath' | 'publicPath' | 'dashboard' | 'auth' | 'tenancy' | 'tcf' | 'gpp' | 'translate' | 'retention'
  > {
  readonly lifecycle: { readonly isClosed: boolean };
  /** Directory with the built files. */
  readonly directory?: string | undefined;
}

export interface DashboardFeature extends Feature {
  /** Serves the dashboard; passes other requests to `next`. */
  readonly serve: ServeDashboard;
}

/** Creates the part that serves the dashboard to operators' browsers. */
export function createDashboard({
  basePath,
  publicPath,
  dashboard: { enabled, path, signInUrl },
  auth: { mode, sessionMinutes, oidc, saml },
  tenancy,
  tcf,
  gpp,
  translate,
  retention,
  lifecycle,
  directory = findDashboardDirectory(),
}: DashboardOptions): DashboardFeature {
  if (!enabled) return { serve: (_req, _res, next) => next() };
  let files: Promise<DashboardFiles | null> | null = null;
  /** Read once; files that were missing are looked for again. */
  const load = async () => {
    files ??= readDashboardFiles(directory);
    const found = await files.catch(() => null);
    if (found === null) files = null;
    return found;
  };
  const provider = mode === 'oidc' ? oidc : mode === 'saml' ? saml : undefined;
  return {
    serve: createServeDashboard({
      basePath,
      publicPath,
      path,
      page: {
        version: packageVersion,
        mode,
        sessionMinutes: isSessionMode(mode) ? sessionMinutes : null,
        providerName: provider?.displayName ?? null,
        signInUrl: signInUrl ?? null,
        tenancy: tenancy.enabled,
        baseDomain: tenancy.baseDomain?.toLowerCase() ?? null,
        tcf: tcf.enabled,
        gpp: gpp.enabled,
        translates: translate !== undefined,
        retention: {
          history: retention.historyMonths ?? null,
          inactiveVisitors: retention.inactiveVisitorsMonths ?? null,
          erasures: retention.erasureMonths,
        },
      },
      load,
      isClosed: () => lifecycle.isClosed,
    }),
    async start() {
      await load();
    },
  };
}
