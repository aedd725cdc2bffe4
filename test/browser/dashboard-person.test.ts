import { createApiKey, createUser, userPassword } from '../support/accounts';
import { consentCalls } from '../support/consent';
import { createDashboardSite, type DashboardSite, screenFaults } from '../support/dashboard-site';
import { createFakeRegistry, type FakeRegistry } from '../support/fake-registry';
import { createActiveProfile, germanContent, serviceProfileJson } from '../support/profiles';
import { testInDeep } from '../support/scope';
import { describeWith } from '../support/services';

describeWith('chromium', 'The screen of one visitor in the dashboard', () => {
  let registry: FakeRegistry;
  let site: DashboardSite;
  let tcString: string;
  beforeAll(async () => {
    registry = await createFakeRegistry();
    site = await createDashboardSite({
      config: { tcf: registry.tcf, gpp: { enabled: true, cmpId: 31, sections: ['usnat', 'usca'] } },
    });
    await site.app.service.maintenance();
    const { id: profileId } = await createActiveProfile(site.app, {
      profileJson: serviceProfileJson({ tcf: { vendors: [1, 3], category: 'analytics' } }),
      localeContent: { de: germanContent() },
    });
    const { key } = await createApiKey(site.app);
    const submit = (visitorId: string, body: object) =>
      consentCalls(site.app)
        .submit({ visitorId, profileId, subjectId: 'user-42', locale: 'de-AT', ...body })
        .set('X-API-Key', key)
        .expect(200);
    await submit('phone', {
      consentJson: { necessary: 'granted', analytics: 'granted', marketing: 'granted' },
      timezone: 'Europe/Vienna',
    });
    site.app.clock.advance(3_600_000);
    const answer = await submit('phone', {
      consentJson: { necessary: 'granted', analytics: 'granted', marketing: 'denied' },
      services: { ga: true, youtube: true, meta: false },
      tcf: {
        purposes: [1, 2],
        legitimateInterests: [7],
        specialFeatures: [1],
        vendors: [1, 3],
        vendorLegitimateInterests: [],
      },
      timezone: 'Europe/Vienna',
      method: 'save',
    });
    tcString = answer.body.tcfString;
    await submit('laptop', {
      consentJson: { necessary: 'granted', analytics: 'denied', marketing: 'denied' },
    });
  });
  afterAll(async () => {
    await site.close();
    await registry.close();
  });

  test('answers what they agreed to, when, on what text and with what strings, on one page', async () => {
    const { page, complaints } = await site.open('/visitors/phone');
    const choices = page.getByRole('region', { name: 'Choices' });
    // As the visitor read it.
    await choices
      .getByRole('row', { name: /YouTube: allowed.*Meta Pixel: refused.*partly granted/ })
      .waitFor();
    await choices.getByRole('row', { name: /Google Analytics: allowed.*granted/ }).waitFor();
    await page.getByRole('heading', { name: 'Devices of the user user-42' }).waitFor();
    await page.getByRole('link', { name: 'laptop' }).waitFor();
    const frame = page.frameLocator('iframe');
    await frame
      .getByRole('heading', { name: 'Ihre Privatsphäre' })
      .or(frame.getByText('Alle akzeptieren'))
      .first()
      .waitFor();
    const tcf = page.locator('section').filter({ hasText: 'Passed on as a TCF string' });
    await tcf.getByRole('row', { name: /^1\. Store and access information Yes/ }).waitFor();
    await tcf.locator('summary', { hasText: '2' }).first().click();
    await tcf.getByText('Vendor 1 and Vendor 3').waitFor();
    const raw = tcf.getByText(tcString);
    expect(await raw.isVisible()).toBe(false);
    await tcf.getByText('The string itself').click();
    await raw.waitFor();
    const history = page.getByRole('region', { name: 'History' });
    const changed = history.getByRole('row', { name: /Changed: Werbung and Meta Pixel.*A server/ });
    await changed.waitFor();
    // The same names as in the choices above.
    await changed.getByText('Werbung: denied').waitFor();
    expect(await history.getByText(/^Marketing/).count()).toBe(0);
    expect(await screenFaults(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  testInDeep.each([
    ['de', 'Auswahl', 'immer aktiv'],
    ['fr', 'Choix', 'toujours actif'],
    ['es', 'Elección', 'siempre activo'],
  ])('speaks the language of the operator: %s', async (locale, choices, alwaysOn) => {
    const { page, complaints } = await site.open('/visitors/phone', { locale });
    const rows = page.getByRole('region', { name: choices }).getByRole('row', { name: new RegExp(alwaysOn) });
    await rows.waitFor();
    expect(await screenFaults(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  testInDeep('shows what the user may see, and says where an erased visitor went', async () => {
    const { email } = await createUser(site.app, { role: ['consents:read'], signIn: false });
    const { page, complaints } = await site.open('/visitors/phone', { email, password: userPassword });
    const choices = page.getByRole('region', { name: 'Choices' });
    await choices.getByRole('row', { name: /Werbung/ }).waitFor();
    await page.frameLocator('iframe').getByRole('heading', { name: 'Ihre Privatsphäre' }).waitFor();
    expect(await page.getByRole('button', { name: 'Erase …' }).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Download the evidence' }).count()).toBe(0);
    expect(complaints).toEqual([]);
    const admin = await site.app.asAdmin();
    await site.app.request.delete(`${site.app.adminBase}/visitors/laptop`).set(admin).expect(200);
    const { page: own } = await site.open('/visitors/laptop');
    await own.getByText(/^The person with this id was erased on/).waitFor();
    await own.getByRole('link', { name: 'Certificate' }).click();
    await own.getByRole('row', { name: /A visitor/ }).waitFor();
    expect(await own.getByRole('row').count()).toBe(2);
    expect(await screenFaults(own)).toEqual([]);
  });
});
