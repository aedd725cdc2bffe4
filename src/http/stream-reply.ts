import type { ServerResponse } from 'node:http';
import { sendHead } from './replies';
import type { MakeStream, RouteReply } from './route';

/**
 * Sends an answer that is made piece by piece: the next piece is asked for once the client has taken the
 * last. When the client leaves, or takes nothing for `stallMs`, whatever makes the pieces is told and ended.
 * @throws what the stream throws while the client is there; nothing has been sent yet unless
 * `res.headersSent`
 */
export async function sendStream(
  res: ServerResponse,
  reply: RouteReply,
  stream: MakeStream,
  stallMs: number,
): Promise<void> {
  const gone = new AbortController();
  const leave = () => gone.abort();
  if (res.destroyed) return;
  res.once('close', leave);
  const pieces = stream(gone.signal);
  try {
    let next = await pieces.next();
    if (gone.signal.aborted) return;
    sendHead(res, reply);
    for (; !next.done; next = await pieces.next()) {
      const isTaken = res.write(next.value) || (await taken(res, gone.signal, stallMs));
      if (!isTaken) {
        res.destroy();
        return;
      }
    }
    res.end();
  } catch (error) {
    // Whatever fails after the client has left, fails because of it.
    if (!gone.signal.aborted) throw error;
  } finally {
    res.off('close', leave);
    gone.abort();
    await pieces.return();
  }
}

/** Whether the client has taken what was written, in time. */
function taken(res: ServerResponse, gone: AbortSignal, stallMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const settle = (isTaken: boolean) => () => {
      clearTimeout(timer);
      res.off('drain', onDrain);
      gone.removeEventListener('abort', onGone);
      resolve(isTaken);
    };
    const [onDrain, onGone] = [settle(true), settle(false)];
    const timer = setTimeout(onGone, stallMs);
    res.once('drain', onDrain);
    gone.addEventListener('abort', onGone);
    if (gone.aborted) onGone();
  });
}
