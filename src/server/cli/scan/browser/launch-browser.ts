import { existsSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { logText } from '#platform/kernel/log-text';
import { loadOptional } from '#platform/kernel/optional-dependency';
import { UsageError } from '../../usage-error';

/** Where distributions install Chromium. Playwright finds Chrome itself. */
const commonPaths = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/snap/bin/chromium'];

const advice =
  'Name a Chromium or Chrome with --browser, or install one: npx playwright-core install chromium-headless-shell';

export interface BrowserOptions {
  /** Path of Chromium or Chrome; absent: one that is installed. */
  readonly path?: string;
  /** Whether Chromium’s sandbox is used. Root and some containers cannot. */
  readonly sandbox: boolean;
}

/** @throws ServiceError without playwright-core, UsageError without a browser */
export async function launchBrowser({ path, sandbox }: BrowserOptions): Promise<Browser> {
  const { chromium } = await loadOptional('playwright-core', 'Scans', () => import('playwright-core'));
  if (path !== undefined && !existsSync(path))
    throw new UsageError(`There is no browser at ${path}. ${advice}`);
  const executablePath = path ?? [chromium.executablePath(), ...commonPaths].find((file) => existsSync(file));
  try {
    return await chromium.launch({
      ...(executablePath === undefined ? { channel: 'chrome' } : { executablePath }),
      chromiumSandbox: sandbox,
      // The command itself ends on a signal, after it has saved its progress.
      handleSIGINT: false,
      handleSIGTERM: false,
      args: ['--headless', '--disable-gpu', '--no-first-run', '--disable-component-update', '--disable-sync'],
    });
  } catch (error) {
    const reason = logText(error instanceof Error ? (error.message.split('\n')[0] ?? '') : '');
    throw new UsageError(
      `The browser did not start: ${reason} ${advice}. In a container, --no-sandbox can be needed.`,
    );
  }
}
