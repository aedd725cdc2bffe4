/**
 * Origin allowlists: full origins (`https://shop.example`), or one wildcard label in front
 * (`https://*.example.com`).
 */

const entryPattern = /^(https?):\/\/(\*\.)?([a-z0-9-]+(?:\.[a-z0-9-]+)*|\[[0-9a-f:]+\])(?::(\d{1,5}))?$/i;
const defaultPorts: Readonly<Record<string, string>> = { http: '80', https: '443' };

interface OriginEntry {
  readonly scheme: string;
  readonly wildcard: boolean;
  readonly host: string;
  readonly port: string;
}

function parse(text: string): OriginEntry | null {
  const match = entryPattern.exec(text);
  if (match === null) return null;
  const [, scheme = '', wildcard, host = '', port] = match;
  if (wildcard && !host.includes('.')) return null;
  if (Number(port ?? 0) > 65_535) return null;
  return {
    scheme: scheme.toLowerCase(),
    wildcard: wildcard !== undefined,
    host: host.toLowerCase(),
    port: port ?? defaultPorts[scheme.toLowerCase()] ?? '',
  };
}

/** Whether a text may stand in an allowlist. */
export function isOriginEntry(text: string): boolean {
  return text.length <= 300 && parse(text) !== null;
}

/**
 * Whether a browser's `Origin` matches an entry. `https://*.example.com` matches one or more labels below,
 * never the bare domain; scheme and port must match. `null` origins and anything unparsable match nothing.
 */
export function originAllowed(entries: readonly string[], origin: string): boolean {
  const asked = parse(origin);
  if (asked === null || asked.wildcard) return false;
  return entries.some((text) => {
    const entry = parse(text);
    if (entry === null || entry.scheme !== asked.scheme || entry.port !== asked.port) return false;
    return entry.wildcard ? asked.host.endsWith(`.${entry.host}`) : asked.host === entry.host;
  });
}
