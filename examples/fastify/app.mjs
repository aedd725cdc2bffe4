import { createServer } from 'node:http';
import { createConsentService } from 'express-consent';
import Fastify from 'fastify';
import knex from 'knex';

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

const app = Fastify({ serverFactory: (handler) => createServer(withConsent(handler)) });
app.get('/', (_request, reply) => {
  reply
    .type('text/html')
    .send('<!doctype html><title>Shop</title><script src="/svc/widget.js" async></script><h1>Shop</h1>');
});

await consent.start();
await app.listen({ port: 3000 });
