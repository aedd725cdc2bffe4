import type { IncomingMessage, ServerResponse } from 'node:http';
import { stringifySetCookie } from 'cookie';
import type { ProfileCatalogue } from '#banners/profiles/index';
import type { ResolvedConfig } from '#platform/config/config-schema';
import type { ClientFacts } from '#platform/http/client-facts';
import { withDeadline } from '#platform/kernel/concurrency/deadline';
import type { ServiceLogger } from '#platform/kernel/logger';
import { type PageOptions, pageDeadlineMs } from '#visits/widget/index';

// Why: docs/adr/0142-choices-of-another-service.md

/**
 * Ends the choice of a visitor in their browser if it is about a profile that this service does not have, and returns
 * whether it did: without an answer that can still get cookies, the choice stays.
 */
export type EndForeignChoice = (
  req: IncomingMessage & { readonly res?: ServerResponse },
  profileId: string,
  options: Pick<PageOptions, 'res'>,
) => Promise<boolean>;

/** Ids of profiles are shorter; visitors can write anything into the cookie. */
const maxIdLength = 64;

export function createEndForeignChoice(
  { choiceCookie, visitorCookie }: Pick<ResolvedConfig, 'choiceCookie' | 'visitorCookie'>,
  catalogue: Pick<ProfileCatalogue, 'byId'>,
  clientFacts: Pick<ClientFacts, 'secure'>,
  logger: ServiceLogger,
): EndForeignChoice {
  let hasNoted = false;
  const { domain, path, sameSite, secure } = visitorCookie;

  /** Returns false where it is not known. */
  async function isForeign(profileId: string): Promise<boolean> {
    if (profileId.length > maxIdLength) return true;
    const found = withDeadline(pageDeadlineMs, catalogue.byId(profileId), () => undefined);
    return (await found.catch(() => undefined)) === null;
  }

  return async (req, profileId, { res = req.res }) => {
    if (res === undefined || res.headersSent || !(await isForeign(profileId)) || res.headersSent)
      return false;
    res.appendHeader(
      'Set-Cookie',
      stringifySetCookie(choiceCookie.name, '', {
        domain,
        path,
        sameSite,
        secure: secure === 'auto' ? clientFacts.secure(req) : secure,
        maxAge: 0,
        expires: new Date(0),
      }),
    );
    if (!hasNoted)
      logger.info(
        {},
        'A browser had a choice about a profile that this service does not have, such as one for another app on this host name or from before a new database; it is asked again. See docs/guide/troubleshooting.md#no-banner-after-another-database',
      );
    hasNoted = true;
    return true;
  };
}
