import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { collectComplaints } from '../support/browser';

export type Region = 'eu' | 'us';
export const languages = ['en', 'de', 'fr', 'ar'] as const;
export type Language = (typeof languages)[number];

interface Banner {
  readonly heading: string;
  readonly buttons: readonly { readonly text: string }[];
}

interface Texts {
  readonly mainBanner: Banner;
  readonly gpcBanner?: Banner;
  readonly preferenceModal: Banner & {
    readonly categories: Readonly<Record<string, { readonly heading: string }>>;
  };
}

const files = { eu: 'eu-opt-in', us: 'us-opt-out-strict' };

/** The texts of a region's profile in a language. */
export function textsOf(region: Region, language: Language): Texts {
  const profile = JSON.parse(
    readFileSync(join(__dirname, `../../examples/minimal/profiles/${files[region]}.json`), 'utf8'),
  );
  return language === profile.defaultLocale ? profile.profileJson : profile.localeContent[language];
}

/** A visitor in a browser of their own, on the example's page. */
export interface Visitor {
  readonly page: Page;
  readonly banner: Locator;
  readonly settings: Locator;
  /** Everything the page complained about. */
  readonly complaints: readonly string[];
  /** Goes to the shop and waits until it has made up its mind. */
  visit(query: { readonly lang: Language; readonly region: Region; readonly gpc?: '1' }): Promise<void>;
  reload(): Promise<void>;
  /** The category states of the visitor's record, null when there is none. */
  choices(): Promise<Readonly<Record<string, string>> | null>;
  record(): Promise<Readonly<Record<string, unknown>> | null>;
  /** "path status" of the requests to the service so far on this page, without those for the widget's parts. */
  calls(): Promise<string[]>;
  leave(): Promise<void>;
}

export async function newVisitor(
  browser: Browser,
  origin: string,
  options: BrowserContextOptions = {},
): Promise<Visitor> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  // Reloading ends the count of a banner that was just shown, if it is still under way.
  const complaints = collectComplaints(page, { cancels: true });
  const ready = () => page.locator('#in-force li').first().waitFor();
  const record = async () => {
    // The choice cookie ends with the id of a submission until the service has it.
    await page.waitForFunction(() => !/svc_choice=([^.;]*\.){7}/.test(document.cookie));
    return page.evaluate(async () => {
      if (!document.cookie.includes('svc_vid=')) return null;
      return (await (await fetch('/svc/api/v1/consent?of=demo')).json()).record;
    });
  };
  return {
    page,
    banner: page.locator('[part~=banner]'),
    settings: page.locator('[part~=preferences]'),
    get complaints() {
      // The page shows the record after each decision; leaving it before that is allowed.
      return complaints.filter((text) => !/of=demo net::ERR_ABORTED$/.test(text));
    },
    record,
    async visit(query) {
      await page.goto(`${origin}/?${new URLSearchParams(query)}`);
      await ready();
    },
    async reload() {
      await page.reload();
      await ready();
    },
    choices: async () => (await record())?.consentJson ?? null,
    async calls() {
      const items = await page.locator('#calls li').allInnerTexts();
      return items.map((text) => text.replace(/\s+/, ' ')).filter((text) => !text.includes('/w/'));
    },
    leave: () => context.close(),
  };
}
