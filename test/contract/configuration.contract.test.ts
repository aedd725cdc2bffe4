import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { databaseUrl, runCliOn } from '../support/cli';
import { secretsOfServers } from '../support/configuration';
import { createTestApp, type TestApp } from '../support/create-test-app';
import { eachDatabaseSystem, type OpenDatabase } from '../support/databases';
import { createActiveProfile } from '../support/profiles';

eachDatabaseSystem((driver) => {
  let opened: OpenDatabase;
  let app: TestApp;
  let folder: string;
  beforeAll(async () => {
    opened = await driver.open();
    app = await createTestApp({ knex: opened.knex });
    folder = await mkdtemp(join(tmpdir(), `ec_test_${Math.floor(Date.now() / 1000)}_configuration_`));
  });
  afterAll(async () => {
    await app.close();
    await opened.close();
    await rm(folder, { recursive: true, force: true });
  });

  test('files are pulled, pushed twice, published and pulled again', async () => {
    await createActiveProfile(app);
    const cli = (...args: string[]) =>
      runCliOn(
        opened,
        [...args, '--database', databaseUrl(opened), '--dir', folder],
        undefined,
        secretsOfServers,
      );
    expect(await cli('pull')).toMatchObject({ code: 0, stderr: '' });
    const file = join(folder, 'profiles/shop-eu.json');
    for (const heading of ['One', 'Two']) {
      const content = JSON.parse(await readFile(file, 'utf8'));
      content.content.profileJson.mainBanner.heading = heading;
      await writeFile(file, JSON.stringify(content));
      expect(await cli('push', '--yes', '--publish')).toMatchObject({ code: 0, stderr: '' });
    }
    expect(await cli('push', '--dry-run', '--publish')).toMatchObject({ code: 0 });
    expect(await cli('pull')).toMatchObject({ code: 0, stdout: 'Wrote profiles/shop-eu.json\n' });
    const { text } = await app.request.get(`${app.publicBase}/profiles/default/opt-in/en`).expect(200);
    expect(text).toContain('"heading":"Two"');
  });
});
