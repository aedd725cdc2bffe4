import createKnex, { type Knex } from 'knex';
import { allDenied, allGranted, consentCalls } from '../support/consent';
import { createTestApp, type TestApp } from '../support/create-test-app';
import { eachDatabase, type OpenDatabase, type TestDatabase } from '../support/databases';
import { createActiveProfile } from '../support/profiles';

type Change = (config: Knex.Config) => Knex.Config;
type Connection = Record<string, unknown> & {
  query(text: unknown, ...rest: unknown[]): unknown;
  pragma(text: string): void;
  exec(text: string, done: (error: Error | null) => void): void;
  defaultSafeIntegers(): void;
  unsafeMode?(isUnsafe: boolean): void;
  prepare(sql: string): { readonly reader: boolean; raw(): void };
};

/** Sets options of the driver. */
const options =
  (values: object): Change =>
  (config) => ({ ...config, connection: { ...(config.connection as object), ...values } });

/** Sets options of Knex. */
const knexOptions =
  (values: Partial<Knex.Config>): Change =>
  (config) => ({ ...config, ...values });

/** Changes each connection of the pool. */
const afterCreate =
  (work: (connection: Connection) => unknown): Change =>
  (config) => ({
    ...config,
    pool: {
      ...config.pool,
      afterCreate(connection: Connection, done: (error: unknown, connection: unknown) => void) {
        Promise.resolve(work(connection)).then(
          () => done(null, connection),
          (error) => done(error, connection),
        );
      },
    },
  });

/** Runs a statement on each connection of MySQL or PostgreSQL. */
const session = (sql: string): Change =>
  afterCreate(
    (connection) =>
      new Promise<void>((resolve, reject) => {
        connection.query(sql, (error: unknown) => (error ? reject(error) : resolve()));
      }),
  );

/** Runs pragmas on each connection of either driver of SQLite. */
const pragmas = (...texts: readonly string[]): Change =>
  afterCreate(async (connection) => {
    // Without this better-sqlite3 refuses some pragmas.
    connection.unsafeMode?.(true);
    for (const text of texts)
      if (typeof connection.pragma === 'function') connection.pragma(text);
      else
        await new Promise<void>((resolve, reject) =>
          connection.exec(`pragma ${text}`, (error) => (error ? reject(error) : resolve())),
        );
  });

/** The part of a field of mysql2 that a `typeCast` reads. */
interface Field {
  readonly type: string;
  readonly length: number;
  string(): string | null;
  buffer(): Buffer | null;
}
const typeCast = (read: (field: Field, next: () => unknown) => unknown): Change =>
  options({ typeCast: read });

/** Parses some types of PostgreSQL in another way. The numbers are those of `pg_type`. */
const parsers = (byType: Readonly<Record<number, (text: string) => unknown>>): Change => {
  const { types } = require('pg') as { types: { getTypeParser(type: number, format: string): unknown } };
  const getTypeParser = (type: number, format: string) => byType[type] ?? types.getTypeParser(type, format);
  return options({ types: { getTypeParser } });
};

type Cases = readonly (readonly [name: string, change: Change, difference: RegExp])[];

const refusedOnMysql: Cases = [
  ['NO_BACKSLASH_ESCAPES', session("set sql_mode = 'NO_BACKSLASH_ESCAPES'"), /NO_BACKSLASH_ESCAPES/],
  ['sql_select_limit', session('set sql_select_limit = 1'), /sql_select_limit is 1,/],
  ['a larger sql_select_limit', session('set sql_select_limit = 1000'), /sql_select_limit is 1000,/],
  ['autocommit', session('set autocommit = 0'), /autocommit is off/],
  ['character_set_connection', session('set character_set_connection = latin1'), /character set latin1/],
  ['character_set_results', session('set character_set_results = null'), /character set null/],
  [
    'EMPTY_STRING_IS_NULL',
    session("set sql_mode = 'EMPTY_STRING_IS_NULL'"),
    /returns nothing for an empty text\. .*sql_mode/,
  ],
  ['typeCast to text', typeCast((field) => field.string()), /returns a text for .*`typeCast`/],
  ['typeCast: false', options({ typeCast: false }), /returns bytes for .*`typeCast`/],
  [
    'typeCast of numbers',
    typeCast((field, next) => (field.type === 'LONG' ? field.string() : next())),
    /returns a text for a whole number\. Check `typeCast`/,
  ],
  [
    'typeCast of integers to bigint',
    typeCast((field, next) => (field.type === 'LONG' ? BigInt(field.string() ?? 0) : next())),
    /returns a bigint for a whole number\. Check `typeCast`/,
  ],
  [
    'typeCast of JSON texts',
    typeCast((_field, next) => {
      const value = next();
      if (typeof value !== 'string' || !/^[[{]/.test(value)) return value;
      return JSON.parse(value);
    }),
    /returns an object for a text with a JSON object\. Check `typeCast`/,
  ],
  [
    'typeCast that trims',
    typeCast((_field, next) => {
      const value = next();
      return typeof value === 'string' ? value.trim() : value;
    }),
    /a text with .* comes back changed\. Check `typeCast`/,
  ],
  [
    'typeCast of empty texts',
    typeCast((_field, next) => next() || null),
    /returns nothing for an empty text/,
  ],
  ['typeCast of null', typeCast((_field, next) => next() ?? ''), /returns a text for null/],
  [
    'typeCast of times',
    typeCast((field, next) => (field.type === 'LONGLONG' ? new Date(Number(field.string())) : next())),
    /returns a date for a time in milliseconds/,
  ],
  [
    'typeCast of booleans to words',
    typeCast((field, next) => (field.type === 'TINY' ? (field.string() === '1' ? 'yes' : 'no') : next())),
    /returns a text for the boolean true/,
  ],
  ['nestTables', options({ nestTables: true }), /rows in another form\. Check `nestTables`/],
  ['nestTables with a separator', options({ nestTables: '_' }), /rows in another form\. Check `nestTables`/],
  [
    'rowsAsArray',
    options({ rowsAsArray: true }),
    /rows in another form\. Check `nestTables` and `rowsAsArray`/,
  ],
  [
    'queryFormat',
    options({
      queryFormat: (sql: string, values: unknown[] = []) => {
        let at = 0;
        return sql.replace(/\?/g, () => {
          const value = values[at++];
          return typeof value === 'number' ? `${value}` : `'${String(value).replace(/'/g, "''")}'`;
        });
      },
    }),
    /`queryFormat`/,
  ],
  ['-FOUND_ROWS', options({ flags: '-FOUND_ROWS' }), /an update does not count a row .*'-FOUND_ROWS'/],
  ['a collation of another character set', options({ charset: 'latin1_swedish_ci' }), /character set latin1/],
];

type HarmlessCases = readonly (readonly [name: string, change: Change])[];

const harmlessOnMysql: HarmlessCases = [
  [
    'a collation as charset, with every form of numbers and dates',
    options({
      ...{
        charset: 'utf8mb4_unicode_ci',
        dateStrings: true,
        supportBigNumbers: true,
        bigNumberStrings: true,
      },
      ...{ decimalNumbers: true, timezone: '+09:00' },
    }),
  ],
  [
    'each option of mysql2 for what the service does not use',
    options({
      ...{ jsonStrings: true, stringifyObjects: true, namedPlaceholders: true, disableEval: true },
      ...{ compress: true, multipleStatements: true, charset: 'utf8mb4_bin' },
    }),
  ],
  [
    'typeCast of TINY(1) to boolean and of BIGINT to bigint',
    typeCast((field, next) => {
      if (field.type === 'TINY' && field.length === 1) return field.string() === '1';
      if (field.type !== 'LONGLONG') return next();
      const text = field.string();
      return text === null ? null : BigInt(text);
    }),
  ],
  ['ANSI_QUOTES', session("set sql_mode = 'ANSI_QUOTES,STRICT_TRANS_TABLES'")],
  [
    'no strict mode, another time zone and a short group_concat',
    session("set sql_mode = '', time_zone = '+05:30', group_concat_max_len = 8"),
  ],
];

const refusedOnPostgres: Cases = [
  ['binary', options({ binary: true }), /comes back changed|returns .* for .*`binary`/],
  [
    'a parser of int4 to text',
    parsers({ 23: String }),
    /returns a text for a whole number\. Check custom type parsers/,
  ],
  ['a parser of int4 to bigint', parsers({ 23: BigInt }), /returns a bigint for a whole number/],
  [
    'a parser of int8 to a date',
    parsers({ 20: (text) => new Date(Number(text)) }),
    /returns a date for a time in milliseconds/,
  ],
  [
    'a lossy parser of int8',
    parsers({ 20: (text) => Number.parseInt(text, 10) | 0 }),
    /a time in milliseconds comes back changed/,
  ],
  ['a parser of booleans to letters', parsers({ 16: String }), /returns a text for the boolean true/],
  ['a parser of bytes', parsers({ 17: String }), /returns a text for bytes/],
  [
    'a parser of texts as JSON',
    parsers({
      25: (text) => {
        try {
          return JSON.parse(text);
        } catch {
          return text;
        }
      },
    }),
    /for a text with a JSON object/,
  ],
  [
    'a parser of varchar that trims',
    parsers({ 1043: (text) => text.trim() }),
    /a text with spaces at its ends comes back changed|control characters comes back changed/,
  ],
  [
    "rowMode: 'array'",
    afterCreate((connection) => {
      const query = connection.query.bind(connection);
      connection.query = (text, ...rest) =>
        query(typeof text === 'object' && text !== null ? { ...text, rowMode: 'array' } : text, ...rest);
    }),
    /rows in another form\. Check `rowMode: 'array'`/,
  ],
  [
    'client_encoding',
    session("set client_encoding = 'LATIN1'"),
    /counts other characters .* client_encoding/,
  ],
];

const harmlessOnPostgres: HarmlessCases = [
  ['parsers of int8 to number and of dates to texts', parsers({ 20: Number, 1114: String, 1184: String })],
  ['parsers of int8 to bigint and of JSON to texts', parsers({ 20: BigInt, 114: String, 3802: String })],
  [
    'settings that change the form of literals, bytes, dates and numbers',
    session(
      "set bytea_output = 'escape'; set standard_conforming_strings = off; set backslash_quote = on; " +
        "set datestyle = 'German'; set timezone = 'Asia/Tokyo'; set extra_float_digits = -15; " +
        'set transform_null_equals = on; set default_transaction_isolation = serializable',
    ),
  ],
];

const refusedOnSqlite: Cases = [
  [
    'full_column_names',
    pragmas('short_column_names = off', 'full_column_names = on'),
    /`full_column_names` is on/,
  ],
  ['journal_mode = off', pragmas('journal_mode = off'), /`journal_mode` is off/],
];

const refusedOnBetterSqlite: Cases = [
  [
    'safeIntegers',
    options({ options: { safeIntegers: true } }),
    /returns a bigint for a whole number\. Check `safeIntegers`/,
  ],
  [
    'defaultSafeIntegers',
    afterCreate((connection) => connection.defaultSafeIntegers()),
    /returns a bigint for a whole number\. Check .*`defaultSafeIntegers`/,
  ],
  [
    'a connection that returns arrays',
    afterCreate((connection) => {
      const prepare = connection.prepare.bind(connection);
      connection.prepare = (sql) => {
        const statement = prepare(sql);
        if (statement.reader && !/^pragma/i.test(sql)) statement.raw();
        return statement;
      };
    }),
    /rows in another form\. Check code that wraps the connection/,
  ],
];

const harmlessOnSqlite: HarmlessCases = [
  [
    'UTF-16, and pragmas that change comparisons and the order of rows',
    pragmas(
      "encoding = 'UTF-16le'",
      ...['case_sensitive_like = on', 'reverse_unordered_selects = on'],
      ...['foreign_keys = on', 'recursive_triggers = on'],
    ),
  ],
];

const harmlessInKnex: HarmlessCases = [
  [
    'each option of Knex that changes names, rows or errors',
    knexOptions({
      asyncStackTraces: true,
      compileSqlOnError: false,
      wrapIdentifier: (value, wrap) => wrap(value.toUpperCase()),
      postProcessResponse: (result) =>
        Array.isArray(result) ? result.map((row) => ({ wrapped: row })) : result,
    }),
  ],
];

const casesOf = ({ name, dialect }: TestDatabase): { refused: Cases; harmless: HarmlessCases } =>
  ({
    mysql: { refused: refusedOnMysql, harmless: harmlessOnMysql },
    postgres: { refused: refusedOnPostgres, harmless: harmlessOnPostgres },
    sqlite: {
      refused: name === 'better-sqlite3' ? [...refusedOnSqlite, ...refusedOnBetterSqlite] : refusedOnSqlite,
      harmless: harmlessOnSqlite,
    },
  })[dialect];

/** One difference on each driver that needs no table to be seen. */
const replicaCases = new Set(['typeCast to text', 'a parser of int4 to text', 'safeIntegers']);

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

eachDatabase((driver) => {
  const { refused, harmless } = casesOf(driver);

  async function startWith(opened: OpenDatabase, change: Change): Promise<TestApp> {
    const quiet = () => {};
    const log = { debug: quiet, warn: quiet, error: quiet, deprecate: quiet };
    const knex = createKnex({ ...change(opened.config), log });
    const app = await createTestApp({ knex, config: { database: { tuneSqlite: false, timeoutMs: 20_000 } } });
    cleanUps.push(
      () => knex.destroy(),
      () => app.close(),
    );
    return app;
  }

  describe('at start', () => {
    let migrated: OpenDatabase;
    beforeAll(async () => {
      // Migrations take a while, and no refusal needs tables of its own.
      migrated = await driver.open();
      const app = await createTestApp({ knex: migrated.knex });
      await app.service.start();
      await app.close();
    });

    test.each(refused)(
      '%s is refused, with its name and the page that explains it',
      async (_name, change, difference) => {
        // SQLite cannot change its journal while another connection is open.
        const opened = driver.dialect === 'sqlite' ? await driver.open() : migrated;
        const app = await startWith(opened, change);
        const startedAt = performance.now();
        const refusal = await app.service.start().then(
          () => 'started',
          (error: Error) => error.message,
        );
        expect(performance.now() - startedAt).toBeLessThan(30_000);
        expect(refusal).toMatch(difference);
        expect(refusal).toMatch(/ See docs\/guide\/troubleshooting\.md#database-changes-values$/);
        if (await opened.knex.schema.hasTable('svc_value_checks'))
          expect(await opened.knex('svc_value_checks')).toEqual([]);
        await app.request.get(`${app.publicBase}/resolve-profile`).expect(503);
        // What the command line checks before each command.
        const { checkConnection, checkRows } = app.service.operations;
        await expect(checkConnection().then(checkRows)).rejects.toThrow(refusal);
      },
    );

    const onReplica = refused.find(([name]) => replicaCases.has(name));
    if (onReplica !== undefined)
      test('a read replica over such a connection is refused too, under its own name', async () => {
        const [, change, difference] = onReplica;
        const opened = driver.dialect === 'sqlite' ? await driver.open() : migrated;
        const readKnex = createKnex(change(opened.config));
        const app = await createTestApp({ knex: opened.knex, config: { database: { readKnex } } });
        cleanUps.push(
          () => readKnex.destroy(),
          () => app.close(),
        );
        const refusal = await app.service.start().catch((error: Error) => error.message);
        expect(refusal).toMatch(/database\.readKnex/);
        expect(refusal).toMatch(difference);
      });

    test('any number of processes check at once, and leave nothing', async () => {
      const apps = await Promise.all(
        Array.from({ length: 4 }, async () => {
          const app = await createTestApp({ knex: migrated.reopen() });
          cleanUps.push(() => app.close());
          return app;
        }),
      );
      await Promise.all(apps.map((app) => app.service.start()));
      expect(await migrated.knex('svc_value_checks')).toEqual([]);
    });
  });

  test.each([...harmless, ...harmlessInKnex])(
    '%s: the service works, and everything comes back as it was sent',
    async (_name, change) => {
      const app = await startWith(await driver.open(), change);
      await app.service.start();
      const admin = await app.asAdmin();
      const name = `O'Brien \\ "shop" \`x\` 😀 é\u0301 '; drop table svc_profiles; --`;
      const { id: profileId } = await createActiveProfile(app, { name });
      const read = await app.request.get(`${app.adminBase}/profiles/${profileId}`).set(admin).expect(200);
      expect(read.body.name).toBe(name);
      const calls = consentCalls(app);
      const visitorId = 'visitor-1';
      await calls.submit({ visitorId, profileId, consentJson: allGranted }).expect(200);
      await calls.submit({ visitorId, profileId, consentJson: allDenied }).expect(200);
      const { body } = await app.request.get(`${app.adminBase}/consents`).set(admin).expect(200);
      expect(body.items).toMatchObject([{ visitorId, consentJson: allDenied }]);
      const verified = await app.request.get(`${app.adminBase}/audit/verify`).set(admin).expect(200);
      expect(verified.body).toMatchObject({ valid: true });
    },
  );
});
