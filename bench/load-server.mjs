/**
 * The service of `bench/load.mjs`, in a process of its own with `--expose-gc`: `node bench/load-server.mjs <address>`.
 * Sends its port and an active profile, then its figures each time it is asked.
 */
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { writeHeapSnapshot } from 'node:v8';
import { findActiveProfile, mountService } from './mounted-service.mjs';

const { service, app, knex } = await mountService(process.argv[2]);
app.use(service.adminRouter);
const delay = monitorEventLoopDelay({ resolution: 10 });
delay.enable();

/** Returns figures since the last time: memory after a forced collection (bytes), descriptors, delays (ms). */
async function measure(snapshot) {
  const milliseconds = (nanoseconds) => nanoseconds / 1e6;
  const delays = {
    mean: milliseconds(delay.mean),
    p99: milliseconds(delay.percentile(99)),
    max: milliseconds(delay.max),
  };
  // A second collection frees what finalizers of the first one have released.
  for (let round = 1; round <= 2; round += 1) {
    globalThis.gc();
    await pause(500);
  }
  const { heapUsed, external, arrayBuffers, rss } = process.memoryUsage();
  const descriptors = (await readdir('/proc/self/fd').catch(() => [])).length;
  if (snapshot !== undefined) writeHeapSnapshot(snapshot);
  delay.reset();
  return { heapUsed, external, arrayBuffers, rss, descriptors, delays };
}

const server = createServer(app).listen(0, '127.0.0.1');
await once(server, 'listening');
process.send({ port: server.address().port, ...(await findActiveProfile(knex)) });
process.on('message', async ({ snapshot }) => process.send(await measure(snapshot)));
process.once('disconnect', () => process.exit());
