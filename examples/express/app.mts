import express from 'express';
import { type ConsentServiceConfig, createConsentService } from 'express-consent';
import knex from 'knex';

const {
  EXPRESS_CONSENT_ADMIN_EMAIL: adminEmail,
  EXPRESS_CONSENT_ADMIN_PASSWORD: adminPassword,
  EXPRESS_CONSENT_MASTER_SECRET: masterSecret,
  EXPRESS_CONSENT_DATA_SIGNING_HASH: dataSigningHash,
} = process.env;
const config: ConsentServiceConfig = {
  knex: knex({
    client: 'better-sqlite3',
    connection: { filename: 'consent.sqlite' },
    useNullAsDefault: true,
  }),
  auth: { adminEmail, adminPassword, masterSecret },
  compliance: { dataSigningHash },
  visitorCookie: { requireProof: true },
  dashboard: { enabled: true },
};
const consent = createConsentService(config);

const app = express();
app.set('trust proxy', 1); // one proxy in front; leave it out where visitors connect directly
app.use(consent.publicRouter, consent.adminRouter); // before body parsers, compression and sessions
app.get('/', (_req, res) => {
  res.send('<!doctype html><title>Shop</title><script src="/svc/widget.js" async></script><h1>Shop</h1>');
});

await consent.start();
app.listen(3000);
