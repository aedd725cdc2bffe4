import { type AuditLogEntry, auditRepository, hashEntry } from '#operators/audit/index';
import type { Database } from '#platform/database/database';
import { inBatches } from '#platform/database/database';
import { toIso } from '#platform/kernel/clock';
import { ServiceError } from '#platform/kernel/errors';
import { canonicalJson } from '#platform/kernel/json';
import { createSigner, type Keyring } from '#platform/kernel/keyring';
import { matchesSchema } from '#platform/kernel/schema-check';
import type { AuditedVisitor } from './audited-visitor';
import { type ErasedVisitor, erasureRepository, type StoredErasure } from './erasure-repository';
import { type CertificateVerdict, ErasureCertificate } from './erasure-schemas';

// Why: docs/adr/0115-certificates-of-erasure.md

/** Returns the certificate of an erasure. @throws ServiceError `erasure_not_found` */
export type CertifyErasure = (tenantId: string, id: string) => Promise<ErasureCertificate>;

export interface ErasureCertificates {
  readonly certify: CertifyErasure;
  /** The same for somebody who knows its code. @throws ServiceError `erasure_not_found` with another code */
  open(tenantId: string, id: string, code: string): Promise<ErasureCertificate>;
  /** Checks a certificate as somebody presents it: whole, or only its `id` and `code`. */
  verify(tenantId: string, presented: Presented, of?: string): Promise<CertificateVerdict>;
}

interface Presented extends Readonly<Record<string, unknown>> {
  readonly id: string;
  readonly code: string;
}

type Content = Omit<ErasureCertificate, 'code'>;
type Certified = ErasureCertificate['visitors'][number];
type Fault = NonNullable<CertificateVerdict['reason']>;

export interface CertifyErasuresOptions {
  /** Read after the commit, never a replica. */
  readonly database: Database;
  readonly keys: Keyring;
  /** Those with which visitors and users are hashed. */
  readonly hashKeys: Keyring;
  readonly auditedVisitor: AuditedVisitor;
  readonly auditedSubject: AuditedVisitor;
}

const maxVisitors = 1000;

/** Digits of the HMAC in a code (hexadecimal): 128 bits, which people can still type. */
const macLength = 32;

/**
 * Data that outlives an erasure. The audit log shows that the request was carried out (accountability), and the certificate
 * defends against the claim that it was not.
 */
const kept: Content['kept'] = [
  { what: 'auditLog', legalBases: ['GDPR Art. 5(2)', 'GDPR Art. 17(3)(b)', 'GDPR Art. 17(3)(e)'] },
  { what: 'certificate', legalBases: ['GDPR Art. 17(3)(e)'] },
];

const isCertificate = matchesSchema<ErasureCertificate>(ErasureCertificate);

/** Codes are printed in groups. */
const readCode = (code: string): string => code.replace(/[\s-]/g, '').toLowerCase();

export function createErasureCertificates({
  database,
  keys,
  hashKeys,
  auditedVisitor,
  auditedSubject,
}: CertifyErasuresOptions): ErasureCertificates {
  const signer = createSigner(keys, macLength);
  const log = createErasureLog(database);

  async function readContent(tenantId: string, id: string): Promise<Content | null> {
    const stored = await database.read(async (connection) => {
      const repository = erasureRepository(connection.tenant(tenantId));
      const erasure = await repository.find(id);
      return erasure && { erasure, visitors: await repository.visitors(id, maxVisitors) };
    });
    if (stored === null) return null;
    const { erasure, visitors } = stored;
    return toContent(tenantId, erasure, visitors, await log.hashes(tenantId, id, visitors));
  }

  const sign = (content: Content): ErasureCertificate => ({
    ...content,
    code: signer.sign(canonicalJson(content)),
  });

  async function findByCode(tenantId: string, id: string, code: string): Promise<ErasureCertificate | null> {
    const content = await readContent(tenantId, id);
    const isCode = content !== null && signer.verify(canonicalJson(content), readCode(code));
    return isCode ? sign(content) : null;
  }

  /** Returns a certificate that was issued as it is presented, or what is wrong with it. */
  async function authenticate(tenantId: string, presented: Presented): Promise<ErasureCertificate | Fault> {
    const code = readCode(presented.code);
    const isWhole = Object.keys(presented).length > 2;
    if (!isWhole) {
      const opened = await findByCode(tenantId, presented.id, code);
      return opened ?? (signer.hasKeyOf(code) ? 'unknown' : 'unknown_key');
    }
    if (!isCertificate(presented)) return 'changed';
    if (presented.tenantId !== tenantId) return 'unknown';
    const { code: _, ...content } = presented;
    const text = canonicalJson(content);
    if (signer.verify(text, code)) return presented;
    if (signer.hasKeyOf(code)) return 'changed';
    // Without the key, the facts that are still stored can confirm it.
    const stored = await readContent(tenantId, presented.id);
    return stored !== null && canonicalJson(stored) === text ? presented : 'unknown_key';
  }

  /** Returns whether a certificate is about an id; null: not known, because not every hash can be compared with it. */
  function isAbout(
    tenantId: string,
    { visitors, visitorsLeftOut, subjectHash }: ErasureCertificate,
    entries: readonly AuditLogEntry[],
    id: string,
  ): boolean | null {
    const names = new Set<string>(auditedVisitor(tenantId, id));
    if (subjectHash !== null && auditedSubject(tenantId, id).includes(subjectHash)) return true;
    if (visitors.some(({ visitorHash }) => names.has(visitorHash))) return true;
    const isComparable = entries.every(({ changes }) => hashKeys.some((key) => key.id === changes.hashKey));
    return visitorsLeftOut === 0 && isComparable ? false : null;
  }

  return {
    async certify(tenantId, id) {
      const content = await readContent(tenantId, id);
      if (content === null) throw new ServiceError('erasure_not_found');
      return sign(content);
    },
    async open(tenantId, id, code) {
      const found = await findByCode(tenantId, id, code);
      if (found === null) throw new ServiceError('erasure_not_found');
      return found;
    },
    async verify(tenantId, presented, of) {
      const found = await authenticate(tenantId, presented);
      const certificate = typeof found === 'string' ? null : found;
      const entries = certificate && (await log.confirm(tenantId, certificate));
      if (certificate === null || entries === null) {
        const reason = typeof found === 'string' ? found : 'log_differs';
        return { valid: false, reason, certificate: null, isOf: null };
      }
      const isOf = of === undefined ? null : isAbout(tenantId, certificate, entries, of);
      return { valid: true, reason: null, certificate, isOf };
    },
  };
}

function toContent(
  tenantId: string,
  erasure: StoredErasure,
  visitors: readonly ErasedVisitor[],
  auditHashes: readonly (string | null)[],
): Content {
  const { id, subjectHash, by, userEmail, apiKeyId, ownershipProven, reason } = erasure;
  const { visitors: total, records, states, parentalRequests } = erasure;
  return {
    format: 1,
    id,
    tenantId,
    scope: subjectHash === null ? 'visitor' : 'subject',
    by,
    userEmail,
    apiKeyId,
    ownershipProven,
    reason,
    subjectHash,
    erasedAt: toIso(erasure.createdAt),
    complete: erasure.complete,
    erased: { visitors: total, records, states, parentalRequests },
    visitors: visitors.map(({ erasedAt, ...visitor }, index) => ({
      ...visitor,
      erasedAt: toIso(erasedAt),
      auditHash: auditHashes[index] ?? null,
    })),
    visitorsLeftOut: total - visitors.length,
    kept,
  };
}

/** Entries are written in the transaction of their erasure, at most so long after or, with a clock set back, before it (ms). */
const leeway = 60_000;

/** Entries read at once for each visitor, who can have been erased many times under the same id. */
const entriesEach = 10;

/** Reads what the audit log has of erasures. */
function createErasureLog(database: Database) {
  /** Returns the entries of an erasure, the oldest first. */
  async function read(
    tenantId: string,
    certificateId: string,
    visitors: readonly { readonly visitorHash: string; readonly erasedAt: number }[],
  ) {
    const hashes = [...new Set(visitors.map(({ visitorHash }) => visitorHash))];
    const times = visitors.map(({ erasedAt }) => erasedAt);
    const period = { from: Math.min(...times) - leeway, to: Math.max(...times) + leeway };
    const found: AuditLogEntry[] = [];
    for (const ids of inBatches(hashes)) {
      const limit = ids.length * entriesEach;
      for (let after: number | undefined = 0; after !== undefined; ) {
        const page = { after, limit };
        const entries: AuditLogEntry[] = await database.read((connection) =>
          auditRepository(connection.tenant(tenantId)).ofResources(
            { action: 'consent:erased', type: 'consent', ids, ...period },
            page,
          ),
        );
        found.push(
          ...entries.filter(
            (entry) => entry.changes.certificate === certificateId && hashEntry(entry) === entry.hash,
          ),
        );
        after = entries.length < limit ? undefined : entries.at(-1)?.sequence;
      }
    }
    return found;
  }

  return {
    /** Returns the hash of the entry about each visitor, in the same order; null where there is none. */
    async hashes(tenantId: string, id: string, visitors: readonly ErasedVisitor[]) {
      const byVisitor = new Map<string | null, string[]>();
      for (const { resourceId, hash } of await read(tenantId, id, visitors))
        byVisitor.set(resourceId, [...(byVisitor.get(resourceId) ?? []), hash]);
      return visitors.map(({ visitorHash }) => byVisitor.get(visitorHash)?.shift() ?? null);
    },

    /** Returns the entry about each visitor of a certificate; null unless the log says the same as the certificate. */
    async confirm(tenantId: string, certificate: ErasureCertificate): Promise<AuditLogEntry[] | null> {
      const { id, visitors } = certificate;
      if (!addsUp(certificate)) return null;
      const erased = visitors.map(({ visitorHash, erasedAt }) => ({
        visitorHash,
        erasedAt: Date.parse(erasedAt),
      }));
      const logged = await read(tenantId, id, erased);
      const entries = visitors.flatMap((visitor) =>
        logged.filter((entry) => saysTheSame(entry, certificate, visitor)).slice(0, 1),
      );
      return entries.length === visitors.length ? entries : null;
    },
  };
}

/** Returns whether the sums of a certificate, and its time, are those of its visitors. */
function addsUp({ erased, erasedAt, visitors, visitorsLeftOut }: ErasureCertificate): boolean {
  if (erased.visitors !== visitors.length + visitorsLeftOut) return false;
  if (!visitors.some((visitor) => visitor.erasedAt === erasedAt)) return false;
  if (visitorsLeftOut > 0) return visitors.length === maxVisitors;
  return (['records', 'states', 'parentalRequests'] as const).every(
    (kind) => erased[kind] === visitors.reduce((sum, visitor) => sum + visitor[kind], 0),
  );
}

function saysTheSame(
  { hash, resourceId, userEmail, changes }: AuditLogEntry,
  certificate: ErasureCertificate,
  { visitorHash, auditHash, erasedAt, records, states, parentalRequests }: Certified,
): boolean {
  const { by, ownershipProven = null, apiKeyId = null, reason = null } = changes;
  const said = { by, ownershipProven, apiKeyId, reason, userEmail, erased: changes.erased };
  const certified = {
    by: certificate.by,
    ownershipProven: certificate.ownershipProven,
    apiKeyId: certificate.apiKeyId,
    reason: certificate.reason,
    userEmail: certificate.userEmail,
    erased: { records, states, parentalRequests },
  };
  // Earlier versions wrote neither the time nor the user.
  const isDated = changes.erasedAt !== undefined;
  return (
    hash === auditHash &&
    resourceId === visitorHash &&
    canonicalJson(said) === canonicalJson(certified) &&
    (!isDated || (changes.erasedAt === erasedAt && (changes.subjectHash ?? null) === certificate.subjectHash))
  );
}
