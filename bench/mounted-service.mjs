/** The service in an Express app, for measurements beside other servers. Needs `npm run build`. */
import express from 'express';
import createKnex from 'knex';
import { knexConfig } from './machine.mjs';

/** Starts the service on the database at an address. Returns it with its app and Knex. */
export async function mountService(address) {
  const { createConsentService, headerGeoProvider } = await import('../dist/index.mjs');
  const config = knexConfig(address);
  const knex = createKnex(
    config.client === 'better-sqlite3' ? config : { ...config, pool: { min: 10, max: 10 } },
  );
  const service = createConsentService({
    knex,
    logger: { debug() {}, info() {}, warn: console.error, error: console.error },
    rateLimit: false,
    geo: headerGeoProvider({ country: 'cf-ipcountry' }),
    compliance: { dataSigningHash: 'a signing hash, long enough to be valid' },
    auth: {
      mode: 'local',
      masterSecret: 'a master secret, long enough to be valid',
      adminEmail: 'admin@shop.example',
      adminPassword: 'correct horse battery staple',
    },
  });
  await service.start();
  const app = express();
  app.disable('x-powered-by');
  app.use(service.publicRouter);
  return { service, app, knex };
}

/** Returns an active profile, and a decision for each of its categories. */
export async function findActiveProfile(knex) {
  const row = await knex('svc_profiles')
    .where({ active_group: 'opt-in' })
    .first('id', 'published_version', 'profile_json');
  const ids = [...new Set(Object.values(JSON.parse(row.profile_json).cookies).map(({ purpose }) => purpose))];
  return {
    profileId: row.id,
    profileVersion: row.published_version,
    consentJson: Object.fromEntries(ids.map((id, index) => [id, index % 2 === 0 ? 'granted' : 'denied'])),
  };
}
