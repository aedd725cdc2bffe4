// What a host's code looks like; compiled and run against the installed tarball, as an ES module and as
// CommonJS.
import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import express from 'express';
import { type ConsentServiceConfig, createConsentService, diskStorage, s3Storage } from 'express-consent';
import { storageContract } from 'express-consent/storage-contract';
import { consentCookies, createTestConsentService } from 'express-consent/testing';
import createKnex from 'knex';

async function testOwnRoutes(client: string): Promise<void> {
  const knex = createKnex({ client, connection: { filename: ':memory:' }, useNullAsDefault: true });
  const { service, profile, close } = await createTestConsentService({
    profile: { group: 'opt-in' },
    config: { knex },
  });
  const { header } = consentCookies({ profile, states: { analytics: 'granted' } });
  const choice = service.choice({ headers: { cookie: header } });
  assert.ok(choice.isGranted('analytics'));
  await close();
  await knex.destroy();
}

async function main(client = 'better-sqlite3', directory = '.'): Promise<void> {
  const knex = createKnex({
    client,
    connection: { filename: join(directory, 'host.sqlite') },
    useNullAsDefault: true,
  });
  // Environment variables that are not set are undefined, which `exactOptionalPropertyTypes` tells from keys
  // that are absent.
  const { EXAMPLE_MASTER_SECRET: masterSecret } = process.env;
  const config: ConsentServiceConfig = {
    knex,
    storage: diskStorage({ directory: join(directory, 'consent-data') }),
    logger: console.error === undefined ? console : { warn: console.warn, error: console.error },
    auth: { masterSecret },
  };
  const service = createConsentService(config);

  const app = express();
  app.use(service.publicRouter);
  app.use('/privacy', service.adminRouter);
  await service.start();

  const server = app.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  for (const path of ['/svc/api/v1/health', '/privacy/svc/admin/v1/health']) {
    const response = await fetch(base + path);
    assert.equal(response.status, 200, path);
    assert.equal(((await response.json()) as { status: string }).status, 'ok', path);
  }

  const places = { open: () => diskStorage({ directory: join(directory, 'place') }), remove: async () => {} };
  assert.ok(storageContract(async () => places).length > 0);

  // Without the optional package.
  await assert.rejects(s3Storage({ bucket: 'files' }).connect(), {
    name: 'SetupError',
    message: /npm install @aws-sdk\/client-s3$/,
  });

  await testOwnRoutes(client);

  await service.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await knex.destroy();
}

main(...process.argv.slice(2)).then(
  () => console.log('works'),
  (error: unknown) => {
    console.error(error);
    // The server above still listens.
    process.exit(1);
  },
);
