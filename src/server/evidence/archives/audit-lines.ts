import { type AuditLogEntry, auditRepository } from '#operators/audit/index';
import type { Database } from '#platform/database/database';
import type { Evidence } from './evidence-schemas';

const maxLinesOfResource = 1000;
const maxLinesSize = 8_388_608;
const linesAtOnce = 100;

/** Creates a check that returns, for one item after another, whether it still fits. */
export function createRoom(size: number): (item: object) => boolean {
  let left = size;
  return (item) => {
    left -= JSON.stringify(item).length;
    return left >= 0;
  };
}

/** Reads the entries of the audit log on some resources, oldest first, up to a limit of their number and size. */
export async function readAuditLines(
  database: Database,
  tenantId: string,
  resources: readonly { readonly type: string; readonly id: string }[],
): Promise<Evidence['audit']> {
  const read = <T>(work: (log: ReturnType<typeof auditRepository>) => Promise<T>) =>
    database.read((connection) => work(auditRepository(connection.tenant(tenantId))));
  const lines: AuditLogEntry[] = [];
  const fits = createRoom(maxLinesSize);
  /** Returns whether all entries on the resource are included. */
  async function addLinesAbout({ type, id }: (typeof resources)[number]): Promise<boolean> {
    for (let count = 0, before: number | null = null; ; ) {
      const place: number | null = before;
      const found: AuditLogEntry[] = await read((log) =>
        log.ofResource(type, id, { limit: linesAtOnce, before: place }),
      );
      for (const line of found) {
        if (count === maxLinesOfResource || !fits(line)) return false;
        lines.push(line);
        count += 1;
        before = line.sequence;
      }
      if (found.length < linesAtOnce) return true;
    }
  }
  let earlierLines = false;
  for (const resource of resources) earlierLines = !(await addLinesAbout(resource)) || earlierLines;
  const { head } = await read((log) => log.chainState());
  return { lines: lines.sort((a, b) => a.sequence - b.sequence), earlierLines, head };
}
