import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import express from 'express';
import createKnex, { type Knex } from 'knex';
import { webhookPlugin } from '../../examples/plugin-webhook';
import { createService } from '../../src/service/create-consent-service';
import { diskStorage } from '../../src/storage/disk/disk-storage';
import { adminEmail, adminPassword } from './create-test-app';
import { silentLogger } from './published-files';

/**
 * A process with a service and the webhook plugin: visitors decide one after the other, and each answer is
 * told to the parent, which ends the process without warning. `<what it needs as JSON>`.
 */
export interface WebhookChild {
  readonly knex: Knex.Config;
  readonly directory: string;
  readonly profileId: string;
  readonly webhook: { readonly url: string; readonly secret: string };
  readonly visitors: number;
}

async function run({ knex: config, directory, profileId, webhook, visitors }: WebhookChild): Promise<void> {
  const service = createService(
    {
      knex: createKnex(config),
      storage: diskStorage({ directory }),
      logger: silentLogger,
      auth: { adminEmail, adminPassword },
      plugins: [
        webhookPlugin({
          ...webhook,
          firstRetryMs: 20,
          maxRetryMs: 100,
          pollMs: 20,
          timeoutMs: 1000,
          leaseMs: 1500,
        }),
      ],
    },
    { passwordHashing: { log2N: 4 } },
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
