import { type ConsentServiceConfig, createConsentService } from 'express-consent';
import knex from 'knex';

const {
  EXPRESS_CONSENT_ADMIN_EMAIL: adminEmail,
  EXPRESS_CONSENT_ADMIN_PASSWORD: adminPassword,
  EXPRESS_CONSENT_MASTER_SECRET: masterSecret,
  EXPRESS_CONSENT_DATA_SIGNING_HASH: dataSigningHash,
} = process.env;
if (!masterSecret || !dataSigningHash)
  throw new Error('The secrets of express-consent are missing. Start the app with node --env-file=.env');

// Commands read it too: npx express-consent migrate --env-file .env --config src/consent.ts
export const config: ConsentServiceConfig = {
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

export const consent = createConsentService(config);
