import { verifyWebhook } from '../../examples/webhook-receiver/receiver';
import { allGranted, consentCalls } from '../support/consent';
import { runningClock } from '../support/create-test-app';
import { createDashboardSite, type DashboardSite, screenFaults } from '../support/dashboard-site';
import { createActiveProfile } from '../support/profiles';
import { testInDeep } from '../support/scope';
import { describeWith } from '../support/services';
import { createTestReceiver, type TestReceiver, until } from '../support/webhook-receiver';
import { localReceivers, quickWebhooks } from '../support/webhooks';

describeWith('chromium', 'The screen of webhooks', () => {
  let site: DashboardSite;
  let receiver: TestReceiver;
  beforeAll(async () => {
    receiver = await createTestReceiver();
    site = await createDashboardSite({
      clock: runningClock,
      webhookTimes: quickWebhooks,
      config: { webhooks: localReceivers, rateLimit: false },
    });
  });
  afterAll(async () => {
    await site.close();
    await receiver.goDown();
  });

  testInDeep(
    'create a webhook, test it, see that it fails, replay, replace its secret and delete it',
    async () => {
      const { id: profileId } = await createActiveProfile(site.app);
      const decide = (visitorId: string) =>
        consentCalls(site.app).submit({ visitorId, profileId, consentJson: allGranted }).expect(200);
      const { page, complaints } = await site.open('/webhooks');
      await page.getByText('No webhooks yet').waitFor();
      await page.getByRole('button', { name: 'Create webhook' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Name').fill('Warehouse');
      await dialog.getByLabel('Address').fill('https://10.0.0.8/in');
      expect(await screenFaults(page)).toEqual([]);
      await page.keyboard.press('Enter');
      // The fault is at the field, which has the focus, and goes when the value changes.
      const fault = dialog.getByText(/^The address must be public/);
      await fault.waitFor();
      const address = dialog.getByRole('textbox', {
        name: 'Address',
        description: /The address must be public/,
      });
      expect(
        await address.evaluate((input) => [input === document.activeElement, input.ariaInvalid]),
      ).toEqual([true, 'true']);
      expect(await dialog.getByRole('alert').count()).toBe(0);
      expect(await screenFaults(page)).toEqual([]);
      await dialog.getByLabel('Address').fill(receiver.url);
      expect(await fault.count()).toBe(0);
      await page.keyboard.press('Enter');
      const secret = await dialog.getByRole('region', { name: 'Secret', exact: true }).textContent();
      expect(secret).toMatch(/^whsec_/);
      await dialog.getByRole('button', { name: 'I have copied it' }).click();
      await dialog.waitFor({ state: 'detached' });

      const choose = async (action: string) => {
        await page.getByRole('button', { name: 'Actions for Warehouse' }).click();
        await page.getByRole('menuitem', { name: action }).click();
      };
      const row = page.getByRole('row', { name: /Warehouse/ });
      await row.getByText('Not used yet').waitFor();
      await choose('Send a test event');
      await page.getByText('Warehouse accepted the test event (HTTP 204).').waitFor();
      const [arrived] = receiver.received;
      expect(verifyWebhook(arrived?.headers ?? {}, Buffer.from(arrived?.body ?? ''), [`${secret}`])).toBe(
        true,
      );

      receiver.state.otherwise = 503;
      await decide('visitor-1');
      await until(() => receiver.received.length > 1);
      await site.app.knex('svc_webhook_messages').update({ created_at: Date.now() - 4 * 86_400_000 });
      await until(
        async () => (await site.app.knex('svc_webhook_messages').first('status'))?.status === 'dead',
      );
      await page.goto(`${site.origin}/svc/`);
      await page
        .getByRole('listitem')
        .filter({ hasText: 'The webhook “Warehouse” has not delivered all of its messages.' })
        .getByRole('link')
        .click();
      await row.getByText(/Since .*: HTTP 503/).waitFor();
      await row.getByText('0 waiting, 1 given up').waitFor();
      expect(await screenFaults(page)).toEqual([]);
      const { knex } = site.app;
      const dead = await knex('svc_webhook_messages').first();
      const copies = Array.from({ length: 10_000 }, (_, index) => ({ ...dead, id: `copy-${index}` }));
      await knex.batchInsert('svc_webhook_messages', copies, 80);
      await page.reload();
      await row.getByText('0 waiting, 10,000+ given up').waitFor();
      await knex('svc_webhook_messages').whereLike('id', 'copy-%').delete();
      receiver.state.otherwise = 204;
      await choose('Send what waits again');
      await page.getByText('Sending again. Messages that had been given up: 1').waitFor();
      await until(async () => (await site.app.knex('svc_webhook_messages')).length === 0);
      await page.reload();
      await row.getByText('Works').waitFor();

      // A dialog saves only what was changed in it, and no field that somebody else has changed meanwhile.
      await choose('Edit');
      const { request, adminBase, asAdmin } = site.app;
      const list = async () => (await request.get(`${adminBase}/webhooks`).set(await asAdmin())).body;
      const changeMeanwhile = async (fields: object) =>
        request
          .put(`${adminBase}/webhooks/${(await list())[0].id}`)
          .set(await asAdmin())
          .send(fields)
          .expect(200);
      await changeMeanwhile({ events: ['consent.created'] });
      await dialog.getByLabel('Name').fill('Warehouse North');
      await dialog.getByText('Banner published').click();
      await dialog.getByRole('button', { name: 'Save' }).click();
      await dialog.waitFor({ state: 'detached' });
      expect(await list()).toMatchObject([
        { name: 'Warehouse North', events: ['consent.created', 'profile.activated'] },
      ]);
      await choose('Edit');
      await changeMeanwhile({ name: 'Warehouse South' });
      await dialog.getByLabel('Name').fill('Warehouse East');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await dialog
        .getByText('Someone else saved “Warehouse South” in the meantime. Save again to replace it.')
        .waitFor();
      expect((await list())[0].name).toBe('Warehouse South');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await row.getByText('Warehouse East').waitFor();

      await choose('Replace the secret');
      await page.getByRole('alertdialog').getByRole('button', { name: 'Replace the secret' }).click();
      const next = await dialog.getByRole('region', { name: 'Secret', exact: true }).textContent();
      expect(next).not.toBe(secret);
      await dialog.getByRole('button', { name: 'I have copied it' }).click();
      await dialog.waitFor({ state: 'detached' });
      await choose('Delete');
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
      await page.getByText('No webhooks yet').waitFor();
      // Of the address that was refused.
      expect(complaints.filter((complaint) => !/\b400\b/.test(complaint))).toEqual([]);
    },
  );
});
