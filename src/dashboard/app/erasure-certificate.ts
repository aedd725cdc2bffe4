import { saveText } from '../api/download';
import type { DataOf } from '../api/use-resource';

export type ErasureCertificate = DataOf<'eraseVisitor'>['certificate'];

/** Saves a certificate as a file of its own name: the day and the beginning of the hash that stands for the id. */
export function saveCertificate(certificate: ErasureCertificate): void {
  const [entry] = certificate.entries;
  const day = entry?.createdAt.slice(0, 10) ?? '';
  const hash = entry?.resourceId?.slice(0, 8) ?? '';
  saveText(
    `${JSON.stringify(certificate, null, 2)}\n`,
    `erasure-${certificate.tenantId}-${hash}-${day}.json`,
    'application/json',
  );
}
