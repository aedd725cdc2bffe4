import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import express from 'express';
import { createConsentService } from 'express-consent';
import createKnex from 'knex';

const publicDirectory = fileURLToPath(new URL('public', import.meta.url));

/** A strict policy: the page loads nothing from other sites and runs no inline script. */
const securityHeaders = {
  'Content-Security-Policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
};

/**
 * Creates an Express shop with a consent service.
 * @param directory folder of the database
 * @param secrets { masterSecret, dataSigningHash }
 * @param admin { adminEmail, adminPassword } of the first operator; unset once that operator exists
 */
export function createShop({ directory, secrets, admin }) {
  const knex = createKnex({
    client: 'better-sqlite3',
    connection: { filename: join(directory, 'shop.sqlite') },
    useNullAsDefault: true,
    pool: {
      afterCreate(connection, done) {
        connection.pragma('journal_mode = WAL');
        connection.pragma('busy_timeout = 5000');
        done(null, connection);
      },
    },
  });

  const consent = createConsentService({
    knex,
    auth: { mode: 'local', masterSecret: secrets.masterSecret, ...admin },
    compliance: { dataSigningHash: secrets.dataSigningHash },
    visitorCookie: { requireProof: true },
  });

  const app = express();
  app.disable('x-powered-by');
  app.use(consent.publicRouter); // /svc/api/v1
  app.use(consent.adminRouter); // /svc/admin/v1
  app.use(consent.wellKnownGpc); // /.well-known/gpc.json: both profiles respect the signal
  app.use((_req, res, next) => {
    res.set(securityHeaders);
    next();
  });
  app.use(express.static(publicDirectory, { extensions: ['html'] }));

  return {
    app,
    start: () => consent.start(),
    async close() {
      await consent.close();
      await knex.destroy();
    },
  };
}
