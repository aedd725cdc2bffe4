import { createServer } from 'node:http';
import { serve } from '@hono/node-server';
import { createConsentService } from 'express-consent';
import { Hono } from 'hono';
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

const app = new Hono();
app.get('/', (c) =>
  c.html('<!doctype html><title>Shop</title><script src="/svc/widget.js" async></script><h1>Shop</h1>'),
);

await consent.start();
serve({
  fetch: app.fetch,
  createServer: (options, handler) => createServer(options, withConsent(handler)),
  port: 3000,
});
