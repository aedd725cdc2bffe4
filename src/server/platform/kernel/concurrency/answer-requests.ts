import { parentPort, type Transferable } from 'node:worker_threads';

/**
 * Answers the requests of `WorkerThread.run`, one after the other. The thread's program calls it once, when
 * it is ready.
 * @param transferred returns the buffers of an answer that are moved to the main thread instead of copied
 */
export function answerRequests<Request, Answer>(
  handle: (request: Request) => Promise<Answer> | Answer,
  transferred: (answer: Answer) => Transferable[] = () => [],
): void {
  parentPort?.on('message', async (request: Request) => {
    const answer = await handle(request);
    parentPort?.postMessage(answer, transferred(answer));
  });
  parentPort?.postMessage('ready');
}
