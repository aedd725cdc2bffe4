import { textFault } from '#platform/kernel/json';
import { maxSignalBytes } from '../consent-schemas';

/**
 * Messages for TC and GPP strings that cannot be stored at all, whatever their framework says, by the reason
 * in warnings.
 */
const messages = {
  not_a_string: 'must be a string',
  too_long: `must not be longer than ${maxSignalBytes} bytes`,
  unsafe_characters: 'must not contain NUL characters or unpaired surrogates',
} as const;

const placeholder = (reason: string) => `(${reason})`;
const byPlaceholder = new Map(
  Object.entries(messages).map(([reason, message]) => [placeholder(reason), { reason, message }]),
);

/**
 * Puts a placeholder in the place of each string of a body that cannot be stored, so that a withdrawal is not
 * refused for it. The placeholder is a fault like any other: `unstorableFault` reads it.
 */
export function replaceUnstorable(body: unknown): unknown {
  if (body === null || typeof body !== 'object' || Array.isArray(body)) return body;
  let storable = body as Record<string, unknown>;
  for (const field of ['tcfString', 'gppString']) {
    const reason = Object.hasOwn(storable, field) ? reasonAgainst(storable[field]) : null;
    if (reason !== null) storable = { ...storable, [field]: placeholder(reason) };
  }
  return storable;
}

/** Returns what is wrong with a string that was replaced; undefined for any other. */
export const unstorableFault = (text: string) => byPlaceholder.get(text);

/** Returns whether a fault is that of a replaced string. */
export const isUnstorable = (reason: string): boolean => Object.hasOwn(messages, reason);

function reasonAgainst(value: unknown): keyof typeof messages | null {
  if (value === null || value === undefined) return null;
  if (typeof value !== 'string') return 'not_a_string';
  if (Buffer.byteLength(value) > maxSignalBytes) return 'too_long';
  return textFault(value) === null ? null : 'unsafe_characters';
}
