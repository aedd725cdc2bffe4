interface Wanted {
  readonly type: string;
  readonly q: number;
}

/** The media ranges of an `Accept` header (RFC 9110, section 12.5.1), within what any browser sends. */
function rangesOf(accept: string): Wanted[] {
  return accept
    .slice(0, 1024)
    .toLowerCase()
    .split(',')
    .slice(0, 32)
    .map((item) => {
      const [type = '', ...parameters] = item.split(';').map((part) => part.trim());
      const q = parameters
        .map((parameter) => /^q=([01](?:\.\d{0,3})?)$/.exec(parameter)?.[1])
        .find((value) => value !== undefined);
      return { type, q: q === undefined ? 1 : Math.min(1, Number(q)) };
    });
}

/**
 * Whether the other form of an answer is wanted rather than the usual one: it must be named itself, and the
 * usual one must not be named with as much weight. What no client asks for in particular (`*`, `text/html`)
 * is answered in the usual form.
 */
export function prefersOther(accept: string | undefined, other: string, usual: string): boolean {
  const ranges = rangesOf(accept ?? '');
  const weight = (type: string) =>
    Math.max(0, ...ranges.filter((range) => range.type === type).map(({ q }) => q));
  return weight(other) > weight(usual);
}
