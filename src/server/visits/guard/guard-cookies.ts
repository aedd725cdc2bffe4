import type { IncomingMessage } from 'node:http';
import { stringifySetCookie } from 'cookie';
import { matchesCookieName, withoutNamePrefix } from '#content/cookie-catalogue/index';
import { listCookiePlaces } from '#platform/kernel/cookies';
import { endsCookie, readCookieNames, readSetCookieName } from '#standards/set-cookie/index';
import { type AnswerHeaders, addValues, editValues, getValues } from './answer-headers';
import type { GuardSettings } from './guard-options';
import { anonymiseName, describePath, type Leak, type LeakReporter } from './leak-reporter';
import type { IsOwnCookie } from './own-cookies';
import { type CookiePlacement, createEmptyRules, type ProfileRules } from './profile-rules';
import { allowsEvery, asksForPage, findCode, type Visit } from './visit';

/** Greatest number and length of the headers by which one answer ends cookies: proxies commonly accept 4 KiB. */
const maxEnded = 24;
const maxEndedLength = 2500;

export interface GuardCookiesOptions {
  readonly settings: GuardSettings;
  readonly reporter: LeakReporter;
  readonly isOwnCookie: IsOwnCookie;
  readonly now: () => number;
  readonly isSecure: (req: IncomingMessage) => boolean;
  /** Returns scheme and host of a request; null when it names no valid host. */
  readonly origin: (req: IncomingMessage) => string | null;
}

/** Holds the cookies of answers against a visit. */
export interface GuardCookies {
  /** Drops cookies from an answer that the visit does not allow, and reports them. */
  filter(req: IncomingMessage, visit: Visit, headers: AnswerHeaders): void;
  /**
   * Drops cookies from an answer of which the cookie catalogue says that they need consent, while no profile is known.
   * Reports nothing, because the profile may allow them.
   */
  dropKnown(headers: AnswerHeaders): void;
  /**
   * Reports cookies that the browser still has although the visitor has refused them, and ends them.
   * @param isShared whether other visitors can get the answer too, so that it ends nothing
   */
  end(req: IncomingMessage, visit: Visit, headers: AnswerHeaders, isShared: boolean): void;
}

/** A reason why a cookie is dropped or reported. */
interface Fault {
  /** Whether the visit does not allow it; false: it is only missing in the profile. */
  readonly isRefused: boolean;
  readonly categories: readonly string[];
  readonly label: string;
  /** Whether the cookie catalogue or the profile knows it. */
  readonly isKnown: boolean;
  readonly path: string | null;
  /** Profile that refuses it; undefined: no profile knows it. */
  readonly profileId?: string;
}

export function createGuardCookies({
  settings: { isEnforced, allow, blocksUnlisted },
  reporter,
  isOwnCookie,
  now,
  isSecure,
  origin,
}: GuardCookiesOptions): GuardCookies {
  const always = (name: string) =>
    isOwnCookie(name) ||
    operatorCookie.test(name) ||
    allow.some((pattern) => matchesCookieName(pattern, name));

  /** Returns what is wrong with a cookie; null: nothing. */
  function findFault(visit: Visit, name: string): Fault | null {
    const placement = visit.rules.placeCookie(name);
    if (placement === 'essential') return null;
    if (placement === 'unlisted' || placement === 'likely')
      return always(name)
        ? null
        : { ...unlisted, isKnown: placement === 'likely', label: anonymiseName(name) };
    const isRefused = !isAllowed(visit, placement);
    if ((!isRefused && placement.isListed) || always(name)) return null;
    const categories = placement.holders.map(({ category }) => category);
    return { ...placement, categories, isRefused, isKnown: true };
  }

  function report(
    req: IncomingMessage,
    { tenantId, rules }: Visit,
    { categories, label: cookie, profileId = rules.profileId }: Fault,
    code: Leak['code'],
    action: Leak['action'],
  ): void {
    const [category = null] = categories;
    reporter.report({ tenantId, code, profileId, category, cookie, path: describePath(req), action });
  }

  let withoutProfile: ProfileRules | undefined;

  return {
    filter(req, visit, headers) {
      // Most answers have no fault, and need no function.
      const isFaulty = getValues(headers, 'set-cookie').some(
        (value) => findFault(visit, readSetCookieName(value)) !== null,
      );
      if (!isFaulty) return;
      editValues(headers, 'set-cookie', (value) => {
        const name = readSetCookieName(value);
        const fault = findFault(visit, name);
        if (fault === null || endsCookie(value, now())) return value;
        const isDropped = isEnforced && (fault.isRefused || (blocksUnlisted && !fault.isKnown));
        const code = isCovered(fault)
          ? findCode(visit, fault.categories, () => readCookieNames(req.headers.cookie ?? '').includes(name))
          : 'cookie_not_listed';
        report(req, visit, fault, code, isDropped ? 'dropped' : 'reported');
        return isDropped ? null : value;
      });
    },

    dropKnown(headers) {
      // Made when it is needed: the cookie catalogue is loaded with it.
      withoutProfile ??= createEmptyRules();
      const { placeCookie } = withoutProfile;
      editValues(headers, 'set-cookie', (value) => {
        const name = readSetCookieName(value);
        const isDropped = typeof placeCookie(name) === 'object' && !always(name);
        return isDropped && !endsCookie(value, now()) ? null : value;
      });
    },

    end(req, visit, headers, isShared) {
      const { cookie } = req.headers;
      if (!visit.isDecided || cookie === undefined || !asksForPage(req)) return;
      const refused: { readonly name: string; readonly fault: Fault }[] = [];
      for (const name of readCookieNames(cookie)) {
        const fault = findFault(visit, name);
        if (fault?.isRefused === true) refused.push({ name, fault });
      }
      if (refused.length === 0) return;
      const isEnded = isEnforced && !isShared;
      for (const { fault } of refused) {
        const code = isCovered(fault) ? 'cookie_after_withdrawal' : 'cookie_not_listed';
        report(req, visit, fault, code, isEnded ? 'expired' : 'reported');
      }
      if (!isEnded) return;
      const { originalUrl = req.url ?? '/' } = req as { readonly originalUrl?: string };
      const places = listCookiePlaces(`${origin(req) ?? ''}${originalUrl.split('?', 1)[0]}`);
      const each = Math.max(1, Math.floor(maxEnded / refused.length));
      const lines = refused
        .slice(0, maxEnded)
        .flatMap(({ name, fault }) => endEverywhere(name, fault.path, places, isSecure(req), each))
        .slice(0, maxEnded);
      let length = 0;
      addValues(
        headers,
        'Set-Cookie',
        lines.filter((line) => {
          if (length + line.length > maxEndedLength) return false;
          length += line.length;
          return true;
        }),
      );
    },
  };
}

/** Whether a visitor was asked about the cookie: no category of the profile stands for the others. */
const isCovered = ({ isRefused, categories }: Fault): boolean => isRefused && categories.length > 0;

/**
 * Returns whether a visit allows a cookie. Nobody can agree to one whose purpose no category covers, so it passes only where
 * visitors opt out, and while they opt out of nothing. The signal counts only for one that listens to it.
 */
function isAllowed(
  { rules, allowed, allowedServices, allowsAll, gpc }: Visit,
  { holders, listensToGpc }: Exclude<CookiePlacement, string>,
): boolean {
  if (holders.length === 0)
    return !rules.asksFirst && (listensToGpc ? !gpc && allowsEvery(rules, allowed) : allowsAll);
  return holders.some(({ category, service }) =>
    service === null ? allowed.has(category) : allowedServices.has(service),
  );
}

/** Cookies that the service gives to operators: their names end with a hash. */
const operatorCookie = /^(?:__Host-)?svc_(?:admin|oidc|saml|device)_[\da-f]{8,16}$/;

const unlisted = { isRefused: false, categories: [], path: null } as const;

/** Paths that can be written into `Set-Cookie`; a profile can also have others. */
const writablePath = /^\/[!-:=-~]*$/;

/** Names that can be written into `Set-Cookie` as they are. */
const writableName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/** Returns headers that end a cookie in the places where a browser can have it, the usual ones first. */
function endEverywhere(
  name: string,
  listedPath: string | null,
  places: ReturnType<typeof listCookiePlaces>,
  isSecure: boolean,
  most: number,
): string[] {
  if (!writableName.test(name)) return [];
  // Browsers ignore headers without what the prefix of the name demands.
  const demanded = {
    maxAge: 0,
    secure: isSecure || withoutNamePrefix(name) !== name,
    httpOnly: /^__(?:host-)?http-/i.test(name),
  };
  if (/^__host-/i.test(name)) return [stringifySetCookie(name, '', { ...demanded, path: '/' })];
  const atRoot = places.filter(({ path }) => path === '/');
  const listed =
    listedPath === null || !writablePath.test(listedPath)
      ? []
      : atRoot.map(({ domain }) => ({ domain, path: listedPath }));
  const texts = new Set<string>();
  for (const { domain, path } of [...atRoot, ...listed, ...places]) {
    if (texts.size === most) break;
    texts.add(stringifySetCookie(name, '', { ...demanded, domain, path }));
  }
  return [...texts];
}
