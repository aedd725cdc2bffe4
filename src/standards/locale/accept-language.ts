import { canonicalLocale } from './canonical-locale';

/** Bounds on the header, of which browsers send a few hundred characters; text beyond them is not read. */
const maxLength = 1024;
const maxTags = 32;

const weight = /^q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/i;

/**
 * Returns the language tags of an `Accept-Language` header (RFC 9110, section 12.5.4) in canonical form, best
 * first, equal weights in the order sent. `*`, refused tags (`q=0`) and malformed items are left out.
 */
export function parseAcceptLanguage(header: unknown): string[] {
  if (typeof header !== 'string') return [];
  const items = header.slice(0, maxLength).split(',');
  // The last item may be cut off and could be read as another tag.
  if (header.length > maxLength) items.pop();
  const wanted = new Map<string, number>();
  for (const item of items.slice(0, maxTags)) {
    const [tag = '', parameter, ...rest] = item.split(';').map((part) => part.trim());
    const q = parameter === undefined ? 1 : Number(weight.exec(parameter)?.[1] ?? 0);
    const locale = canonicalLocale(tag);
    if (locale !== null && q > 0 && rest.length === 0 && !wanted.has(locale)) wanted.set(locale, q);
  }
  return [...wanted].sort(([, a], [, b]) => b - a).map(([locale]) => locale);
}
