import { X509Certificate } from 'node:crypto';

/** Reads a certificate in PEM, with or without its first and last line. @throws Error */
export function readCertificate(text: string): X509Certificate {
  const base64 = text.replace(/-----(?:BEGIN|END) CERTIFICATE-----/g, '').replace(/\s/g, '');
  return new X509Certificate(Buffer.from(base64, 'base64'));
}
