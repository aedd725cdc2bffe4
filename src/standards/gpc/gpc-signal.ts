/**
 * Returns whether a `Sec-GPC` header carries the Global Privacy Control signal: only the exact value `1` is
 * valid, also among several values (W3C Global Privacy Control, "The Sec-GPC Header Field for HTTP
 * Requests").
 */
export function hasGpcSignal(header: string | readonly string[] | undefined): boolean {
  const lines = typeof header === 'string' ? [header] : (header ?? []);
  return lines.some((line) => line.split(',').some((value) => /^[ \t]*1[ \t]*$/.test(value)));
}
