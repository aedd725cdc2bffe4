/** A script of a page, as far as policies ask for it. */
export interface PolicyScript {
  readonly url: string;
  /** Nonce of its tag; null: none. */
  readonly nonce: string | null;
}

/**
 * Returns which directives of a page's policies keep the widget from working: its script, or its requests. Source:
 * https://www.w3.org/TR/CSP3/
 * @param policies values of `Content-Security-Policy`, of headers and elements
 */
export function findBlockingDirectives(
  policies: readonly string[],
  pageUrl: string,
  script: PolicyScript,
  serviceUrl: string,
): string[] {
  const blocking = policies
    .flatMap((value) => value.split(','))
    .flatMap((policy) => {
      const directives = readDirectives(policy);
      const sourcesOf = (...names: string[]) =>
        names.flatMap((name) => {
          const sources = directives.get(name);
          return sources === undefined ? [] : [{ name, sources }];
        })[0];
      const scripts = sourcesOf('script-src-elem', 'script-src', 'default-src');
      const requests = sourcesOf('connect-src', 'default-src');
      return [
        ...(scripts !== undefined && !allowsScript(scripts.sources, pageUrl, script) ? [scripts] : []),
        ...(requests !== undefined && !allowsUrl(requests.sources, pageUrl, serviceUrl) ? [requests] : []),
      ].map(({ name, sources }) => `${name} ${sources.join(' ')}`.trim());
    });
  return [...new Set(blocking)];
}

function readDirectives(policy: string): Map<string, readonly string[]> {
  const directives = new Map<string, readonly string[]>();
  for (const part of policy.split(';')) {
    const [name, ...sources] = part.trim().split(/\s+/);
    // Browsers use the first directive of a name.
    if (name && !directives.has(name.toLowerCase())) directives.set(name.toLowerCase(), sources);
  }
  return directives;
}

function allowsScript(sources: readonly string[], pageUrl: string, { url, nonce }: PolicyScript): boolean {
  if (nonce !== null && sources.includes(`'nonce-${nonce}'`)) return true;
  // With it, lists of hosts have no effect.
  return !sources.includes("'strict-dynamic'") && allowsUrl(sources, pageUrl, url);
}

function allowsUrl(sources: readonly string[], pageUrl: string, address: string): boolean {
  const url = new URL(address);
  const page = new URL(pageUrl);
  return sources.some((source) => {
    const lower = source.toLowerCase();
    if (lower === "'self'") return url.origin === page.origin;
    if (lower === '*') return true;
    if (/^[a-z][a-z0-9+.-]*:$/.test(lower)) return url.protocol === lower;
    return matchesHost(lower, url, page);
  });
}

function matchesHost(source: string, url: URL, page: URL): boolean {
  const found = /^(?:([a-z][a-z0-9+.-]*):\/\/)?(\*|(?:\*\.)?[a-z0-9.-]+)(?::(\d+|\*))?(\/[^?#]*)?$/.exec(
    source,
  );
  if (found === null) return false;
  const [, scheme, host = '', port, path] = found;
  const wantedScheme = scheme === undefined ? page.protocol : `${scheme}:`;
  if (url.protocol !== wantedScheme && !(wantedScheme === 'http:' && url.protocol === 'https:')) return false;
  const isHost =
    host === '*' || (host.startsWith('*.') ? url.hostname.endsWith(host.slice(1)) : url.hostname === host);
  const isPort = port === '*' || (port ?? '') === url.port || port === defaultPorts[url.protocol];
  const isPath =
    path === undefined ||
    path === '/' ||
    (path.endsWith('/') ? url.pathname.startsWith(path) : url.pathname === path);
  return isHost && isPort && isPath;
}

const defaultPorts: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };
