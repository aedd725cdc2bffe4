import type { KeyObject } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';
import {
  complianceRules,
  customGroupNameFault,
  isBuiltInGroup,
  lookRules,
} from '#standards/compliance/index';
import { usSections } from '#standards/gpp/index';
import { readPlace } from '#standards/jurisdiction/index';
import type { AuthMode } from '../kernel/auth-modes';
import { readCertificates } from '../kernel/certificate';
import { coversPath } from '../kernel/cookies';
import type { FaultDetail } from '../kernel/errors';
import type { ReceiptFont } from '../kernel/host-types';
import { isHttpsOrLoopback } from '../kernel/ip-address';
import { toUrlHost } from '../kernel/parse-url';
import { isWeakPassword } from '../kernel/weak-password';
import type { ResolvedConfig } from './config-schema';

/**
 * A rule between keys, which a schema cannot express. It is checked only when none of its keys has a fault of
 * its own.
 */
interface CrossCheck {
  readonly over: readonly string[];
  /** Path and message of the fault, by path; empty when there is none. */
  readonly faults: (config: ResolvedConfig) => readonly FaultDetail[];
}

const check = (
  over: readonly string[],
  path: string,
  message: string,
  isWrong: (config: ResolvedConfig) => boolean,
): CrossCheck => ({
  over,
  faults: (config) => (isWrong(config) ? [{ path, message }] : []),
});

/** Requires a key in one mode of `auth.mode`. */
const needed = (mode: AuthMode, key: 'masterSecret' | 'validateUser' | 'oidc' | 'saml') =>
  check(
    ['auth.mode', `auth.${key}`],
    `auth.${key}`,
    `is required when auth.mode is '${mode}'`,
    ({ auth }) => auth.mode === mode && auth[key] === undefined,
  );

/** Sections that the service can generate: the TC string and the US sections. */
const madeSections: readonly string[] = ['tcfeuv2', ...usSections];

const credentials = ['auth.mode', 'auth.adminEmail', 'auth.adminPassword'] as const;

const crossChecks: readonly CrossCheck[] = [
  check(
    credentials,
    'auth.adminEmail',
    'is required when auth.adminPassword is set',
    ({ auth }) => auth.mode === 'local' && auth.adminPassword !== undefined && auth.adminEmail === undefined,
  ),
  check(
    credentials,
    'auth.adminPassword',
    'must not be the e-mail address',
    ({ auth }) =>
      auth.adminEmail !== undefined && auth.adminPassword?.toLowerCase() === auth.adminEmail.toLowerCase(),
  ),
  check(
    credentials,
    'auth.adminPassword',
    'consists of common words, sequences or repetitions: choose a less predictable one',
    ({ auth }) =>
      auth.mode === 'local' &&
      auth.adminEmail !== undefined &&
      auth.adminPassword !== undefined &&
      isWeakPassword(auth.adminPassword, auth.adminEmail),
  ),
  needed('jwt', 'masterSecret'),
  needed('custom', 'validateUser'),
  needed('oidc', 'oidc'),
  needed('saml', 'saml'),
  check(
    ['auth.oidc.issuer'],
    'auth.oidc.issuer',
    'must be an https: address; http: only on loopback',
    ({ auth }) => auth.oidc !== undefined && !isHttpsOrLoopback(auth.oidc.issuer),
  ),
  check(
    ['auth.oidc.discoveryUrl'],
    'auth.oidc.discoveryUrl',
    'must be the https: address of a discovery document, with /.well-known/ in its path; http: only on loopback',
    ({ auth: { oidc } }) =>
      oidc?.discoveryUrl !== undefined &&
      (!isHttpsOrLoopback(oidc.discoveryUrl) ||
        !new URL(oidc.discoveryUrl).pathname.includes('/.well-known/')),
  ),
  check(
    ['auth.oidc.redirectUri'],
    'auth.oidc.redirectUri',
    'must be an https: or http: address without a query or a fragment',
    ({ auth }) => auth.oidc !== undefined && !/^https?:\/\/[^?#]+$/i.test(auth.oidc.redirectUri),
  ),
  check(
    ['auth.saml.callbackUrl'],
    'auth.saml.callbackUrl',
    'must be an https: or http: address without a query or a fragment',
    ({ auth }) => auth.saml !== undefined && !/^https?:\/\/[^?#]+$/i.test(auth.saml.callbackUrl),
  ),
  check(
    ['auth.saml.entryPoint'],
    'auth.saml.entryPoint',
    'must be an https: or http: address',
    ({ auth }) => auth.saml !== undefined && !/^https?:\/\//i.test(auth.saml.entryPoint),
  ),
  {
    over: ['auth.mode', 'auth.saml.cert'],
    faults: ({ auth }) =>
      auth.mode === 'saml' && auth.saml !== undefined ? certificateFaults(auth.saml.cert) : [],
  },
  check(
    ['auth.sessionMinutes', 'auth.maxSessionHours'],
    'auth.sessionMinutes',
    'must not be longer than auth.maxSessionHours',
    ({ auth }) => auth.sessionMinutes > auth.maxSessionHours * 60,
  ),
  check(
    ['auth.mode', 'auth.totp'],
    'auth.totp',
    "must be 'optional' in the modes jwt and custom, which have no sign-in form that could ask for a code",
    ({ auth }) => auth.totp === 'required' && (auth.mode === 'jwt' || auth.mode === 'custom'),
  ),
  check(
    ['visitorCookie.name', 'visitorCookie.secure'],
    'visitorCookie.secure',
    'must be true when visitorCookie.name begins with __Secure- or __Host-',
    ({ visitorCookie }) => /^__(secure|host)-/i.test(visitorCookie.name) && visitorCookie.secure !== true,
  ),
  check(
    ['visitorCookie.name', 'visitorCookie.domain', 'visitorCookie.path'],
    'visitorCookie.name',
    'must not begin with __Host- when visitorCookie.domain is set or visitorCookie.path is not /: browsers reject such a cookie',
    ({ visitorCookie }) =>
      /^__host-/i.test(visitorCookie.name) &&
      (visitorCookie.domain !== undefined || visitorCookie.path !== '/'),
  ),
  check(
    ['publicPath', 'basePath', 'visitorCookie.path'],
    'visitorCookie.path',
    'must cover publicPath and basePath, and the paths of your pages, such as /: browsers send the cookie to no other path',
    ({ publicPath, basePath, visitorCookie }) =>
      publicPath !== undefined && !coversPath(visitorCookie.path, `${publicPath}${basePath}/api/v1`),
  ),
  check(
    ['visitorCookie.sameSite', 'visitorCookie.secure'],
    'visitorCookie.secure',
    "must be true when visitorCookie.sameSite is 'none'",
    ({ visitorCookie }) => visitorCookie.sameSite === 'none' && visitorCookie.secure !== true,
  ),
  check(
    ['visitorCookie.name', 'visitorCookie.ownershipName'],
    'visitorCookie.ownershipName',
    'must differ from visitorCookie.name',
    ({ visitorCookie }) => visitorCookie.name === visitorCookie.ownershipName,
  ),
  check(
    ['visitorCookie.deviceName', 'visitorCookie.name', 'visitorCookie.ownershipName', 'choiceCookie.name'],
    'visitorCookie.deviceName',
    'must differ from visitorCookie.name, visitorCookie.ownershipName and choiceCookie.name',
    ({ choiceCookie, visitorCookie: { deviceName, name, ownershipName } }) =>
      [name, ownershipName, choiceCookie.name].includes(deviceName),
  ),
  check(
    ['choiceCookie.name', 'visitorCookie.name', 'visitorCookie.ownershipName'],
    'choiceCookie.name',
    'must differ from visitorCookie.name and visitorCookie.ownershipName',
    ({ choiceCookie, visitorCookie }) =>
      choiceCookie.name === visitorCookie.name || choiceCookie.name === visitorCookie.ownershipName,
  ),
  check(
    ['visitorCookie.requireProof', 'compliance.dataSigningHash'],
    'compliance.dataSigningHash',
    'is required when visitorCookie.requireProof is true: with a random secret, visitors lose access to their consent at every restart',
    ({ visitorCookie, compliance }) => visitorCookie.requireProof && compliance.dataSigningHash === undefined,
  ),
  check(
    ['limits.pageSize', 'limits.maxPageSize'],
    'limits.pageSize',
    'must not be greater than limits.maxPageSize',
    ({ limits }) => limits.pageSize > limits.maxPageSize,
  ),
  check(
    ['tenancy'],
    'tenancy.enabled',
    'must be true when tenancy.baseDomain or tenancy.resolve is set',
    ({ tenancy }) => !tenancy.enabled && (tenancy.baseDomain !== undefined || tenancy.resolve !== undefined),
  ),
  {
    over: ['compliance.type'],
    faults: ({ compliance }) =>
      compliance.type === 'auto' ? [] : groupFaults('compliance.type', compliance.type),
  },
  {
    over: ['compliance.defaultGroup'],
    faults: ({ compliance }) => groupFaults('compliance.defaultGroup', compliance.defaultGroup),
  },
  {
    over: ['compliance.jurisdictions'],
    faults: ({ compliance }) =>
      Object.entries(compliance.jurisdictions).flatMap(([place, group]) => {
        const path = `compliance.jurisdictions.${place}`;
        return [...placeFaults(path, place), ...groupFaults(path, group)];
      }),
  },
  {
    over: ['compliance.rules'],
    faults({ compliance }) {
      const known = [...complianceRules, ...Object.values(lookRules)].map(({ id }) => id);
      const unknown = Object.keys(compliance.rules).filter((id) => !known.includes(id));
      return unknown.map((id) => ({
        path: `compliance.rules.${id}`,
        message: `is not a compliance rule; the rules are ${known.join(', ')}`,
      }));
    },
  },
  {
    over: ['receipts.fonts'],
    faults: ({ receipts }) =>
      receipts.fonts.flatMap((font, index) => {
        const message = fontFault(font);
        return message === null ? [] : [{ path: `receipts.fonts.${index}`, message }];
      }),
  },
  {
    over: ['receipts.jurisdiction'],
    faults: ({ receipts: { jurisdiction } }) =>
      jurisdiction === undefined ? [] : placeFaults('receipts.jurisdiction', jurisdiction),
  },
  {
    over: ['webhooks.allowedHosts'],
    faults: ({ webhooks }) =>
      webhooks.allowedHosts.flatMap((host, index) =>
        toUrlHost(host) !== null
          ? []
          : [
              {
                path: `webhooks.allowedHosts.${index}`,
                message:
                  'must be a host name or an address without scheme, port and path, such as warehouse.internal, 10.0.0.8 or ::1',
              },
            ],
      ),
  },
  {
    over: ['tcf'],
    faults: ({ tcf }) =>
      (['cmpId', 'cmpVersion', 'publisherCC'] as const)
        .filter((key) => tcf.enabled && tcf[key] === undefined)
        .map((key) => ({ path: `tcf.${key}`, message: 'is required when tcf.enabled is true' })),
  },
  {
    over: ['tcf'],
    faults: ({ tcf: { vendorListUrl, cmpListUrls } }) =>
      [
        ['vendorListUrl', vendorListUrl] as const,
        ...cmpListUrls.map((url, index) => [`cmpListUrls.${index}`, url] as const),
      ].flatMap(([key, url]) =>
        isHttpsOrLoopback(url)
          ? []
          : [{ path: `tcf.${key}`, message: 'must be an https: address; http: only on loopback' }],
      ),
  },
  {
    over: ['gpp.sections'],
    faults: ({ gpp }) =>
      (gpp.sections ?? []).flatMap((name, index) =>
        madeSections.includes(name)
          ? []
          : [
              {
                path: `gpp.sections.${index}`,
                message: `cannot be generated; the available sections are ${madeSections.join(', ')}`,
              },
            ],
      ),
  },
  check(
    ['gpp.mspa'],
    'gpp.mspa',
    'must not enable both optOutOptionMode and serviceProviderMode: a covered transaction has one mode',
    ({ gpp: { mspa } }) =>
      mspa?.coveredTransaction === true && mspa.optOutOptionMode && mspa.serviceProviderMode,
  ),
  { over: ['plugins'], faults: ({ plugins }) => repeatedNames(plugins) },
  check(
    ['basePath', 'dashboard.enabled', 'dashboard.path'],
    'dashboard.path',
    "must be a separate path when basePath is '', such as /consent-admin/",
    ({ basePath, dashboard }) => dashboard.enabled && `${basePath}${dashboard.path}` === '/',
  ),
  check(
    ['dashboard.path'],
    'dashboard.path',
    'must not begin with a path of the service: /api/, /admin/ or /w/',
    ({ dashboard }) => /^\/(api|admin|w)\//.test(dashboard.path),
  ),
];

/** Returns the faults between keys, in addition to those already found in single keys. */
export function crossFaults(config: ResolvedConfig, found: readonly FaultDetail[]): FaultDetail[] {
  const isFaulty = (key: string) =>
    found.some(({ path }) => path === key || path.startsWith(`${key}.`) || key.startsWith(`${path}.`));
  return crossChecks.filter(({ over }) => !over.some(isFaulty)).flatMap(({ faults }) => faults(config));
}

/** First bytes of TrueType, OpenType, collections, WOFF, WOFF 2 and dfont. */
const fontSignatures: readonly string[] = [
  '\0\x01\0\0',
  'true',
  'OTTO',
  'ttcf',
  'wOFF',
  'wOF2',
  '\0\0\x01\0',
];

const signatureLength = 4;

/** Returns what is wrong with a font, or null. `Helvetica` is the built-in font. */
function fontFault(font: ReceiptFont): string | null {
  if (font === 'Helvetica') return null;
  const file = typeof font === 'string' || font instanceof Uint8Array ? font : font.file;
  const start = typeof file === 'string' ? firstBytes(file) : Buffer.from(file.subarray(0, signatureLength));
  if (start === null) return 'names a file that the service cannot read';
  return fontSignatures.includes(start.toString('latin1'))
    ? null
    : 'must be a font: TrueType, OpenType, a collection, WOFF or WOFF 2';
}

function firstBytes(file: string): Buffer | null {
  try {
    const descriptor = openSync(file, 'r');
    try {
      const bytes = Buffer.alloc(signatureLength);
      return bytes.subarray(0, readSync(descriptor, bytes));
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return null;
  }
}

function groupFaults(path: string, group: string): FaultDetail[] {
  const fault = isBuiltInGroup(group) ? null : customGroupNameFault(group);
  return fault === null
    ? []
    : [{ path, message: `must be a built-in group or a valid name of a custom group: the name ${fault}` }];
}

function placeFaults(path: string, place: string): FaultDetail[] {
  const [country = '', region] = place.split('-');
  const found = readPlace(country, region);
  if (found.country === null)
    return [
      {
        path,
        message: `must begin with a country of ISO 3166-1 (the United Kingdom is GB), but ${country} is not one`,
      },
    ];
  if (region !== undefined && found.region === null)
    return [{ path, message: `must name a region of ISO 3166-2, but ${place} is not one` }];
  return [];
}

const minModulusBits = 2048;

/** Greatest number of certificates. An invalid response is checked against each of them. */
const maxCertificates = 10;

function certificateFaults(cert: string | readonly string[]): FaultDetail[] {
  const given =
    typeof cert === 'string'
      ? [['auth.saml.cert', cert] as const]
      : cert.map((text, index) => [`auth.saml.cert.${index}`, text] as const);
  let count = 0;
  const faults = given.flatMap(([path, text]) => {
    try {
      const certificates = readCertificates(text);
      count += certificates.length;
      const weak = certificates.findIndex(({ publicKey }) => !isStrong(publicKey));
      const which = certificates.length === 1 ? 'must be' : `contains certificate ${weak + 1}, which is not`;
      return weak === -1
        ? []
        : [{ path, message: `${which} the certificate of an RSA key of ${minModulusBits} bits or more` }];
    } catch {
      return [
        {
          path,
          message:
            'must be an X.509 certificate as PEM, with or without its first and last line, or several with these lines',
        },
      ];
    }
  });
  return count > maxCertificates
    ? [{ path: 'auth.saml.cert', message: `must contain at most ${maxCertificates} certificates` }]
    : faults;
}

const isStrong = ({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject) =>
  asymmetricKeyType === 'rsa' && (asymmetricKeyDetails?.modulusLength ?? 0) >= minModulusBits;

/** Finds repeated names. A plugin from a function has no name yet; the registry checks it later. */
function repeatedNames(plugins: ResolvedConfig['plugins']): FaultDetail[] {
  const names = plugins.map((plugin) => (typeof plugin === 'function' ? null : plugin.name));
  return names.flatMap((name, index) =>
    name !== null && names.indexOf(name) < index
      ? [{ path: `plugins.${index}.name`, message: 'is the name of another plugin' }]
      : [],
  );
}
