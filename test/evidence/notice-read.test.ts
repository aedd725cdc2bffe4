import { complianceGroupIds } from '#standards/compliance/index';
import { allDenied, allGranted, consentCalls, cookieOf } from '../support/consent';
import { openAdminApp } from '../support/open-admin-app';
import { createActiveProfile, profileJson } from '../support/profiles';
import { createReceiptProfile, receiptCalls } from '../support/receipts';
import { statisticsCalls } from '../support/statistics';
import { createTemplate, uiTemplate } from '../support/templates';

/** Where the law asks for a notice and no choice, "OK" means that the notice was read, never a grant. */
const noticeGroups = ['notice-only', 'unregulated'] as const;

const app = openAdminApp({ config: { rateLimit: false } });
let calls: ReturnType<typeof consentCalls>;
beforeEach(() => {
  calls = consentCalls(app);
});

const submit = (profileId: string, visitorId: string, consentJson: object) =>
  calls.submit({ profileId, visitorId, consentJson }).set('Cookie', cookieOf(visitorId)).expect(200);

test('the starter banner of a notice has no button that grants everything, that of a question has', async () => {
  await app.call('post', '/setup/seed-profiles', { groups: complianceGroupIds }).expect(200);
  for (const group of noticeGroups) {
    const { mainBanner } = (
      await app.request.get(`${app.publicBase}/profiles/default/${group}/en`).expect(200)
    ).body;
    expect(mainBanner.buttons).toEqual([
      { text: 'OK', style: 'primary', action: 'submit' },
      { text: 'Choose', style: 'secondary', action: 'manage' },
    ]);
  }
  expect(
    (await app.request.get(`${app.publicBase}/profiles/default/opt-in/en`).expect(200)).body.mainBanner
      .buttons[0].cookies,
  ).toBe('*');
});

test.each([
  ['notice-only', 'OK'],
  ['opt-in', 'Save choice'],
])(
  'a UI template’s submitting banner button is labelled in %s by what it does: %s',
  async (complianceGroup, label) => {
    const consent = await createTemplate(app, 'consent-templates');
    const buttons = {
      confirm: { type: 'primary', action: 'submit' },
      all: { type: 'primary', action: 'custom', cookies: '*' },
    } as const;
    const ui = await createTemplate(app, 'ui-templates', uiTemplate({ mainBanner: { buttons } }));
    const { body } = await app
      .call('post', '/profiles/from-template', {
        name: 'Notice',
        defaultLocale: 'en',
        complianceGroup,
        consentTemplateId: consent.id,
        uiTemplateId: ui.id,
      })
      .expect(201);
    expect(body.profileJson.mainBanner.buttons.map(({ text }: { text: string }) => text)).toEqual([
      label,
      'Accept all',
    ]);
    expect(body.profileJson.preferenceModal.buttons[0].text).toBe('Save choice');
  },
);

describe.each(noticeGroups)('in %s', (complianceGroup) => {
  test('a notice that was read is in the totals, and in no rate and no count of decisions', async () => {
    const { id } = await createActiveProfile(app, { profileJson: profileJson({ complianceGroup }) });
    const stats = statisticsCalls(app);
    await submit(id, 'reader', {});
    expect(await stats.get('/stats/overview')).toMatchObject({
      totalConsents: 1,
      consentsToday: 0,
      optInRate: null,
    });
    expect(await stats.get('/analytics/opt-in')).toEqual([]);
    await submit(id, 'chooser', allGranted);
    await submit(id, 'refuser', allDenied);
    expect(await stats.get('/stats/overview')).toMatchObject({
      totalConsents: 3,
      consentsToday: 2,
      optInRate: 0.5,
    });
    expect((await stats.get('/stats/timeline')).at(-1)).toMatchObject({
      total: 2,
      optedIn: 1,
      optedOut: 1,
      partial: 0,
    });
    await app.service.maintenance();
    expect(await stats.get('/stats/overview')).toMatchObject({
      totalConsents: 3,
      consentsToday: 2,
      optInRate: 0.5,
    });
    await calls.erase('reader').expect(200);
    expect(await stats.get('/stats/overview')).toMatchObject({ totalConsents: 2, optInRate: 0.5 });
  });

  test('a receipt says that the notice was given, and tells a later choice from it', async () => {
    const { id } = await createReceiptProfile(app, { complianceGroup });
    await submit(id, 'reader', {});
    await submit(id, 'reader', allGranted);
    const { events } = (await receiptCalls(app).json('reader').expect(200)).body;
    expect(
      events.map(({ event_type, event_state }: Record<string, string>) => [event_type, event_state]),
    ).toEqual([
      ['dpv:NoticeCommunicated', 'dpv:ConsentUnknown'],
      ['dpv:ImpliedConsent', 'dpv:ConsentGiven'],
    ]);
  });

  test('a notice that was read is valid for as long as a choice, and grants nothing', async () => {
    const { id } = await createActiveProfile(app, { profileJson: profileJson({ complianceGroup }) });
    await submit(id, 'reader', {});
    expect((await calls.verify('reader').expect(200)).body).toMatchObject({
      valid: true,
      effectiveConsent: {},
    });
  });
});

test('an empty answer where a choice is asked for counts as a refusal', async () => {
  const { id } = await createActiveProfile(app);
  await submit(id, 'silent', {});
  expect((await statisticsCalls(app).get('/stats/timeline')).at(-1)).toMatchObject({ total: 1, optedOut: 1 });
});
