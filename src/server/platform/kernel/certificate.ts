import { X509Certificate } from 'node:crypto';

const pemBlock = /-----BEGIN (?:X509 )?CERTIFICATE-----([\s\S]*?)-----END (?:X509 )?CERTIFICATE-----/g;

/**
 * Reads every certificate in a PEM text, or one certificate without its first and last line. Ignores text
 * between certificates (RFC 7468, section 2).
 * @throws Error when there is none, or one cannot be read whole
 */
export function readCertificates(text: string): readonly X509Certificate[] {
  const blocks = [...text.matchAll(pemBlock)].map(([, base64 = '']) => base64);
  const begun = text.match(/-----BEGIN (?:X509 )?CERTIFICATE-----/g)?.length ?? 0;
  if (blocks.length !== begun) throw new Error('a certificate has no last line');
  return (blocks.length === 0 ? [text] : blocks).map(readOne);
}

function readOne(base64: string): X509Certificate {
  const compact = base64.replace(/\s/g, '');
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(compact)) throw new Error('a certificate is not Base64');
  const bytes = Buffer.from(compact, 'base64');
  // The parser ignores what follows the first certificate.
  if (getDerLength(bytes) !== bytes.length) throw new Error('something follows a certificate');
  return new X509Certificate(bytes);
}

/** Returns the length of the element at the start of a text in DER, with its header (X.690, section 8.1.3). */
function getDerLength(bytes: Buffer): number {
  const first = bytes[1] ?? 0;
  if (first < 128) return 2 + first;
  const lengthBytes = first - 128;
  if (lengthBytes < 1 || lengthBytes > 4 || bytes.length < 2 + lengthBytes) return -1;
  return 2 + lengthBytes + bytes.readUIntBE(2, lengthBytes);
}
