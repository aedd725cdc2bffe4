import { mkdtemp, rm } from 'node:fs/promises';
import http, { type IncomingHttpHeaders, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { snapshotKey, snapshotManifestName } from '#banners/publishing/index';
import type { ServiceLogger } from '#platform/kernel/logger';
import { diskStorage } from '#platform/storage/disk/disk-storage';
import type { StorageAdapter } from '#platform/storage/storage-adapter';

export const silentLogger: ServiceLogger = {
  debug: () => {},
  info: () => {},
  warn: () => {},
  error: () => {},
};

export interface DiskPlace {
  readonly directory: string;
  readonly storage: StorageAdapter;
  remove(): Promise<void>;
}

/** A connected disk storage in a directory of its own. */
export async function diskPlace(): Promise<DiskPlace> {
  const directory = await mkdtemp(join(tmpdir(), 'express-consent-published-'));
  const storage = diskStorage({ directory });
  await storage.connect();
  return { directory, storage, remove: () => rm(directory, { recursive: true, force: true }) };
}

/** Returns a test's locale file: long enough to be worth compressing, and with the version in it. */
export function localeText(profileId: string, version: number, locale: string): string {
  return JSON.stringify({
    id: profileId,
    version,
    currentLocale: locale,
    mainBanner: { htmlText: `Version ${version} in ${locale}. `.repeat(20) },
  });
}

/** Writes a snapshot as the profiles feature does: the marker last. The first locale is the default one. */
export async function saveSnapshot(
  storage: StorageAdapter,
  tenantId: string,
  profileId: string,
  version: number,
  locales: readonly string[],
): Promise<void> {
  const [defaultLocale = 'en'] = locales;
  const address = { tenantId, profileId, version };
  const put = (file: string, text: string) => storage.write(snapshotKey(address, file), Buffer.from(text));
  for (const locale of locales) await put(`${locale}.json`, localeText(profileId, version, locale));
  await put('default.json', localeText(profileId, version, defaultLocale));
  await put(
    snapshotManifestName,
    JSON.stringify({ defaultLocale, locales, allowedOrigins: ['https://private.example'] }),
  );
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface TestServer {
  readonly port: number;
  /** Sends the path exactly as it is given. */
  request(path: string, options?: { method?: string; headers?: http.OutgoingHttpHeaders }): Promise<Answer>;
  close(): Promise<void>;
}

export async function listen(listener: RequestListener): Promise<TestServer> {
  const server = http.createServer(listener);
  // A client that has been idle for long would send into a connection that is being closed.
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const agent = new http.Agent({ keepAlive: true });
  return {
    port,
    request: (path, options = {}) => send({ ...options, port, path, agent }),
    close: async () => {
      agent.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export function send(options: http.RequestOptions): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = http.request({ host: '127.0.0.1', ...options }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
      );
    });
    request.on('error', reject);
    request.end();
  });
}
