import { createServer } from 'node:http';
import { createConsentService } from 'express-consent';
import knex from 'knex';
import next from 'next';

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
  trustProxy: 1, // one proxy in front; leave it out where visitors connect directly
});

/** Answers what belongs to the service, and leaves everything else to the framework. */
const withConsent = (handler) => (req, res) =>
  consent.publicRouter(req, res, () => consent.adminRouter(req, res, () => handler(req, res)));

const app = next({ dev: process.env.NODE_ENV !== 'production' });
await app.prepare();
await consent.start();
createServer(withConsent(app.getRequestHandler())).listen(3000);
