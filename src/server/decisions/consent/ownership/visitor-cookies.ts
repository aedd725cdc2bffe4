import { createHmac } from 'node:crypto';
import { stringifySetCookie } from 'cookie';
import type { ResolvedConfig } from '#platform/config/config-schema';
import { safeEqual } from '#platform/kernel/crypto';
import { visitorIdPattern } from '#platform/kernel/ids';
import type { Keyring } from '#platform/kernel/keyring';

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
 * The cookies of a visitor. One holds the visitor id, which operators, exports and access logs show too.
 * The second proves that the service gave that id to this browser: an HMAC over tenant and visitor id that
 * nobody else can compute. While an account is signed in, these are those of the account, and a third holds the id that
 * the device has without it.
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
  /** `Set-Cookie` values that end all cookies of the visitor. */
  expire(request: Carrier): string[];
  /**
   * Returns the device on which the visitor of an account decides, by its own visitor id; null while no account is signed
   * in, and without the proof of the device.
   */
  device(request: Carrier, tenantId: string): string | null;
  /** Returns whether the request names a device on which an account is signed in, with its proof or without it. */
  isLinked(request: Carrier): boolean;
  /** `Set-Cookie` values that end only the cookie of the device; empty without one. */
  endDevice(request: Carrier): string[];
  /** `Set-Cookie` values with which the device is the visitor of an account. */
  link(request: Carrier, account: RecordOwner, deviceId: string, seconds: number): string[];
  /**
   * `Set-Cookie` values with which the device is no longer the visitor of an account, but again its own.
   * @param seconds lifetime of its own decision; null: it has none, and its visitor cookie ends
   */
  unlink(request: Carrier, device: RecordOwner, seconds: number | null): string[];
}

const validId = new RegExp(visitorIdPattern);

/** Maximum number of proofs in the cookie: a browser can be known to several tenants of one host. */
const maxProofs = 10;

/** Lifetime of the cookies of an account that has not decided yet (s): half a year. */
export const linkSeconds = 180 * 86_400;

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
export function createVisitorCookies(config: ResolvedConfig['visitorCookie'], keys: Keyring): VisitorCookies {
  const { name, deviceName, domain, path, sameSite, httpOnly } = config;
  const prepare = (secure: boolean) => ({
    ownershipName: ownershipCookieName(config, secure),
    attributes: { domain, path, sameSite, httpOnly, secure },
  });
  const overTls = prepare(config.secure !== false);
  const withoutTls = prepare(config.secure === true);
  /** Returns the name of the proof's cookie, and the attributes of all, for the connection of a request. */
  const formOf = (request: Carrier) => (request.secure ? overTls : withoutTls);
  const getProofs = ({ tenantId, visitorId }: RecordOwner) =>
    keys.map(({ key }) =>
      createHmac('sha256', key)
        .update(JSON.stringify([tenantId, visitorId]))
        .digest('base64url'),
    );
  const proofs = (request: Carrier) => {
    const sent = request.cookies(formOf(request).ownershipName).flatMap((value) => value.split('.'));
    return [...new Set(sent.filter((proof) => proofPattern.test(proof)))].slice(0, maxTried);
  };

  const devices = (request: Carrier) => request.cookies(deviceName).filter((value) => validId.test(value));
  const visitors = (request: Carrier) => [
    ...new Set(request.cookies(name).filter((value) => validId.test(value))),
  ];
  const proves = (request: Carrier, owner: RecordOwner) => {
    const sent = proofs(request);
    if (sent.length === 0) return false;
    const expected = getProofs(owner);
    return sent.some((proof) => expected.some((one) => safeEqual(proof, one)));
  };
  /** Anybody can name a device: a page of another subdomain can plant the cookie. */
  const deviceOf = (request: Carrier, tenantId: string) =>
    devices(request).find((visitorId) => proves(request, { tenantId, visitorId })) ?? null;
  const end = (request: Carrier, ended: string, isHttpOnly = true) =>
    stringifySetCookie(ended, '', {
      ...formOf(request).attributes,
      httpOnly: isHttpOnly,
      maxAge: 0,
      expires: new Date(0),
    });
  const endDevice = (request: Carrier) => (devices(request).length === 0 ? [] : [end(request, deviceName)]);
  const setProofs = (request: Carrier, all: readonly (string | undefined)[], maxAge: number) =>
    stringifySetCookie(formOf(request).ownershipName, [...new Set(all)].slice(0, maxProofs).join('.'), {
      ...formOf(request).attributes,
      maxAge,
      httpOnly: true,
    });
  const setDevice = (request: Carrier, deviceId: string, maxAge: number) =>
    stringifySetCookie(deviceName, deviceId, { ...formOf(request).attributes, maxAge, httpOnly: true });
  /** Returns the proofs of a request without those for an account that is signed in on it. */
  const withoutLinked = (request: Carrier, { tenantId, visitorId: kept }: RecordOwner) => {
    const deviceId = deviceOf(request, tenantId);
    const accounts =
      deviceId === null ? [] : visitors(request).filter((id) => id !== deviceId && id !== kept);
    const ended = accounts.flatMap((visitorId) => getProofs({ tenantId, visitorId }));
    return proofs(request).filter((proof) => !ended.includes(proof));
  };

  return {
    visitors,
    hasProof: (request) => proofs(request).length > 0,
    proves,
    keep(request, owner, { seconds, proof }) {
      const deviceId = deviceOf(request, owner.tenantId);
      const id = stringifySetCookie(name, owner.visitorId, {
        ...formOf(request).attributes,
        maxAge: seconds,
      });
      const own = getProofs(owner);
      const others = proofs(request).filter((other) => !own.includes(other));
      return [
        id,
        ...(proof ? [setProofs(request, [own[0], ...others], seconds)] : []),
        ...(deviceId === null ? [] : [setDevice(request, deviceId, seconds)]),
      ];
    },
    expire: (request) => [
      end(request, name, httpOnly),
      end(request, formOf(request).ownershipName),
      ...endDevice(request),
    ],
    device: deviceOf,
    isLinked: (request) => devices(request).length > 0,
    endDevice,
    link(request, account, deviceId, seconds) {
      const { tenantId, visitorId } = account;
      const own = [account, { tenantId, visitorId: deviceId }];
      const all = own.flatMap(getProofs);
      const others = withoutLinked(request, account).filter((proof) => !all.includes(proof));
      return [
        stringifySetCookie(name, visitorId, { ...formOf(request).attributes, maxAge: seconds }),
        setProofs(request, [...own.map((owner) => getProofs(owner)[0]), ...others], seconds),
        setDevice(request, deviceId, seconds),
      ];
    },
    unlink(request, device, seconds) {
      const left = withoutLinked(request, device);
      return [
        seconds === null
          ? end(request, name, httpOnly)
          : stringifySetCookie(name, device.visitorId, { ...formOf(request).attributes, maxAge: seconds }),
        left.length === 0
          ? end(request, formOf(request).ownershipName)
          : setProofs(request, left, seconds ?? linkSeconds),
        end(request, deviceName),
      ];
    },
  };
}

/** Matches an HMAC-SHA-256 in base64url. */
const proofPattern = /^[A-Za-z0-9_-]{43}$/;
