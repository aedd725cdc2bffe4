import knex from 'knex';

const { DATABASE_URL, ADMIN_PASSWORD, MASTER_SECRET, DATA_SIGNING_HASH } = process.env;

export default {
  knex: knex({ client: 'pg', connection: DATABASE_URL }),
  auth: { adminEmail: 'admin@example.com', adminPassword: ADMIN_PASSWORD, masterSecret: MASTER_SECRET },
  compliance: { dataSigningHash: DATA_SIGNING_HASH },
  visitorCookie: { requireProof: true },
  trustProxy: 1, // the proxy that passes /svc on
};
