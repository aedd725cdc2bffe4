import http from 'node:http';
import { createHotServe, publish } from '#banners/publishing/index';
import { systemClock } from '#platform/kernel/clock';
import { diskStorage } from '#platform/storage/disk/disk-storage';
import { saveSnapshot, silentLogger } from './published-files';

/**
 * Another process on the same storage: `publish <directory> <first version>` until it is killed, or
 * `serve <directory>`.
 */
const [task, directory = '', first = '1'] = process.argv.slice(2);
const storage = diskStorage({ directory });
const profileId = '01980000-0000-7000-8000-000000000001';

async function publishOnAndOn(): Promise<void> {
  for (let version = Number(first); ; version += 1) {
    await saveSnapshot(storage, 'default', profileId, version, ['en', 'de']);
    await publish(
      storage,
      { tenantId: 'default', group: 'opt-in', profileId, version, revision: version },
      { logger: silentLogger, clock: systemClock },
    );
    process.stdout.write(`${version}\n`);
  }
}

function serve(): void {
  const hotServe = { maxAge: 3600, staleWhileRevalidate: 60, cacheBytes: 1_000_000, revalidateMs: 1000 };
  const made = createHotServe({
    storage,
    basePath: '/svc',
    hotServe,
    logger: silentLogger,
    clock: systemClock,
  });
  const server = http.createServer((req, res) => void made.handle(req, res));
  server.listen(0, '127.0.0.1', () => process.stdout.write(`${JSON.stringify(server.address())}\n`));
}

storage.connect().then(task === 'serve' ? serve : publishOnAndOn);
