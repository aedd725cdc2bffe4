import { mkdtemp, rename, rm, unlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import {
  firstOf,
  type GeoQuery,
  headerGeoProvider,
  type MaxmindGeoOptions,
  maxmindGeoProvider,
} from 'express-consent';
import { createTestApp, type TestApp, type TestAppOptions } from '../support/create-test-app';
import { buildMmdb, type MmdbOptions } from '../support/mmdb';
import { createActiveProfile } from '../support/profiles';
import { withoutPackage } from '../support/without-package';

const place = (country: string, ...regions: string[]) => ({
  country: { iso_code: country, names: { en: 'A country' } },
  subdivisions: regions.map((iso_code) => ({ iso_code })),
  city: { geoname_id: 42 },
});
const networks: MmdbOptions['networks'] = {
  '81.2.69.0/24': place('GB', 'ENG', 'WBK'),
  '89.160.20.0/24': place('SE', 'E'),
  '12.0.0.0/9': place('US', 'CA'),
  '12.128.0.0/9': place('US'),
  '5.1.0.0/16': { registered_country: { iso_code: 'DE' } },
  '6.1.0.0/16': place('XX'),
  '2a02:d000::/20': place('CA', 'QC'),
  // No public tree has these, and an odd one that has them must not count.
  '10.0.0.0/8': place('FR'),
  '127.0.0.0/8': place('FR'),
};

let directory: string;
let file: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), `ec_test_${Math.floor(Date.now() / 1000)}_mmdb_`));
  file = join(directory, 'GeoLite2-City.mmdb');
  await writeFile(file, buildMmdb({ networks }));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const query = (ip: string | null): GeoQuery => ({
  headers: {},
  ip,
  timezone: null,
  languages: [],
  language: null,
  locale: null,
});
const provider = (options: Partial<MaxmindGeoOptions> = {}) => maxmindGeoProvider({ file, ...options });

/**
 * The file as a database updater leaves it: written beside, renamed, and of a later time whatever the clock's
 * grain.
 */
async function replace(content: Buffer, secondsLater = 10): Promise<void> {
  await writeFile(`${file}.new`, content);
  await utimes(`${file}.new`, new Date(), new Date(Date.now() + secondsLater * 1000));
  await rename(`${file}.new`, file);
}

describe('a lookup', () => {
  test.each([
    ['81.2.69.142', 'GB', 'ENG'],
    ['81.2.69.0', 'GB', 'ENG'],
    ['81.2.70.1', null, null],
    ['89.160.20.112', 'SE', 'E'],
    ['12.1.2.3', 'US', 'CA'],
    ['12.200.2.3', 'US', null],
    ['2a02:d001::5', 'CA', 'QC'],
    ['2a03::1', null, null],
    ['::ffff:81.2.69.142', 'GB', 'ENG'],
    // Where a network is registered is not where its visitors are.
    ['5.1.2.3', null, null],
  ])('knows %s as %s %s', async (ip, country, region) => {
    for (const recordSize of [24, 28, 32] as const) {
      await writeFile(file, buildMmdb({ networks, recordSize }));
      const found = await provider().locate(query(ip));
      expect([recordSize, found?.country ?? null, found?.region ?? null]).toEqual([
        recordSize,
        country,
        region,
      ]);
    }
  });

  test.each([
    '10.1.2.3',
    '127.0.0.1',
    '192.168.1.1',
    '169.254.1.1',
    '100.64.0.1',
    '203.0.113.7',
    '0.0.0.0',
    '255.255.255.255',
    '::1',
    'fe80::1',
    'fd00::1',
    '::',
  ])('puts %s, which nobody has on the internet, nowhere', async (ip) => {
    expect(await provider().locate(query(ip))).toMatchObject({ country: null, region: null });
  });

  test.each([null, '', 'unknown', '12.1.2', '12.1.2.3.4', '::ffff:10.1.2.3', 'ü'])(
    'puts %j nowhere, and does not fail',
    async (ip) => {
      expect(await provider().locate(query(ip))).toMatchObject({ country: null, region: null, failures: [] });
    },
  );

  test('accepts a database that has only countries', async () => {
    await writeFile(
      file,
      buildMmdb({
        networks: { '81.2.69.0/24': { country: { iso_code: 'GB' } } },
        databaseType: 'DBIP-Country-Lite',
      }),
    );
    expect(await provider().locate(query('81.2.69.142'))).toMatchObject({ country: 'GB', region: null });
  });

  test('does not treat an IPv6 address as IPv4 when the database has only IPv4', async () => {
    await writeFile(file, buildMmdb({ networks: { '42.2.208.0/20': place('JP') }, ipVersion: 4 }));
    expect(await provider().locate(query('42.2.208.1'))).toMatchObject({ country: 'JP' });
    expect(await provider().locate(query('2a02:d000::1'))).toMatchObject({ country: null });
  });
});

describe('a file that cannot be used', () => {
  const empty = Buffer.alloc(0);
  test.each<[string, () => Promise<unknown>, RegExp]>([
    ['is not there', () => unlink(file), /GeoLite2-City\.mmdb cannot be read \(ENOENT\)\. Set "file"/],
    [
      'is a directory',
      async () => {
        file = directory;
      },
      /cannot be read \(EISDIR\)/,
    ],
    ['is empty', () => writeFile(file, empty), /is not a MaxMind database\. Set "file"/],
    ['is something else', () => writeFile(file, 'hello, world '.repeat(1000)), /is not a MaxMind database/],
    [
      'is still packed',
      () => writeFile(file, gzipSync(buildMmdb({ networks }))),
      /is not a MaxMind database\. .*unpacked/,
    ],
    [
      'was cut off',
      () => writeFile(file, buildMmdb({ networks }).subarray(0, 500)),
      /is not a MaxMind database/,
    ],
    [
      'contains no countries',
      () => writeFile(file, buildMmdb({ networks, databaseType: 'GeoLite2-ASN' })),
      /GeoLite2-ASN database, which contains no countries/,
    ],
  ])('because it %s makes the start fail with what to set', async (_what, spoil, message) => {
    await spoil();
    const app = await createTestApp({ config: { geo: provider() } });
    await expect(app.service.start()).rejects.toMatchObject({
      name: 'ConfigError',
      errors: [{ path: 'geo', message: expect.stringMatching(message) }],
    });
    const { status, headers } = await app.request.get(`${app.publicBase}/resolve-profile`);
    expect([status, headers['retry-after']]).toEqual([503, '5']);
    expect(app.logger.lines.join()).toMatch(/could not start.*ConfigError.*geo:/);
    await app.close();
  });

  test('is looked for again by the next request, so that a host need not restart', async () => {
    await unlink(file);
    const app = await createTestApp({
      config: { geo: firstOf(headerGeoProvider({ country: 'cf-ipcountry' }), provider()), trustProxy: true },
    });
    await app.request.get(`${app.publicBase}/resolve-profile`).expect(503);
    await writeFile(file, buildMmdb({ networks }));
    const { body } = await app.request
      .get(`${app.publicBase}/resolve-profile`)
      .set('X-Forwarded-For', '89.160.20.112')
      .expect(200);
    expect(body.country).toBe('SE');
    await app.close();
  });

  test.each([
    { file: '' },
    { file: undefined },
    { file: 5 },
    { file: 'x', recheckSeconds: -1 },
    { file: 'x', recheckSeconds: Number.NaN },
  ])('because the option is %j is refused at once', (options) => {
    expect(() => maxmindGeoProvider(options as MaxmindGeoOptions)).toThrow(TypeError);
  });

  test('is not used while the package is missing, and the start names the install command', async () => {
    const program = `
      require('./src/server/platform/geo')
        .maxmindGeoProvider({ file: ${JSON.stringify(file)} })
        .open()
        .catch(({ name, message }) => console.log(JSON.stringify({ name, message })));
    `;
    expect(await withoutPackage('maxmind', program)).toEqual({
      name: 'SetupError',
      message: expect.stringContaining('npm install maxmind'),
    });
  });
});

describe('a file that changes', () => {
  const moved = buildMmdb({ networks: { '81.2.69.0/24': place('IE') } });
  const countryOf = async (from: ReturnType<typeof provider>) =>
    (await from.locate(query('81.2.69.142')))?.country;

  /** Lookups never wait for the file: the new one counts some lookups later. */
  async function until(from: ReturnType<typeof provider>, country: string): Promise<void> {
    for (
      const end = Date.now() + 5000;
      Date.now() < end;
      await new Promise((resolve) => setTimeout(resolve, 5))
    ) {
      if ((await countryOf(from)) === country) return;
    }
    throw new Error(`the place never became ${country}`);
  }

  test('is taken up by itself', async () => {
    const geo = provider({ recheckSeconds: 0 });
    expect(await countryOf(geo)).toBe('GB');
    await replace(moved);
    await until(geo, 'IE');
  });

  test('is reloaded only when due, or at once on request', async () => {
    const geo = provider({ recheckSeconds: 3600 });
    await geo.open?.();
    await replace(moved);
    for (let lookups = 0; lookups < 20; lookups += 1) expect(await countryOf(geo)).toBe('GB');
    await geo.reload();
    expect(await countryOf(geo)).toBe('IE');
  });

  test.each<[string, () => Promise<unknown>]>([
    ['gone', () => unlink(file)],
    ['broken', () => replace(Buffer.from('half a databa'))],
  ])('into a %s one leaves the one before in use, and is told', async (_what, spoil) => {
    const geo = provider({ recheckSeconds: 0 });
    const app = await createTestApp({ config: { geo, trustProxy: true } });
    const resolved = async () =>
      (
        await app.request
          .get(`${app.publicBase}/resolve-profile`)
          .set('X-Forwarded-For', '81.2.69.142')
          .expect(200)
      ).body;
    expect((await resolved()).country).toBe('GB');
    await spoil();
    await expect(geo.reload()).rejects.toMatchObject({ name: 'SetupError' });
    expect((await resolved()).country).toBe('GB');
    expect(app.logger.lines.join()).toMatch(/geo provider reported a failure.*maxmind.*GeoLite2-City\.mmdb/);
    const readiness = async () =>
      (await app.request.get(`${app.adminBase}/setup/config`).set(await app.asAdmin())).body.readiness.geo;
    expect(await readiness()).toEqual({
      ok: false,
      message: expect.stringMatching(/GeoLite2-City of 20\d\d-.*can no longer be read/),
    });
    await replace(moved, 20);
    await until(geo, 'IE');
    expect(await readiness()).toEqual({
      ok: true,
      message: expect.stringMatching(/^Places come from the database GeoLite2-City of 20\d\d-\d\d-\d\d\.$/),
    });
    await app.close();
  });
});

describe('in a service', () => {
  let app: TestApp;
  const open = async (options: TestAppOptions['config']) => {
    app = await createTestApp({ config: { geo: provider(), ...options } });
    await createActiveProfile(app);
  };
  afterEach(() => app.close());
  const resolved = async (forwarded: string, path = '/resolve-profile') =>
    (await app.request.get(`${app.publicBase}${path}`).set('X-Forwarded-For', forwarded).expect(200)).body;

  test('the address is the client’s under the trust setting', async () => {
    await open({ trustProxy: 1 });
    expect(await resolved('12.1.2.3')).toMatchObject({
      country: 'US',
      region: 'CA',
      law: 'CPRA',
      complianceGroup: 'opt-out-strict',
      gpcBinding: true,
    });
    expect(await resolved('12.200.2.3')).toMatchObject({
      country: 'US',
      region: null,
      complianceGroup: 'opt-out-strict',
    });
    expect(await resolved('12.1.2.3, 2a02:d001::5')).toMatchObject({
      country: 'CA',
      region: 'QC',
      law: 'Law 25',
      complianceGroup: 'opt-in',
    });
    expect(await resolved('89.160.20.112', '/profiles/auto/en')).toMatchObject({
      resolvedComplianceGroup: 'opt-in',
    });
  });

  test('a client cannot name its own address where no proxy is trusted', async () => {
    await open({ trustProxy: false });
    expect(await resolved('12.1.2.3')).toMatchObject({
      country: null,
      region: null,
      complianceGroup: 'opt-in',
    });
  });

  test('the place is kept with the visitor, and no address with it', async () => {
    await open({ trustProxy: true });
    const { profileId } = await resolved('89.160.20.112');
    await app.request
      .post(`${app.publicBase}/consent`)
      .set('X-Forwarded-For', '89.160.20.112')
      .send({ profileId, visitorId: 'v', consentJson: { analytics: 'denied' } })
      .expect(200);
    const [visitor] = await app.knex('svc_consents');
    expect(visitor).toMatchObject({ country: 'SE', region: 'E' });
    expect(JSON.stringify([visitor, app.logger.lines])).not.toContain('89.160.20.112');
  });
});
