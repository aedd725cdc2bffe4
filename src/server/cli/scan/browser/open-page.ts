import { setTimeout as pause } from 'node:timers/promises';
import type { BrowserContext, Page } from 'playwright-core';
import type { HostContact, PageObservation, StoredItem } from '../observation';
import { orElse } from './bounded';
import { type IsOwnHost, recordRequests } from './record-requests';
import { readStoredItems } from './record-storage';

/** How long pages are watched (ms). */
export interface Times {
  /** Pause between two pages. */
  readonly delay: number;
  /** Time for which a page is watched after it has loaded. */
  readonly wait: number;
}

const loadMs = 30_000;
const quietMs = 3000;

/** Opens the tab of a visitor, which records what pages store and whom they contact. */
export async function openPage(context: BrowserContext, isOwnHost: IsOwnHost, times: Times) {
  const page = await context.newPage();
  // Windows that a page opens are advertisements or forms; the links are visited on their own.
  page.on('popup', (popup) => void popup.close().catch(() => {}));
  const requests = await recordRequests(context, page, isOwnHost);
  const seen = new Set<string>();

  /** Waits until a page has done what it does without the visitor. */
  async function settle(): Promise<void> {
    await page.waitForLoadState('networkidle', { timeout: quietMs }).catch(() => {});
    await pause(times.wait);
  }

  return {
    page,
    settle,
    /** Opens an address. @returns false when it fails or leads to another origin */
    async visit(url: string): Promise<boolean> {
      await pause(times.delay);
      const answer = await page.goto(url, { timeout: loadMs }).catch(() => null);
      if (!answer?.ok() || new URL(page.url()).origin !== new URL(url).origin) return false;
      await settle();
      return true;
    },
    /** Moves to the end of the page, where content is often loaded late. */
    async scroll(): Promise<void> {
      await orElse(page.keyboard.press('End'), undefined);
      await pause(times.wait);
    },
    /** Returns what is new since the last call. */
    async take(): Promise<Pick<PageObservation, 'stored' | 'contacts'>> {
      const stored: StoredItem[] = [];
      for (const item of await readStoredItems(context, page, requests, isOwnHost)) {
        const key = `${item.kind} ${item.host} ${item.name}`;
        if (!seen.has(key)) stored.push(item);
        seen.add(key);
      }
      const contacts: HostContact[] = requests.take();
      return { stored, contacts };
    },
    /** Makes `take` return everything that is still stored, not only what is new. */
    forget(): void {
      seen.clear();
      requests.take();
    },
    screenshot: () => orElse(takeScreenshot(page), null, 10_000),
  };
}

export type OpenPage = Awaited<ReturnType<typeof openPage>>;

async function takeScreenshot(page: Page): Promise<string> {
  const image = await page.screenshot({ type: 'jpeg', quality: 40, animations: 'disabled', scale: 'css' });
  return image.toString('base64');
}
