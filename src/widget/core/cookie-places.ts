/**
 * Returns the attributes `path` and `domain` of every place that can hold a cookie which this page sees: a script cannot
 * read where a cookie is.
 * @param others paths to name as well
 */
export function listCookiePlaces(others: readonly string[] = []): string[] {
  const labels = location.hostname.split('.');
  // RFC 6265 section 5.2.3 ignores a leading dot of the domain.
  const domains = ['', ...labels.map((_, at) => `;domain=${labels.slice(at).join('.')}`)];
  const folders = location.pathname.split('/').flatMap((_, at, all) => {
    const path = all.slice(0, at + 1).join('/');
    return [path, `${path}/`];
  });
  return domains.flatMap((domain) => [...folders, ...others].map((path) => `;path=${path}${domain}`));
}
