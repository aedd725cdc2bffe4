import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdminClient, createPublicClient } from '../client';
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
 * needs to know an operator, and plugins and events of the host's own do not see the publication.
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
    plugins: [],
    hotServe: { ...config.hotServe, purge: undefined },
  });
  try {
    await service.start();
    return await onPort(service.adminRouter, (origin) => {
      const admin = createAdminClient({
        url: `${origin}${config.basePath ?? '/svc'}/admin/v1`,
        headers: { Authorization: token },
      });
      return 'profileJson' in profile ? publishOwn(admin, profile) : publishStarter(admin, profile);
    });
  } finally {
    await service.close();
  }
}

type Admin = ReturnType<typeof createAdminClient>;

async function publishStarter(admin: Admin, { group, ...choices }: StarterProfile): Promise<PublishedAs> {
  const { data } = await admin('seedProfiles', { body: { locales: ['en'], ...choices, groups: [group] } });
  const [created] = data.created;
  if (created === undefined) throw new Error(`The database already has a published profile of ${group}.`);
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
