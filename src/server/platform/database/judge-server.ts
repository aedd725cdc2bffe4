import { truncate } from '../kernel/truncate';
import type { Dialect } from './dialect';

// Why: docs/adr/0064-databases-that-lack-something.md

/** The description that a server returns of itself. */
export interface ServerFacts {
  /** Result of `version()`, or SQLite's version. */
  readonly version: string;
  /** MySQL: `@@version_comment`. */
  readonly comment?: string;
  /** PostgreSQL: whether functions can be written in PL/pgSQL. */
  readonly hasPlpgsql?: boolean;
}

/** Why a server cannot be used, or why it might not work; null when there is nothing to say. */
type Verdict = { readonly refusal: string } | { readonly warning: string } | null;

/** A product that accepts a dialect, and what the service needs that it does not have. */
interface Product {
  readonly name: string;
  /** Found in the version or the comment. */
  readonly mark: RegExp;
  readonly lacks: string;
}

/**
 * Sources: https://www.cockroachlabs.com/docs/stable/known-limitations,
 * https://docs.yugabyte.com/stable/architecture/transactions/transactional-ddl/,
 * https://docs.aws.amazon.com/redshift/latest/dg/c_unsupported-postgresql-features.html
 */
const likePostgres: readonly Product[] = [
  { name: 'CockroachDB', mark: /cockroach/i, lacks: 'advisory locks or statement-level triggers' },
  {
    name: 'YugabyteDB',
    mark: /-YB-/,
    lacks: 'schema changes in transactions by default or, in older versions, advisory locks',
  },
  { name: 'Amazon Redshift', mark: /redshift/i, lacks: 'unique keys that it enforces, or triggers' },
  { name: 'Materialize', mark: /materialize/i, lacks: 'triggers' },
  { name: 'RisingWave', mark: /risingwave/i, lacks: 'triggers' },
  { name: 'CrateDB', mark: /cratedb/i, lacks: 'transactions or triggers' },
  { name: 'QuestDB', mark: /questdb/i, lacks: 'triggers' },
];

/**
 * Sources: https://docs.pingcap.com/tidb/stable/mysql-compatibility,
 * https://planetscale.com/docs/vitess/mysql-compatibility,
 * https://docs.singlestore.com/docs/unique-key-restrictions
 */
const likeMysql: readonly Product[] = [
  { name: 'TiDB', mark: /tidb/i, lacks: 'triggers' },
  { name: 'Vitess (PlanetScale)', mark: /vitess|planetscale/i, lacks: 'triggers' },
  {
    name: 'SingleStore',
    mark: /singlestore|memsql/i,
    lacks: 'triggers, or unique keys besides the shard key',
  },
];

const use: Readonly<Record<Dialect, string>> = {
  postgres:
    'Use PostgreSQL 15 or newer, or a service that runs it, such as Amazon Aurora, Azure, Cloud SQL, Neon or Supabase',
  mysql:
    'Use MySQL 8.0.17 or newer or MariaDB 10.11 or newer, or a service that runs one, such as Amazon Aurora, Azure or Cloud SQL',
  sqlite: 'Use a driver with SQLite 3.35 or newer: better-sqlite3 and sqlite3 contain one',
};

type Version = readonly [major: number, minor: number, patch: number];

/** Reads the first numbers of a text. A part that is missing or not a number is never too old. */
function readVersion(text: string): Version | null {
  const [, major, minor = Number.POSITIVE_INFINITY, patch = Number.POSITIVE_INFINITY] =
    /^(\d+)(?:\.(\d+))?(?:\.(\d+))?/.exec(text) ?? [];
  return major === undefined ? null : [Number(major), Number(minor), Number(patch)];
}

const isOlder = (version: Version, than: Version): boolean => {
  const index = version.findIndex((part, position) => part !== than[position]);
  return index !== -1 && (version[index] as number) < (than[index] as number);
};

const refuse = (dialect: Dialect, found: string, lacks: string): Verdict => ({
  refusal: `The database is ${found}, which does not have ${lacks}. ${use[dialect]}. See docs/guide/troubleshooting.md#database-not-supported`,
});

/**
 * Decides by the version that a server reports whether it can be used. Refuses only products and versions on which the
 * migrations cannot work, or leave the data unprotected.
 */
export function judgeServer(dialect: Dialect, { version, comment = '', hasPlpgsql }: ServerFacts): Verdict {
  const shown = truncate(version, 100);
  const product = { postgres: likePostgres, mysql: likeMysql, sqlite: [] }[dialect].find(({ mark }) =>
    mark.test(`${version} ${comment}`),
  );
  if (product !== undefined) return refuse(dialect, `${product.name} (${shown})`, product.lacks);
  if (dialect === 'postgres') return judgePostgres(shown, hasPlpgsql);
  if (dialect === 'mysql') return judgeMysql(shown);
  const found = readVersion(version);
  return found !== null && isOlder(found, [3, 35, 0])
    ? refuse(dialect, `SQLite ${shown}`, 'the clause RETURNING')
    : null;
}

function judgePostgres(shown: string, hasPlpgsql = true): Verdict {
  if (!hasPlpgsql)
    return refuse('postgres', shown, 'PL/pgSQL, in which the triggers of the audit log are written');
  const found = readVersion(/^PostgreSQL (\d.*)/.exec(shown)?.[1] ?? '');
  if (found !== null && isOlder(found, [11, 0, 0]))
    return refuse('postgres', shown, 'the clause EXECUTE FUNCTION of triggers');
  return found === null || isOlder(found, [15, 0, 0])
    ? {
        warning: `express-consent is not tested on ${shown}. ${use.postgres}. See docs/guide/troubleshooting.md#database-not-supported`,
      }
    : null;
}

function judgeMysql(shown: string): Verdict {
  const isMariadb = /mariadb/i.test(shown);
  // Some proxies put this before the version of MariaDB, as MariaDB does when it greets a client.
  const found = readVersion(isMariadb ? shown.replace(/^5\.5\.5-/, '') : shown);
  if (found === null)
    return {
      warning: `express-consent is not tested on ${shown}. ${use.mysql}. See docs/guide/troubleshooting.md#database-not-supported`,
    };
  if (!isMariadb)
    return isOlder(found, [8, 0, 17])
      ? refuse('mysql', `MySQL ${shown}`, 'the collation utf8mb4_0900_bin')
      : null;
  if (isOlder(found, [10, 2, 2])) return refuse('mysql', shown, 'the collation utf8mb4_nopad_bin');
  return isOlder(found, [10, 11, 0])
    ? {
        warning: `express-consent is not tested on ${shown}. ${use.mysql}. See docs/guide/troubleshooting.md#database-not-supported`,
      }
    : null;
}
