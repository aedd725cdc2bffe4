import { stat } from 'node:fs/promises';
import type { CityResponse, Reader } from 'maxmind';
import { ServiceError, SetupError } from '../kernel/errors';
import { isPublicIp, normalizeIp } from '../kernel/ip-address';
import { loadOptional } from '../kernel/optional-dependency';
import type { GeoLocationWithFailures } from './first-of';
import type { GeoProvider } from './geo-provider';

export interface MaxmindGeoOptions {
  /**
   * Path of an unpacked City or Country database (`GeoLite2-City.mmdb`, or one of another vendor with the
   * same layout).
   */
  readonly file: string;
  /** Minimum time between two checks whether the file has changed (s). Default: 60. */
  readonly recheckSeconds?: number;
}

export interface MaxmindGeoProvider extends GeoProvider {
  /**
   * Reads the file now, whether or not it has changed.
   * @throws SetupError when it cannot be used; the previous database stays in use
   */
  reload(): Promise<void>;
}

interface OpenDatabase {
  readonly reader: Reader<CityResponse>;
  /** Identifies the state of the file. */
  readonly stamp: string;
}

const name = 'maxmind';
const advice =
  'Set "file" of maxmindGeoProvider to an unpacked GeoLite2 or GeoIP2 City or Country database (.mmdb).';

/**
 * Creates a provider that looks up the client's address in a MaxMind database in memory: the country, and the
 * region if the database contains it. Requires the optional package `maxmind`. The trust setting determines
 * the address; private and reserved addresses have no location. A changed file is loaded automatically
 * without delaying requests. While it cannot be read, the previous one stays in use, which is logged and
 * reported by `readiness.geo`. To replace the file, write a new one next to it and rename it.
 *
 * @throws TypeError when an option is not valid
 *
 * @example
 * createConsentService({ knex, geo: maxmindGeoProvider({ file: '/var/lib/GeoLite2-City.mmdb' }) });
 */
export function maxmindGeoProvider({ file, recheckSeconds = 60 }: MaxmindGeoOptions): MaxmindGeoProvider {
  if (typeof file !== 'string' || file === '')
    throw new TypeError('maxmindGeoProvider: file must be the path of a database.');
  if (!Number.isFinite(recheckSeconds) || recheckSeconds < 0)
    throw new TypeError('maxmindGeoProvider: recheckSeconds must be a number, 0 or more.');
  let database: OpenDatabase | null = null;
  let reading: Promise<void> | null = null;
  let checkedAt = 0;
  /** The reason why the changed file cannot be read, and whether it has been logged. */
  let failure: { readonly error: unknown; reported: boolean } | null = null;

  async function read(): Promise<void> {
    checkedAt = performance.now();
    try {
      database = await openDatabase(file);
      failure = null;
    } catch (error) {
      failure = { error, reported: false };
      throw error;
    }
  }

  /** Reads the file, once for all concurrent callers. */
  function readOnce(): Promise<void> {
    reading ??= read().finally(() => {
      reading = null;
    });
    return reading;
  }

  async function readIfChanged({ stamp }: OpenDatabase): Promise<void> {
    if (performance.now() - checkedAt < recheckSeconds * 1000) return;
    checkedAt = performance.now();
    // A missing file has changed too: reading it reports the reason.
    if ((await readStamp(file).catch(() => null)) !== stamp) await readOnce();
  }

  return {
    name,
    dependsOn: { address: true },

    async locate({ ip }): Promise<GeoLocationWithFailures> {
      if (database === null) await readOnce();
      else readIfChanged(database).catch(() => {}); // stored in `failure`
      const address = ip === null ? null : normalizeIp(ip);
      const place = address === null || !isPublicIp(address) ? null : lookUp(database, address);
      const failures = failure === null || failure.reported ? [] : [{ provider: name, error: failure.error }];
      if (failure !== null) failure.reported = true;
      return { country: place?.country ?? null, region: place?.region ?? null, failures };
    },

    open: readOnce,

    async reload() {
      await reading?.catch(() => {});
      await readOnce();
    },

    status() {
      if (database === null)
        return {
          ok: false,
          message: `The database of the provider “${name}” has not been loaded. ${advice}`,
        };
      const { databaseType, buildEpoch } = database.reader.metadata;
      const inUse = `Places come from the database ${databaseType} of ${buildEpoch.toISOString().slice(0, 10)}.`;
      if (failure === null) return { ok: true, message: inUse };
      return {
        ok: false,
        message:
          `${inUse} The file can no longer be read: ` +
          (failure.error instanceof SetupError ? failure.error.message : advice),
      };
    },
  };
}

async function openDatabase(file: string): Promise<OpenDatabase> {
  const { open } = await loadOptional(
    'maxmind',
    'Lookups in a MaxMind database',
    () => import('maxmind'),
  ).catch((error) => {
    throw error instanceof ServiceError ? new SetupError(error.message, { cause: error }) : error;
  });
  let reader: Reader<CityResponse>;
  let stamp: string;
  try {
    stamp = await readStamp(file);
    reader = await open<CityResponse>(file);
    if ((await readStamp(file)) !== stamp) throw new Error('The file changed while it was being read');
  } catch (error) {
    throw new SetupError(`${file} ${describeFault(error)}. ${advice}`, { cause: error });
  }
  const { databaseType } = reader.metadata;
  if (!/city|country|enterprise/i.test(databaseType))
    throw new SetupError(`${file} is a ${databaseType} database, which contains no countries. ${advice}`);
  return { reader, stamp };
}

function describeFault(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? `cannot be read (${code})` : 'is not a MaxMind database';
}

async function readStamp(file: string): Promise<string> {
  const { ino, size, mtimeMs } = await stat(file);
  return `${ino} ${size} ${mtimeMs}`;
}

function lookUp(database: OpenDatabase | null, ip: string) {
  // In an IPv4 database the reader would search for the first bits of an IPv6 address and return an unrelated
  // place.
  if (database === null || (database.reader.metadata.ipVersion === 4 && ip.includes(':'))) return null;
  const record = database.reader.get(ip);
  // The largest subdivision comes first: the US state, not the county.
  return { country: record?.country?.iso_code, region: record?.subdivisions?.[0]?.iso_code };
}
