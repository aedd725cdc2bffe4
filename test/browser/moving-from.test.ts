import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import createKnex from 'knex';
import { settle } from '../support/browser';
import { runCliHere } from '../support/cli';
import { readCodeBlocks } from '../support/code-blocks';
import { createTestApp, testSigningHash } from '../support/create-test-app';
import { createActiveProfile } from '../support/profiles';
import { pickSome } from '../support/scope';
import { describeWith } from '../support/services';
import { until } from '../support/webhook-receiver';
import { createWidgetSite, type WidgetSite } from '../support/widget-page';

const products = ['c15t', 'klaro', 'cookieconsent', 'cookiebot', 'onetrust'] as const;

/** Returns the block of a page in one of these languages, of this kind. */
function blockOf(product: string, languages: readonly string[], kind = ''): string {
  const found = readCodeBlocks(`docs/guide/moving-from-${product}.md`).filter(
    (block) => languages.includes(block.language) && block.kind === kind,
  );
  if (found[0] === undefined || found.length > 1) throw new Error(`${product}: ${found.length} ${languages}`);
  return found[0].code;
}

describeWith('chromium', 'a page that moved from', () => {
  let site: WidgetSite;
  beforeAll(async () => {
    site = await createWidgetSite();
  });
  afterAll(() => site.close());

  test.each(pickSome(products, 2))(
    '%s loads nothing before consent, and everything after it',
    async (product) => {
      site.otherRequests.length = 0;
      const body = blockOf(product, ['html'], 'moved').replaceAll('https://tags.example', site.otherOrigin);
      // The widget loads with `async`, so the page's own code can run before it.
      const listener = `<script>${blockOf(product, ['js'], 'moved')}</script>`;
      site.setPage('/moved', { body, head: listener });
      const { context } = await site.createVisitor();
      const page = await context.newPage();
      const printed: string[] = [];
      page.on('console', (message) => void printed.push(message.text()));
      await page.goto(`${site.origin}/moved`);
      const accept = page.getByRole('button', { name: 'Accept all' });
      await accept.waitFor();
      await settle(page);
      expect(site.otherRequests).toEqual([]);
      expect(printed).toEqual([]);
      // docs/guide/what-to-tell-your-lawyer.md says so.
      expect(await context.cookies()).toEqual([]);
      expect(
        await page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)]),
      ).toEqual([]);

      await accept.click();
      await until(async () => site.otherRequests.length >= 2);
      expect(site.otherRequests.map(({ path }) => path).sort()).toEqual(['/film.html', '/stats.js']);
      await until(async () => printed.includes('analytics allowed'));
      await page.getByText('Privacy settings').first().click();
      await page.getByRole('dialog').waitFor();
    },
  );
});

describe('records from', () => {
  test.each(pickSome(products, 2))('%s are imported with the mapping of the page', async (product) => {
    const directory = await mkdtemp(join(tmpdir(), 'ec_test_moving_'));
    const database = join(directory, 'consent.sqlite');
    const knex = createKnex({
      client: 'better-sqlite3',
      connection: { filename: database },
      useNullAsDefault: true,
    });
    const app = await createTestApp({ knex });
    try {
      const { id } = await createActiveProfile(app);
      const command = readCodeBlocks(`docs/guide/moving-from-${product}.md`).find(
        ({ language, code }) => language === 'sh' && code.includes('express-consent import'),
      )?.code;
      const [, file = '', preset] = /import (\S+) .*?(?:--preset (\w+) )?--mapping/.exec(command ?? '') ?? [];
      await writeFile(join(directory, file), blockOf(product, ['jsonl', 'csv']));
      await writeFile(join(directory, 'mapping.json'), blockOf(product, ['json']));
      const words = ['import', join(directory, file), '--database', database, '--profile', id];
      const mapping = ['--mapping', join(directory, 'mapping.json')];
      const { stdout, stderr, code } = await runCliHere(
        [...words, ...(preset === undefined ? [] : ['--preset', preset]), ...mapping],
        // The configuration of the page's command has it.
        { EXPRESS_CONSENT_DATA_SIGNING_HASH: testSigningHash },
      );
      expect(stderr).toBe('');
      expect(stdout).toContain('2 rows read: 2 written');
      expect(code).toBe(0);
      const rows = await knex('svc_consents').pluck('consent_json');
      const states = rows.map((row) => JSON.parse(row).analytics);
      // One visitor of each page allowed statistics; of c15t both did, and one of them refused the other purpose.
      expect(states.filter((state) => state === 'granted').length).toBe(product === 'c15t' ? 2 : 1);
      expect(rows.some((row) => JSON.parse(row).marketing === 'denied')).toBe(true);
    } finally {
      await app.close();
      await knex.destroy();
      await rm(directory, { recursive: true, force: true });
    }
  });
});
