import { parentPort, workerData } from 'node:worker_threads';
import { utils, write } from 'xlsx';
import { createBook } from './xlsx-book';
import type { BookSetup, BookStep } from './xlsx-press';

/**
 * The thread that makes a workbook: its memory is bounded, and whoever else asks something of the process
 * does not wait for it.
 */

const { header, name } = workerData as BookSetup;
const book = createBook({ utils, write }, header, name);

parentPort?.on('message', (step: BookStep) => {
  if ('rows' in step) {
    book.add(step.rows);
    parentPort?.postMessage(null);
    return;
  }
  const file = book.write();
  parentPort?.postMessage(file, [file.buffer]);
});
parentPort?.postMessage(null);
