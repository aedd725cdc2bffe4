import type { Page } from 'playwright-core';
import { firefox } from '../support/impressions';
import { createActiveProfile, profileJson } from '../support/profiles';
import { testInDeep } from '../support/scope';
import { describeWith } from '../support/services';
import { createWidgetSite, type WidgetSite } from '../support/widget-page';

const headings = { A: 'Your privacy', B: 'May we count your visit?' };

/** The variant that a page shows. */
async function shownOn(page: Page): Promise<'A' | 'B'> {
  const banner = page.getByRole('region', {
    name: new RegExp(Object.values(headings).join('|').replace('?', '\\?')),
  });
  await banner.waitFor();
  return (await banner.getByText(headings.B).count()) > 0 ? 'B' : 'A';
}

describeWith('chromium', 'Variants in the page', () => {
  let site: WidgetSite;
  beforeAll(async () => {
    const geo = { name: 'fixed', dependsOn: {}, locate: () => ({ country: 'DE' }) };
    site = await createWidgetSite({ config: { geo, rateLimit: false }, profile: null });
    const { id } = await createActiveProfile(site.app, {
      profileJson: profileJson({ mainBanner: { ...profileJson().mainBanner, position: 'bottom-left' } }),
    });
    const texts = { mainBanner: { heading: headings.B }, preferenceModal: { heading: 'What you allow' } };
    await site.app.request
      .post(`${site.app.adminBase}/profiles/${id}/experiments`)
      .set(await site.app.asAdmin())
      .send({ variants: [{ texts: { en: texts } }] })
      .expect(201);
    site.setPage('/written', { script: '', tags: (req) => site.app.service.page(req, { locale: 'en' }) });
  });
  afterAll(() => site.close());

  testInDeep.each(['/', '/written'])(
    '%s shows either, stores nothing before the decision, then stays',
    async (path) => {
      const seen = new Map<string, Page>();
      const { visit, context } = await site.createVisitor({ userAgent: firefox });
      for (let tries = 0; tries < 40 && seen.size < 2; tries += 1) {
        const { page, complaints } = await visit(path);
        const variant = await shownOn(page);
        expect(complaints).toEqual([]);
        if (seen.has(variant)) await page.close();
        else seen.set(variant, page);
      }
      expect([...seen.keys()].sort()).toEqual(['A', 'B']);
      expect(await context.cookies()).toEqual([]);
      const page = seen.get('B') as Page;
      expect(await page.evaluate(() => [localStorage.length, sessionStorage.length])).toEqual([0, 0]);

      const sent = page.waitForResponse((response) => response.url().includes('/consent'));
      await page.getByRole('button', { name: 'Reject' }).click();
      const record = await (await sent).json();
      expect(record.variant).toBe('B');
      expect((await site.records()).at(-1)).toMatchObject({ variant: 'B', profile_version: 2 });
      const choice = (await context.cookies()).find(({ name }) => name === 'svc_choice');
      expect(choice?.value).toContain('.2-B.');
      for (let tries = 0; tries < 4; tries += 1) {
        const { page: next, complaints } = await visit(path);
        await next.evaluate(() => window.expressConsent?.open());
        await next.getByRole('dialog', { name: 'What you allow' }).waitFor();
        expect(complaints).toEqual([]);
        await next.close();
      }
    },
  );

  test('works with scripts turned off: the record names the variant of the page', async () => {
    const { visit } = await site.createVisitor({ javaScriptEnabled: false });
    const { page } = await visit('/written');
    const variant = await shownOn(page);
    await page.getByRole('button', { name: 'Reject' }).click();
    await page.waitForURL(`${site.origin}/written`);
    expect((await site.records()).at(-1)).toMatchObject({ variant, layer: 'banner' });
  });

  testInDeep('are counted apart', async () => {
    await site.app.service.maintenance();
    const rows = await site.app.knex('svc_banner_sums').where({ version: 2 });
    expect(new Set(rows.map(({ variant }) => variant))).toEqual(new Set(['A', 'B']));
  });
});
