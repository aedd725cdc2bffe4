import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import express from 'express';
import { createConsentService } from 'express-consent';
import createKnex from 'knex';

const folder = (path) => fileURLToPath(new URL(path, import.meta.url));
const newSecret = () => randomBytes(32).toString('base64url');

const securityHeaders = {
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
};

/**
 * Creates one app for every shop: `north.localhost` and `south.localhost` get the same page and the same
 * service, which distinguishes them by the host's first label, the tenant's slug. All data is in memory.
 * @param admin { adminEmail, adminPassword } of the operator of the whole installation
 */
export function createShops({ admin }) {
  const knex = createKnex({
    client: 'better-sqlite3',
    connection: { filename: ':memory:' },
    useNullAsDefault: true,
  });
  const consent = createConsentService({
    knex,
    auth: { mode: 'local', masterSecret: newSecret(), ...admin },
    compliance: { dataSigningHash: newSecret() },
    visitorCookie: { requireProof: true },
    tenancy: { enabled: true, baseDomain: 'localhost' },
    dashboard: { enabled: true },
  });

  const app = express();
  app.disable('x-powered-by');
  app.use(consent.publicRouter); // /svc/api/v1
  app.use(consent.adminRouter); // /svc/admin/v1, and the dashboard at /svc/
  app.use((_req, res, next) => {
    res.set(securityHeaders);
    next();
  });
  app.use(express.static(folder('public')));
  app.get('/icon.svg', (_req, res) => res.sendFile(folder('../minimal/public/icon.svg')));

  return {
    app,
    start: () => consent.start(),
    async close() {
      await consent.close();
      await knex.destroy();
    },
  };
}
