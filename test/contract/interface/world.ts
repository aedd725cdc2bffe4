import { join } from 'node:path';
import express from 'express';
import type { Knex } from 'knex';
import supertest, { type Test } from 'supertest';
import type { LocaleContent, ProfileJson } from '#banners/profiles/profile-schemas';
import { createService } from '#service/create-consent-service';
import type { ConsentServiceConfig, createConsentService } from '../../../src';
import type { createTestClock } from '../../support/create-test-app';
import { openDatabaseInMemory } from '../../support/database-in-memory';
import { openRequests } from '../../support/kept-connections';
import { germanContent, profileJson } from '../../support/profiles';
import { consentTemplate, uiTemplate } from '../../support/templates';
import type { Heading, interfaceRows } from './rows';

const email = 'admin@shop.example';
const password = 'correct horse battery staple';

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete' | 'options';

/** A host with the service in its default configuration, as the interface describes it, and ways to call it. */
export interface World {
  readonly knex: Knex;
  readonly service: ReturnType<typeof createConsentService>;
  /** Calls any path of the host. */
  call(method: Method, path: string, body?: object): Test;
  /** Calls `{public_base}`. */
  open(method: Method, path: string, body?: object): Test;
  /** Calls `{admin_base}` as the first operator. */
  admin(method: Method, path: string, body?: object): Test;
  /** A browser, which keeps its cookies. */
  browser(): Browser;
  /** Signs in and returns a token. */
  signIn(as?: { email: string; password: string }): Promise<string>;
  /** Makes a profile in a compliance group of its own and returns it as the API does. */
  profile(json?: Partial<ProfileJson>, more?: object): Promise<Profile>;
  /** Makes and activates a profile. */
  activeProfile(json?: Partial<ProfileJson>, more?: object): Promise<Profile>;
  consentTemplate(): Promise<{ readonly id: string }>;
  uiTemplate(): Promise<{ readonly id: string }>;
}

export interface Profile {
  readonly id: string;
  readonly group: string;
  readonly version: number;
}

export interface Browser {
  get(path: string): Test;
  post(path: string, body?: object): Test;
  put(path: string, body?: object): Test;
  delete(path: string): Test;
}

type Case = (world: World) => Promise<unknown>;

/** One case for each row of a heading: a missing one does not compile. */
export type Cases<Name extends Heading> = { readonly [Row in (typeof interfaceRows)[Name][number]]: Case };

export const publicBase = '/svc/api/v1';
export const adminBase = '/svc/admin/v1';

let made = 0;
/** A name that no other case uses, in lower-kebab-case. */
export const unique = (word: string): string => `${word}-${++made}`;

export const german: LocaleContent = germanContent();
export { consentTemplate as consentTemplateBody, profileJson, uiTemplate as uiTemplateBody };

export interface OpenWorld extends World {
  close(): Promise<void>;
}

/**
 * Opens a started service; with local sign-in, `admin` calls as the first operator.
 * @param clock a clock that the test moves; default: the true time
 */
export async function openWorld(
  config: Partial<ConsentServiceConfig> = {},
  clock?: ReturnType<typeof createTestClock>,
): Promise<OpenWorld> {
  const knex = await openDatabaseInMemory({ isMigrated: config.database === undefined });
  const settings: ConsentServiceConfig = {
    knex,
    auth: {
      mode: 'local',
      adminEmail: email,
      adminPassword: password,
      masterSecret: 'a master secret that is long enough',
    },
    compliance: { dataSigningHash: 'a data signing hash that is long enough' },
    logger: { warn() {}, error() {} },
    ...config,
  };
  const service = createService(settings, {
    // Hashes that take no time, and worker threads that can load TypeScript.
    passwordHashing: { log2N: 4 },
    workerOptions: { execArgv: ['--require', join(__dirname, '../../support/typescript.js')] },
    ...(clock === undefined ? {} : { clock }),
  });
  const app = express();
  app.use(service.publicRouter);
  app.use(service.adminRouter);
  const { request, close: closeConnections } = await openRequests(app);
  const call: World['call'] = (method, path, body) => request[method](path).send(body);
  const signIn: World['signIn'] = async (as = { email, password }) =>
    (await call('post', `${adminBase}/auth/login`, as).expect(200)).body.token;

  await service.start();
  const bearer = (config.auth?.mode ?? 'local') === 'local' ? `Bearer ${await signIn()}` : '';
  const world: OpenWorld = {
    knex,
    service,
    call,
    open: (method, path, body) => call(method, `${publicBase}${path}`, body),
    admin: (method, path, body) => call(method, `${adminBase}${path}`, body).set('Authorization', bearer),
    browser() {
      const agent = supertest.agent(app);
      return {
        get: (path) => agent.get(`${publicBase}${path}`),
        post: (path, body) => agent.post(`${publicBase}${path}`).send(body),
        put: (path, body) => agent.put(`${publicBase}${path}`).send(body),
        delete: (path) => agent.delete(`${publicBase}${path}`),
      };
    },
    signIn,
    async profile(json = {}, more = {}) {
      const group = json.complianceGroup ?? json.customComplianceGroup ?? unique('group');
      const { complianceGroup: _opt, ...base } = profileJson();
      const custom = json.complianceGroup === undefined ? { customComplianceGroup: group } : {};
      const { body } = await world
        .admin('post', '/profiles', {
          name: unique('Profile'),
          defaultLocale: 'en',
          profileJson: { ...base, ...custom, ...json },
          localeContent: { de: german },
          ...more,
        })
        .expect(201);
      return { ...body, group };
    },
    async activeProfile(json, more) {
      const profile = await world.profile(json, more);
      await world.admin('post', `/profiles/${profile.id}/activate`).expect(200);
      return profile;
    },
    consentTemplate: async () =>
      (await world.admin('post', '/consent-templates', consentTemplate({ name: unique('List') })).expect(201))
        .body,
    uiTemplate: async () =>
      (await world.admin('post', '/ui-templates', uiTemplate({ name: unique('Look') })).expect(201)).body,
    async close() {
      await service.close();
      closeConnections();
      await knex.destroy();
    },
  };
  return world;
}

/** Runs `work` in a world with another configuration. */
export async function inWorld(
  config: Partial<ConsentServiceConfig>,
  work: (world: World) => Promise<unknown>,
  clock?: ReturnType<typeof createTestClock>,
): Promise<void> {
  const world = await openWorld(config, clock);
  try {
    await work(world);
  } finally {
    await world.close();
  }
}
