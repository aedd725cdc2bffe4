import type { IncomingMessage } from 'node:http';
import { ServiceError } from '../kernel/errors';
import { truncate } from '../kernel/truncate';

/** The form in which a route accepts a body. */
export interface BodyFormat {
  readonly type: string;
  /** Accepts JSON as `text/plain` too. */
  readonly alsoAsText: boolean;
}

const encodings = ['identity', 'gzip', 'deflate', 'br'];
const json = /^application\/(?:[\w.-]+\+)?json$/;

/**
 * Checks the media type, the charset and the encoding of a request body.
 * @throws ServiceError `unsupported_media_type`, which names the one that is wrong and what to send instead
 */
export function requireMediaType(
  { headers, readableDidRead }: IncomingMessage,
  { type, alsoAsText }: BodyFormat,
): void {
  const [name = '', ...parameters] = (headers['content-type'] ?? '')
    .split(';')
    .map((part) => part.trim().toLowerCase());
  const isAccepted =
    name === type ||
    (type === 'application/json' && json.test(name)) ||
    (alsoAsText && name === 'text/plain');
  if (!isAccepted)
    throw unsupported(
      name === '' ? 'The body has no Content-Type' : `The body is ${quote(name)}`,
      `as ${type}`,
    );
  const charset = parameters.find((parameter) => /^charset\s*=/.test(parameter));
  if (charset !== undefined && !/^charset\s*=\s*"?utf-?8"?$/.test(charset))
    throw unsupported(`${quote(charset)} is not supported`, 'in UTF-8');
  // A host that has read the body has also decoded it.
  if (readableDidRead) return;
  const encoding = (headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  if (!encodings.includes(encoding))
    throw unsupported(
      `The Content-Encoding ${quote(encoding)} is not supported`,
      'with gzip, deflate or br, or without an encoding',
    );
}

const unsupported = (wrong: string, how: string) =>
  new ServiceError('unsupported_media_type', { message: `${wrong}: send it ${how}.` });

/** Quotes a part of a header, without what would be unreadable in a message. */
const quote = (value: string) => `\`${truncate(value.replace(/[^\x20-\x5f\x61-\x7e]/g, '?'), 60)}\``;
