import { LRUCache } from 'lru-cache';

/** In the order in which we like to send them: the smallest first. */
const codings = ['br', 'gzip', 'identity'] as const;

export type ContentCoding = (typeof codings)[number];

/** Browsers send a handful of different values; anything long or rare is an attempt to fill memory. */
const remembered = { values: 100, length: 200 };

/**
 * Chooses the content coding after RFC 9110, section 12.5.3, remembering the answers of common header values.
 * The function gives null when the client refuses all that we have, plain bytes included.
 */
export function createCodingChoice(): (
  header: string | readonly string[] | undefined,
) => ContentCoding | null {
  const known = new LRUCache<string, { coding: ContentCoding | null }>({ max: remembered.values });

  return (header) => {
    // Node joins a repeated header into one string; the array is only in its type.
    if (typeof header !== 'string') return 'identity';
    const before = known.get(header);
    if (before !== undefined) return before.coding;
    const coding = chooseCoding(header);
    if (header.length <= remembered.length) known.set(header, { coding });
    return coding;
  };
}

function chooseCoding(header: string): ContentCoding | null {
  const weights = new Map<string, number>();
  for (const item of header.split(',')) {
    const [name = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase());
    weights.set(name === 'x-gzip' ? 'gzip' : name, weightOf(parameters));
  }
  // Plain bytes are welcome unless refused, but only when nothing named is.
  const unnamed = (coding: ContentCoding) =>
    weights.get('*') ?? (coding === 'identity' ? Number.MIN_VALUE : 0);
  let best: ContentCoding | null = null;
  let bestWeight = 0;
  for (const coding of codings) {
    const weight = weights.get(coding) ?? unnamed(coding);
    if (weight > bestWeight) [best, bestWeight] = [coding, weight];
  }
  return best;
}

function weightOf(parameters: readonly string[]): number {
  const text = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
  if (text === undefined) return 1;
  // What is malformed is no wish for this coding.
  return /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(text) ? Number(text) : 0;
}
