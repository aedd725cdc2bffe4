import { parentPort, workerData } from 'node:worker_threads';

/**
 * The thread that reads an export, so that other measurements in the process do not wait for it. Posts the
 * status and the number of bytes.
 */

const { url, headers } = workerData;
const response = await fetch(url, { headers });
let bytes = 0;
for await (const piece of response.body) bytes += piece.length;
parentPort.postMessage({ status: response.status, bytes });
