import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ResolvedConfig } from '#platform/config/config-schema';
import type { ClientFacts } from '#platform/http/client-facts';
import type { InFlight } from '#platform/http/in-flight';
import { readCookies } from '#platform/kernel/cookies';
import { ServiceError } from '#platform/kernel/errors';
import { subjectIdPattern } from '#platform/kernel/ids';
import { requireKnownKeys } from '#platform/kernel/known-keys';
import type { Lifecycle } from '#platform/kernel/lifecycle';
import { requireNodeRequest } from '#platform/kernel/node-request';
import { hasGpcSignal } from '#standards/gpc/index';
import type { FindPageTenant } from '#visits/guard/index';
import type { ConsentService, LinkOptions } from './consent-service';
import type { Features } from './features';

// Why: docs/adr/0112-consent-per-account.md

export type Accounts = Pick<ConsentService, 'link' | 'unlink'>;

export interface AccountsOptions {
  readonly clientFacts: Pick<ClientFacts, 'ip' | 'origin' | 'secure'>;
  readonly findPageTenant: FindPageTenant;
  readonly inFlight: Pick<InFlight, 'during'>;
  readonly lifecycle: Pick<Lifecycle, 'ready'>;
  /** Path of the public API, relative to the host's mount point. */
  readonly publicApi: string;
}

const knownOptions = { res: true, tenantId: 'string' } as const;
const validUserId = new RegExp(subjectIdPattern);

/** Creates the functions with which the host signs devices in to the accounts of its users. */
export function createAccounts(
  { publicPath = '', visitorCookie }: Pick<ResolvedConfig, 'publicPath' | 'visitorCookie'>,
  { bootstrap, consents }: Pick<Features, 'bootstrap' | 'consents'>,
  { clientFacts, findPageTenant, inFlight, lifecycle, publicApi }: AccountsOptions,
): Accounts {
  async function toRequest(req: IncomingMessage, named: string | undefined) {
    const tenantId = await findPageTenant(req, named);
    if (tenantId === null) throw new ServiceError('tenant_not_found');
    return {
      tenantId,
      secure: clientFacts.secure(req),
      mountUrl: `${clientFacts.origin(req) ?? ''}${publicPath}${publicApi}`,
      cookies: (name: string) => readCookies(req.headers.cookie, name),
      gpcSignal: hasGpcSignal(req.headers['sec-gpc']),
      findGroup: async () => {
        const terms = await bootstrap.findTerms({ headers: req.headers, ip: clientFacts.ip(req) });
        return terms.complianceGroup;
      },
    };
  }

  return {
    async link(req, userId, options = {}) {
      const subjectId = readUserId(userId);
      requireKnownKeys('link()', options, knownOptions);
      requireNodeRequest(req);
      const res = findAnswer(req, options);
      await lifecycle.ready();
      const request = await toRequest(req, options.tenantId);
      const { isLinked, cookies } = await inFlight.during(consents.accounts.link(request, subjectId));
      setCookies(res, cookies);
      return isLinked;
    },
    async unlink(req, options = {}) {
      requireKnownKeys('unlink()', options, knownOptions);
      requireNodeRequest(req);
      if (readCookies(req.headers.cookie, visitorCookie.deviceName).length === 0) return;
      const res = findAnswer(req, options);
      await lifecycle.ready();
      setCookies(res, await consents.accounts.unlink(await toRequest(req, options.tenantId)));
    },
  };
}

/** Returns the id as it is stored. @throws TypeError */
function readUserId(userId: string | number | bigint): string {
  const isNumber = Number.isSafeInteger(userId) || typeof userId === 'bigint';
  const text = isNumber ? String(userId) : userId;
  if (typeof text !== 'string' || !validUserId.test(text))
    throw new TypeError(
      'userId must be a whole number up to 2^53 − 1, a BigInt, or a text of 1 to 128 printable ASCII characters without spaces',
    );
  return text;
}

/** A request of Express, which knows its answer. */
type AppRequest = IncomingMessage & { readonly res?: ServerResponse };

function findAnswer(req: AppRequest, { res = req.res }: LinkOptions): ServerResponse {
  if (res === undefined) throw new TypeError('Name the answer: link(req, userId, { res })');
  requireOpen(res);
  return res;
}

function setCookies(res: ServerResponse, cookies: readonly string[]): void {
  if (cookies.length === 0) return;
  requireOpen(res);
  res.appendHeader('Set-Cookie', cookies);
}

function requireOpen(res: ServerResponse): void {
  if (res.headersSent)
    throw new TypeError('Call link() and unlink(), and await them, before the answer is sent');
}
