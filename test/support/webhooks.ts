import type { TestApp } from './create-test-app';

/** Pauses of seconds become milliseconds. */
export const quickWebhooks = {
  timeoutMs: 400,
  firstRetryMs: 10,
  longestRetryMs: 80,
  longestPauseMs: 80,
  pollMs: 20,
  claimMs: 1_500,
};

/** Receivers of tests are on this machine. */
export const localReceivers = { allowedHosts: ['127.0.0.1'] };

export interface TestWebhook {
  readonly id: string;
  readonly secret: string;
}

/** A webhook made through the API by the superadmin. */
export async function createWebhook(
  app: TestApp,
  url = 'https://hooks.invalid/in',
  events: readonly string[] = ['consent.created', 'consent.updated', 'consent.erased'],
  tenantId = 'default',
  name = 'Warehouse',
): Promise<TestWebhook> {
  const { body } = await app.request
    .post(`${app.adminBase}/webhooks`)
    .set(await app.asAdmin())
    .set('X-Tenant-Id', tenantId)
    .send({ name, url, events })
    .expect(201);
  return body;
}
