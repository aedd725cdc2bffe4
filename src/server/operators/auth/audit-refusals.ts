import type { AuditEntry, RunUnitOfWork } from '#platform/database/unit-of-work';
import type { Feature } from '#platform/feature';
import type { RejectedRequest } from '#platform/http/api-policy';
import { isForeign, needsPreflight } from '#platform/http/foreign-requests';
import { readsSession } from '#platform/http/route';
import type { AuthMode } from '#platform/kernel/auth-modes';
import { systemActor } from '#platform/kernel/caller';
import type { Clock } from '#platform/kernel/clock';
import { RefusedKey } from '#platform/kernel/errors';
import { defaultTenantId } from '#platform/kernel/ids';
import { describeError, type Logger } from '#platform/kernel/logger';
import { RefusedUser } from './provider-sign-in';
import { RefusedCookie } from './sessions';

// Why: docs/adr/0026-refusals-in-a-bounded-log.md

/**
 * Writes refused tokens, keys and permissions to the audit log. Entries are never deleted, so their number is
 * limited: each window has one entry for a client (or user) on a route, and `entriesPerWindow` in total. The
 * next entry contains the number of refusals left out. The same limit bounds the memory used.
 */
export interface RefusalAudit extends Feature {
  /** Records a refusal. Never rejects: the request is refused even when the refusal cannot be recorded. */
  note(refusal: RejectedRequest): Promise<void>;
  /** Writes the number of refusals left out when no other refusal followed them. */
  maintain(): Promise<void>;
}

export interface RefusalAuditOptions {
  readonly runUnit: RunUnitOfWork;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly mode: AuthMode;
}

const windowMs = 15 * 60_000;
const entriesPerWindow = 100;

type Action = 'auth:tokenRefused' | 'auth:permissionRefused';

const actions: Readonly<Partial<Record<string, Action>>> = {
  unauthenticated: 'auth:tokenRefused',
  identity_conflict: 'auth:tokenRefused',
  forbidden: 'auth:permissionRefused',
  tenant_forbidden: 'auth:permissionRefused',
};

export function createRefusalAudit({ runUnit, clock, logger, mode }: RefusalAuditOptions): RefusalAudit {
  const limits: Readonly<Record<Action, WindowLimit>> = {
    'auth:tokenRefused': createWindowLimit(),
    'auth:permissionRefused': createWindowLimit(),
  };

  async function write(
    action: Action,
    entry: Pick<AuditEntry, 'actor' | 'resourceType' | 'resourceId' | 'changes'>,
  ): Promise<void> {
    try {
      // The caller has no access to the requested tenant, so the entry must not be added to that tenant's
      // chain.
      await runUnit(async (unit) => unit.audit({ ...entry, tenantId: defaultTenantId, action }));
    } catch (error) {
      logger.warn({ action, error: describeError(error) }, 'A refusal could not be written to the audit log');
    }
  }

  return {
    async note({ error: { code, cause }, req, mountUrl, route, caller, network, requestId }) {
      // Only a key that was valid once: anyone can invent others.
      const key = cause instanceof RefusedKey ? cause : null;
      const action = key === null ? actions[code] : 'auth:tokenRefused';
      // Sign-ins record their own failures.
      if (action === undefined || (key === null && !readsSession(route))) return;
      // In modes without sign-in routes, users are refused here.
      const refused = cause instanceof RefusedUser ? cause : null;
      const user = caller?.kind === 'user' ? caller : null;
      // A request without a token is not a failed attempt. That of a known user was signed out while it ran.
      const isAttempt =
        user !== null ||
        key !== null ||
        req.headers.authorization !== undefined ||
        cause instanceof RefusedCookie;
      if (action === 'auth:tokenRefused' && refused === null && !isAttempt) return;
      // Any page can make a browser send requests in the name of its user, as with an image.
      if (mode === 'custom' && isForeign(req, mountUrl) && !needsPreflight(req))
        return limits[action].passOver(clock.elapsed());
      const apiKeyId = key?.keyId ?? user?.apiKeyId;
      const client = apiKeyId ?? user?.userId ?? refused?.email ?? network;
      const passedOver = limits[action].admit(
        // A server goes on using a revoked key, on all of its routes.
        JSON.stringify([client, key === null ? route.id : null, code]),
        clock.elapsed(),
      );
      if (passedOver === null) return;
      await write(action, {
        resourceType: 'route',
        resourceId: route.id,
        actor: { userId: user?.userId ?? null, userEmail: user?.email ?? null, requestId },
        changes: {
          code,
          ...(refused === null ? {} : { email: refused.email, reason: refused.reason }),
          ...(apiKeyId === undefined ? {} : { apiKeyId }),
          ...(key === null ? {} : { status: key.status }),
          ...(passedOver > 0 ? { passedOver } : {}),
        },
      });
    },

    async maintain() {
      for (const action of Object.keys(limits) as Action[]) {
        const passedOver = limits[action].takePassedOver(clock.elapsed());
        if (passedOver === 0) continue;
        await write(action, {
          resourceType: 'route',
          resourceId: null,
          actor: systemActor,
          changes: { passedOver },
        });
      }
    },
  };
}

type WindowLimit = ReturnType<typeof createWindowLimit>;

function createWindowLimit() {
  const seen = new Set<string>();
  let windowEndsAt = Number.NEGATIVE_INFINITY;
  let passedOver = 0;
  const take = () => {
    const count = passedOver;
    passedOver = 0;
    return count;
  };
  const beginWindow = (now: number) => {
    if (now < windowEndsAt) return;
    seen.clear();
    windowEndsAt = now + windowMs;
  };
  return {
    /** Returns the number of refusals left out before this one; null when this one is to be left out too. */
    admit(key: string, now: number): number | null {
      beginWindow(now);
      if (seen.has(key) || seen.size >= entriesPerWindow) {
        passedOver += 1;
        return null;
      }
      seen.add(key);
      return take();
    },
    /** Counts a refusal that is left out. */
    passOver(now: number): void {
      beginWindow(now);
      passedOver += 1;
    },
    /** Returns the number of refusals left out and resets it; 0 until the window has ended. */
    takePassedOver: (now: number) => (now >= windowEndsAt ? take() : 0),
  };
}
