export function readCookie(name) {
  const pair = document.cookie.split('; ').find((entry) => entry.startsWith(`${name}=`));
  return pair === undefined ? null : decodeURIComponent(pair.slice(name.length + 1));
}

export function writeCookie(name, value, attributes = '') {
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser supports the Cookie Store API
  document.cookie = `${name}=${encodeURIComponent(value)}; Path=/; SameSite=Lax${attributes}`;
}
