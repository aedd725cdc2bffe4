import express from 'express';
import request from 'supertest';
import { ServiceEventEmitter, type ServiceEventName } from '#platform/kernel/events';
import { readEvents } from '../../scripts/generate-events';
import { createUser, roleId } from '../support/accounts';
import { allDenied, allGranted, consentCalls } from '../support/consent';
import { adminEmail, createTestApp, type TestApp } from '../support/create-test-app';
import { createFakeRegistry } from '../support/fake-registry';
import { createActiveProfile } from '../support/profiles';

const names = readEvents().map(({ name }) => name as ServiceEventName);
const failed = {
  tenantId: 'default',
  occurredAt: '2026-01-01T00:00:00.000Z',
  email: 'a@b.example',
  reason: 'wrong_password',
};

describe('svc.events', () => {
  test('refuses a name that no event has, and knows all others', () => {
    const events = new ServiceEventEmitter(() => {});
    for (const name of names) events.on(name, () => {}).once(name, () => {});
    for (const method of ['on', 'once', 'addListener'] as const)
      expect(() => events[method]('consent.creatd' as never, () => {})).toThrow(
        'There is no event consent.creatd; did you mean consent.created?',
      );
  });

  test('no listener can harm the service or the listeners after it', async () => {
    const errors: unknown[] = [];
    const events = new ServiceEventEmitter((error, event) => void errors.push([event, String(error)]));
    const heard: (string | null)[] = [];
    events.on('auth.loginFailed', () => {
      throw new Error('thrown');
    });
    events.on('auth.loginFailed', async () => {
      throw new Error('rejected');
    });
    events.on('auth.loginFailed', ({ email }) => void heard.push(email));
    expect(events.emit('auth.loginFailed', failed)).toBe(true);
    await Promise.resolve();
    expect(heard).toEqual(['a@b.example']);
    expect(errors).toEqual([
      ['auth.loginFailed', 'Error: thrown'],
      ['auth.loginFailed', 'Error: rejected'],
    ]);
  });

  test('once() hears once, off() no more, and both know the listener that was given', () => {
    const events = new ServiceEventEmitter(() => {});
    const heard: string[] = [];
    const first = () => void heard.push('first');
    const second = () => void heard.push('second');
    events.once('auth.loginFailed', first);
    events.once('auth.loginFailed', second);
    events.off('auth.loginFailed', second);
    expect([events.emit('auth.loginFailed', failed), events.emit('auth.loginFailed', failed)]).toEqual([
      true,
      false,
    ]);
    events.on('auth.loginFailed', second);
    events.off('auth.loginFailed', second);
    events.emit('auth.loginFailed', failed);
    events.once('auth.loginFailed', first).removeAllListeners();
    events.emit('auth.loginFailed', failed);
    expect(heard).toEqual(['first']);
  });

  test('one listener can hear several events once each, and one event with a context of its own', () => {
    const events = new ServiceEventEmitter(() => {});
    const heard: unknown[] = [];
    const listener = function (this: unknown, payload: { tenantId: string }) {
      heard.push([this === events ? 'events' : this, payload.tenantId]);
    };
    events.once('auth.loginFailed', listener).once('settings.updated', listener);
    for (let round = 0; round < 2; round += 1) {
      events.emit('auth.loginFailed', { ...failed, tenantId: 'login' });
      events.emit('settings.updated', { tenantId: 'settings', occurredAt: failed.occurredAt, changed: [] });
    }
    events.addListener('auth.loginFailed', listener, 'context');
    events.emit('auth.loginFailed', failed);
    events.removeListener('auth.loginFailed', listener);
    expect(events.emit('auth.loginFailed', failed)).toBe(false);
    expect(heard).toEqual([
      ['events', 'login'],
      ['events', 'settings'],
      ['context', 'default'],
    ]);
  });

  test('a listener that adds or removes listeners leaves this round as it was', () => {
    const events = new ServiceEventEmitter(() => {});
    const heard: string[] = [];
    const last = () => void heard.push('last');
    events.on('auth.loginFailed', () => {
      heard.push('first');
      events.off('auth.loginFailed', last);
      events.on('auth.loginFailed', () => void heard.push('new'));
    });
    events.on('auth.loginFailed', last);
    events.emit('auth.loginFailed', failed);
    expect(heard).toEqual(['first', 'last']);
  });
});

test('a listener that changes its event affects neither the visitor nor other listeners', async () => {
  const app = await createTestApp();
  const profileId = (await createActiveProfile(app)).id;
  const heard: unknown[] = [];
  app.service.events.on(
    'consent.created',
    ({ consent }) => void Object.assign(consent.consentJson, allGranted),
  );
  app.service.events.on('consent.created', ({ consent }) => void heard.push(consent.consentJson));
  const { body } = await consentCalls(app).submit({ profileId, consentJson: allDenied }).expect(200);
  expect([body.consentJson, ...heard]).toEqual([allDenied, allDenied]);
  await app.close();
});

/** A page of the host that sets a cookie of analytics. */
function guardedPage(guard: express.RequestHandler) {
  const host = express().use(guard);
  host.get('/', (_req, res) => void res.cookie('_ga', '1').send('Shop'));
  return request(host).get('/').set('X-Forwarded-For', '203.0.113.77');
}

/** One editor asks for the publication of a profile, and withdraws it; another one declines it, then approves it. */
async function approvals(app: TestApp, profileId: string): Promise<void> {
  const anna = await createUser(app, { role: 'editor' });
  const ben = await createUser(app, { role: 'editor' });
  await app.request
    .patch(`${app.adminBase}/settings`)
    .set(await app.asAdmin())
    .send({ approvalRequired: true })
    .expect(200);
  const ask = async (): Promise<string> => {
    const path = `${app.adminBase}/profiles/${profileId}/publication-request`;
    const { body } = await app.request.post(path).set(anna.as).send({}).expect(201);
    return `${app.adminBase}/publication-requests/${body.id}`;
  };
  await app.request
    .delete(await ask())
    .set(anna.as)
    .expect(200);
  const decline = app.request.post(`${await ask()}/decline`).set(ben.as);
  await decline.send({ reason: 'Not now' }).expect(200);
  await app.request
    .post(`${await ask()}/approve`)
    .set(ben.as)
    .expect(200);
}

test('every event goes out with its tenant, its time and its facts, and none with an address', async () => {
  const registry = await createFakeRegistry();
  const app = await createTestApp({
    config: { trustProxy: true, tcf: registry.tcf, gpp: { enabled: true } },
  });
  const heard: { name: ServiceEventName; payload: unknown }[] = [];
  for (const name of names) app.service.events.on(name, (payload) => void heard.push({ name, payload }));

  const first = await createActiveProfile(app, { name: 'First' });
  const second = await createActiveProfile(app, { name: 'Second' });
  await guardedPage(app.service.guard({ mode: 'enforce' })).expect(200);
  const admin = await app.asAdmin();
  const profile = `${app.adminBase}/profiles/${second.id}`;
  await app.request.put(profile).set(admin).send({ name: 'Renamed' }).expect(200);
  await app.request.post(`${profile}/deactivate`).set(admin).expect(200);
  const calls = consentCalls(app);
  await calls
    .submit({ visitorId: 'visitor-1', profileId: second.id, consentJson: allGranted })
    .set('X-Forwarded-For', '203.0.113.77')
    .expect(200);
  await calls.update('visitor-1', { consentJson: allDenied }).expect(200);
  const { token } = (
    await calls
      .askParent('visitor-1', { profileId: second.id })
      .set('X-Forwarded-For', '203.0.113.77')
      .expect(200)
  ).body;
  await calls.resolveParent(token).set('X-Forwarded-For', '203.0.113.77').expect(200);
  await calls.erase('visitor-1').expect(200);
  await app.request.delete(profile).set(admin).expect(200);
  await app.request
    .patch(`${app.adminBase}/settings`)
    .set(admin)
    .send({ allowedOrigins: ['https://shop.example'] })
    .expect(200);
  await app.request
    .post(`${app.adminBase}/auth/login`)
    .set('X-Forwarded-For', '203.0.113.77')
    .send({ email: adminEmail, password: 'wrong' })
    .expect(401);
  for (const framework of ['tcf', 'gpp']) {
    const confirm = app.request.post(`${app.adminBase}/${framework}/confirm-registration`).set(admin);
    await confirm.send({ acknowledge: true }).expect(200);
  }
  const users = `${app.adminBase}/users`;
  const invited = {
    name: 'New',
    email: 'new@shop.example',
    invite: true,
    roleId: await roleId(app, 'viewer'),
  };
  const { id } = (await app.request.post(users).set(admin).send(invited).expect(201)).body;
  await app.request.post(`${users}/${id}/reset-link`).set(admin).expect(201);
  await approvals(app, first.id);
  await app.close();
  await registry.close();

  const occurredAt = new Date(app.clock.now()).toISOString();
  for (const { payload } of heard) expect(payload).toMatchObject({ tenantId: 'default', occurredAt });
  expect(JSON.stringify(heard)).not.toContain('203.0.113.77');
  const told = heard.map(({ name, payload }) => {
    const { name: profileName, version, visitorId, email, changed } = payload as Record<string, unknown>;
    return [name, ...[profileName, version, visitorId, email, changed].filter((fact) => fact !== undefined)];
  });
  expect(told).toEqual([
    ['user.created', adminEmail],
    ['profile.created', 'First', 1],
    ['profile.activated', 'First', 1],
    ['profile.created', 'Second', 1],
    ['profile.deactivated', 'First', 1],
    ['profile.activated', 'Second', 1],
    ['leak.detected'],
    ['profile.updated', 'Renamed', 2],
    ['profile.deactivated', 'Renamed', 2],
    ['consent.created', 'visitor-1'],
    ['consent.updated', 'visitor-1'],
    ['consent.parentalConsentRequired', 'visitor-1'],
    ['consent.parentalConsentGranted', 'visitor-1'],
    ['consent.erased', 'visitor-1'],
    ['profile.deleted', 'Renamed', 2],
    ['settings.updated', ['allowedOrigins']],
    ['auth.loginFailed', adminEmail],
    ['tcf.confirmed'],
    ['gpp.confirmed'],
    ['user.created', 'new@shop.example'],
    ['user.invited', 'New', 'new@shop.example'],
    ['user.resetLinkCreated', 'New', 'new@shop.example'],
    ['user.created', expect.stringContaining('@shop.example')],
    ['user.created', expect.stringContaining('@shop.example')],
    ['settings.updated', ['approvalRequired']],
    ['profile.approvalRequested', 'First', 1],
    ['profile.approvalWithdrawn', 'First', 1],
    ['profile.approvalRequested', 'First', 1],
    ['profile.declined', 'First', 1],
    ['profile.approvalRequested', 'First', 1],
    ['profile.approved', 'First', 1],
    ['profile.activated', 'First', 1],
  ]);
  expect(new Set(heard.map(({ name }) => name))).toEqual(new Set(names));
});
