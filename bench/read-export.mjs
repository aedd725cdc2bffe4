import { parentPort, workerData } from 'node:worker_threads';

/**
 * The thread that reads an export: what else is timed in the measuring process does not wait for it. Tells
 * its status and its bytes.
 */

const { url, headers } = workerData;
const response = await fetch(url, { headers });
let bytes = 0;
for await (const piece of response.body) bytes += piece.length;
parentPort.postMessage({ status: response.status, bytes });
