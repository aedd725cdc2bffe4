// Prints a receipt with what is installed here, and tells the status of the answer and how it begins.
import { createServer } from 'node:http';
import { createConsentService, diskStorage } from 'express-consent';
import knex from 'knex';

const [directory] = process.argv.slice(2);
const password = 'correct horse battery staple';
const database = knex({
  client: 'better-sqlite3',
  connection: { filename: ':memory:' },
  useNullAsDefault: true,
});
const quiet = () => {};
const consent = createConsentService({
  knex: database,
  logger: { debug: quiet, info: quiet, warn: quiet, error: quiet },
  storage: diskStorage({ directory }),
  auth: {
    adminEmail: 'admin@host.example',
    adminPassword: password,
    masterSecret: 'a master secret, long enough to count',
  },
});
const server = createServer((req, res) =>
  consent.publicRouter(req, res, () => consent.adminRouter(req, res, () => res.end())),
);
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const base = `http://127.0.0.1:${server.address().port}/svc`;
const send = async (path, body, token) => {
  const headers = { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) };
  return (await fetch(`${base}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).json();
};
const { token } = await send('/admin/v1/auth/login', { email: 'admin@host.example', password });
const button = (text, cookies) => ({ text, style: 'primary', action: 'custom', cookies });
const profileJson = {
  complianceGroup: 'opt-in',
  isActive: true,
  allowReceipt: true,
  cookies: {},
  mainBanner: { htmlText: '<p>We ask.</p>', buttons: [button('Yes', '*'), button('No', '!')] },
  preferenceModal: { heading: 'Choices', buttons: [{ text: 'Save', action: 'submit' }], categories: {} },
};
const { id } = await send('/admin/v1/profiles', { name: 'Host', defaultLocale: 'en', profileJson }, token);
const { visitorId } = await send('/api/v1/consent', { profileId: id, consentJson: {} });
const answer = await fetch(`${base}/api/v1/consent/${visitorId}/receipt`, {
  headers: { Cookie: `svc_vid=${visitorId}` },
});
console.log(answer.status, (await answer.text()).slice(0, 5));
server.close();
await consent.close();
await database.destroy();
