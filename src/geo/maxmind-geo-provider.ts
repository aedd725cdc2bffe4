import { stat } from 'node:fs/promises';
import type { CityResponse, Reader } from 'maxmind';
import { ServiceError, SetupError } from '../kernel/errors';
import { isPublicIp, normalizeIp } from '../kernel/ip-address';
import { loadOptional } from '../kernel/optional-dependency';
import type { GeoLocationWithFailures } from './first-of';
import type { GeoProvider } from './geo-provider';

export interface MaxmindGeoOptions {
  /**
   * Path of an unpacked City or Country database (`GeoLite2-City.mmdb`, or another maker's of the same
   * layout).
   */
  readonly file: string;
  /** How often at most the file is looked at for a newer one, in seconds. Default 60. */
  readonly recheckSeconds?: number;
}

export interface MaxmindGeoProvider extends GeoProvider {
  /**
   * Reads the file now, whether or not it has changed. @throws SetupError when it cannot be used; the
   * database read before stays in use
   */
  reload(): Promise<void>;
}

interface OpenDatabase {
  readonly reader: Reader<CityResponse>;
  /** Tells one state of the file from another. */
  readonly stamp: string;
}

const name = 'maxmind';
const whatToSet =
  'Set "file" of maxmindGeoProvider to an unpacked GeoLite2 or GeoIP2 City or Country database (.mmdb).';

/**
 * Looks the client's address up in a MaxMind database, kept in memory: country, and region where the database
 * has it. Needs the optional package `maxmind`. The address is the one under the trust setting; private and
 * reserved ones are in no place. A changed file is taken up by itself, without holding a request up; while it
 * cannot be read, the one before stays in use, and that is logged and told by `readiness.geo`. Write it
 * beside and rename it.
 *
 * @throws TypeError when an option is none
 *
 * @example
 * createConsentService({ knex, geo: maxmindGeoProvider({ file: '/var/lib/GeoLite2-City.mmdb' }) });
 */
export function maxmindGeoProvider({ file, recheckSeconds = 60 }: MaxmindGeoOptions): MaxmindGeoProvider {
  if (typeof file !== 'string' || file === '')
    throw new TypeError('maxmindGeoProvider: file must be the path of a database.');
  if (!Number.isFinite(recheckSeconds) || recheckSeconds < 0)
    throw new TypeError('maxmindGeoProvider: recheckSeconds must be a number from 0.');
  let database: OpenDatabase | null = null;
  let reading: Promise<void> | null = null;
  let lookedAt = 0;
  /** Why the file cannot be read again, and whether that has been logged. */
  let failure: { readonly error: unknown; told: boolean } | null = null;

  async function read(): Promise<void> {
    lookedAt = performance.now();
    try {
      database = await openDatabase(file);
      failure = null;
    } catch (error) {
      failure = { error, told: false };
      throw error;
    }
  }

  /** One at a time. */
  function readOnce(): Promise<void> {
    reading ??= read().finally(() => {
      reading = null;
    });
    return reading;
  }

  async function readIfChanged({ stamp }: OpenDatabase): Promise<void> {
    if (performance.now() - lookedAt < recheckSeconds * 1000) return;
    lookedAt = performance.now();
    // A file that is gone has changed too: reading it tells why it cannot be read.
    if ((await stampOf(file).catch(() => null)) !== stamp) await readOnce();
  }

  return {
    name,

    async locate({ ip }): Promise<GeoLocationWithFailures> {
      if (database === null) await readOnce();
      else readIfChanged(database).catch(() => {}); // kept in `failure`
      const address = ip === null ? null : normalizeIp(ip);
      const place = address === null || !isPublicIp(address) ? null : placeOf(database, address);
      const failures = failure === null || failure.told ? [] : [{ provider: name, error: failure.error }];
      if (failure !== null) failure.told = true;
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
          message: `The database of the provider “${name}” has not been read. ${whatToSet}`,
        };
      const { databaseType, buildEpoch } = database.reader.metadata;
      const inUse = `Places come from the database ${databaseType} of ${buildEpoch.toISOString().slice(0, 10)}.`;
      if (failure === null) return { ok: true, message: inUse };
      return {
        ok: false,
        message: `${inUse} The file cannot be read any more: ${failure.error instanceof SetupError ? failure.error.message : whatToSet}`,
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
    stamp = await stampOf(file);
    reader = await open<CityResponse>(file);
    if ((await stampOf(file)) !== stamp) throw new Error('The file was written to while it was read');
  } catch (error) {
    throw new SetupError(`${file} ${faultOf(error)}. ${whatToSet}`, { cause: error });
  }
  const { databaseType } = reader.metadata;
  if (!/city|country|enterprise/i.test(databaseType))
    throw new SetupError(`${file} is a database of ${databaseType}, which knows no countries. ${whatToSet}`);
  return { reader, stamp };
}

function faultOf(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? `cannot be read (${code})` : 'is no MaxMind database';
}

async function stampOf(file: string): Promise<string> {
  const { ino, size, mtimeMs } = await stat(file);
  return `${ino} ${size} ${mtimeMs}`;
}

function placeOf(database: OpenDatabase | null, ip: string) {
  // The reader would walk an IPv4 tree by the first bits of an IPv6 address, and find a place that has
  // nothing to do with it.
  if (database === null || (database.reader.metadata.ipVersion === 4 && ip.includes(':'))) return null;
  const record = database.reader.get(ip);
  // The largest subdivision stands first: the state of the US, not the county.
  return { country: record?.country?.iso_code, region: record?.subdivisions?.[0]?.iso_code };
}
