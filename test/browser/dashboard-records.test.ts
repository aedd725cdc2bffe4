import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { createUser, userPassword } from '../support/accounts';
import { allDenied, allGranted, consentCalls, cookiesAfter } from '../support/consent';
import { createDashboardSite, type DashboardSite, screenFaults } from '../support/dashboard-site';
import { createActiveProfile } from '../support/profiles';
import { describeWith } from '../support/services';

describeWith('chromium', 'The records in the dashboard', () => {
  let site: DashboardSite;
  let visitorId: string;
  beforeAll(async () => {
    site = await createDashboardSite();
    const profile = await createActiveProfile(site.app);
    const { submit } = consentCalls(site.app);
    const decide = (consentJson: object) =>
      submit({ profileId: profile.id, consentJson, locale: 'en', method: 'accept' }).expect(200);
    for (let count = 0; count < 26; count += 1) await decide(allGranted);
    const answer = await decide(allGranted);
    visitorId = answer.body.visitorId;
    site.app.clock.advance(60_000);
    await site.app.request
      .put(`${site.app.publicBase}/consent/${visitorId}`)
      .set('Cookie', cookiesAfter(answer))
      .send({ consentJson: allDenied, method: 'save' })
      .expect(200);
  });
  afterAll(() => site.close());

  const save = async (page: Page, name: string) => {
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name }).click();
    const file = await saved;
    return { name: file.suggestedFilename(), bytes: await readFile((await file.path()) ?? '') };
  };

  test('find one visitor among many, and show what was decided, when and on which text', async () => {
    const { page, complaints } = await site.open('/consents');
    await page.getByText('27 records').waitFor();
    expect(await page.getByRole('row').count()).toBe(26);
    await page.getByRole('button', { name: 'Older' }).click();
    await page
      .getByRole('row', { name: /Everything granted/ })
      .nth(1)
      .waitFor();
    expect(await page.getByRole('row').count()).toBe(3);
    expect(await screenFaults(page)).toEqual([]);

    await page.getByLabel('Find').fill(visitorId);
    await page.keyboard.press('Enter');
    await page.getByText('1 records').waitFor();
    await page
      .getByRole('row', { name: /analytics: denied/ })
      .getByRole('link')
      .click();
    await page.getByText(visitorId).waitFor();
    const history = page.getByRole('region', { name: 'History' });
    await history.getByRole('row', { name: /Saved preferences/ }).waitFor();
    await history.getByRole('row', { name: /Everything granted.*Accepted all/ }).waitFor();
    expect(await screenFaults(page)).toEqual([]);
    await history
      .getByRole('button', { name: /^What they read on/ })
      .last()
      .click();
    await page.getByRole('dialog', { name: 'Banner version 1, English' }).getByText('First layer').waitFor();
    expect(await screenFaults(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test('give the evidence of a visitor as an archive', async () => {
    const { page } = await site.open(`/visitors/${visitorId}`);
    const file = await save(page, 'Download the evidence');
    expect(file.name).toMatch(/evidence.*\.zip$/);
    expect(file.bytes.subarray(0, 2).toString()).toBe('PK');
  });

  test('say that an id is unknown, and that nothing matches', async () => {
    const { page } = await site.open('/visitors/nobody-has-this');
    await page.getByText('There is no record with this id').waitFor();
    await page.goto(`${site.origin}/svc/consents?q=nobody`);
    await page.getByText('No record matches').waitFor();
    expect(await screenFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByText('27 records').waitFor();
  });

  test('export the consents, the audit log and the texts', async () => {
    const { page, complaints } = await site.open('/exports');
    expect((await save(page, 'Export the consents')).bytes.toString()).toContain(visitorId);
    const panel = page.locator('section', { hasText: 'one a line' });
    await panel.getByLabel('Format').selectOption('JSON');
    await panel.getByLabel('To').fill('2020-01-01');
    expect(JSON.parse((await save(page, 'Export the consents')).bytes.toString())).toEqual([]);
    expect((await save(page, 'Export the audit log')).bytes.toString()).toContain('profile:activated');
    expect((await save(page, 'Export the texts')).bytes.toString()).toContain('mainBanner');
    expect(await screenFaults(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test('show only the exports that the user may have', async () => {
    const { email } = await createUser(site.app, { role: ['exports:read'], signIn: false });
    const { page } = await site.open('/exports', { email, password: userPassword });
    await page.getByRole('button', { name: 'Export the consents' }).waitFor();
    expect(await page.getByRole('button', { name: 'Export the texts' }).count()).toBe(0);
    await page.goto(`${site.origin}/svc/consents`);
    await page.getByText('It requires the permission consents:read.').waitFor();
  });
});

describeWith('chromium', 'The audit log in the dashboard', () => {
  let site: DashboardSite;
  beforeAll(async () => {
    site = await createDashboardSite();
    await createActiveProfile(site.app);
  });
  afterAll(() => site.close());

  test('filters by what an entry is about, and shows its changes', async () => {
    const { page, complaints } = await site.open('/audit');
    await page
      .getByRole('row', { name: /auth:login/ })
      .first()
      .waitFor();
    await page.getByLabel('About').selectOption('Banner');
    await page
      .getByRole('row', { name: /auth:login/ })
      .first()
      .waitFor({ state: 'detached' });
    const entry = page.getByRole('row', { name: /profile:activated/ });
    expect(await screenFaults(page)).toEqual([]);
    await entry.getByRole('button').click();
    const dialog = page.getByRole('dialog', { name: 'profile:activated' });
    await dialog.getByText('Hash of the entry before').waitFor();
    expect(await screenFaults(page)).toEqual([]);
    const shared = page.url();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await page.goto(shared);
    await dialog.waitFor();
    expect(complaints).toEqual([]);
  });

  test('finds entries by a part of the action', async () => {
    const { page } = await site.open('/audit');
    await page.getByRole('row').nth(1).waitFor();
    await page.getByLabel('Search', { exact: true }).first().fill('created');
    await page.keyboard.press('Enter');
    await page
      .getByRole('row', { name: /auth:login/ })
      .first()
      .waitFor({ state: 'detached' });
    await page.getByRole('row', { name: /profile:created/ }).waitFor();
  });

  test('checks the chain, and names the first entry that was changed', async () => {
    const { page } = await site.open('/audit');
    await page.getByRole('button', { name: 'Check the chain' }).click();
    await page.getByText(/^All \d+ entries are as they were written\.$/).waitFor();
    const changed = await site.app.knex('svc_audit').orderBy('sequence').first();
    await site.app.knex.raw('drop trigger svc_audit_no_update');
    await site.app.knex('svc_audit').where({ id: changed.id }).update({ action: 'profile:viewed' });
    await page.getByRole('button', { name: 'Check the chain' }).click();
    await page.getByText(`The first entry that does not fit: ${changed.id}.`).waitFor();
    expect(await screenFaults(page)).toEqual([]);
  });
});
