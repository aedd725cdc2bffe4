import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useRef } from 'react';
import { call } from '../api/client';
import { isApiError } from '../api/errors';
import { forgetKeptTenant, setCurrentTenant } from '../api/tenant';
import { setBearerToken } from '../api/token';
import { type DataOf, queryKeyOf, useResource } from '../api/use-resource';
import { ErrorNotice, Skeleton, TenantNameContext } from '../components';
import { config } from '../config';
import { keepAlive } from './keep-alive';
import { leave } from './leaving';
import { tellSignedOut } from './other-tabs';
import { addressOf, findTenant, nameTenant, useTenantInAddress } from './tenant-address';
import { TenantUnavailable } from './tenant-unavailable';
import { watchFailures } from './watch-failures';

type CurrentUser = DataOf<'getCurrentUser'>;

export interface Session {
  readonly user: CurrentUser;
  /** Whether the user's roles allow it: `can('profiles:update')`. */
  readonly can: (permission: string) => boolean;
  /** Screens with unsaved edits ask first, as before another tenant. */
  readonly signOut: () => void;
  /** The tenants of the user, if there can be several. */
  readonly tenants: DataOf<'listTenants'>;
  /** Id of the tenant whose data is shown. */
  readonly tenantId: string | null;
  readonly chooseTenant: (id: string) => void;
}

const SessionContext = createContext<Session | null>(null);

/** Returns the session; only below `SessionProvider`. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === null) throw new Error('There is no session here.');
  return session;
}

/** Shows its children to signed-in users, and `signIn` to others. */
export function SessionProvider({
  signIn,
  children,
}: {
  readonly signIn: ReactNode;
  readonly children: ReactNode;
}) {
  const client = useQueryClient();
  const me = useCurrentUser();
  const user = me.data;
  const isSignedIn = me.data !== undefined && me.data !== null;
  const tenants = useResource('listTenants', undefined, { enabled: config.tenancy && isSignedIn });

  const endSession = useCallback(async () => {
    await call('logout').catch(() => {});
    setBearerToken(null);
    forgetKeptTenant();
    tellSignedOut();
    client.clear();
    // The data in memory belongs to the user who has left.
    location.replace(config.prefix);
  }, [client]);
  const signOut = useCallback(() => leave({ path: null, go: () => void endSession() }), [endSession]);
  useEffect(
    () => (isSignedIn && config.sessionMinutes !== null ? keepAlive(config.sessionMinutes) : undefined),
    [isSignedIn],
  );

  const owner = useRef<string>(undefined);
  useEffect(() => {
    owner.current ??= user?.id;
    // Somebody else has signed in, as in another tab: the page and its edits are not theirs.
    if (user && user.id !== owner.current) location.reload();
  }, [user]);

  useEffect(
    () =>
      watchFailures(client, (error) => {
        const isRefused = isApiError(error, 'tenant_not_found') || isApiError(error, 'tenant_forbidden');
        if (isRefused) void client.invalidateQueries({ queryKey: ['listTenants'] });
      }),
    [client],
  );

  const session = useMemo<Session | 'unavailable' | null>(() => {
    if (user === undefined || user === null || (config.tenancy && tenants.data === undefined)) return null;
    const permissions = new Set(user.permissions);
    const own = tenants.data ?? [];
    const tenantId = config.tenancy ? findTenant(own) : null;
    if (tenantId === undefined) return 'unavailable';
    if (tenantId !== null) setCurrentTenant(tenantId);
    if (config.tenancy) nameTenant(own, user.tenants === null);
    return {
      user,
      can: (permission) => permissions.has(permission),
      signOut,
      tenants: own,
      tenantId,
      chooseTenant: (id) => {
        const chosen = own.find((tenant) => tenant.id === id);
        if (chosen) leave({ path: null, go: () => location.assign(addressOf(chosen)) });
      },
    };
  }, [user, tenants.data, signOut]);
  useTenantInAddress();

  if (session === 'unavailable') return <TenantUnavailable own={tenants.data ?? []} onSignOut={signOut} />;
  if (session !== null) {
    const { tenants: own, tenantId } = session;
    const name = own.length > 1 ? own.find(({ id }) => id === tenantId)?.name : undefined;
    return (
      <SessionContext key={`${session.user.id} ${tenantId}`} value={session}>
        <TenantNameContext value={name ?? null}>{children}</TenantNameContext>
      </SessionContext>
    );
  }
  if (user === null) return signIn;
  const failed = [me, tenants].find(({ isError }) => isError);
  if (failed !== undefined)
    return (
      <div className="centred">
        <ErrorNotice error={failed.error} onRetry={() => failed.refetch()} />
      </div>
    );
  return (
    <div className="centred">
      <Skeleton rows={3} />
    </div>
  );
}

/**
 * Reads the signed-in user; null when there is none. Before the first sign-in it uses a request that causes no 401,
 * which browsers would log. Afterwards a 401 means that the session has ended, and the user stays known.
 */
function useCurrentUser() {
  const client = useQueryClient();
  const queryKey = queryKeyOf('getCurrentUser');
  return useQuery({
    queryKey,
    queryFn: async ({ signal }): Promise<CurrentUser | null> =>
      client.getQueryData(queryKey)
        ? (await call('getCurrentUser', { signal })).data
        : (await call('getCurrentSession', { signal })).data.user,
  });
}
