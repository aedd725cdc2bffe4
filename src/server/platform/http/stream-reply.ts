import type { ServerResponse } from 'node:http';
import { sendHead } from './replies';
import type { MakeStream, RouteReply, RouteRequest } from './route';

export interface StreamRules extends Pick<RouteRequest, 'requireAccess'> {
  /** Maximum time to wait for a client that stops reading (ms). */
  readonly stallMs: number;
}

/**
 * Sends a response in parts: requests the next part when the client has read the last one. Aborts and ends
 * the stream when the client disconnects or reads nothing for `stallMs`. Before the first part and after each
 * wait for the client, the caller must still have access: a slow client could otherwise read on for hours.
 * @throws the error of the stream or of `requireAccess` while the client is connected; nothing has been sent
 * yet unless `res.headersSent`
 */
export async function sendStream(
  res: ServerResponse,
  reply: RouteReply,
  stream: MakeStream,
  { stallMs, requireAccess }: StreamRules,
): Promise<void> {
  const gone = new AbortController();
  const leave = () => gone.abort();
  if (res.destroyed) return;
  res.once('close', leave);
  const parts = stream(gone.signal);
  try {
    let next = await parts.next();
    await requireAccess();
    if (gone.signal.aborted) return;
    sendHead(res, reply);
    for (; !next.done; next = await parts.next()) {
      // The sockets of some serverless adapters return nothing, and never drain.
      if (res.write(next.value) !== false) continue;
      if (!(await waitForDrain(res, gone.signal, stallMs))) {
        res.destroy();
        return;
      }
      await requireAccess();
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
