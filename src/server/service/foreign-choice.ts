import type { IncomingMessage, ServerResponse } from 'node:http';
import { stringifySetCookie } from 'cookie';
import type { ProfileCatalogue } from '#banners/profiles/index';
import type { ResolvedConfig } from '#platform/config/config-schema';
import type { ClientFacts } from '#platform/http/client-facts';
import type { Clock } from '#platform/kernel/clock';
import { endElsewhere, listCookiePlaces } from '#platform/kernel/cookies';
import type { ServiceLogger } from '#platform/kernel/logger';
import { type Choice, findChoice } from '#standards/choice/index';
import type { PageOptions, WithinPageTime } from '#visits/widget/index';

// Why: docs/adr/0142-choices-of-another-service.md

/**
 * Returns the profile of the choice that counts; null: none does. Ends choices about profiles that this service does not
 * have in the visitor's browser: without an answer that can still get cookies, they stay and count.
 */
export type EndForeignChoices = (
  req: IncomingMessage & { readonly res?: ServerResponse; readonly originalUrl?: string },
  profileId: string,
  options: Pick<PageOptions, 'res'>,
  inTime: WithinPageTime,
) => Promise<string | null>;

/** Greatest number of foreign choices that one request can carry. */
const maxForeign = 20;

/** The visitor's own choice and its text; null: all are foreign. */
type OwnChoice = { readonly choice: Choice; readonly text: string } | null;

export function createEndForeignChoices(
  { choiceCookie: { name }, visitorCookie }: Pick<ResolvedConfig, 'choiceCookie' | 'visitorCookie'>,
  catalogue: Pick<ProfileCatalogue, 'byId'>,
  clientFacts: Pick<ClientFacts, 'secure' | 'origin'>,
  clock: Clock,
  logger: ServiceLogger,
): EndForeignChoices {
  let hasNoted = false;
  const { domain, path, sameSite } = visitorCookie;

  /** Returns undefined where none is foreign. */
  async function findOwn(header: string): Promise<OwnChoice | undefined> {
    let pairs = header.split(';').map((pair) => pair.trim());
    for (let foreign = 0; foreign <= maxForeign; foreign += 1) {
      const [choice, text] = findChoice(pairs.join(';'), name, clock.now());
      if (choice === null) return null;
      const { profileId } = choice;
      if ((await catalogue.byId(profileId)) !== null) return foreign === 0 ? undefined : { choice, text };
      pairs = pairs.filter((pair) => pair !== `${name}=${text}`);
    }
    return undefined;
  }

  return async (req, profileId, { res = req.res }, inTime) => {
    if (res === undefined || res.headersSent) return profileId;
    const own = await inTime(findOwn(req.headers.cookie ?? ''), undefined);
    if (own === undefined || res.headersSent) return profileId;

    const secure = visitorCookie.secure === 'auto' ? clientFacts.secure(req) : visitorCookie.secure;
    const attributes = { secure, sameSite };
    const { originalUrl = req.url ?? '/' } = req;
    const places = listCookiePlaces(`${clientFacts.origin(req) ?? ''}${originalUrl.split('?', 1)[0]}`);
    // Nobody can see which cookie is in which place: the visitor's own may be in one that ends.
    const maxAge = own === null ? 0 : Math.round((own.choice.expiresAt - clock.now()) / 1000);
    res.appendHeader('Set-Cookie', [
      ...endElsewhere({ name, place: { domain, path } }, places, attributes),
      stringifySetCookie(name, own?.text ?? '', { ...attributes, domain, path, maxAge }),
    ]);
    if (!hasNoted)
      logger.info(
        {},
        'A browser had a choice about a profile that this service does not have, such as one for another app on this host name or from before a new database; it ends. See docs/guide/troubleshooting.md#no-banner-after-another-database',
      );
    hasNoted = true;
    return own?.choice.profileId ?? null;
  };
}
