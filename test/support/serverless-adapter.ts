import { once } from 'node:events';
import { IncomingMessage, type RequestListener, ServerResponse } from 'node:http';
import { Socket } from 'node:net';

/** The connection of a response, as adapters for serverless platforms imitate it: it never closes, drains or fails. */
function imitateSocket(onText: (text: string) => void): Socket {
  const nothing = () => {};
  const socket = {
    _writableState: {},
    writable: true,
    on: nothing,
    removeListener: nothing,
    destroy: nothing,
    cork: nothing,
    uncork: nothing,
    write(data: Buffer | string, encoding?: unknown, callback?: unknown) {
      onText(data.toString());
      for (const each of [encoding, callback]) if (typeof each === 'function') each();
    },
  };
  return socket as unknown as Socket;
}

export interface AdapterRequest {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Default: whole. `unfinished`: the rest of the body never arrives. */
  readonly body?: 'unfinished';
}

/** Passes a request to an app without a server, as adapters for serverless platforms do. */
export function startThroughAdapter(
  app: RequestListener,
  { method = 'GET', path, headers, body }: AdapterRequest,
) {
  const req = new IncomingMessage(new Socket());
  Object.assign(req, { method, url: path, httpVersion: '1.1', httpVersionMajor: 1, httpVersionMinor: 1 });
  Object.assign(req.headers, { host: 'shop.example', ...headers });
  if (body === undefined) {
    req.complete = true;
    req.push(null);
  }
  const res = new ServerResponse(req);
  let text = '';
  res.assignSocket(
    imitateSocket((part) => {
      text += part;
    }),
  );
  const finished = once(res, 'finish');
  app(req, res);
  return { res, answered: finished.then(() => text) };
}
