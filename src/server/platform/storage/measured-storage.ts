import type { Telemetry } from '../kernel/telemetry/telemetry';
import type { StorageAdapter } from './storage-adapter';

/** Measures and traces the calls of a storage. What belongs to a transaction of the database is part of that. */
export function measuredStorage(
  storage: StorageAdapter,
  { measure }: Pick<Telemetry, 'measure'>,
): StorageAdapter {
  const call = <T>(operation: string, work: () => Promise<T>): Promise<T> =>
    measure(
      {
        metric: 'storage.operation.duration',
        labels: { operation },
        span: {
          name: `storage ${operation}`,
          role: 'part',
          kind: 'client',
          attributes: { 'express_consent.storage.name': storage.name },
        },
      },
      work,
    );
  return {
    ...storage,
    check: () => call('check', () => storage.check()),
    read: (key) => call('read', () => storage.read(key)),
    write: (key, body) => call('write', () => storage.write(key, body)),
    remove: (key) => call('remove', () => storage.remove(key)),
    list: (prefix) => call('list', () => storage.list(prefix)),
    listDirectories: (prefix) => call('listDirectories', () => storage.listDirectories(prefix)),
  };
}
