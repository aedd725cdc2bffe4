import type { ServerResponse } from 'node:http';
import { sendHead } from './replies';
import type { MakeStream, RouteReply } from './route';

/**
 * Sends a response in parts: requests the next part when the client has read the last one. Aborts and ends
 * the stream when the client disconnects or reads nothing for `stallMs`.
 * @throws the error of the stream while the client is connected; nothing has been sent yet unless
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
  const parts = stream(gone.signal);
  try {
    let next = await parts.next();
    if (gone.signal.aborted) return;
    sendHead(res, reply);
    for (; !next.done; next = await parts.next()) {
      const isRead = res.write(next.value) || (await waitForDrain(res, gone.signal, stallMs));
      if (!isRead) {
        res.destroy();
        return;
      }
    }
    res.end();
  } catch (error) {
    // Errors after the client has disconnected are caused by that.
    if (!gone.signal.aborted) throw error;
  } finally {
    res.off('close', leave);
    gone.abort();
    await parts.return();
  }
}

/** Resolves with whether the client has read the written data within `stallMs`. */
function waitForDrain(res: ServerResponse, gone: AbortSignal, stallMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const settle = (isRead: boolean) => () => {
      clearTimeout(timer);
      res.off('drain', onDrain);
      gone.removeEventListener('abort', onGone);
      resolve(isRead);
    };
    const [onDrain, onGone] = [settle(true), settle(false)];
    const timer = setTimeout(onGone, stallMs);
    res.once('drain', onDrain);
    gone.addEventListener('abort', onGone);
    if (gone.aborted) onGone();
  });
}
