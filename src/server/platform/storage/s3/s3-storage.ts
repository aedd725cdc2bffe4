import { randomUUID } from 'node:crypto';
import type { ListObjectsV2CommandOutput, S3Client } from '@aws-sdk/client-s3';
import { withDeadline } from '../../kernel/concurrency/deadline';
import { createSemaphore } from '../../kernel/concurrency/semaphore';
import { ServiceError, SetupError } from '../../kernel/errors';
import { loadOptional } from '../../kernel/optional-dependency';
import {
  type StorageAdapter,
  type StoredEntry,
  type StoredObject,
  storageKeyPattern,
} from '../storage-adapter';
import { assertStorageKey } from '../storage-key';
import { isMissingObject, s3Unavailable } from './s3-errors';
import { createS3Client, readS3Options, type S3StorageOptions } from './s3-options';

// Why: docs/adr/0060-object-storage.md

type S3Library = typeof import('@aws-sdk/client-s3');

interface Connection {
  readonly library: S3Library;
  readonly client: S3Client;
}

/** Maximum number of parallel requests: fewer than the sockets of the SDK's client. */
const maxRequests = 32;

/** Maximum number of requests that wait for others: a server that hangs must not fill the memory. */
const maxWaiting = 2000;

/** Object that health checks write. Keys cannot contain `~`, so it can never be mistaken for a file. */
const probeName = '~probe';

/**
 * Creates a storage in a bucket of Amazon S3 or of a compatible service, which any number of processes can
 * share. Needs the package `@aws-sdk/client-s3`.
 *
 * @example
 * createConsentService({ knex, storage: s3Storage({ bucket: 'my-bucket', region: 'eu-central-1' }) });
 */
export function s3Storage(options: S3StorageOptions): StorageAdapter {
  const { bucket, root, timeoutMs, location } = readS3Options(options);
  const limited = createSemaphore(maxRequests, maxWaiting);
  let connection: Connection | null = null;

  function request<T>(work: (connection: Connection, abortSignal: AbortSignal) => Promise<T>): Promise<T> {
    return limited(async () => {
      const abort = new AbortController();
      try {
        if (connection === null) throw new Error('connect() has not been called');
        return await withDeadline(timeoutMs, work(connection, abort.signal), () => {
          abort.abort();
          throw new Error(`S3 did not answer within ${timeoutMs} ms`);
        });
      } catch (error) {
        throw s3Unavailable(error);
      }
    });
  }

  function read(name: string): Promise<StoredObject | null> {
    return request(async ({ client, library }, abortSignal) => {
      try {
        const command = new library.GetObjectCommand({ Bucket: bucket, Key: root + name });
        const { Body, LastModified } = await client.send(command, { abortSignal });
        const bytes = (await Body?.transformToByteArray()) ?? new Uint8Array();
        return {
          body: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length),
          modifiedAt: toTime(LastModified),
        };
      } catch (error) {
        if (isMissingObject(error)) return null;
        throw error;
      }
    });
  }

  async function write(name: string, body: Buffer): Promise<void> {
    await request(({ client, library }, abortSignal) => {
      const command = new library.PutObjectCommand({
        Bucket: bucket,
        Key: root + name,
        Body: body,
        ContentType: name.endsWith('.json') ? 'application/json; charset=utf-8' : 'application/octet-stream',
      });
      return client.send(command, { abortSignal });
    });
  }

  async function remove(name: string): Promise<void> {
    await request(({ client, library }, abortSignal) =>
      client.send(new library.DeleteObjectCommand({ Bucket: bucket, Key: root + name }), { abortSignal }),
    );
  }

  /** Lists the objects and, with a delimiter, the directories below a prefix, page by page. */
  async function* listPages(prefix: string, delimiter?: '/'): AsyncGenerator<ListObjectsV2CommandOutput> {
    let token: string | undefined;
    do {
      const page: ListObjectsV2CommandOutput = await request(({ client, library }, abortSignal) =>
        client.send(
          new library.ListObjectsV2Command({
            Bucket: bucket,
            Prefix: root + prefix,
            Delimiter: delimiter,
            ContinuationToken: token,
          }),
          { abortSignal },
        ),
      );
      yield page;
      const next = page.IsTruncated ? page.NextContinuationToken : undefined;
      if (page.IsTruncated && (next === undefined || next === token))
        throw s3Unavailable(new Error('S3 returned a list without its next page'));
      token = next;
    } while (token !== undefined);
  }

  /** Writes an object and reads it. */
  async function probe(name: string): Promise<void> {
    await write(name, Buffer.from('probe'));
    if (String((await read(name))?.body) !== 'probe')
      throw s3Unavailable(new Error('The bucket does not return the content that was written'));
  }

  return {
    name: 's3',
    location,

    async connect() {
      if (connection === null) connection = await open(options);
      try {
        // A separate key, because another process can be checking the bucket: its object must not disappear.
        const name = `${probeName}-${randomUUID()}`;
        await probe(name);
        await listPages(probeName).next();
        await remove(name);
      } catch (error) {
        close();
        throw error;
      }
    },

    async disconnect() {
      close();
    },

    check: () => probe(probeName),

    async read(key) {
      assertStorageKey(key);
      return read(key);
    },

    async write(key, body) {
      assertStorageKey(key);
      await write(key, body);
    },

    async remove(key) {
      assertStorageKey(key);
      await remove(key);
    },

    async list(prefix) {
      assertStorageKey(prefix);
      const entries: StoredEntry[] = [];
      for await (const { Contents = [] } of listPages(`${prefix}/`)) {
        for (const { Key = '', LastModified } of Contents) {
          const key = Key.slice(root.length);
          if (storageKeyPattern.test(key)) entries.push({ key, modifiedAt: toTime(LastModified) });
        }
      }
      return entries;
    },

    async listDirectories(prefix) {
      if (prefix !== undefined) assertStorageKey(prefix);
      const start = prefix === undefined ? '' : `${prefix}/`;
      const names: string[] = [];
      for await (const { CommonPrefixes = [] } of listPages(start, '/')) {
        for (const { Prefix = '' } of CommonPrefixes) {
          const name = Prefix.slice(root.length + start.length, -1);
          if (storageKeyPattern.test(name)) names.push(name);
        }
      }
      return names;
    },
  };

  function close(): void {
    if (options.client === undefined) connection?.client.destroy();
    connection = null;
  }
}

async function open(options: S3StorageOptions): Promise<Connection> {
  const library = await loadOptional(
    '@aws-sdk/client-s3',
    'Storages in S3',
    () => import('@aws-sdk/client-s3'),
  ).catch((error) => {
    throw error instanceof ServiceError ? new SetupError(error.message, { cause: error }) : error;
  });
  const client = options.client as S3Client | undefined;
  return { library, client: client ?? createS3Client(library.S3Client, options) };
}

/** Converts a time to whole seconds (epoch ms): services list fractions, which they do not return on reading. */
function toTime(time: Date | undefined): number {
  return Math.floor((time?.getTime() ?? 0) / 1000) * 1000;
}
