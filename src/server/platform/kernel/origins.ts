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

/** Returns whether a text is a valid entry of an allowlist. */
export function isOriginEntry(text: string): boolean {
  return text.length <= 300 && parse(text) !== null;
}

/**
 * Returns whether a browser's `Origin` matches an entry. `https://*.example.com` matches one or more labels
 * below the domain, never the bare domain; scheme and port must match. The origin `null` and texts that
 * cannot be parsed match no entry.
 */
export function originAllowed(entries: readonly string[], origin: string): boolean {
  const requested = parse(origin);
  if (requested === null || requested.wildcard) return false;
  return entries.some((text) => {
    const entry = parse(text);
    if (entry === null || entry.scheme !== requested.scheme || entry.port !== requested.port) return false;
    return entry.wildcard ? requested.host.endsWith(`.${entry.host}`) : requested.host === entry.host;
  });
}
