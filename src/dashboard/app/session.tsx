import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo } from 'react';
import { call } from '../api/client';
import { currentTenant, keepTenant, setCurrentTenant } from '../api/tenant';
import { setBearerToken } from '../api/token';
import { type DataOf, queryKeyOf, useResource } from '../api/use-resource';
import { ErrorNotice, Skeleton } from '../components';
import { config } from '../config';
import { leave } from './leaving';
import { tellSignedOut } from './other-tabs';

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

/** Time between two renewals of a session in use (ms): half of the shortest lifetime of a token. */
const renewEveryMs = 5 * 60_000;

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
    setCurrentTenant(null);
    tellSignedOut();
    client.clear();
    // The data in memory belongs to the user who has left.
    location.replace(config.prefix);
  }, [client]);
  const signOut = useCallback(() => leave({ path: null, go: () => void endSession() }), [endSession]);
  const chooseTenant = useCallback((id: string) => {
    const go = () => {
      keepTenant(id);
      location.replace(config.prefix);
    };
    leave({ path: null, go });
  }, []);
  useEffect(
    () => (isSignedIn && config.mode !== 'jwt' && config.mode !== 'custom' ? keepAlive() : undefined),
    [isSignedIn],
  );

  const session = useMemo<Session | null>(() => {
    if (user === undefined || user === null || (config.tenancy && tenants.data === undefined)) return null;
    const permissions = new Set(user.permissions);
    const own = tenants.data ?? [];
    if (config.tenancy) setCurrentTenant(shownTenant(own));
    return {
      user,
      can: (permission) => permissions.has(permission),
      signOut,
      tenants: own,
      tenantId: config.tenancy ? currentTenant() : null,
      chooseTenant,
    };
  }, [user, tenants.data, signOut, chooseTenant]);

  if (session !== null) return <SessionContext value={session}>{children}</SessionContext>;
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

/** Returns the tenant chosen in this tab if the user still has it; else the default tenant, else the oldest. */
function shownTenant(own: DataOf<'listTenants'>): string | null {
  const chosen = currentTenant();
  const has = (id: string) => own.some((tenant) => tenant.id === id);
  if (chosen !== null && has(chosen)) return chosen;
  return has('default') ? 'default' : (own[0]?.id ?? null);
}

/** Renews the session while the operator is active, in one tab at a time. */
function keepAlive(): () => void {
  let lastActive = Date.now();
  const note = () => {
    lastActive = Date.now();
  };
  const events = ['pointerdown', 'keydown'] as const;
  for (const event of events) addEventListener(event, note, { passive: true });
  const timer = setInterval(() => {
    if (Date.now() - lastActive > renewEveryMs) return;
    navigator.locks?.request('express-consent:renew', { ifAvailable: true }, async (lock) => {
      // After an ended session the next request shows the sign-in; a lost connection is tried again.
      if (lock) await call('refreshToken').catch(() => {});
    });
  }, renewEveryMs);
  return () => {
    clearInterval(timer);
    for (const event of events) removeEventListener(event, note);
  };
}
