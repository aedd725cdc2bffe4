/** An Express app with a consent service and the profile of `examples/minimal`. Needs `npm run build`. */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import express from 'express';
import createKnex from 'knex';

const { createConsentService, headerGeoProvider, timezoneGeoProvider } = await import('../dist/index.mjs');

const operator = { email: 'admin@shop.example', password: 'correct horse battery staple' };
const silent = { debug() {}, info() {}, warn: console.error, error: console.error };

/**
 * Starts an app with two services on one database in memory: `consent` needs hints of the browser, and `behindCdn`
 * reads the country from a header, which every request has here. Returns them with a function that ends them.
 */
export async function startConsentApp({ rateLimit } = {}) {
  const profile = JSON.parse(
    await readFile(new URL('../examples/minimal/profiles/eu-opt-in.json', import.meta.url), 'utf8'),
  );
  const knex = createKnex({
    client: 'better-sqlite3',
    connection: { filename: ':memory:' },
    useNullAsDefault: true,
  });
  const shared = {
    knex,
    logger: silent,
    compliance: { dataSigningHash: 'a signing hash, long enough to be valid' },
    ...(rateLimit !== undefined && { rateLimit }),
    auth: {
      mode: 'local',
      masterSecret: 'a master secret, long enough to be valid',
      adminEmail: operator.email,
      adminPassword: operator.password,
    },
  };
  const consent = createConsentService({ ...shared, geo: timezoneGeoProvider() });
  const behindCdn = createConsentService({
    ...shared,
    basePath: '/cdn',
    geo: headerGeoProvider({ country: 'cf-ipcountry' }),
  });
  const app = express();
  app.disable('x-powered-by');
  app.use(consent.publicRouter, consent.adminRouter);
  app.use((req, _res, next) => {
    req.headers['cf-ipcountry'] = 'DE';
    next();
  });
  app.use(behindCdn.publicRouter);

  await consent.start();
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${server.address().port}`;
  const profileId = await createProfile(`${origin}/svc/admin/v1`, profile);
  await behindCdn.start();
  return {
    app,
    origin,
    profile,
    profileId,
    consent,
    behindCdn,
    async close() {
      server.close();
      server.closeAllConnections();
      await consent.close();
      await behindCdn.close();
      await knex.destroy();
    },
  };
}

/** Creates and activates a profile. Returns its id. */
async function createProfile(base, profile) {
  const post = async (path, body, token) => {
    const response = await fetch(base + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
    });
    const answer = await response.json();
    if (!response.ok) throw new Error(`POST ${path}: ${response.status} ${JSON.stringify(answer)}`);
    return answer;
  };
  const { token } = await post('/auth/login', operator);
  const { id } = await post('/profiles', profile, token);
  await post(`/profiles/${id}/activate`, {}, token);
  return id;
}
