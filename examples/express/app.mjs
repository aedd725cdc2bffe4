import express from 'express';
import { createConsentService } from 'express-consent';
import knex from 'knex';

const { ADMIN_PASSWORD, MASTER_SECRET, DATA_SIGNING_HASH } = process.env;
const consent = createConsentService({
  knex: knex({
    client: 'better-sqlite3',
    connection: { filename: 'consent.sqlite' },
    useNullAsDefault: true,
  }),
  auth: { adminEmail: 'admin@example.com', adminPassword: ADMIN_PASSWORD, masterSecret: MASTER_SECRET },
  compliance: { dataSigningHash: DATA_SIGNING_HASH },
  visitorCookie: { requireProof: true },
  dashboard: { enabled: true },
});

const app = express();
app.set('trust proxy', 1); // one proxy in front; leave it out where visitors connect directly
app.use(consent.publicRouter, consent.adminRouter); // before body parsers, compression and sessions
app.get('/', (_req, res) => {
  res.send('<!doctype html><title>Shop</title><script src="/svc/widget.js" async></script><h1>Shop</h1>');
});

await consent.start();
app.listen(3000);
