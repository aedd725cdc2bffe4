import { threadId } from 'node:worker_threads';
import { answerRequests } from '#platform/kernel/concurrency/answer-requests';

/** A thread's program that answers with the request and its own thread id, and fails when asked to. */
answerRequests<string, { readonly text: string; readonly threadId: number }>((text) => {
  if (text === 'fail') throw new Error('failed as asked');
  if (text === 'hang') return new Promise(() => {});
  return { text, threadId };
});
