import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import type { Page } from 'playwright-core';
import { ensureBuilt } from '../support/built-package';
import { createFrameworkSite, type FrameworkSite } from '../support/framework-page';
import { testInDeep } from '../support/scope';
import { describeWith } from '../support/services';
import { until } from '../support/webhook-receiver';

const dist = join(__dirname, '../../dist');

/** Returns the names that each module exports, by file. */
async function readExports(folder: string, files: readonly string[]) {
  const { metafile } = await build({
    absWorkingDir: join(dist, folder),
    entryPoints: [...files],
    outdir: 'out',
    metafile: true,
    write: false,
  });
  return Object.fromEntries(
    Object.values(metafile.outputs).map(({ entryPoint, exports }) => [entryPoint, exports.sort()]),
  );
}

describeWith('chromium', 'The widget in the bundle of a host', () => {
  let site: FrameworkSite;
  beforeAll(async () => {
    await ensureBuilt('whole');
    site = await createFrameworkSite();
    // The host serves what it has bundled.
    site.fail(({ path }) =>
      path.startsWith('/bundle/')
        ? { type: 'text/javascript', text: readFileSync(join(dist, 'browser', path.slice(8)), 'utf8') }
        : undefined,
    );
  }, 300_000);
  afterAll(() => site.close());

  const ownLink = '<a href="#" data-consent-open>Privacy settings</a>';
  const film = '<svc-embed category="marketing" src="/film" width="480" height="270"></svc-embed>';

  async function open(base: string, body = ownLink + film): Promise<{ page: Page; complaints: string[] }> {
    site.setPage('/', {
      body,
      script: `<script type="module">import { createWidget } from '/bundle/widget.mjs';
        createWidget({ base: ${JSON.stringify(base)} });</script>`,
    });
    const { visit } = await site.createVisitor();
    const { page, complaints } = await visit();
    await page.locator('[part~=banner]').waitFor();
    return { page, complaints };
  }

  test('has the parts that the script has', async () => {
    const script = readFileSync(join(dist, 'browser/widget.mjs'), 'utf8');
    const files: Record<string, string> = Object.fromEntries(
      [...script.matchAll(/([\w-]+)"?:\(\)=>import\("\.\/(.+?)"\)/g)].map(([, name = '', file = '']) => [
        name,
        file,
      ]),
    );
    const served = readdirSync(join(dist, 'widget')).filter((file) => file.slice(0, -3) in files);
    expect(served).toHaveLength(18);
    const [own, ofScript] = await Promise.all([
      readExports('browser', Object.values(files)),
      readExports('widget', served),
    ]);
    for (const [name, file] of Object.entries(files))
      expect([name, own[file]]).toEqual([name, ofScript[`${name}.js`]]);
  });

  test('opens the preferences with the vendors, and shows placeholders', async () => {
    const { page, complaints } = await open(`${site.origin}/svc/`);
    await page.locator('.banner .tcf').waitFor();
    await page.frameLocator('svc-embed iframe').getByRole('button').first().waitFor();

    await page.getByRole('link', { name: 'Privacy settings' }).click();
    const preferences = page.locator('[part~=preferences]');
    await preferences.locator('.group').first().waitFor();
    await preferences.getByRole('button', { name: 'Save' }).click();
    await until(async () => (await site.records()).length === 1, 'the record');
    expect((await site.records())[0]?.tcf_string).toBeTruthy();
    expect(complaints).toEqual([]);
  });

  testInDeep('shows its link back to the choices', async () => {
    const { page, complaints } = await open(`${site.origin}/svc/`, '');
    await page.getByRole('button', { name: 'Accept all' }).click();
    await page.locator('[part~=reopen]').click();
    await page.locator('[part~=preferences]').waitFor();
    expect(complaints).toEqual([]);
  });

  test.each(['/svc/', '/svc', '../svc'])('finds the service by the base %s', async (base) => {
    const { page, complaints } = await open(base, '');
    const sent = page.waitForResponse(/\/consent$/);
    await page.getByRole('button', { name: 'Accept all' }).click();
    expect((await sent).status()).toBe(200);
    expect(complaints).toEqual([]);
  });
});
