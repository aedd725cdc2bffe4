import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';

/**
 * A fault of the network: `reset`: both ends learn that the connection is gone, and the message is lost. `cut`: half
 * of the message arrives, then the connection ends. `hang`: the message is lost and the connection stays open, without
 * a byte in either direction. `delay`: it arrives late.
 */
export type Fault = 'reset' | 'cut' | 'hang' | 'delay';

export interface PlannedFault {
  readonly fault: Fault;
  /** Whether it meets what the service sends, or what the database answers. */
  readonly on: 'request' | 'answer';
  /** Which one, from 1, of all connections together. */
  readonly at: number | 'each';
}

/** A way to a database server that can fail at any message of a conversation. */
export interface FaultyProxy {
  readonly port: number;
  /** Counts messages from now on, and lets one of them fail. */
  plan(fault: PlannedFault): void;
  /** Forwards everything again on connections that did not fail. Returns whether the planned fault has occurred. */
  mend(): boolean;
  /** The number of connections that hang. */
  readonly hanging: number;
  close(): Promise<void>;
}

const delayMs = 300;

/**
 * The service's drivers send one request on a connection and wait for its answer, so that a message begins where the
 * direction changes, whatever the protocol.
 */
export async function createFaultyProxy(target: {
  readonly host: string;
  readonly port: number;
}): Promise<FaultyProxy> {
  let planned: PlannedFault | null = null;
  let seen = { request: 0, answer: 0 };
  let hasOccurred = false;
  const hanging = new Set<Socket>();
  const sockets = new Set<Socket>();

  function isDue(on: PlannedFault['on']): boolean {
    seen[on] += 1;
    return planned !== null && planned.on === on && (planned.at === 'each' || planned.at === seen[on]);
  }

  const server = createServer((near) => {
    const far = connect(target.port, target.host);
    let speaker: PlannedFault['on'] | null = null;
    let failed: Fault | null = null;
    let forwarded = Promise.resolve();

    function forward(on: PlannedFault['on'], bytes: Buffer, to: Socket): void {
      if (failed === 'hang' || failed === 'reset' || failed === 'cut') return;
      const isNew = speaker !== on;
      speaker = on;
      if (isNew && isDue(on) && planned !== null) {
        failed = planned.fault;
        hasOccurred = true;
      } else failed = null;
      if (failed === 'reset') {
        near.resetAndDestroy();
        far.resetAndDestroy();
      } else if (failed === 'cut') {
        to.end(bytes.subarray(0, Math.ceil(bytes.length / 2)));
        (to === near ? far : near).destroy();
      } else if (failed === 'hang') hanging.add(near);
      else {
        const pause = failed === 'delay' ? delayMs : 0;
        forwarded = forwarded.then(async () => {
          if (pause > 0) await setTimeout(pause);
          to.write(bytes);
        });
      }
    }

    near.on('data', (bytes) => forward('request', bytes, far));
    far.on('data', (bytes) => forward('answer', bytes, near));
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.once('close', () => {
        sockets.delete(socket);
        hanging.delete(socket);
        // A peer that hangs does not learn that the other end has gone, except through its own limits.
        if (!(failed === 'hang' && socket === far)) other.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  return {
    port: (server.address() as AddressInfo).port,
    plan(fault) {
      planned = fault;
      seen = { request: 0, answer: 0 };
      hasOccurred = false;
    },
    mend() {
      planned = null;
      return hasOccurred;
    },
    get hanging() {
      return hanging.size;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
