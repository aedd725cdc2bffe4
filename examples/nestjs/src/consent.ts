import { existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type ConsentServiceConfig, createConsentService } from 'express-consent';
import knex from 'knex';

const {
  EXPRESS_CONSENT_ADMIN_EMAIL: adminEmail,
  EXPRESS_CONSENT_ADMIN_PASSWORD: adminPassword,
  EXPRESS_CONSENT_MASTER_SECRET: masterSecret,
  EXPRESS_CONSENT_DATA_SIGNING_HASH: dataSigningHash,
} = process.env;
if (!masterSecret || !dataSigningHash)
  throw new Error(
    'EXPRESS_CONSENT_MASTER_SECRET or EXPRESS_CONSENT_DATA_SIGNING_HASH is not set. Write both into .env, and start the app with node --env-file=.env',
  );

// Finds the folder of package.json, also from the copy of this file that a compiler writes.
const findFolder = (from: string): string => {
  if (existsSync(join(from, 'package.json'))) return from;
  return dirname(from) === from ? process.cwd() : findFolder(dirname(from));
};
const folder = findFolder(typeof __dirname === 'string' ? __dirname : process.cwd());
const filename = join(folder, '.consent/.consent.sqlite');
mkdirSync(dirname(filename), { recursive: true, mode: 0o700 }); // for the user of the app only

// Commands read it too: npx express-consent migrate --env-file .env --config src/consent.ts
export const config: ConsentServiceConfig = {
  knex: knex({
    client: 'better-sqlite3',
    connection: { filename },
    useNullAsDefault: true,
  }),
  auth: { adminEmail, adminPassword, masterSecret },
  compliance: { dataSigningHash },
  visitorCookie: { requireProof: true },
  dashboard: { enabled: true },
};

export const consent = createConsentService(config);
