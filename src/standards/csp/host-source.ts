/** The parts of a `host-source` of Content Security Policy Level 3, section 2.3.1, that decide what it matches. */
interface HostSource {
  /** Lower-case; `*.` in front stands for any subdomain. */
  readonly host: string;
  /** Empty: any. */
  readonly port: string;
  /** Begins with `/`. Empty: any. */
  readonly path: string;
}

const hostSource =
  /^(?:[a-z][a-z0-9+.-]*:\/\/)?((?:\*\.)?[a-z0-9_-]+(?:\.[a-z0-9_-]+)*\.?)(?::(\d+|\*))?(\/[^?#]*)?$/i;

/** Returns the parts of a host source; null for keywords, schemes, `*` and anything else. */
function readHostSource(text: string): HostSource | null {
  const match = hostSource.exec(text);
  if (match === null) return null;
  const [, host = '', port = '', path = ''] = match;
  return {
    host: host.toLowerCase().replace(/\.$/, ''),
    port: port === '*' ? '' : port,
    path: path === '/' ? '' : path,
  };
}

/** Returns whether a text can be listed as a source of a policy: a host, with or without scheme, port and path. */
export const isHostSource = (text: string): boolean => readHostSource(text) !== null;

/**
 * Returns whether everything that `source` matches is matched by `by` too, whatever the scheme.
 *
 * @example
 * isCoveredBy('https://www.google-analytics.com/g/collect', '*.google-analytics.com'); // true
 */
export function isCoveredBy(source: string, by: string): boolean {
  const inner = readHostSource(source);
  const outer = readHostSource(by);
  if (inner === null || outer === null) return false;
  return (
    coversHost(outer.host, inner.host) &&
    (outer.port === '' || outer.port === inner.port) &&
    (outer.path === '' || coversPath(outer.path, inner.path))
  );
}

function coversHost(outer: string, inner: string): boolean {
  if (outer === inner) return true;
  return outer.startsWith('*.') && inner.endsWith(outer.slice(1));
}

/** A path that ends with a slash matches everything below it; others match exactly. */
const coversPath = (outer: string, inner: string) =>
  outer.endsWith('/') ? inner.startsWith(outer) : inner === outer;
