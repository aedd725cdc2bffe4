import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { addSignIn, openDevice } from '../support/account-devices';
import { createApiKey, createUser, userPassword } from '../support/accounts';
import { allDenied, allGranted, consentCalls, cookiesAfter } from '../support/consent';
import { adminEmail, adminPassword } from '../support/create-test-app';
import { createDashboardSite, type DashboardSite, screenFaults } from '../support/dashboard-site';
import { createActiveProfile, createProfile, profileJson } from '../support/profiles';
import { testInDeep } from '../support/scope';
import { describeWith } from '../support/services';

describeWith('chromium', 'The records in the dashboard', () => {
  let site: DashboardSite;
  let visitorId: string;
  beforeAll(async () => {
    site = await createDashboardSite();
    const profile = await createActiveProfile(site.app, {
      profileJson: profileJson({ accountRule: 'latest' }),
    });
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

  const profileOf = async ({ app }: DashboardSite) =>
    (await app.request.get(`${app.adminBase}/profiles`).set(await app.asAdmin())).body[0];

  const save = async (page: Page, name: string) => {
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name }).click();
    const file = await saved;
    return { name: file.suggestedFilename(), bytes: await readFile((await file.path()) ?? '') };
  };

  testInDeep('are narrowed to what they hold, and the address keeps it', async () => {
    const { page, complaints } = await site.open('/consents');
    await page.getByText('27 consents').waitFor();
    await page.getByText('More filters').click();
    await page.getByLabel('Choice').selectOption('Nothing optional');
    await page.getByText('One consent', { exact: true }).waitFor();
    expect(await page.getByRole('table').getByRole('link').count()).toBe(1);
    expect(new URL(page.url()).search).toBe('?choice=out');
    expect(await screenFaults(page)).toEqual([]);
    await page.reload();
    await page.getByText('One consent', { exact: true }).waitFor();
    await page.getByLabel('Global Privacy Control').selectOption('With the signal');
    await page.getByText('No consent matches').waitFor();
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.getByText('27 consents').waitFor();
    expect(new URL(page.url()).search).toBe('');
    expect(complaints).toEqual([]);
  });

  test('find one visitor among many, and show what was decided, when and on which text', async () => {
    const { page, complaints } = await site.open('/consents');
    await page.getByText('27 consents').waitFor();
    expect(await page.getByRole('row').count()).toBe(26);
    await page.getByRole('button', { name: 'Older' }).click();
    // The rows of the page before have gone.
    await page.getByRole('row').nth(3).waitFor({ state: 'detached' });
    expect(await page.getByRole('row', { name: /Everything granted/ }).count()).toBe(2);
    expect(await screenFaults(page)).toEqual([]);

    await page.getByLabel('Find').fill(visitorId);
    await page.keyboard.press('Enter');
    await page.getByText(visitorId).waitFor();
    const history = page.getByRole('region', { name: 'History' });
    await history.getByRole('row', { name: /Saved preferences/ }).waitFor();
    await history.getByRole('row', { name: /Everything granted.*Accepted all/ }).waitFor();
    await history
      .getByRole('row', { name: /Shop EU, version 1, English.*Opt-in/ })
      .first()
      .waitFor();
    await history
      .getByText('Changed: Marketing and Statistics')
      .or(history.getByText(/^Changed: /))
      .first()
      .waitFor();
    // What was decided about each category, in words.
    const choices = page.getByRole('region', { name: 'Choices' });
    await choices.getByRole('row', { name: /Marketing denied denied/ }).waitFor();
    await choices.getByRole('row', { name: /always on always on/ }).waitFor();
    // What proves it: which banner, under which rules and law, where, and whose.
    const now = page.locator('section', { has: page.getByRole('heading', { name: 'Now' }) });
    await now.getByRole('link', { name: 'Shop EU' }).waitFor();
    for (const fact of ['Rules', 'Law', 'Country', 'User', 'How'])
      await now.getByText(fact, { exact: true }).waitFor();
    expect(await now.textContent()).not.toContain('analytics:');
    expect(await screenFaults(page)).toEqual([]);
    await history
      .getByRole('button', { name: /^What they read on/ })
      .last()
      .click();
    // The banner in its own frame, and its texts.
    const dialog = page.getByRole('dialog', { name: 'Shop EU, version 1, English' });
    await dialog.locator('iframe').waitFor();
    expect(await dialog.locator('iframe').getAttribute('sandbox')).toBe('allow-scripts');
    await dialog.getByText('Its texts').click();
    await dialog.getByText('First layer').waitFor();
    expect(await screenFaults(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  testInDeep(
    'find whose a record or a user is from the id that somebody sent, and erase on request',
    async () => {
      const { key } = await createApiKey(site.app);
      const { id: profileId } = await profileOf(site);
      const submit = (id: string) =>
        consentCalls(site.app)
          .submit({ visitorId: id, profileId, consentJson: allGranted, subjectId: 'user-42' })
          .set('X-API-Key', key)
          .expect(200);
      const { body: record } = await submit('phone');
      await submit('laptop');
      let clicks = 0;
      const { page, complaints } = await site.open('/consents');
      const click = async (locator: Locator) => {
        clicks += 1;
        await locator.click();
      };
      const paste = async (id: string) => {
        await page.getByLabel('Find').fill(id);
        await page.keyboard.press('Enter');
      };
      // The number in the footer of the banner.
      await paste(record.id);
      await page.getByText('phone', { exact: true }).first().waitFor();
      await page.getByRole('heading', { name: 'Devices of the user user-42' }).waitFor();
      expect(await screenFaults(page)).toEqual([]);
      expect(clicks).toBe(0);

      await click(page.getByRole('button', { name: 'Erase …' }));
      const dialog = page.getByRole('alertdialog', { name: /^Erase this/ });
      await click(dialog.getByText('All devices of the user user-42'));
      await dialog.getByLabel('Reason').fill('Request 2026-17');
      expect(await dialog.getByRole('button', { name: 'Erase for good' }).isDisabled()).toBe(true);
      await dialog.getByLabel('Type user-42 to confirm').fill('user-42');
      expect(await screenFaults(page)).toEqual([]);
      await click(dialog.getByRole('button', { name: 'Erase for good' }));
      const done = page.getByRole('dialog', { name: 'The user is erased' });
      await done.getByText('Visitors: 2; states of their consents: 2; requests to parents: 0').waitFor();
      expect(await screenFaults(page)).toEqual([]);
      const saveAs = async (form: 'PDF' | 'JSON') => {
        const downloading = page.waitForEvent('download');
        await done.getByRole('button', { name: `Download: ${form}` }).click();
        const file = await downloading;
        return { name: file.suggestedFilename(), path: await file.path() };
      };
      const json = await saveAs('JSON');
      expect(json.name).toMatch(/^erasure-[0-9a-f]{6}-\d{4}-\d\d-\d\d\.json$/);
      const certificate = await readFile(json.path, 'utf8');
      // The operator typed the id of the user; neither it nor those of the visitors are in the file.
      expect(certificate).not.toMatch(/user-42|phone|laptop/);
      const pdf = await saveAs('PDF');
      expect(pdf.name).toBe(json.name.replace('.json', '.pdf'));
      expect((await readFile(pdf.path)).subarray(0, 5).toString()).toBe('%PDF-');
      await done.getByRole('button', { name: 'Done' }).click();
      await page.getByText('27 consents').waitFor();
      expect(clicks).toBe(3);

      // Later it is in the list, can be downloaded again, and is verified; a changed one is not valid.
      await page.goto(`${site.origin}/svc/erasures`);
      const row = page.getByRole('row', { name: /A user, 2 devices.*admin@shop\.example/ });
      await row.waitFor();
      await page.getByText(/^Can be downloaded for 36 months/).waitFor();
      await page.keyboard.press('Escape');
      expect(await screenFaults(page)).toEqual([]);
      const again = page.waitForEvent('download');
      await row.getByRole('button', { name: /^Download the certificate/ }).click();
      await page.getByRole('menuitem', { name: 'JSON, to verify later' }).click();
      expect(await readFile(await (await again).path(), 'utf8')).toBe(certificate);
      await page.getByRole('button', { name: 'Verify a certificate' }).click();
      const check = page.getByRole('dialog', { name: 'Verify a certificate' });
      const choose = (text: string) =>
        check.getByLabel('Certificate', { exact: true }).setInputFiles({
          name: 'erasure.json',
          mimeType: 'application/json',
          buffer: Buffer.from(text),
        });
      const verify = () => check.getByRole('button', { name: 'Verify', exact: true }).click();
      await choose(certificate);
      await check.getByLabel('Id of the person').fill('laptop');
      await verify();
      await check.getByText('The certificate is valid', { exact: true }).waitFor();
      await check.getByText('It is about the person with this id.').waitFor();
      expect(await screenFaults(page)).toEqual([]);
      await choose(certificate.replace('admin@shop.example', 'nora@shop.example'));
      await verify();
      await check.getByText('It is not as it was issued: somebody has changed it.').waitFor();
      await choose('{"entries":[{"id":1}]}');
      await check.getByText('This file is not a certificate of erasure.').waitFor();
      const { id, code } = JSON.parse(certificate);
      await check.getByText('The PDF, or its number and code').click();
      await check.getByLabel('Certificate number').fill(id);
      await check.getByLabel('Code', { exact: true }).fill(code.replace(/(.{4})/g, '$1 '));
      await check.getByLabel('Id of the person').fill('somebody-else');
      await verify();
      await check.getByText('It is not about the person with this id.').waitFor();
      expect(await screenFaults(page)).toEqual([]);
      // An erasure that was interrupted says so.
      await site.app.knex('svc_erasures').where({ id }).update({ completed_at: null });
      await page.goto(`${site.origin}/svc/erasures`);
      await page.getByRole('row', { name: /A user, 2 devices.*Not complete/ }).waitFor();
      expect(await screenFaults(page)).toEqual([]);
      await page.goto(`${site.origin}/svc/consents`);

      await paste('laptop');
      await page.getByText(/^The person with this id was erased on/).waitFor();
      expect(await page.getByRole('link', { name: 'Certificate' }).getAttribute('href')).toContain(
        `id=${id}`,
      );
      expect(await page.getByText('No consent matches').count()).toBe(0);
      expect(await screenFaults(page)).toEqual([]);
      expect(complaints).toEqual([]);
      await page.goto(`${site.origin}/svc/visitors/laptop`);
      await page.getByText(/^The person with this id was erased on/).waitFor();
      expect(await page.getByText('There is no consent with this id').count()).toBe(0);
    },
  );

  testInDeep('find a user who has only signed in, and save and erase what is stored', async () => {
    addSignIn(site.app);
    await openDevice(site.app).signIn('user-44');
    const { page, complaints } = await site.open('/consents?q=user-44');
    await page.getByText('This is one of your users, without a decision yet').waitFor();
    await page.getByText(/^Only this id and the time of the last sign-in are stored: /).waitFor();
    expect(await page.getByText('No consent matches').count()).toBe(0);
    expect(await screenFaults(page)).toEqual([]);
    const { name, bytes } = await save(page, 'Download');
    expect(name).toBe('user.json');
    expect(JSON.parse(bytes.toString())).toEqual({
      subjectId: 'user-44',
      signedInAt: new Date(site.app.clock.now()).toISOString(),
      consents: [],
    });
    await page.getByRole('button', { name: 'Erase …' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Erase this user?' });
    expect(await dialog.getByText('Download the evidence first').count()).toBe(0);
    await dialog.getByLabel('Type user-44 to confirm').fill('user-44');
    await dialog.getByRole('button', { name: 'Erase for good' }).click();
    const done = page.getByRole('dialog', { name: 'The user is erased' });
    await done.getByText('Visitors: 1; states of their consents: 0; requests to parents: 0').waitFor();
    await done.getByRole('button', { name: 'Done' }).click();
    await page.getByText(/^The person with this id was erased on/).waitFor();
    expect(await page.getByRole('button', { name: 'Erase …' }).count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  testInDeep('lead from the id of a user with several devices to each of them', async () => {
    const { key } = await createApiKey(site.app);
    const { id: profileId } = await profileOf(site);
    for (const visitorId of ['desk', 'sofa'])
      await consentCalls(site.app)
        .submit({ visitorId, profileId, consentJson: allGranted, subjectId: 'user-7' })
        .set('X-API-Key', key)
        .expect(200);
    const { page } = await site.open('/consents?q=user-7');
    await page.getByText('This is one of your users, with 2 devices').waitFor();
    await page.getByRole('link', { name: 'sofa' }).click();
    await page.getByRole('link', { name: 'desk' }).click();
    await page.getByRole('link', { name: 'sofa' }).waitFor();
    await site.app.request
      .delete(`${site.app.adminBase}/subjects/user-7`)
      .set(await site.app.asAdmin())
      .expect(200);
  });

  testInDeep('name the categories that a parent refused', async () => {
    const { id: profileId } = await profileOf(site);
    const { askParent, erase, resolveParent, submit } = consentCalls(site.app);
    const { token } = (await askParent('child', { profileId }).expect(200)).body;
    await submit({ visitorId: 'child', profileId, consentJson: allGranted }).expect(200);
    await resolveParent(token, { consentJson: { analytics: 'granted' } }).expect(200);
    const { page } = await site.open('/visitors/child');
    await page.getByText('Given, except for Marketing').waitFor();
    const refused = page.getByRole('row').filter({ hasText: 'refused by a parent' });
    expect(await refused.allInnerTexts()).toEqual([expect.stringContaining('Marketing')]);
    expect(await screenFaults(page)).toEqual([]);
    await erase('child').expect(200);
  });

  testInDeep('give the evidence of a visitor as an archive', async () => {
    const { page } = await site.open(`/visitors/${visitorId}`);
    const file = await save(page, 'Download the evidence');
    expect(file.name).toMatch(new RegExp(`^evidence-${visitorId.slice(-6)}-\\d{4}-\\d\\d-\\d\\d\\.zip$`));
    expect(file.bytes.subarray(0, 2).toString()).toBe('PK');
    await page.getByRole('button', { name: 'Receipt' }).click();
    const receipt = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'JSON, for programs' }).click();
    expect((await receipt).suggestedFilename()).toMatch(
      new RegExp(`^consent-receipt-${visitorId.slice(-6)}-\\d{4}-\\d\\d-\\d\\d\\.json$`),
    );
  });

  testInDeep('say that an id is unknown, and that nothing matches', async () => {
    const { page } = await site.open('/visitors/nobody-has-this');
    await page.getByText('There is no consent with this id').waitFor();
    await page.goto(`${site.origin}/svc/consents?q=nobody`);
    await page.getByText('No consent matches').waitFor();
    expect(await screenFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByText('27 consents').waitFor();
  });

  testInDeep(
    'say at the field that the first day is after the last one, and export nothing then',
    async () => {
      const { page } = await site.open('/consents?from=2026-02-01&to=2026-01-01');
      const from = page.getByLabel('From');
      await page.getByText('Some of what you entered is not valid.').waitFor();
      expect(await page.getByText('The first day must not be after the last one.').count()).toBe(1);
      expect(await from.getAttribute('aria-invalid')).toBe('true');
      expect(await screenFaults(page)).toEqual([]);
      await page.getByLabel('To (UTC)', { exact: true }).fill('2026-03-01');
      await page.getByText('The first day must not be after the last one.').waitFor({ state: 'detached' });
      await page.getByText('Some of what you entered is not valid.').waitFor({ state: 'detached' });
      await page.goto(`${site.origin}/svc/exports`);
      await page.getByLabel('From').first().fill('2026-02-01');
      await page.getByLabel('To (UTC)', { exact: true }).first().fill('2026-01-01');
      await page.getByText('The first day must not be after the last one.').waitFor();
      expect(await page.getByRole('button', { name: 'Export the consents' }).isDisabled()).toBe(true);
    },
  );

  testInDeep('are exported after another sign-in when the session has ended', async () => {
    const { page } = await site.open('/exports');
    await page.getByRole('button', { name: 'Export the consents' }).waitFor();
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Export the consents' }).click();
    await page.getByText('The service cannot be reached.').waitFor();
    await page.context().setOffline(false);
    await page.context().clearCookies();
    await page.getByRole('button', { name: 'Export the consents' }).click();
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
    await dialog.getByLabel('E-mail').fill(adminEmail);
    await dialog.getByLabel('Password', { exact: true }).fill(adminPassword);
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect((await save(page, 'Export the consents')).bytes.toString()).toContain(visitorId);
  });

  test('export the consents, the audit log and the texts', async () => {
    const { page, complaints } = await site.open('/exports');
    expect((await save(page, 'Export the consents')).bytes.toString()).toContain(visitorId);
    const panel = page.locator('section', { hasText: 'one per line' });
    await panel.getByLabel('Format').selectOption('JSON');
    await panel.getByLabel('To').fill('2020-01-01');
    expect(JSON.parse((await save(page, 'Export the consents')).bytes.toString())).toEqual([]);
    expect((await save(page, 'Export the audit log')).bytes.toString()).toContain('profile:activated');
    expect((await save(page, 'Export the texts')).bytes.toString()).toContain('mainBanner');
    expect(await screenFaults(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  testInDeep('show who exported what with which selection, and fill the form with it again', async () => {
    const { page, complaints } = await site.open('/exports');
    const panel = page.locator('section', { hasText: 'one per line' });
    await panel.getByLabel('Format').selectOption('JSON');
    await panel.getByLabel('From').fill('2019-12-01');
    await panel.getByLabel('To').fill('2020-01-01');
    await save(page, 'Export the consents');
    await page.reload();
    const row = page.getByRole('region', { name: 'Earlier exports' }).locator('tbody tr').first();
    await row.getByText('JSON').waitFor();
    expect(await row.textContent()).toContain(adminEmail);
    expect(await row.textContent()).toContain(
      'From (UTC): Dec 1, 2019, 12:00 AM · To (UTC): Jan 1, 2020, 11:59 PM',
    );
    await row.getByRole('button', { name: /^Again/ }).click();
    await page.getByText('The form has the same selection again.').waitFor();
    expect(await panel.getByLabel('From').inputValue()).toBe('2019-12-01');
    expect(await panel.getByLabel('To').inputValue()).toBe('2020-01-01');
    expect(await panel.getByLabel('Format').inputValue()).toBe('json');
    await page.getByLabel('What was exported').selectOption('Evidence');
    await page
      .getByRole('button', { name: /^Again/ })
      .first()
      .waitFor({ state: 'detached' });
    expect(await screenFaults(page)).toEqual([]);
    await page.getByLabel('What was exported').selectOption('Consents');
    await row.getByText('JSON').waitFor();
    await page.screenshot({ path: '/dev/shm/t/shot-exports.png', fullPage: true });
    expect(complaints).toEqual([]);
  });

  testInDeep('show only the exports that the user may have', async () => {
    const { email } = await createUser(site.app, { role: ['exports:read'], signIn: false });
    const { page } = await site.open('/exports', { email, password: userPassword });
    await page.getByRole('button', { name: 'Export the consents' }).waitFor();
    expect(await page.getByRole('button', { name: 'Export the texts' }).count()).toBe(0);
    expect(await page.getByText('Earlier exports').count()).toBe(0);
    await page.goto(`${site.origin}/svc/consents`);
    await page.getByText('It requires the permission to see consents and their history.').waitFor();
  });
});

describeWith('chromium', 'The audit log in the dashboard', () => {
  let site: DashboardSite;
  beforeAll(async () => {
    site = await createDashboardSite();
    await createActiveProfile(site.app);
  });
  afterAll(() => site.close());

  testInDeep('filters by what an entry is about, and shows its changes', async () => {
    const { page, complaints } = await site.open('/audit');
    await page
      .getByRole('row', { name: /Signed in/ })
      .first()
      .waitFor();
    await page.getByLabel('About').selectOption('Banner');
    await page
      .getByRole('row', { name: /Signed in/ })
      .first()
      .waitFor({ state: 'detached' });
    const entry = page.getByRole('row', { name: /Banner published/ });
    expect(await screenFaults(page)).toEqual([]);
    await entry.getByRole('button').click();
    const dialog = page.getByRole('dialog', { name: 'Banner published' });
    await dialog.getByText('Hash of the previous entry').waitFor();
    expect(await screenFaults(page)).toEqual([]);
    const shared = page.url();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await page.goto(shared);
    await dialog.waitFor();
    // The page of the list does not have to contain the entry.
    await page.goto(shared.replace('type=profile', 'type=role'));
    await dialog.getByText('Hash of the previous entry').waitFor();
    expect(complaints).toEqual([]);
  });

  testInDeep('is narrowed to what an entry shows: its action or its person', async () => {
    const admin = await site.app.asAdmin();
    const { body: me } = await site.app.request.get(`${site.app.adminBase}/auth/me`).set(admin);
    const { page } = await site.open('/audit');
    const rows = page.getByRole('row');
    await page.getByRole('button', { name: /^Details of Banner published/ }).click();
    await page.getByRole('button', { name: 'Entries of this action' }).click();
    await page
      .getByRole('row', { name: /Signed in/ })
      .first()
      .waitFor({ state: 'detached' });
    expect(await page.getByLabel('Action', { exact: true }).inputValue()).toBe('profile:activated');
    expect(new URL(page.url()).search).toBe('?action=profile%3Aactivated');
    expect(await rows.filter({ hasText: 'Banner published' }).count()).toBe((await rows.count()) - 1);
    await page
      .getByRole('button', { name: /^Details of/ })
      .first()
      .click();
    await page.getByRole('button', { name: 'Entries of this person' }).click();
    await page.getByRole('button', { name: `Only by ${adminEmail}` }).waitFor();
    expect(new URL(page.url()).searchParams.get('user')).toBe(me.id);
    expect(await screenFaults(page)).toEqual([]);
    await page.getByLabel('Action', { exact: true }).selectOption({ label: 'All' });
    await page
      .getByRole('row', { name: /Signed in/ })
      .first()
      .waitFor();
    expect(new URL(page.url()).search).toBe(`?user=${me.id}`);
  });

  testInDeep('names what was changed as it was called then, also when it no longer exists', async () => {
    const { app } = site;
    const admin = await app.asAdmin();
    const { id } = await createProfile(app, { name: 'Autumn banner' });
    await app.request
      .put(`${app.adminBase}/profiles/${id}`)
      .set(admin)
      .send({ name: 'Winter banner' })
      .expect(200);
    await app.request.delete(`${app.adminBase}/profiles/${id}`).set(admin).expect(200);
    const { page, complaints } = await site.open('/audit?q=banner', { locale: 'de' });
    const row = (action: string, name: string) =>
      page.getByRole('row').filter({ hasText: action }).filter({ hasText: name });
    await row('Banner gelöscht', 'Winter banner').waitFor();
    await row('Banner geändert', 'Winter banner').waitFor();
    await row('Banner angelegt', 'Autumn banner').getByRole('link', { name: 'Autumn banner' }).waitFor();
    // There is nothing left to go to.
    expect(await row('Banner gelöscht', 'Winter banner').getByRole('link').count()).toBe(0);
    expect(await page.getByRole('table').textContent()).not.toMatch(new RegExp(`${id}|profile:`));
    expect(await screenFaults(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  testInDeep('goes on with a search in older entries, from whatever page', async () => {
    const { page } = await site.open('/audit?q=login', {
      prepare: (opened) =>
        opened.route(/admin\/v1\/audit\?/, async (route) => {
          const answer = await route.fetch();
          const isFirst = !route.request().url().includes('to=');
          await route.fulfill({
            response: answer,
            json: {
              ...(await answer.json()),
              ...(isFirst ? { searchedFrom: '2026-11-20T10:11:12.345Z' } : {}),
            },
          });
        }),
    });
    const asked = page.waitForRequest(/admin\/v1\/audit\?.*to=/);
    await page.getByRole('button', { name: 'Search further back' }).click();
    const query = new URL((await asked).url()).searchParams;
    expect([query.get('to'), query.get('cursor'), query.get('q')]).toEqual([
      '2026-11-20T10:11:12.345Z',
      null,
      'login',
    ]);
    expect(await page.getByLabel('To (UTC)').inputValue()).toBe('2026-11-20');
  });

  testInDeep('finds entries by a part of the action', async () => {
    const { page } = await site.open('/audit');
    await page.getByRole('row').nth(1).waitFor();
    await page.getByLabel('Search', { exact: true }).first().fill('created');
    await page.keyboard.press('Enter');
    await page
      .getByRole('row', { name: /Signed in/ })
      .first()
      .waitFor({ state: 'detached' });
    await page
      .getByRole('row', { name: /Banner created/ })
      .first()
      .waitFor();
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
