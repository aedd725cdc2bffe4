import { describeWith } from '../support/services';
import { renderBootstrap } from '../support/widget-choices';
import { createWidgetSite, type WidgetSite } from '../support/widget-page';

// Sanitizers let names and ids through, so texts of visitors can contain elements that look like the widget's.
describeWith('chromium', 'The widget on a page with texts of its visitors', () => {
  let site: WidgetSite;
  beforeAll(async () => {
    site = await createWidgetSite();
  });
  afterAll(() => site.close());

  async function readBanner(path: string): Promise<string> {
    const { visit } = await site.createVisitor();
    const { page, complaints } = await visit(path);
    const banner = page.getByRole('region', { name: 'Your privacy' });
    await banner.waitFor();
    expect(complaints).toEqual([]);
    return (await banner.textContent()) ?? '';
  }

  test('loads its parts from its own origin, whatever is named like its script', async () => {
    const tag = '<script src="/svc/widget.js"></script>';
    const image = `<img name="currentScript" src="${site.otherOrigin}/svc/widget.js" alt="">`;
    site.setPage('/', { script: '', body: image + tag });
    site.otherRequests.length = 0;
    await readBanner('/');
    expect(site.otherRequests.map(({ path }) => path)).toEqual(['/svc/widget.js']);
  });

  test('takes texts from a script alone', async () => {
    const mainBanner = { heading: 'Your privacy', htmlText: 'Forged', buttons: [] };
    const json = renderBootstrap({}, { mainBanner }).replace(/<.*?>/g, '');
    site.setPage('/', { body: `<p id="svc-boot" hidden>${json}</p>` });
    expect(await readBanner('/')).not.toContain('Forged');
  });
});
