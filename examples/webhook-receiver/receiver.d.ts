import type { IncomingHttpHeaders, Server } from 'node:http';

export function verifyWebhook(
  headers: IncomingHttpHeaders,
  body: Buffer,
  secrets: readonly string[],
  now?: number,
): boolean;

export function createReceiver(options: {
  readonly secrets: readonly string[];
  readonly handle: (message: { type: string; timestamp: string; data: object }) => unknown;
}): Server;
