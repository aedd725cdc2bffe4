import type { ProfileCatalogue, ProfileContext } from '#banners/profiles/index';
import {
  type ConsentChange,
  type DecidedOn,
  type Device,
  type RecordChanges,
  takesBack,
} from '#decisions/consent/index';
import type { Database } from '#platform/database/database';
import { isUniqueViolation } from '#platform/database/dialect';
import type { RunUnitOfWork } from '#platform/database/unit-of-work';
import { systemActor } from '#platform/kernel/caller';
import type { Clock } from '#platform/kernel/clock';
import { yieldToEventLoop } from '#platform/kernel/concurrency/yield-to-event-loop';
import { ServiceError } from '#platform/kernel/errors';
import { type ComplianceGroupId, complianceGroupIds, complianceGroups } from '#standards/compliance/index';
import { demoRepository } from './demo-repository';
import { createTraffic, type DemoVisitor } from './demo-traffic';

export interface DemoDataOptions {
  readonly database: Database;
  readonly runUnit: RunUnitOfWork;
  readonly catalogue: Pick<ProfileCatalogue, 'active'>;
  readonly tenantExists: (id: string) => Promise<boolean>;
  /** Creates an active profile for groups without one. */
  readonly seedProfiles: (
    context: ProfileContext,
    request: { groups: ComplianceGroupId[] },
  ) => Promise<unknown>;
  readonly recordChanges: RecordChanges;
  /** Updates the statistics with the recorded changes. */
  readonly foldStatistics: () => Promise<void>;
  readonly clock: Clock;
}

export interface DemoDataRequest {
  readonly tenantId: string;
  /** Number of visitors. */
  readonly consents: number;
  /** Number of days in which they came, the last one included. */
  readonly days: number;
  /** Seed: the same seed, numbers and end generate the same visitors. */
  readonly seed: string;
  /** Time of the last visit (epoch milliseconds). Default: now. */
  readonly until?: number;
}

export interface DemoData {
  /**
   * Returns whether the tenant has any consents, with which demo data would mix.
   * @throws ServiceError `tenant_not_found`
   */
  hasConsents(tenantId: string): Promise<boolean>;
  /**
   * Creates the visitors and returns their number; those that an earlier run of the same request created are
   * kept.
   * @throws ServiceError `tenant_not_found`
   */
  make(request: DemoDataRequest, report: (done: number, total: number) => void): Promise<number>;
}

/** Number of batches between updates of the statistics. */
const batchesPerFold = 10;

/**
 * Fills a tenant with invented visitors, as the service itself would have recorded them, with history and
 * statistics.
 */
export function createDemoData(options: DemoDataOptions): DemoData {
  const { database, runUnit, catalogue, tenantExists, seedProfiles, recordChanges, foldStatistics, clock } =
    options;

  async function requireTenant(tenantId: string): Promise<void> {
    if (!(await tenantExists(tenantId))) throw new ServiceError('tenant_not_found');
  }

  /** Active profiles, the strictest group first. */
  async function listProfiles(tenantId: string) {
    await seedProfiles({ tenantId, actor: systemActor }, { groups: [...complianceGroupIds] });
    const rank = (group: string | null) => complianceGroupIds.find((id) => id === group);
    const ranked = (group: string | null) => complianceGroups[rank(group) ?? 'unregulated'].rank;
    return [...(await catalogue.active(tenantId))].sort((a, b) => ranked(b.group) - ranked(a.group));
  }

  return {
    async hasConsents(tenantId) {
      await requireTenant(tenantId);
      return database.read((connection) => demoRepository(connection.tenant(tenantId)).hasConsents());
    },

    async make({ tenantId, consents, days, seed, until = clock.now() }, report) {
      await requireTenant(tenantId);
      const traffic = createTraffic({ seed, consents, days, until, profiles: await listProfiles(tenantId) });
      let made = 0;
      let done = 0;
      report(done, consents);
      for (let index = 0; index < traffic.batches; index += 1) {
        const visitors = traffic.batch(index);
        made += await write(tenantId, visitors);
        if (index % batchesPerFold === batchesPerFold - 1) await foldStatistics();
        done += visitors.length;
        report(done, consents);
        await yieldToEventLoop();
      }
      await foldStatistics();
      return made;
    },
  };

  /** Writes a batch completely or not at all. */
  async function write(tenantId: string, visitors: readonly DemoVisitor[]): Promise<number> {
    try {
      return await runUnit(async (unit) => {
        const repository = demoRepository(unit.tenant(tenantId));
        const [first] = visitors;
        if (first === undefined || (await repository.hasVisitor(first.visitorId))) return 0;
        await repository.add(visitors);
        await recordChanges(unit, tenantId, visitors.flatMap(toChanges));
        return visitors.length;
      });
    } catch (error) {
      // Another process is creating the same visitors.
      if (isUniqueViolation(error)) return 0;
      throw error;
    }
  }
}

function toChanges(visitor: DemoVisitor): ConsentChange[] {
  return visitor.decisions.map((after, index) => {
    const before = visitor.decisions[index - 1] ?? null;
    return {
      consentId: visitor.consentId,
      before,
      after,
      takesBack: before !== null && takesBack({ ...before, services: null }, { ...after, services: null }),
      at: after.at,
      ...(after.source === 'banner' && { on: toDecidedOn(visitor, index) }),
    };
  });
}

/** By the last digit of the visitor's id. */
const devicesByDigit: readonly Device[] = [
  ...Array<Device>(9).fill('phone'),
  'tablet',
  ...Array<Device>(6).fill('desktop'),
];

/** Only first decisions answer a banner. Some other visitors saw it and left. */
function toDecidedOn({ visitorId, profile }: DemoVisitor, index: number): DecidedOn {
  const [digit = 0, other = 0] = [...visitorId.slice(-2)].map((hex) => Number.parseInt(hex, 16));
  const on = { version: profile.shownVersion, site: 'https://shop.example' };
  return index > 0
    ? { ...on, device: null }
    : { ...on, device: devicesByDigit[digit] ?? 'desktop', shown: other < 6 ? 2 : 1 };
}
