import type { Knex } from 'knex';
import type { Dialect } from '../dialect';
import type { GlobalTable, TenantTable } from '../tables';

type Table = GlobalTable | TenantTable;

/** What a migration may do, with names prefixed and dialects smoothed. Every step may be run again after a crash. */
export interface SchemaTools {
  readonly create: (table: Table, build: (table: Knex.CreateTableBuilder) => void) => Promise<void>;
  readonly drop: (table: Table) => Promise<void>;
  /** Triggers that refuse UPDATE and DELETE. */
  readonly refuseChanges: (table: Table) => Promise<void>;
  readonly allowChanges: (table: Table) => Promise<void>;
}

/** A step of the schema's history; never edited once released. `names` prefixes the names of keys and indexes. */
export interface Migration {
  readonly name: string;
  up(schema: SchemaTools, names: (name: string) => string): Promise<void>;
  down(schema: SchemaTools, names: (name: string) => string): Promise<void>;
}

export function createSchemaTools(connection: Knex, dialect: Dialect, prefix: string): SchemaTools {
  const real = (table: Table) => `${prefix}${table}`;
  const trigger = (table: Table, event: string) => `${prefix}${table}_no_${event}`;
  const events = ['update', 'delete'] as const;

  async function dropTriggers(table: Table): Promise<void> {
    for (const event of events) {
      const onTable = dialect === 'postgres' ? ` on "${real(table)}"` : '';
      if (dialect === 'postgres' && !(await connection.schema.hasTable(real(table)))) return;
      await connection.raw(`drop trigger if exists ${trigger(table, event)}${onTable}`);
    }
    if (dialect === 'postgres') await connection.raw(`drop function if exists ${real(table)}_refuse_change()`);
  }

  return {
    async create(table, build) {
      // MySQL commits each statement, so a migration killed half-way finds some of its tables made.
      if (await connection.schema.hasTable(real(table))) return;
      const collation = dialect === 'mysql' ? await byteCollation(connection) : '';
      await connection.schema.createTable(real(table), (builder) => {
        if (dialect === 'mysql') {
          builder.engine('InnoDB');
          builder.charset('utf8mb4');
          builder.collate(collation);
        }
        build(builder);
      });
    },

    drop: async (table) => {
      await connection.schema.dropTableIfExists(real(table));
    },

    async refuseChanges(table) {
      await dropTriggers(table);
      const message = `${real(table)} is append-only`;
      if (dialect === 'postgres') {
        await connection.raw(
          `create function ${real(table)}_refuse_change() returns trigger language plpgsql as $$ begin raise exception '${message}'; end $$`,
        );
        await connection.raw(
          `create trigger ${trigger(table, 'update')} before update on "${real(table)}" for each row execute function ${real(table)}_refuse_change()`,
        );
        await connection.raw(
          `create trigger ${trigger(table, 'delete')} before delete on "${real(table)}" for each row execute function ${real(table)}_refuse_change()`,
        );
        return;
      }
      const refuse = dialect === 'sqlite' ? `begin select raise(abort, '${message}'); end` : `signal sqlstate '45000' set message_text = '${message}'`;
      for (const event of events) {
        await connection.raw(`create trigger ${trigger(table, event)} before ${event} on ${real(table)} for each row ${refuse}`);
      }
    },

    allowChanges: dropTriggers,
  };
}

/** Compares byte by byte, trailing spaces included; MySQL and MariaDB name that differently. */
async function byteCollation(connection: Knex): Promise<string> {
  const [rows] = await connection.raw('select version() as version');
  return /mariadb/i.test(String(rows[0]?.version)) ? 'utf8mb4_nopad_bin' : 'utf8mb4_0900_bin';
}
