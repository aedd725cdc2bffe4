import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import express from 'express';
import createKnex, { type Knex } from 'knex';
import { diskStorage } from '#platform/storage/disk/disk-storage';
import { createService } from '#service/create-consent-service';
import { adminEmail, adminPassword, testSigningHash } from './create-test-app';
import { silentLogger } from './published-files';
import { localReceivers, quickWebhooks } from './webhooks';

/**
 * A process with a service whose database has a webhook: visitors decide one after the other, and each answer is
 * told to the parent, which ends the process without warning. `<what it needs as JSON>`.
 */
export interface WebhookChild {
  readonly knex: Knex.Config;
  readonly directory: string;
  readonly profileId: string;
  readonly visitors: number;
}

async function run({ knex: config, directory, profileId, visitors }: WebhookChild): Promise<void> {
  const service = createService(
    {
      knex: createKnex(config),
      storage: diskStorage({ directory }),
      logger: silentLogger,
      auth: { adminEmail, adminPassword },
      compliance: { dataSigningHash: testSigningHash },
      webhooks: localReceivers,
    },
    { passwordHashing: { log2N: 4 }, webhookTimes: quickWebhooks },
  );
  const server = express().use(service.publicRouter).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/svc/api/v1/consent`;
  for (let visitor = 1; visitor <= visitors; visitor += 1) {
    const body = JSON.stringify({
      visitorId: `visitor-${visitor}`,
      profileId,
      consentJson: { analytics: 'granted' },
    });
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body,
    });
    if (answer.status === 200) process.stdout.write(`visitor-${visitor}\n`);
  }
}

run(JSON.parse(process.argv[2] ?? '{}') as WebhookChild).catch((error) => {
  process.stderr.write(String(error?.stack ?? error));
  process.exit(1);
});
