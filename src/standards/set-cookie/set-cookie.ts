/**
 * Returns the name under which servers see the cookie of a `Set-Cookie` header again: the text before the first `=` of the
 * first part, without spaces around it; empty for a part without `=` (RFC 6265bis, section 5.6). A cookie without a name
 * (`=_ga=1`) comes back as its value alone, so that the name is in the value.
 */
export function readSetCookieName(header: string): string {
  const semicolon = header.indexOf(';');
  let from = 0;
  for (;;) {
    const equals = header.indexOf('=', from);
    if (equals === -1 || (semicolon !== -1 && equals > semicolon)) return '';
    const name = header.slice(from, equals).trim();
    if (name !== '') return name;
    from = equals + 1;
  }
}

/** Most cookies of a request that are looked at: browsers keep fewer than 200 for a site. */
const maxNames = 200;

/** Returns the first 200 names in a `Cookie` header, each once, in the order in which the browser sent them. */
export function readCookieNames(header: string): string[] {
  const names: string[] = [];
  let from = 0;
  for (let count = 0; count < maxNames && from < header.length; count += 1) {
    const semicolon = header.indexOf(';', from);
    const end = semicolon === -1 ? header.length : semicolon;
    const equals = header.indexOf('=', from);
    if (equals !== -1 && equals < end) {
      const name = header.slice(from, equals).trim();
      if (name !== '' && !names.includes(name)) names.push(name);
    }
    from = end + 1;
  }
  return names;
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** Each part of a date is the first token that can be it, whatever follows its digits. */
const datePart = {
  time: /^(\d{1,2}):(\d{1,2}):(\d{1,2})(?:\D|$)/,
  day: /^(\d{1,2})(?:\D|$)/,
  month: new RegExp(`^(${months.join('|')})`, 'i'),
  year: /^(\d{2,4})(?:\D|$)/,
} as const;

/**
 * Reads the date of `Expires` as browsers do (RFC 6265, section 5.1.1). `Date.parse` also understands texts that browsers
 * ignore, such as `0` or `-1`: the cookie then stays until the browser is closed.
 * @returns epoch milliseconds; null for what browsers ignore
 */
function readCookieDate(text: string): number | null {
  const found: Partial<Record<keyof typeof datePart, RegExpExecArray>> = {};
  for (const token of text.slice(0, maxDate).split(/[\t !-/;-@[-`{-~]+/))
    for (const part of ['time', 'day', 'month', 'year'] as const) {
      const match = found[part] === undefined ? datePart[part].exec(token) : null;
      if (match === null) continue;
      found[part] = match;
      break;
    }
  const { time, day, month, year } = found;
  if (!time || !day || !month || !year) return null;
  const [hour, minute, second] = time.slice(1).map(Number);
  const short = Number(year[1]);
  const full = short < 70 ? 2000 + short : short < 100 ? 1900 + short : short;
  const date = Number(day[1]);
  if (full < 1601 || date < 1 || date > 31 || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59)
    return null;
  const at = months.indexOf(String(month[1]).toLowerCase());
  return Date.UTC(full, at, date, hour, minute, second);
}

/** No date is longer (characters). */
const maxDate = 100;

/**
 * Returns whether a `Set-Cookie` header ends a cookie instead of storing one. Of several attributes of one name the
 * last is valid, and `Max-Age` has priority over `Expires` (RFC 6265bis, section 5.6).
 * @param now epoch milliseconds
 */
export function endsCookie(header: string, now: number): boolean {
  let maxAge: number | null = null;
  let expires: number | null = null;
  for (const part of header.split(';').slice(1)) {
    const equals = part.indexOf('=');
    const attribute = (equals === -1 ? part : part.slice(0, equals)).trim().toLowerCase();
    const value = equals === -1 ? '' : part.slice(equals + 1).trim();
    if (attribute === 'max-age' && /^-?\d+$/.test(value)) maxAge = Number(value);
    if (attribute === 'expires') {
      expires = readCookieDate(value) ?? expires;
    }
  }
  if (maxAge !== null) return maxAge <= 0;
  return expires !== null && expires <= now;
}
