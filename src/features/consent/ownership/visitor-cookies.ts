import { createHmac } from 'node:crypto';
import { stringifySetCookie } from 'cookie';
import type { ResolvedConfig } from '../../../config/config-schema';
import { safeEqual } from '../../../kernel/crypto';
import { visitorIdPattern } from '../../../kernel/ids';
import type { Keyring } from '../../../kernel/keyring';

/** The parts of a request that the cookies depend on. */
interface Carrier {
  readonly secure: boolean;
  cookies(name: string): readonly string[];
}

export interface RecordOwner {
  readonly tenantId: string;
  readonly visitorId: string;
}

/**
 * The two cookies of a visitor. One holds the visitor id, which operators, exports and access logs show too.
 * The other proves that the service gave that id to this browser: an HMAC over tenant and visitor id that
 * nobody else can compute.
 */
export interface VisitorCookies {
  /**
   * Returns the visitors that the request's cookies name, in the order of the header; empty without a cookie that
   * contains a visitor id. There are several after the cookie's domain or path has changed, and where another page has
   * planted one.
   */
  visitors(request: Carrier): readonly string[];
  /** Returns whether the request carries anything like a proof, which may be for another visitor or forged. */
  hasProof(request: Carrier): boolean;
  /** Returns whether the request carries the proof for this visitor of this tenant. */
  proves(request: Carrier, owner: RecordOwner): boolean;
  /**
   * `Set-Cookie` values that keep the id, and with `proof` also the proof, for as long as the decision is
   * valid.
   */
  keep(
    request: Carrier,
    owner: RecordOwner,
    options: { readonly seconds: number; readonly proof: boolean },
  ): string[];
  /** `Set-Cookie` values that end both cookies. */
  expire(request: Carrier): string[];
}

const validId = new RegExp(visitorIdPattern);

/** Maximum number of proofs in the cookie: a browser can be known to several tenants of one host. */
const maxProofs = 10;

/** Maximum number of proofs that are tried, in all cookies together. */
const maxTried = 40;

/**
 * Name of the cookie with the proof. Browsers accept `__Host-` cookies from this very host over TLS only, so
 * no other subdomain can plant one; a cookie that is shared between subdomains, or sent without TLS, cannot
 * have the prefix.
 */
export function ownershipCookieName(
  { ownershipName, domain, path }: ResolvedConfig['visitorCookie'],
  isSecure: boolean,
): string {
  return isSecure && domain === undefined && path === '/' ? `__Host-${ownershipName}` : ownershipName;
}

/** @param keys for these proofs alone */
export function createVisitorCookies(
  config: ResolvedConfig['visitorCookie'],
  [current, ...previous]: Keyring,
): VisitorCookies {
  const { name, domain, path, sameSite, httpOnly } = config;
  const isSecure = (request: Carrier) => (config.secure === 'auto' ? request.secure : config.secure);
  const ownershipName = (request: Carrier) => ownershipCookieName(config, isSecure(request));
  const attributes = (request: Carrier) => ({ domain, path, sameSite, httpOnly, secure: isSecure(request) });
  const getProof = ({ key }: Keyring[number], { tenantId, visitorId }: RecordOwner) =>
    createHmac('sha256', key)
      .update(JSON.stringify([tenantId, visitorId]))
      .digest('base64url');
  const getEarlierProofs = (owner: RecordOwner) => previous.map((key) => getProof(key, owner));
  const proofs = (request: Carrier) => {
    const sent = request.cookies(ownershipName(request)).flatMap((value) => value.split('.'));
    return [...new Set(sent.filter((proof) => proofPattern.test(proof)))].slice(0, maxTried);
  };

  return {
    visitors: (request) => [...new Set(request.cookies(name).filter((value) => validId.test(value)))],
    hasProof: (request) => proofs(request).length > 0,
    proves(request, owner) {
      const sent = proofs(request);
      if (sent.length === 0) return false;
      const expected = [getProof(current, owner), ...getEarlierProofs(owner)];
      return sent.some((proof) => expected.some((one) => safeEqual(proof, one)));
    },
    keep(request, owner, { seconds, proof }) {
      const lasting = { ...attributes(request), maxAge: seconds };
      const id = stringifySetCookie(name, owner.visitorId, lasting);
      if (!proof) return [id];
      const own = getProof(current, owner);
      const replaced = [own, ...getEarlierProofs(owner)];
      const all = [own, ...proofs(request).filter((other) => !replaced.includes(other))].slice(0, maxProofs);
      return [id, stringifySetCookie(ownershipName(request), all.join('.'), { ...lasting, httpOnly: true })];
    },
    expire(request) {
      const ended = { ...attributes(request), maxAge: 0, expires: new Date(0) };
      return [
        stringifySetCookie(name, '', ended),
        stringifySetCookie(ownershipName(request), '', { ...ended, httpOnly: true }),
      ];
    },
  };
}

/** Matches an HMAC-SHA-256 in base64url. */
const proofPattern = /^[A-Za-z0-9_-]{43}$/;
