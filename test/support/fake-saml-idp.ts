import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inflateRawSync } from 'node:zlib';
import { SignedXml } from 'xml-crypto';
import { newSigningKey, type SigningKey } from './self-signed-certificate';

export const entityId = 'https://consent.shop.example/saml';
export const callbackUrl = 'https://consent.shop.example/svc/admin/v1/auth/saml/acs';
export const idpIssuer = 'https://idp.example/metadata';

export const nameIdFormats = {
  email: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
  persistent: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
  transient: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient',
} as const;

const algorithms = {
  'rsa-sha256': 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  'rsa-sha1': 'http://www.w3.org/2000/09/xmldsig#rsa-sha1',
  'hmac-sha1': 'http://www.w3.org/2000/09/xmldsig#hmac-sha1',
  sha256: 'http://www.w3.org/2001/04/xmlenc#sha256',
  sha1: 'http://www.w3.org/2000/09/xmldsig#sha1',
} as const;

const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const enveloped = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature';

/** Facts about the request that a response answers. */
export interface AuthnRequest {
  readonly id: string;
  readonly xml: string;
  readonly relayState: string | null;
}

/** The content of a response. Absent options are as they should be; null leaves an attribute or element out. */
export interface ResponseOptions {
  readonly nameId?: string | null;
  readonly nameIdFormat?: string;
  readonly attributes?: Readonly<Record<string, string | readonly string[]>>;
  readonly issuer?: string | null;
  readonly audience?: string | null;
  readonly destination?: string | null;
  readonly recipient?: string | null;
  /** Of the response. */
  readonly inResponseTo?: string | null;
  /** Of the subject's confirmation. */
  readonly confirms?: string | null;
  readonly method?: string;
  /** Seconds from now. */
  readonly notBefore?: number;
  readonly notOnOrAfter?: number;
  readonly confirmedUntil?: number | null;
  readonly sessionUntil?: number;
  readonly status?: string;
  readonly version?: string;
  readonly authenticated?: false;
  readonly sign?: 'assertion' | 'response' | 'both' | 'none';
  readonly key?: SigningKey;
  readonly signatureAlgorithm?: keyof typeof algorithms;
  readonly digestAlgorithm?: keyof typeof algorithms;
  /** Changes the document before it is signed. */
  readonly write?: (xml: string) => string;
  /** Changes the signed document. */
  readonly tamper?: (xml: string) => string;
}

const escapeXml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
const attribute = (name: string, value: string | null) =>
  value === null ? '' : ` ${name}="${escapeXml(value)}"`;
const newId = () => `_${randomBytes(16).toString('hex')}`;
const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();

export function assertionXml(requestId: string, options: ResponseOptions = {}): string {
  const {
    nameId = 'ada@shop.example',
    nameIdFormat = nameIdFormats.email,
    attributes = {},
    issuer = idpIssuer,
    audience = entityId,
  } = options;
  const {
    recipient = callbackUrl,
    confirms = requestId,
    method = 'bearer',
    notBefore = -30,
    notOnOrAfter = 300,
    confirmedUntil = 300,
  } = options;
  const session = options.sessionUntil === undefined ? null : inSeconds(options.sessionUntil);
  const until = confirmedUntil === null ? null : inSeconds(confirmedUntil);
  const values = Object.entries(attributes).map(([name, value]) => {
    const texts = [value]
      .flat()
      .map((text) => `<saml:AttributeValue xsi:type="xs:string">${escapeXml(text)}</saml:AttributeValue>`);
    return `<saml:Attribute Name="${escapeXml(name)}">${texts.join('')}</saml:Attribute>`;
  });
  return [
    '<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" xmlns:xs="http://www.w3.org/2001/XMLSchema"',
    ` xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" ID="${newId()}" Version="${options.version ?? '2.0'}" IssueInstant="${inSeconds(0)}">`,
    issuer === null ? '' : `<saml:Issuer>${escapeXml(issuer)}</saml:Issuer>`,
    '<saml:Subject>',
    nameId === null ? '' : `<saml:NameID Format="${nameIdFormat}">${escapeXml(nameId)}</saml:NameID>`,
    `<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:${method}">`,
    `<saml:SubjectConfirmationData${attribute('InResponseTo', confirms)}${attribute('Recipient', recipient)}${attribute('NotOnOrAfter', until)}/>`,
    '</saml:SubjectConfirmation></saml:Subject>',
    `<saml:Conditions NotBefore="${inSeconds(notBefore)}" NotOnOrAfter="${inSeconds(notOnOrAfter)}">`,
    audience === null
      ? ''
      : `<saml:AudienceRestriction><saml:Audience>${escapeXml(audience)}</saml:Audience></saml:AudienceRestriction>`,
    '</saml:Conditions>',
    options.authenticated === false
      ? ''
      : `<saml:AuthnStatement AuthnInstant="${inSeconds(0)}" SessionIndex="${newId()}"${attribute('SessionNotOnOrAfter', session)}>` +
        '<saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext>' +
        '</saml:AuthnStatement>',
    values.length === 0 ? '' : `<saml:AttributeStatement>${values.join('')}</saml:AttributeStatement>`,
    '</saml:Assertion>',
  ].join('');
}

export function responseXml(requestId: string, options: ResponseOptions, content: string): string {
  const {
    issuer = idpIssuer,
    destination = callbackUrl,
    inResponseTo = requestId,
    status = 'Success',
  } = options;
  return [
    '<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol"',
    ` ID="${newId()}" Version="2.0" IssueInstant="${inSeconds(0)}"${attribute('Destination', destination)}${attribute('InResponseTo', inResponseTo)}>`,
    issuer === null
      ? ''
      : `<saml:Issuer xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">${escapeXml(issuer)}</saml:Issuer>`,
    `<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:${status}"/></samlp:Status>`,
    content,
    '</samlp:Response>',
  ].join('');
}

/** Puts an enveloped signature over the element of that name right behind its issuer. */
export function signElement(
  xml: string,
  name: 'Assertion' | 'Response',
  key: SigningKey,
  options: ResponseOptions = {},
): string {
  const { signatureAlgorithm = 'rsa-sha256', digestAlgorithm = 'sha256' } = options;
  const element = `//*[local-name(.)='${name}']`;
  const signer = new SignedXml({
    privateKey: key.privateKey,
    publicCert: key.certificate,
    signatureAlgorithm: algorithms[signatureAlgorithm],
    canonicalizationAlgorithm: exclusive,
  });
  if (signatureAlgorithm === 'hmac-sha1') signer.enableHMAC();
  signer.addReference({
    xpath: element,
    transforms: [enveloped, exclusive],
    digestAlgorithm: algorithms[digestAlgorithm],
  });
  const issuer = /<saml:Issuer/.test(xml)
    ? { reference: `${element}/*[local-name(.)='Issuer']`, action: 'after' as const }
    : undefined;
  signer.computeSignature(xml, {
    prefix: 'ds',
    location: issuer ?? { reference: element, action: 'prepend' },
  });
  return signer.getSignedXml();
}

/** The decoded request of a redirect to the provider. */
export function readAuthnRequest(location: string): AuthnRequest {
  const { searchParams } = new URL(location);
  const xml = inflateRawSync(Buffer.from(searchParams.get('SAMLRequest') ?? '', 'base64')).toString();
  return { id: /\sID="([^"]+)"/.exec(xml)?.[1] ?? '', xml, relayState: searchParams.get('RelayState') };
}

/** An identity provider over real HTTP that can be told to misbehave. Every visitor is signed in at once. */
export async function startFakeSamlIdp() {
  const key = newSigningKey();
  let misbehaviour: ResponseOptions = {};

  function respond(requestId: string, options: ResponseOptions = misbehaviour): string {
    const { sign = 'assertion', write = String, tamper = String } = options;
    const signingKey = options.key ?? key;
    let xml = write(responseXml(requestId, options, assertionXml(requestId, options)));
    if (sign === 'assertion' || sign === 'both') xml = signElement(xml, 'Assertion', signingKey, options);
    if (sign === 'response' || sign === 'both') xml = signElement(xml, 'Response', signingKey, options);
    return Buffer.from(tamper(xml)).toString('base64');
  }

  function answer(req: IncomingMessage, res: ServerResponse): void {
    const request = readAuthnRequest(`http://idp${req.url}`);
    const target = /\sAssertionConsumerServiceURL="([^"]+)"/.exec(request.xml)?.[1] ?? '';
    const field = (name: string, value: string) =>
      `<input type="hidden" name="${name}" value="${escapeXml(value)}">`;
    const relay = request.relayState === null ? '' : field('RelayState', request.relayState);
    res.setHeader('Content-Type', 'text/html');
    res.end(
      `<form method="post" action="${escapeXml(target)}">${field('SAMLResponse', respond(request.id))}${relay}</form><script>document.forms[0].submit()</script>`,
    );
  }

  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const entryPoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/sso?tenant=shop`;

  return {
    key,
    config: {
      issuer: entityId,
      entryPoint,
      cert: key.certificate.replace(/-----.*-----|\n/g, ''),
      callbackUrl,
    },
    /** A response in base64, made as told, or else as the provider behaves. */
    respond,
    misbehave(options: ResponseOptions) {
      misbehaviour = options;
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

export type FakeSamlIdp = Awaited<ReturnType<typeof startFakeSamlIdp>>;
