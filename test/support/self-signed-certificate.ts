import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

export interface SigningKey {
  readonly privateKey: string;
  /** PEM. */
  readonly certificate: string;
}

/** ASN.1 in DER: a tag, the length, the content. */
function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const length =
    content.length < 128
      ? Buffer.from([content.length])
      : Buffer.from([0x82, content.length >> 8, content.length & 255]);
  return Buffer.concat([Buffer.from([tag]), length, content]);
}

const sequence = (...parts: readonly Buffer[]) => der(0x30, ...parts);
const sha256WithRsa = sequence(der(0x06, Buffer.from('2a864886f70d01010b', 'hex')), der(0x05));
const commonName = (name: string) =>
  sequence(der(0x31, sequence(der(0x06, Buffer.from('550403', 'hex')), der(0x0c, Buffer.from(name)))));
const utcTime = (date: Date) =>
  der(0x17, Buffer.from(`${date.toISOString().replace(/[-:T]/g, '').slice(2, 14)}Z`));

/**
 * An RSA key with a certificate that it signed itself (X.509 v1), as identity providers have them; without
 * OpenSSL.
 */
export function newSigningKey(modulusLength = 2048): SigningKey {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength });
  return {
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
    certificate: certify(privateKey, publicKey),
  };
}

function certify(privateKey: KeyObject, publicKey: KeyObject): string {
  const name = commonName('Fake identity provider');
  const year = 365 * 86_400_000;
  const body = sequence(
    der(0x02, Buffer.from([1]), randomBytes(8)),
    sha256WithRsa,
    name,
    sequence(utcTime(new Date(Date.now() - year)), utcTime(new Date(Date.now() + year))),
    name,
    publicKey.export({ type: 'spki', format: 'der' }) as Buffer,
  );
  const certificate = sequence(
    body,
    sha256WithRsa,
    der(0x03, Buffer.from([0]), sign('sha256', body, privateKey)),
  );
  return `-----BEGIN CERTIFICATE-----\n${(certificate.toString('base64').match(/.{1,64}/g) ?? []).join('\n')}\n-----END CERTIFICATE-----\n`;
}
