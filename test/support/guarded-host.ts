import express from 'express';
import supertest from 'supertest';
import type { GuardOptions, LeakEvent } from '../../src/index';
import { createTestApp, type TestApp, type TestAppOptions } from './create-test-app';
import { createActiveProfile, profileJson } from './profiles';

type App = ReturnType<typeof express>;

export interface GuardedHostOptions extends TestAppOptions {
  readonly guard?: GuardOptions;
  readonly profile?: Parameters<typeof profileJson>[0];
  /** Adds the host's middlewares and routes, behind the guard. */
  readonly routes: (app: App) => void;
}

/** A host with an active profile whose routes are behind the guard, and what the guard reports. */
export async function openGuardedHost({ guard, profile = {}, routes, ...options }: GuardedHostOptions) {
  const app = await createTestApp({
    ...options,
    config: { compliance: { type: profile.complianceGroup ?? 'opt-in' }, ...options.config },
  });
  const leaks: LeakEvent[] = [];
  app.service.events.on('leak.detected', (leak) => void leaks.push(leak));
  const { id } = await createActiveProfile(app, { profileJson: profileJson(profile), localeContent: {} });
  app.app.use(app.service.guard(guard));
  routes(app.app);
  return { ...app, app: app.app, leaks, profileId: id, request: supertest(app.app) };
}

export type GuardedHost = Awaited<ReturnType<typeof openGuardedHost>>;

/** Returns another host of an open service: with the same profile, and a guard and routes of its own. */
export function addGuardedHost(
  { service, leaks, clock, ...opened }: GuardedHost,
  { host = express, guard, routes }: Pick<GuardedHostOptions, 'host' | 'guard' | 'routes'>,
): GuardedHost {
  // What another host has found is reported again after an hour.
  clock.advance(3_600_001);
  leaks.length = 0;
  const app = host().use(service.publicRouter, service.adminRouter, service.guard(guard));
  routes(app);
  return { ...opened, service, leaks, clock, app, request: supertest(app) };
}

/** Submits a decision, and returns the cookies that the visitor's browser then has. */
export async function decide(
  host: Pick<TestApp, 'request' | 'publicBase'> & { readonly profileId: string },
  consentJson: Readonly<Record<string, string>>,
): Promise<string> {
  const answer = await host.request
    .post(`${host.publicBase}/consent`)
    .send({ profileId: host.profileId, consentJson })
    .expect(200);
  return setCookies(answer)
    .map((line) => line.split(';', 1)[0])
    .join('; ');
}

/** The `Set-Cookie` headers of an answer. */
export const setCookies = ({ headers }: { readonly headers: Record<string, unknown> }): string[] =>
  (headers['set-cookie'] ?? []) as string[];
