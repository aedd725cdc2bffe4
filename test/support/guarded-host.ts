import type express from 'express';
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
