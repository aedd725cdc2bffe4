import createKnex, { type Knex } from 'knex';
import { isInstalled } from '#platform/kernel/is-installed';
import { consoleLogger } from '#platform/kernel/logger';
import {
  type ConsentService,
  type ConsentServiceConfig,
  createConsentService,
  type ProfileCreate,
} from '../index';
import { publishProfile, readVisitorProfile, type StarterProfile } from './publish-profile';
import type { VisitorProfile } from './visitor-profile';

export interface TestConsentServiceOptions {
  /** A starter profile, or your own as `POST /profiles` accepts it. Default: the starter profile of `opt-in`. */
  readonly profile?: StarterProfile | ProfileCreate | undefined;
  /** Configuration of your app. With a `knex`, the service works on that database and leaves it open. */
  readonly config?: Partial<ConsentServiceConfig> | undefined;
}

export interface TestConsentService {
  readonly service: ConsentService;
  readonly profileId: string;
  /** The published profile as visitors get it, for `consentCookies`. */
  readonly profile: VisitorProfile;
  /** Closes the service and its database. */
  close(): Promise<void>;
}

/** Writes only errors: warnings about missing secrets do not concern tests. */
const quietLogger = { ...consoleLogger, info() {}, warn() {} };

/**
 * Starts a service on a SQLite database in memory with a published profile, which every visitor gets.
 * @throws Error without `better-sqlite3` or `sqlite3`, and on a database with a published profile; ApiError when the
 * profile is not valid
 *
 * @example
 * const { service, profile, close } = await createTestConsentService({ profile: { group: 'opt-in' } });
 * app.use(service.publicRouter);
 */
export async function createTestConsentService({
  profile = { group: 'opt-in' },
  config = {},
}: TestConsentServiceOptions = {}): Promise<TestConsentService> {
  const knex = config.knex ?? openMemory();
  const closeKnex = async () => {
    if (config.knex === undefined) await knex.destroy();
  };
  const settings: ConsentServiceConfig = { logger: quietLogger, ...config, knex };
  let service: ConsentService | undefined;
  try {
    const { profileId, group } = await publishProfile(settings, profile);
    service = createConsentService({
      ...settings,
      // Every visitor gets the profile, also where the app finds the group by place.
      compliance: { ...settings.compliance, ...(group !== null && { type: group }) },
    });
    await service.start();
    const started = service;
    return {
      service: started,
      profileId,
      profile: await readVisitorProfile(started, settings),
      async close() {
        await started.close();
        await closeKnex();
      },
    };
  } catch (error) {
    await service?.close();
    await closeKnex();
    throw error;
  }
}

function openMemory(): Knex {
  const client = ['better-sqlite3', 'sqlite3'].find(isInstalled);
  if (client === undefined)
    throw new Error('createTestConsentService() needs a database in memory: npm install -D better-sqlite3');
  return createKnex({ client, connection: { filename: ':memory:' }, useNullAsDefault: true });
}
