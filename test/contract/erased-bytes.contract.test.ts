import { readFile } from 'node:fs/promises';
import { createApiKey } from '../support/accounts';
import { allDenied, allGranted, consentCalls, cookieOf } from '../support/consent';
import { createTestApp } from '../support/create-test-app';
import { eachDatabase } from '../support/databases';
import { createActiveProfile } from '../support/profiles';

/** How often a text occurs in the files of a SQLite database: the file itself and its write-ahead log. */
async function occurrences(filename: string, text: string): Promise<number> {
  const files = await Promise.all(
    ['', '-wal'].map((end) => readFile(filename + end, 'latin1').catch(() => '')),
  );
  return files.join('').split(text).length - 1;
}

eachDatabase((database) => {
  (database.dialect === 'sqlite' ? test : test.skip).each(['wal', 'delete'])(
    'with journal mode %s, no byte of an erased visitor stays in the files',
    async (journal) => {
      const opened = await database.open();
      await opened.knex.raw(`pragma journal_mode = ${journal}`);
      const app = await createTestApp({ knex: opened.knex, config: { rateLimit: false } });
      const { filename } = opened.config.connection as { filename: string };
      const profileId = (await createActiveProfile(app)).id;
      const calls = consentCalls(app);
      const { key } = await createApiKey(app);
      const visitors = Array.from({ length: 25 }, (_, index) => `leaving-${String(index).padStart(3, '0')}`);
      for (const visitorId of visitors) {
        const known = {
          visitorId,
          profileId,
          subjectId: `customer-4711-${visitorId}`,
          consentJson: allGranted,
        };
        await calls.submit(known).set('X-API-Key', key).expect(200);
        await calls
          .submit({ visitorId, profileId, consentJson: allDenied })
          .set('Cookie', cookieOf(visitorId))
          .expect(200);
        await calls
          .submit({ visitorId: `staying-${visitorId.slice(-3)}`, profileId, consentJson: allGranted })
          .expect(200);
      }
      expect(await occurrences(filename, 'leaving-')).toBeGreaterThan(0);

      for (const visitorId of visitors) await calls.erase(visitorId).set('X-API-Key', key).expect(200);
      await app.service.maintenance();

      expect(await occurrences(filename, 'leaving-')).toBe(0);
      expect(await occurrences(filename, 'customer-4711')).toBe(0);
      expect(await occurrences(filename, 'staying-')).toBeGreaterThan(0);
      await app.close();
    },
  );
});
