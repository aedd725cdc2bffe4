import { diskStorage } from '#platform/storage/disk/disk-storage';
import { syncedStorage } from '#platform/storage/synced/synced-storage';
import { quickly } from './mirrors';

/**
 * A process that changes the objects of `<primary directory>`, whose mirror is `<mirror directory>`, until it is
 * killed. It prints a line after each change, of which `<name>` is a part.
 */
const [primary = '', mirror = '', name = ''] = process.argv.slice(2);
const storage = syncedStorage(
  diskStorage({ directory: primary }),
  diskStorage({ directory: mirror }),
  quickly,
);

async function changeOnAndOn(): Promise<void> {
  await storage.connect();
  for (let round = 0; ; round += 1) {
    const key = `tenant/group-${round % 4}/${round % 3}.json`;
    if (round % 5 === 4) await storage.remove(key);
    else await storage.write(key, Buffer.from(`${name} ${round}`));
    process.stdout.write(`${round}\n`);
  }
}

void changeOnAndOn();
