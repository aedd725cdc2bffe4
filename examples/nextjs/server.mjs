import { createServer } from 'node:http';
import { createConsentService } from 'express-consent';
import knex from 'knex';
import next from 'next';

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
  trustProxy: 1, // one proxy in front; leave it out where visitors connect directly
});

/** Answers what belongs to the service, and leaves everything else to the framework. */
const withConsent = (handler) => (req, res) =>
  consent.publicRouter(req, res, () => consent.adminRouter(req, res, () => handler(req, res)));

const app = next({ dev: process.env.NODE_ENV !== 'production' });
await app.prepare();
await consent.start();
createServer(withConsent(app.getRequestHandler())).listen(3000);
