import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** A way to a server that can be shut and opened again, as a network or a restarting database does. */
export interface TcpGate {
  readonly port: number;
  /** Nobody listens any more, and every connection is cut. */
  shut(): Promise<void>;
  open(): Promise<void>;
  /** Shuts as soon as the server answers, which nobody learns: what was asked for has been done. */
  shutBeforeNextAnswer(): void;
  /** Leads new connections to another server. */
  lead(to: Target): void;
}

interface Target {
  readonly host: string;
  readonly port: number;
}

export async function createTcpGate(first: Target): Promise<TcpGate> {
  let target = first;
  const sockets = new Set<Socket>();
  let losesAnswers = false;
  let server: Server | undefined;
  let port = 0;

  function keep(socket: Socket): Socket {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    return socket.once('close', () => sockets.delete(socket));
  }

  async function open(): Promise<void> {
    const made = createServer((near) => {
      const far = keep(connect(target.port, target.host));
      keep(near).pipe(far);
      far.on('data', (answer) => {
        if (losesAnswers) void shut();
        else near.write(answer);
      });
      near.once('close', () => far.destroy());
      far.once('close', () => near.destroy());
    });
    server = made;
    await new Promise<void>((resolve) => made.listen(port, '127.0.0.1', resolve));
    port = (made.address() as AddressInfo).port;
  }

  async function shut(): Promise<void> {
    const closing = server;
    server = undefined;
    losesAnswers = false;
    for (const socket of sockets) socket.destroy();
    if (closing) await new Promise((resolve) => closing.close(resolve));
  }

  // The port is known before anybody listens on it.
  await open();
  return {
    get port() {
      return port;
    },
    shut,
    open,
    lead(to) {
      target = to;
    },
    shutBeforeNextAnswer() {
      losesAnswers = true;
    },
  };
}
