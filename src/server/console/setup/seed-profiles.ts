import type { ProfileContext, ProfileCreate, ProfileService } from '#banners/profiles/index';
import type { Looks } from '#banners/templates/index';
import { bannerTextLocales } from '#content/banner-texts/index';
import { type CatalogueEntry, cookieCatalogue } from '#content/cookie-catalogue/index';
import type { RunUnitOfWork } from '#platform/database/unit-of-work';
import { validationFailed } from '#platform/kernel/errors';
import type { ControllerName } from '#sites/tenants/index';
import { complianceGroupIds } from '#standards/compliance/index';
import type { VisitorCookieNames } from './seed-cookies';
import { type SeedOptions, seedProfile } from './seed-profile';
import type { SeedChoices, Seeded, SeedPreview, SeedRequest } from './setup-schemas';

export interface SeedingOptions {
  readonly controllerName: ControllerName;
  readonly runUnit: RunUnitOfWork;
  readonly profiles: Pick<ProfileService, 'create' | 'createFirstOfGroup' | 'summaries'>;
  readonly looks: Looks;
  readonly visitorCookies: VisitorCookieNames;
}

/**
 * Creates what makes starter profiles: for every listed group without an active one. Parallel calls publish only one,
 * because the group's lock decides.
 */
export function createSeeding({ controllerName, runUnit, profiles, looks, visitorCookies }: SeedingOptions) {
  /** @returns null and writes nothing when the group has an active profile by now */
  async function make(context: ProfileContext, options: SeedOptions, publish: boolean) {
    const input = seedProfile(options);
    if (publish) return profiles.createFirstOfGroup(context, input);
    return profiles.create({ ...context, mayActivate: false }, input);
  }

  /** Creates the UI template that all the profiles share. */
  async function makeLook(context: ProfileContext, { theme }: SeedRequest, controller: string) {
    if (theme === undefined) return null;
    return looks.create(context, { name: controller.slice(0, 200), theme });
  }

  /** Returns what a request says about every banner. @throws ServiceError as `findEntries` and `findLocales` */
  async function readChoices(
    tenantId: string,
    { locales, privacyUrl, controllerName: name, catalogue, position }: SeedChoices,
  ): Promise<Omit<SeedOptions, 'group'>> {
    return {
      visitorCookies,
      controller: name?.trim() ?? (await controllerName(tenantId)),
      catalogue: catalogue === undefined ? null : findEntries(catalogue),
      ...(locales && { locales: findLocales(locales) }),
      ...(privacyUrl !== undefined && { privacyUrl }),
      ...(position !== undefined && { position }),
    };
  }

  /** Returns what `seed` would save for a group. */
  async function preview(tenantId: string, { group, ...choices }: SeedPreview): Promise<ProfileCreate> {
    return seedProfile({ ...(await readChoices(tenantId, choices)), group });
  }

  async function seed(context: ProfileContext, request: SeedRequest): Promise<Seeded> {
    const { groups, publish = true } = request;
    const chosen = await readChoices(context.tenantId, request);
    const activeGroups = new Set(
      (await profiles.summaries(context.tenantId))
        .filter(({ isActive }) => isActive)
        .map(({ complianceGroup }) => complianceGroup),
    );
    const wanted = complianceGroupIds.filter((group) => groups.includes(group));
    const free = wanted.filter((group) => !activeGroups.has(group));
    const seeded: Seeded = { created: [], skipped: wanted.filter((group) => activeGroups.has(group)) };

    const look = free.length === 0 ? null : await makeLook(context, request, chosen.controller);
    try {
      for (const group of free) {
        const options = { ...chosen, group, ...(look && { uiTemplateId: look.id }) };
        const saved = await make(context, options, publish);
        if (saved === null) seeded.skipped.push(group);
        else
          seeded.created.push({
            group,
            profileId: saved.profile.id,
            version: saved.profile.version,
            warnings: [...saved.warnings],
          });
      }
    } finally {
      if (look !== null && seeded.created.length === 0) await looks.remove(context, look.id);
    }
    if (seeded.created.length > 0) {
      const { tenantId, actor } = context;
      const created = seeded.created.map(({ group, profileId }) => ({ group, profileId }));
      await runUnit(async (unit) =>
        unit.audit({
          tenantId,
          action: 'setup:seeded',
          resourceType: 'settings',
          resourceId: tenantId,
          actor,
          changes: { created, skipped: seeded.skipped, ...(!publish && { published: false }) },
        }),
      );
    }
    return seeded;
  }

  return { preview, seed };
}

/** @throws ServiceError `validation_failed` naming ids that are not in the catalogue */
function findEntries(ids: readonly string[]): CatalogueEntry[] {
  const byId = new Map(cookieCatalogue.map((entry) => [entry.id, entry]));
  const faults = ids.flatMap((id, index) =>
    byId.has(id) ? [] : [{ path: `catalogue[${index}]`, message: `"${id}" is not in the cookie catalogue` }],
  );
  if (faults.length > 0) throw validationFailed(...faults);
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** @throws ServiceError `validation_failed` naming languages without starter texts */
function findLocales(locales: readonly string[]): readonly string[] {
  const faults = locales.flatMap((locale, index) =>
    bannerTextLocales.includes(locale)
      ? []
      : [
          {
            path: `locales[${index}]`,
            message: `there are no starter texts in "${locale}"; there are in ${bannerTextLocales.join(', ')}`,
          },
        ],
  );
  if (faults.length > 0) throw validationFailed(...faults);
  return locales;
}
