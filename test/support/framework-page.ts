import { TCString } from '@iabtechlabtcf/core';
import type { Frame, Page } from 'playwright-core';
import type { ProfileJson } from '#banners/profiles/profile-schemas';
import { createFakeRegistry, paths } from './fake-registry';
import { createActiveProfile, germanContent, profileJson } from './profiles';
import { vendorList } from './tc-strings';
import { until } from './webhook-receiver';
import { createWidgetSite } from './widget-page';

export interface TcData {
  readonly tcString: string;
  readonly eventStatus: string;
  readonly gdprApplies: boolean;
  readonly listenerId: number;
  readonly purpose: { consents: Record<string, boolean>; legitimateInterests: Record<string, boolean> };
  readonly vendor: {
    consents: Record<string, boolean>;
    legitimateInterests: Record<string, boolean>;
    disclosedVendors: Record<string, boolean>;
  };
  readonly specialFeatureOptins: Record<string, boolean>;
}
export interface GppEvent {
  readonly eventName: string;
  readonly data: unknown;
  readonly pingData: { gppString: string; signalStatus: string; cmpStatus: string; sectionList: number[] };
}

declare global {
  interface Window {
    tcEvents: TcData[];
    gppEvents: GppEvent[];
  }
}

const isOn = (flags: Record<string, boolean>) =>
  Object.keys(flags)
    .filter((id) => flags[id])
    .map(Number);

/** Returns the content of a string according to the IAB's own library. */
export function decode(text: string) {
  const model = TCString.decode(text);
  return {
    purposes: [...model.purposeConsents.values()],
    legitimateInterests: [...model.purposeLegitimateInterests.values()],
    vendors: [...model.vendorConsents.values()],
    vendorLegitimateInterests: [...model.vendorLegitimateInterests.values()],
    specialFeatures: [...model.specialFeatureOptins.values()],
    disclosed: [...model.vendorsDisclosed.values()],
  };
}
export const toIds = (data: TcData) => ({
  purposes: isOn(data.purpose.consents),
  legitimateInterests: isOn(data.purpose.legitimateInterests),
  vendors: isOn(data.vendor.consents),
  vendorLegitimateInterests: isOn(data.vendor.legitimateInterests),
  specialFeatures: isOn(data.specialFeatureOptins),
  disclosed: isOn(data.vendor.disclosedVendors),
});

/** Script of a vendor that listens from the start. */
export const listen = `
  window.tcEvents = []; window.gppEvents = [];
  window.__tcfapi?.('addEventListener', 2, (data) => tcEvents.push(data));
  window.__gpp?.('addEventListener', (data) => gppEvents.push(data));`;

/**
 * A site whose profiles ask under both frameworks: TCF in Europe, GPP everywhere.
 * @param overrides of both profiles
 * @param overridesInUs of the one for the United States
 * @param config of the service
 */
export async function createFrameworkSite(
  overrides: Partial<ProfileJson> = {},
  overridesInUs: Partial<ProfileJson> = {},
  config: NonNullable<Parameters<typeof createWidgetSite>[0]>['config'] = {},
) {
  const registry = await createFakeRegistry();
  const list = vendorList();
  const retention = { purposes: { 2: 180, 7: 90 }, specialPurposes: { 1: 1096 } };
  registry.lists[paths.vendors] = {
    ...list,
    vendors: {
      ...list.vendors,
      3: { ...list.vendors[3], cookieRefresh: true, dataRetention: { stdRetention: 30, ...retention } },
    },
    gvlSpecificationVersion: 4,
    standardTexts: { features: 'Used along with purposes.', note: [1] },
  };
  const site = await createWidgetSite({
    profile: null,
    config: { rateLimit: false, tcf: registry.tcf, gpp: { enabled: true }, ...config },
  });
  await site.app.service.start();
  await createActiveProfile(site.app, {
    profileJson: profileJson({
      darkMode: true,
      tcf: { vendors: [1, 3], stacks: [1], category: 'marketing' },
      ...overrides,
    }),
    localeContent: { ar: germanContent() },
  });
  await createActiveProfile(site.app, {
    profileJson: profileJson({
      complianceGroup: 'opt-out-strict',
      countries: undefined,
      gpcBanner: profileJson().mainBanner,
      ...overrides,
      ...overridesInUs,
    }),
    localeContent: {},
  });
  await until(async () => {
    const { body } = await site.app.request.get(`${site.app.publicBase}/bootstrap?tz=Europe/Berlin`);
    return body.tcf !== null;
  });
  const frame = `<iframe title="Ad" src="${site.otherOrigin}/ad.html"></iframe>`;
  site.setPage('/ads', {
    tags: async (request) => (await site.app.service.page(request, { consentMode: false })).head,
    script: `<script>${listen}</script>`,
    body: `<h1>News</h1>${frame}`,
  });
  return {
    ...site,
    registry,
    frame,
    async close() {
      await site.close();
      await registry.close();
    },
  };
}

export type FrameworkSite = Awaited<ReturnType<typeof createFrameworkSite>>;

/** Waits until the last event that the vendor heard has this status, and returns what it said. */
export async function lastEvent(page: Page, event: string): Promise<TcData> {
  await page.waitForFunction((name) => window.tcEvents.at(-1)?.eventStatus === name, event);
  return page.evaluate(() => window.tcEvents.at(-1) as TcData);
}

export const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

/** Calls an API of the page from a frame of another origin, as an ad does. */
export const callFromFrame = (frame: Frame, api: string, message: object) =>
  frame.evaluate(
    ([name, call]) =>
      new Promise<{ returnValue: unknown; success: boolean }>((resolve) => {
        addEventListener('message', ({ data }) => {
          if (data?.[`${name}Return`]?.callId === 'c1') resolve(data[`${name}Return`]);
        });
        parent.postMessage({ [`${name}Call`]: { ...(call as object), callId: 'c1' } }, '*');
      }),
    [api, message] as const,
  );
