// `node page-child.mjs app.mjs [page.mjs]`: runs code of the documentation as a reader would, with a free port in place
// of 3000. Tells the port over IPC; with a page, ends when the page has run to its end.
import { Server } from 'node:net';
import { pathToFileURL } from 'node:url';

const [app, page] = process.argv.slice(2);
const documented = 'http://localhost:3000';

const { promise: listening, resolve: tell } = (() => {
  let resolve;
  return { promise: new Promise((settle) => (resolve = settle)), resolve };
})();

const { listen } = Server.prototype;
Server.prototype.listen = function (...args) {
  this.once('listening', () => tell(`http://127.0.0.1:${this.address().port}`));
  return listen.call(this, 0, '127.0.0.1', ...args.filter((argument) => typeof argument === 'function'));
};

// What a browser brings to a page of the app's own origin: relative addresses, cookies, languages.
const { fetch } = globalThis;
let cookie;
globalThis.fetch = async (address, init = {}) => {
  const headers = new Headers(init.headers);
  if (cookie !== undefined) headers.set('Cookie', cookie);
  const url = new URL(address, documented).href.replace(documented, await listening);
  const response = await fetch(url, { ...init, headers });
  cookie = response.headers.getSetCookie()[0]?.split(';', 1)[0] ?? cookie;
  return response;
};
Object.defineProperty(globalThis, 'navigator', { value: { languages: ['de-AT', 'en'] } });

listening.then((origin) => process.send?.(origin));
await import(pathToFileURL(app).href);
if (page !== undefined) {
  await import(pathToFileURL(page).href);
  process.exit(0);
}
