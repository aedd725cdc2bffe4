/** The part of Playwright's `Page` that the buttons need. */
export interface ConsentPage {
  locator(selector: string): {
    click(): Promise<unknown>;
    waitFor(options: { readonly state: 'detached' }): Promise<unknown>;
  };
}

const banner = 'svc-consent [part~="banner"]';

/**
 * Clicks the banner's button that grants everything. Resolves once the choice is in force and in its cookie.
 * @throws what the page throws when there is no such button: the visitor has decided, or the banner has none
 *
 * @example
 * await page.goto('/');
 * await acceptAll(page);
 */
export const acceptAll = (page: ConsentPage): Promise<void> => press(page, 'accept');

/**
 * Clicks the banner's button that refuses everything optional. Resolves once the choice is in force and in its cookie.
 * @throws as `acceptAll`
 */
export const refuseAll = (page: ConsentPage): Promise<void> => press(page, 'refuse');

async function press(page: ConsentPage, button: 'accept' | 'refuse'): Promise<void> {
  await page.locator(`${banner} [name="${button}"]`).click();
  await page.locator(banner).waitFor({ state: 'detached' });
}
