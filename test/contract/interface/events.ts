import type { ConsentPlugin, ServiceEvents } from '../../../src';
import { decide } from './resources';
import { type Cases, inWorld, openWorld, unique, type World } from './world';

/** A plugin with these hooks and nothing else. */
const plugin = (hooks: Partial<ConsentPlugin>): ConsentPlugin => ({
  name: unique('plugin'),
  initialize() {},
  destroy() {},
  ...hooks,
});

/**
 * Runs `work` with a plugin, next to one whose hooks of the same names throw and change nothing: a plugin that
 * throws is only warned of.
 */
function withPlugin(hooks: Partial<ConsentPlugin>, work: (world: World) => Promise<unknown>): Promise<void> {
  const failing = Object.fromEntries(
    Object.keys(hooks).map((name) => [
      name,
      () => {
        throw new Error('A failing plugin');
      },
    ]),
  );
  return inWorld({ plugins: [plugin(failing), plugin(hooks)] }, work);
}

async function nextEvent<Name extends 'consent.parentalConsentRequired' | 'consent.parentalConsentGranted'>(
  world: World,
  name: Name,
  act: () => Promise<unknown>,
): Promise<ServiceEvents[Name]> {
  const heard: ServiceEvents[Name][] = [];
  const listen = (event: ServiceEvents[Name]) => void heard.push(event);
  world.service.events.on(name, listen as never);
  await act();
  world.service.events.off(name, listen as never);
  expect(heard).toHaveLength(1);
  return heard[0] as ServiceEvents[Name];
}

const denied = { necessary: 'granted', analytics: 'denied', marketing: 'denied' } as const;

export const events: Cases<'Events'> = {
  'consent.parentalConsentRequired': async (world) => {
    const { browser, record, profile } = await decide(world);
    const event = await nextEvent(world, 'consent.parentalConsentRequired', () =>
      browser
        .post(`/consent/${record.visitorId}/parental-consent-request`, { profileId: profile.id })
        .expect(200),
    );
    expect(event).toMatchObject({ tenantId: 'default', visitorId: record.visitorId, profileId: profile.id });
  },
  'consent.parentalConsentGranted': async (world) => {
    const { browser, record, profile } = await decide(world);
    const { token } = (
      await browser
        .post(`/consent/${record.visitorId}/parental-consent-request`, { profileId: profile.id })
        .expect(200)
    ).body;
    const event = await nextEvent(world, 'consent.parentalConsentGranted', () =>
      world.open('post', '/consent/parental-consent-resolve', { token }).expect(200),
    );
    expect(event).toMatchObject({ tenantId: 'default', visitorId: record.visitorId, profileId: profile.id });
  },
  'initialize(ctx)': async () => {
    const contexts: object[] = [];
    const hooks = { initialize: (context: object) => void contexts.push(context) };
    await inWorld({ plugins: [plugin(hooks)] }, async (world) => {
      await world.service.start();
      await world.open('get', '/health').expect(200);
      expect(contexts).toEqual([
        expect.objectContaining({ storage: expect.anything(), config: expect.anything() }),
      ]);
    });
  },
  'destroy()': async () => {
    let destroyed = 0;
    const hooks = {
      destroy: () => {
        destroyed += 1;
      },
    };
    const world = await openWorld({ plugins: [plugin(hooks)] });
    expect(destroyed).toBe(0);
    await world.close();
    expect(destroyed).toBe(1);
  },
  'beforeConsentSave(data)': () =>
    withPlugin({ beforeConsentSave: (draft) => ({ ...draft, consentJson: denied }) }, async (world) => {
      const { record, browser, profile } = await decide(world);
      expect(record.consentJson).toEqual(denied);
      const change = { profileId: profile.id, consentJson: { analytics: 'granted' } };
      expect((await browser.post('/consent', change).expect(200)).body.consentJson).toEqual(
        change.consentJson,
      );
    }),
  'afterConsentSave(record)': async () => {
    const saved: unknown[] = [];
    await withPlugin({ afterConsentSave: (record) => void saved.push(record) }, async (world) => {
      const { record } = await decide(world);
      expect(saved).toEqual([expect.objectContaining({ id: record.id, consentJson: record.consentJson })]);
    });
  },
  'beforeConsentUpdate(data)': () =>
    withPlugin({ beforeConsentUpdate: (draft) => ({ ...draft, locale: 'fr' }) }, async (world) => {
      const { record, browser } = await decide(world);
      expect(record.locale).toBe('en');
      const { body } = await browser.put(`/consent/${record.visitorId}`, { consentJson: denied }).expect(200);
      expect([body.locale, body.consentJson]).toEqual(['fr', denied]);
    }),
  'afterConsentUpdate(record)': async () => {
    const updated: unknown[] = [];
    await withPlugin({ afterConsentUpdate: (record) => void updated.push(record) }, async (world) => {
      const { record, browser } = await decide(world);
      expect(updated).toEqual([]);
      await browser.put(`/consent/${record.visitorId}`, { consentJson: denied }).expect(200);
      expect(updated).toEqual([expect.objectContaining({ id: record.id, consentJson: denied })]);
    });
  },
  'beforeProfileFetch(id)': async () => {
    const redirects = new Map<string, string>();
    await withPlugin({ beforeProfileFetch: (id) => redirects.get(id) }, async (world) => {
      const [asked, other] = [await world.profile(), await world.profile()];
      redirects.set(asked.id, other.id);
      expect((await world.open('get', `/profiles/${asked.id}`).expect(200)).body.id).toBe(other.id);
      expect((await world.open('get', `/profiles/${asked.id}/de`).expect(200)).body.id).toBe(other.id);
    });
  },
  'afterProfileFetch(profile)': () =>
    withPlugin({ afterProfileFetch: (profile) => ({ ...profile, expiryDays: 7 }) }, async (world) => {
      const { id } = await world.profile();
      expect((await world.open('get', `/profiles/${id}`).expect(200)).body.expiryDays).toBe(7);
    }),
  'beforeUserCreate(data)': () =>
    withPlugin({ beforeUserCreate: (user) => ({ ...user, name: 'Renamed' }) }, async (world) => {
      const email = 'new@shop.example';
      const { body } = await world.admin('post', '/users', { name: 'A', email, invite: true }).expect(201);
      expect(body).toMatchObject({ name: 'Renamed', email });
    }),
  'afterUserCreate(user)': async () => {
    const created: { readonly email: string }[] = [];
    await withPlugin({ afterUserCreate: (user) => void created.push(user) }, async (world) => {
      const email = 'new@shop.example';
      const { body } = await world.admin('post', '/users', { name: 'A', email, invite: true }).expect(201);
      expect(created.filter((user) => user.email === email)).toEqual([
        expect.objectContaining({ id: body.id, name: 'A' }),
      ]);
    });
  },
};
