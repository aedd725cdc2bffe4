import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ApiError, createAdminClient, createPublicClient } from '../client';
import {
  type ConsentService,
  type ConsentServiceConfig,
  createConsentService,
  type ProfileCreate,
  type SeedRequest,
} from '../index';
import type { VisitorProfile } from './visitor-profile';

/** A starter profile, as the dashboard's first steps create one. Its languages are `['en']` by default. */
export interface StarterProfile extends Omit<SeedRequest, 'groups' | 'publish'> {
  readonly group: SeedRequest['groups'][number];
}

interface PublishedAs {
  readonly profileId: string;
  readonly group: string | null;
}

type Listener = ConsentService['publicRouter'];

/**
 * Publishes a profile on the database of a configuration, by a service that is closed afterwards: only this service
 * needs to know an operator, and plugins and events of the host's own do not see the publication. The operator is removed.
 * @throws Error when the database has a published profile, before anything is written: an app may be running on it
 */
export async function publishProfile(
  config: ConsentServiceConfig,
  profile: StarterProfile | ProfileCreate,
): Promise<PublishedAs> {
  const token = randomUUID();
  const operator = { email: 'tests@express-consent.invalid', role: 'admin', tenants: '*' };
  const service = createConsentService({
    ...config,
    auth: {
      mode: 'custom',
      validateUser: ({ headers }) => (headers.authorization === token ? operator : null),
    },
    // With `auto`, one request finds the published profile of any group.
    compliance: { ...config.compliance, type: 'auto' },
    plugins: [],
    hotServe: { ...config.hotServe, purge: undefined },
  });
  try {
    await service.start();
    await requireUnpublished(service, config);
    return await onPort(service.adminRouter, async (origin) => {
      const admin = createAdminClient({
        url: `${origin}${config.basePath ?? '/svc'}/admin/v1`,
        headers: { Authorization: token },
      });
      try {
        return await ('profileJson' in profile ? publishOwn(admin, profile) : publishStarter(admin, profile));
      } finally {
        await removeOperator(admin);
      }
    });
  } finally {
    await service.close();
  }
}

/** @throws Error when a profile of any group is published */
async function requireUnpublished(
  service: ConsentService,
  { basePath = '/svc' }: ConsentServiceConfig,
): Promise<void> {
  const group = await onPort(service.publicRouter, async (origin) => {
    const read = createPublicClient({ url: `${origin}${basePath}/api/v1` });
    try {
      const { data } = await read('getAutoProfile', { params: { locale: 'en' } });
      return data?.complianceGroup ?? 'unknown';
    } catch (error) {
      if (error instanceof ApiError && error.code === 'profile_not_found') return null;
      throw error;
    }
  });
  if (group !== null) throw isPublished(group);
}

const isPublished = (group: string) =>
  new Error(
    `The database has a published profile of ${group}, and an app may be running on it. Give createTestConsentService() a database for tests alone, or no knex.`,
  );

type Admin = ReturnType<typeof createAdminClient>;

/** Deletes the operator, whom the first request has created. */
async function removeOperator(admin: Admin): Promise<void> {
  const { data } = await admin('getCurrentUser');
  await admin('deleteUser', { params: { id: data.id } });
}

async function publishStarter(admin: Admin, { group, ...choices }: StarterProfile): Promise<PublishedAs> {
  const { data } = await admin('seedProfiles', { body: { locales: ['en'], ...choices, groups: [group] } });
  const [created] = data.created;
  if (created === undefined) throw isPublished(group);
  return { profileId: created.profileId, group };
}

async function publishOwn(admin: Admin, profile: ProfileCreate): Promise<PublishedAs> {
  const { data } = await admin('createProfile', { body: profile });
  const { id: profileId, complianceGroup } = 'conflict' in data ? data.profile : data;
  await admin('activateProfile', { params: { id: profileId } });
  return { profileId, group: complianceGroup };
}

/** Returns the published profile as a visitor of the service gets it. */
export function readVisitorProfile(
  service: ConsentService,
  { basePath = '/svc' }: ConsentServiceConfig,
): Promise<VisitorProfile> {
  return onPort(service.publicRouter, async (origin) => {
    const { data } = await createPublicClient({ url: `${origin}${basePath}/api/v1` })('getBootstrap');
    if (data === undefined) throw new Error('The service has answered without a body.');
    return data;
  });
}

/** Listens on a port of this machine while `work` runs. */
async function onPort<T>(listener: Listener, work: (origin: string) => Promise<T>): Promise<T> {
  const server = createServer((request, response) =>
    listener(request, response, () => response.writeHead(404).end()),
  );
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', resolve);
  });
  try {
    const { port } = server.address() as AddressInfo;
    return await work(`http://127.0.0.1:${port}`);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}
