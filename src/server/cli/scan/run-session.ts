import type { Browser, BrowserContext } from 'playwright-core';
import { measureBanner } from './browser/measure-banner';
import { type OpenPage, openPage, type Times } from './browser/open-page';
import { openVisitor } from './browser/open-visitor';
import type { IsOwnHost } from './browser/record-requests';
import {
  decide,
  hasSettingsLink,
  hasStartedWidget,
  hasWidget,
  readChoiceCookies,
  readLinks,
} from './browser/widget-driver';
import type { PageObservation, Session, Visitor } from './observation';
import type { ScanPlace } from './places';
import type { PublishedProfile } from './published-profile';
import { toDecision } from './visitors';

export interface SessionPlan {
  readonly visitor: Visitor;
  readonly place: ScanPlace;
  readonly profile: PublishedProfile;
  /** Pages in their order; the list can grow while it is visited. */
  readonly pages: readonly string[];
  readonly times: Times;
  readonly isOwnHost: IsOwnHost;
  /** Pages without a widget, as a visitor who waited for it found; later visitors do not wait there. */
  readonly pagesWithoutWidget: Set<string>;
  /** Adds the links of a page to `pages`. */
  readonly addLinks?: (links: readonly string[], base: string) => void;
  /** Called after each page. @throws when the scan is to end */
  readonly onPage: () => void;
}

/** Pages that a visitor opens with everything accepted before withdrawing. */
const pagesBeforeWithdrawal = 5;

/** Visits the site as one visitor. */
export async function runSession(browser: Browser, plan: SessionPlan): Promise<Session> {
  const { visitor, profile } = plan;
  const decision = toDecision(visitor.kind, profile);
  if (decision === null) return visitAll(browser, plan, [], []);
  const decided = await decideFirst(browser, plan, decision);
  if (decided === null) return { visitor, pages: [] };
  if (visitor.kind === 'withdrawn') return withdraw(browser, plan, decided.cookies);
  return visitAll(browser, plan, decided.cookies, [decided.page]);
}

async function withVisitor<T>(
  browser: Browser,
  { visitor, place, isOwnHost, times }: SessionPlan,
  work: (tab: OpenPage, context: BrowserContext) => Promise<T>,
): Promise<T> {
  const context = await openVisitor(browser, visitor, place);
  try {
    return await work(await openPage(context, isOwnHost, times), context);
  } finally {
    await context.close();
  }
}

type Cookies = Awaited<ReturnType<typeof readChoiceCookies>>;

/**
 * Decides on the first page that has the widget. The visitor then returns in a new browser profile with the widget’s
 * cookies alone, so that nothing of before the decision is mistaken for a consequence of it.
 */
async function decideFirst(
  browser: Browser,
  plan: SessionPlan,
  decision: NonNullable<ReturnType<typeof toDecision>>,
): Promise<{ readonly cookies: Cookies; readonly page: PageObservation } | null> {
  return withVisitor(browser, plan, async (tab, context) => {
    for (const url of plan.pages) {
      if (!(await tab.visit(url)) || !(await canDecide(tab, plan, url))) continue;
      await tab.take();
      if (!(await decide(tab.page, decision))) return null;
      await tab.settle();
      const page = { url, ...(await tab.take()), ...notLookedFor };
      return { cookies: await readChoiceCookies(context, plan.profile), page };
    }
    return null;
  });
}

/** Returns whether the page has the widget; waits for it unless another visitor found none. */
async function canDecide(
  { page }: OpenPage,
  { pagesWithoutWidget }: SessionPlan,
  url: string,
): Promise<boolean> {
  if (pagesWithoutWidget.has(url)) return hasStartedWidget(page);
  const isThere = await hasWidget(page);
  if (!isThere) pagesWithoutWidget.add(url);
  return isThere;
}

const notLookedFor = { banner: null, hasSettingsLink: null, screenshot: null };

async function visitAll(
  browser: Browser,
  plan: SessionPlan,
  cookies: Cookies,
  first: readonly PageObservation[],
): Promise<Session> {
  return withVisitor(browser, plan, async (tab, context) => {
    await context.addCookies(cookies);
    const pages = [...first];
    // Not `for…of` over a copy: the undecided visitor finds further pages on the way.
    for (const url of plan.pages) {
      if (await tab.visit(url)) pages.push(await observe(tab, plan, url, pages.length === first.length));
      plan.onPage();
    }
    return { visitor: plan.visitor, pages };
  });
}

/** Observes an open page. @param isFirst whether it is the visitor’s first page */
async function observe(
  tab: OpenPage,
  { visitor, profile, addLinks, pagesWithoutWidget }: SessionPlan,
  url: string,
  isFirst: boolean,
): Promise<PageObservation> {
  const isUndecided = visitor.kind === 'undecided';
  const banner = isUndecided ? await measureBanner(tab.page, profile) : null;
  if (banner?.isShown === false && !(await hasStartedWidget(tab.page))) pagesWithoutWidget.add(url);
  const screenshot = isUndecided || isFirst ? await tab.screenshot() : null;
  addLinks?.(await readLinks(tab.page), url);
  const canStillAppear = async () => !pagesWithoutWidget.has(url) || (await hasStartedWidget(tab.page));
  const isDecided = visitor.kind === 'refused' || visitor.kind === 'accepted';
  const settingsLink = isDecided ? await hasSettingsLink(tab.page, await canStillAppear()) : null;
  await tab.scroll();
  return { url, ...(await tab.take()), banner, hasSettingsLink: settingsLink, screenshot };
}

/** Visits some pages with everything accepted, withdraws on the first of them, and observes what remains. */
async function withdraw(browser: Browser, plan: SessionPlan, cookies: Cookies): Promise<Session> {
  return withVisitor(browser, plan, async (tab, context) => {
    await context.addCookies(cookies);
    const visited: string[] = [];
    for (const url of plan.pages.slice(0, pagesBeforeWithdrawal)) {
      if ((await tab.visit(url)) && (await canDecide(tab, plan, url))) visited.push(url);
      plan.onPage();
    }
    const [first] = visited;
    if (first === undefined || !(await tab.visit(first))) return { visitor: plan.visitor, pages: [] };
    tab.forget();
    if (!(await decide(tab.page, 'none'))) return { visitor: plan.visitor, pages: [] };
    await tab.settle();
    const screenshot = await tab.screenshot();
    const pages: PageObservation[] = [{ url: first, ...(await tab.take()), ...notLookedFor, screenshot }];
    for (const url of visited.slice(-2))
      if (await tab.visit(url)) pages.push({ url, ...(await tab.take()), ...notLookedFor });
    return { visitor: plan.visitor, pages };
  });
}
