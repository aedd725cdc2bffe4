/**
 * One server of `bench/guard.mjs`, in a process of its own: `node bench/guard-server.mjs express|report|enforce|csp`. Every
 * answer sets two cookies. Prints its port, and a choice that grants both.
 */
import { once } from 'node:events';
import express from 'express';
import { startConsentApp } from './consent-app.mjs';

const [name] = process.argv.slice(2);
const body = `<!doctype html><title>Home</title>${'<p>A page of a shop.</p>'.repeat(40)}`;

const { consent, origin, profile, profileId, close } = await startConsentApp({ rateLimit: false });
const decision = await fetch(`${origin}/svc/api/v1/consent`, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({
    profileId,
    consentJson: Object.fromEntries(
      Object.keys(profile.profileJson.preferenceModal.categories).map((category) => [category, 'granted']),
    ),
  }),
});
if (!decision.ok) throw new Error(`POST /consent: ${decision.status} ${await decision.text()}`);
const cookie = decision.headers
  .getSetCookie()
  .map((line) => line.split(';', 1)[0])
  .find((pair) => pair.startsWith('svc_choice='));

const app = express();
app.disable('x-powered-by');
app.disable('etag');
const csp = { hosts: { analytics: ['www.googletagmanager.com'] }, others: ['cdn.shop.example'] };
if (name === 'report') app.use(consent.guard());
if (name === 'enforce') app.use(consent.guard({ mode: 'enforce' }));
if (name === 'csp') app.use(consent.guard({ mode: 'enforce', csp }));
app.get('/', (_req, res) => {
  res.cookie('connect.sid', 's:abc.def', { httpOnly: true });
  res.cookie('_ga', 'GA1.1.1234.5678', { maxAge: 3_600_000 });
  res.type('html').send(body);
});
app.get('/cpu', (_req, res) => res.json(process.cpuUsage()));

const server = app.listen(0, '127.0.0.1');
await once(server, 'listening');
console.log(JSON.stringify({ port: server.address().port, cookie }));
process.once('SIGTERM', async () => {
  server.close();
  await close();
  process.exit();
});
