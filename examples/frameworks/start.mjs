#!/usr/bin/env node
import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import express from 'express';
import { createConsentService } from 'express-consent';
import createKnex from 'knex';
import { bundlePages } from './bundle.mjs';

const { port } = parseArgs({ options: { port: { type: 'string', default: '3000' } } }).values;
const newSecret = () => randomBytes(32).toString('base64url');
const admin = { email: 'admin@shop.example', password: newSecret() };

const knex = createKnex({
  client: 'better-sqlite3',
  connection: { filename: ':memory:' },
  useNullAsDefault: true,
});
const consent = createConsentService({
  knex,
  auth: { masterSecret: newSecret(), adminEmail: admin.email, adminPassword: admin.password },
  compliance: { dataSigningHash: newSecret(), type: 'opt-in' },
});

const pages = await bundlePages();
const app = express();
app.use(consent.publicRouter);
app.use(consent.adminRouter);
app.get('/', (_req, res) =>
  res.send(
    Object.keys(pages)
      .map((name) => `<p><a href="/${name}">${name}</a></p>`)
      .join(''),
  ),
);
for (const [name, { render, script }] of Object.entries(pages)) {
  app.get(`/${name}.js`, (_req, res) => res.type('js').send(script));
  app.get(`/${name}`, async (req, res) => {
    const nonce = newSecret();
    const { states, decided } = consent.choice(req);
    const { head, body } = await consent.page(req, { nonce });
    const html = await render({ states, decided });
    res.set(
      'Content-Security-Policy',
      `default-src 'self'; img-src data:; script-src 'nonce-${nonce}' 'strict-dynamic'; style-src 'self' 'nonce-${nonce}'; object-src 'none'; base-uri 'none'`,
    );
    res.send(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Consent with ${name}</title>
<link rel="icon" href="data:,">
${head}
<script type="application/json" id="choice">${JSON.stringify({ states, decided }).replaceAll('<', '\\u003c')}</script>
<script type="module" src="/${name}.js" nonce="${nonce}"></script>
</head>
<body>${body}<main id="app">${html}</main></body>
</html>`);
  });
}

/** Publishes a profile, as an operator would. */
async function publish(api) {
  const post = async (path, body, headers) => {
    const answer = await fetch(`${api}${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
    return answer.json();
  };
  const { token } = await post('/auth/login', admin);
  await post('/setup/seed-profiles', { groups: ['opt-in'] }, { Authorization: `Bearer ${token}` });
}

await consent.start();
const server = app.listen(Number(port), '127.0.0.1', async (error) => {
  if (error) throw error;
  await publish(`http://127.0.0.1:${port}/svc/admin/v1`);
  for (const name of Object.keys(pages)) console.log(`  http://127.0.0.1:${port}/${name}`);
  console.log('  Ctrl-C stops it.');
});
process.once('SIGINT', async () => {
  server.close();
  server.closeAllConnections();
  await consent.close();
  await knex.destroy();
});
