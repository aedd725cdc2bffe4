/** Rules of a `robots.txt` for the scanner (RFC 9309). */
export interface Robots {
  /** Returns whether a link to this path and query may be followed. */
  allows(path: string): boolean;
  /** Pause between requests that the site asks for (ms); 0: none. */
  readonly delayMs: number;
  readonly sitemaps: readonly string[];
}

interface Rule {
  readonly allow: boolean;
  readonly pattern: string;
}

const userAgent = 'express-consent';
/** RFC 9309, section 2.5: parsers read at least 500 KiB. */
const maxLength = 512_000;
const maxRules = 2000;
const maxDelayMs = 10_000;

/** Reads a `robots.txt`; an empty text allows everything. */
export function readRobots(text: string): Robots {
  const groups: { agents: string[]; rules: Rule[]; delayMs: number }[] = [];
  const sitemaps: string[] = [];
  let isNaming = false;
  for (const line of text.slice(0, maxLength).split(/\r?\n|\r/)) {
    const [, key = '', value = ''] = /^\s*([\w-]+)\s*:\s*([^#]*)/.exec(line) ?? [];
    const name = key.toLowerCase();
    const rest = value.trim();
    if (name === 'sitemap' && sitemaps.length < 10) sitemaps.push(rest);
    if (name === 'user-agent') {
      if (!isNaming) groups.push({ agents: [], rules: [], delayMs: 0 });
      groups.at(-1)?.agents.push(rest.toLowerCase());
      isNaming = true;
    } else if (name !== '' && name !== 'sitemap') {
      isNaming = false;
      const group = groups.at(-1);
      if (group === undefined) continue;
      if (name === 'crawl-delay') group.delayMs = Math.min(Number(rest) * 1000 || 0, maxDelayMs);
      if ((name === 'allow' || name === 'disallow') && rest !== '' && group.rules.length < maxRules)
        group.rules.push({ allow: name === 'allow', pattern: rest });
    }
  }
  const own = groups.filter(({ agents }) => agents.some((agent) => agent !== '' && userAgent === agent));
  const applying = own.length > 0 ? own : groups.filter(({ agents }) => agents.includes('*'));
  const rules = applying.flatMap((group) => group.rules);
  return {
    allows(path) {
      const matching = rules.filter(({ pattern }) => matches(pattern, path));
      const longest = Math.max(0, ...matching.map(({ pattern }) => pattern.length));
      const decisive = matching.filter(({ pattern }) => pattern.length === longest);
      return decisive.length === 0 || decisive.some(({ allow }) => allow);
    },
    delayMs: Math.max(0, ...applying.map(({ delayMs }) => delayMs)),
    sitemaps,
  };
}

/** `*` matches any text, a final `$` the end. Parts are searched one by one, so no pattern takes long. */
function matches(pattern: string, path: string): boolean {
  const isAnchored = pattern.endsWith('$');
  const [first = '', ...parts] = (isAnchored ? pattern.slice(0, -1) : pattern).split('*');
  if (!path.startsWith(first)) return false;
  let from = first.length;
  const last = isAnchored ? parts.pop() : undefined;
  for (const part of parts) {
    const found = path.indexOf(part, from);
    if (found === -1) return false;
    from = found + part.length;
  }
  if (!isAnchored) return true;
  return last === undefined ? path.length === from : path.endsWith(last) && path.length - last.length >= from;
}
