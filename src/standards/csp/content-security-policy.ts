import { isCoveredBy } from './host-source';

/** Directives that decide from where a page loads something, in lower case. */
const fetchDirective =
  /^(?:default|child|connect|font|frame|img|manifest|media|object|script|style|worker)-src(?:-elem|-attr)?$/;

/** Directives of a policy that `createHostPolicy` writes. */
const hostDirectives = ['script-src', 'connect-src', 'img-src', 'frame-src'] as const;

/** Sources of these directives that name no host: a policy of hosts must restrict nothing else. */
const openSources = ["'self'", "'unsafe-inline'", "'unsafe-eval'", 'data:', 'blob:'];

/**
 * Returns the value of a `Content-Security-Policy` header without the hosts. Only source expressions that match
 * nothing but these hosts are removed, from directives that load something; the rest of the text stays as it is.
 * Never loosens the policy.
 * @param needed hosts of which no source is removed
 *
 * @example
 * removeHosts("img-src 'self' https://t.example", ['t.example']); // "img-src 'self'"
 */
export function removeHosts(
  header: string,
  hosts: readonly string[],
  needed: readonly string[] = [],
): string {
  const isCovered = (source: string, by: readonly string[]) => by.some((host) => isCoveredBy(source, host));
  if (hosts.length === 0) return header;
  return header.replace(/[^;,]+/g, (directive) => {
    const [name = '', ...sources] = directive.trim().split(/[\t\n\f\r ]+/);
    if (!fetchDirective.test(name.toLowerCase())) return directive;
    const kept = sources.filter((source) => !isCovered(source, hosts) || isCovered(source, needed));
    if (kept.length === sources.length) return directive;
    const lead = /^\s*/.exec(directive)?.[0] ?? '';
    return `${lead}${[name, ...(kept.length === 0 ? ["'none'"] : kept)].join(' ')}`;
  });
}

/**
 * Returns a policy that limits the hosts of scripts, requests, images and frames, and nothing else: next to another
 * policy it forbids only hosts, because of several policies each must allow what a page loads.
 * @param own other policies of the page. Their nonces, hashes and `'strict-dynamic'` are valid here too
 */
export function createHostPolicy(allowed: readonly string[], own: readonly string[]): string {
  const trusted = readScriptTrust(own);
  return hostDirectives
    .map((name) => [name, ...openSources, ...(name === 'script-src' ? trusted : []), ...allowed].join(' '))
    .join('; ');
}

/** Returns the quoted sources by which policies trust scripts without naming their host. */
function readScriptTrust(policies: readonly string[]): string[] {
  const found = policies
    .flatMap((header) => header.split(/[;,]/))
    .flatMap((directive) => {
      const [name = '', ...sources] = directive.trim().split(/[\t\n\f\r ]+/);
      return /^(?:script-src(?:-elem|-attr)?|default-src)$/i.test(name) ? sources : [];
    })
    .filter((source) => /^'(?:nonce-|sha(?:256|384|512)-|strict-dynamic'|unsafe-hashes')/i.test(source));
  return [...new Set(found)];
}

/**
 * Returns a policy whose violations browsers report to an address instead of where it says.
 * `report-to` would delay reports by a minute and needs a header of its own; browsers support both.
 */
export function withReports(policy: string, address: string): string {
  return policy
    .split(',')
    .map((part) =>
      part
        .split(';')
        .filter((directive) => directive.trim() !== '' && !/^\s*report-(?:uri|to)(?:\s|$)/i.test(directive))
        .concat(` report-uri ${address}`)
        .join(';'),
    )
    .join(',');
}
