import type { Page } from 'playwright-core';
import { createDashboardSite, type DashboardSite } from '../support/dashboard-site';
import { createActiveProfile, germanContent, profileJson } from '../support/profiles';
import { describeWith } from '../support/services';

const texts = {
  en: {
    html: '<p>Shop Ltd and 2 partners will use cookies. <a href="/privacy">Policy</a></p>',
    language: 'English',
  },
  de: {
    html: '<p>Shop Ltd und 2 Partner werden Cookies verwenden. <a href="/d">Mehr</a></p>',
    language: 'German',
  },
  fr: {
    html: '<p>Shop Ltd et 2 partenaires utiliseront des cookies. <a href="/f">Plus</a></p>',
    language: 'French',
  },
  es: { html: '<p>Shop Ltd y 2 socios usarán cookies. <a href="/e">Más</a></p>', language: 'Spanish' },
} as const;

describeWith('chromium', 'Changing a text in four languages', () => {
  let site: DashboardSite;
  beforeAll(async () => {
    site = await createDashboardSite();
  });
  afterAll(() => site.close());

  test('takes few clicks up to the publication, and loses nothing that another operator saves', async () => {
    const { app } = site;
    const { request, adminBase } = app;
    const admin = await app.asAdmin();
    const { id } = await createActiveProfile(app, {
      name: 'EU',
      localeContent: { de: german(), fr: german(), es: german() },
    });
    const { page } = await site.open('/banners');
    const clicks = await countClicks(page);

    await page.getByRole('link', { name: 'EU', exact: true }).click();
    const field = (language: string) => page.getByLabel(`Text, ${language}`, { exact: true }).first();
    await field('English').focus();
    await pasteAll(page, texts.en.html);
    // The three translations are marked now, one press each.
    for (const locale of ['de', 'fr', 'es'] as const) {
      await page.getByRole('button', { name: /^Next marked text/ }).click();
      const { language, html } = texts[locale];
      await field(language).and(page.locator(':focus')).waitFor();
      await pasteAll(page, html);
    }

    // Somebody else changes a heading and the lifetime of a cookie.
    const { cookies, mainBanner } = profileJson();
    const theirs = profileJson({
      mainBanner: { ...mainBanner, heading: 'Your choice' },
      cookies: {
        ...cookies,
        ga: { ...cookies?.ga, purpose: 'analytics', listenGpc: true, duration: '2 months' },
      },
    });
    await request.put(`${adminBase}/profiles/${id}`).set(admin).send({ profileJson: theirs }).expect(200);

    await page.getByRole('button', { name: 'Review and publish' }).click();
    const dialog = page.getByRole('dialog', { name: 'Publish version 3 of “EU”' });
    await dialog.getByText('First layer · Heading').first().waitFor();
    for (const { language } of Object.values(texts))
      await dialog.getByRole('heading', { level: 3, name: language, exact: true }).waitFor();
    await dialog.getByRole('button', { name: 'Publish v3' }).click();
    await page.getByText('Version 3 is live.').waitFor();

    for (const [locale, { html }] of Object.entries(texts)) {
      const { body } = await request.get(`/svc/api/v1/profiles/${id}/${locale}`).redirects(1).expect(200);
      expect(plain(body.mainBanner.htmlText)).toBe(plain(html));
      if (locale === 'en') expect(body.mainBanner.heading).toBe('Your choice');
      expect(body.cookies.ga.duration).toBe('2 months');
    }
    // The banner, three marked texts, review, publish.
    expect(await clicks()).toBe(6);
  });
});

/** A translation without the texts that would be marked besides the one that changes. */
const german = () =>
  germanContent({
    preferenceModal: {
      ...germanContent().preferenceModal,
      htmlText: '<p>Wählen Sie.</p>',
      categories: {
        necessary: { heading: 'Notwendig', htmlText: 'Immer an.' },
        analytics: { heading: 'Statistik', htmlText: 'Zählt Besuche.' },
        marketing: { heading: 'Werbung', htmlText: 'Anzeigen.' },
      },
    },
    choicesLink: { text: 'Datenschutz' },
  });

const plain = (html: string) => html.replace(/<[^>]*>/g, '');

/** Replaces the text that has the focus by what was copied from a page. */
async function pasteAll(page: Page, html: string) {
  await page.keyboard.press('ControlOrMeta+a');
  await page.locator(':focus').evaluate((field, copied) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/html', copied);
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, html);
}

/** Counts what the operator presses. */
async function countClicks(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const counted = window as unknown as { clicks: number };
    counted.clicks = 0;
    addEventListener('pointerdown', () => (counted.clicks += 1), { capture: true });
  });
  return () => page.evaluate(() => (window as unknown as { clicks: number }).clicks);
}
