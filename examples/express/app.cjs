const express = require('express');
const { createConsentService } = require('express-consent');
const knex = require('knex');

const {
  EXPRESS_CONSENT_ADMIN_EMAIL: adminEmail,
  EXPRESS_CONSENT_ADMIN_PASSWORD: adminPassword,
  EXPRESS_CONSENT_MASTER_SECRET: masterSecret,
  EXPRESS_CONSENT_DATA_SIGNING_HASH: dataSigningHash,
} = process.env;
const consent = createConsentService({
  knex: knex({
    client: 'better-sqlite3',
    connection: { filename: 'consent.sqlite' },
    useNullAsDefault: true,
  }),
  auth: { adminEmail, adminPassword, masterSecret },
  compliance: { dataSigningHash },
  visitorCookie: { requireProof: true },
  dashboard: { enabled: true },
});

const app = express();
app.set('trust proxy', 1); // one proxy in front; leave it out where visitors connect directly
app.use(consent.publicRouter, consent.adminRouter); // before body parsers, compression and sessions
app.get('/', (_req, res) => {
  res.send('<!doctype html><title>Shop</title><script src="/svc/widget.js" async></script><h1>Shop</h1>');
});

consent.start().then(() => app.listen(3000));
