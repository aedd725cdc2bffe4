import type { Row, TenantScope } from '#platform/database/database';
import { forShare, forUpdate, fromJson, toNumber } from '#platform/database/rows';
import type { TenantTable } from '#platform/database/tables';
import type { TemplateChange } from './template-changes';

/** A template as stored: its content and the fields of every template. Times are Unix times (ms). */
export type StoredTemplate<Content> = Content & {
  readonly id: string;
  readonly tenantId: string;
  readonly name: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** The latest changes of the content, the last one at the end; empty for kinds that keep none. */
  readonly changes: readonly TemplateChange[];
};

/** Table of one kind of template: each part of the content is JSON text in its own column. */
export interface TemplateTable<Content> {
  readonly table: Extract<TenantTable, 'consent_templates' | 'ui_templates'>;
  readonly columns: { readonly [Part in keyof Content]: string };
  /** Whether it is kept who changed the content. */
  readonly keepsChanges: boolean;
}

export function templateRepository<Content extends object>(
  { table, columns, keepsChanges }: TemplateTable<Content>,
  scope: TenantScope,
) {
  const parts = Object.entries(columns) as [keyof Content, string][];
  const byId = (id: string) => scope.from(table).where({ id });
  const one = (row: Row | undefined) => (row === undefined ? null : fromRow(row));

  function fromRow(row: Row): StoredTemplate<Content> {
    // The columns are exactly the parts of the content.
    const content = Object.fromEntries(
      parts.map(([part, column]) => [part, fromJson(row[column])]),
    ) as Content;
    return {
      ...content,
      id: row.id,
      tenantId: row.tenant_id,
      name: row.name,
      createdAt: toNumber(row.created_at),
      updatedAt: toNumber(row.updated_at),
      changes: keepsChanges ? fromJson(row.changes) : [],
    };
  }

  function toRow(template: StoredTemplate<Content>): Row {
    return {
      ...Object.fromEntries(parts.map(([part, column]) => [column, JSON.stringify(template[part])])),
      name: template.name,
      updated_at: template.updatedAt,
      ...(keepsChanges && { changes: JSON.stringify(template.changes) }),
    };
  }

  return {
    find: async (id: string) => one(await byId(id).first()),
    /** Locks the row against changes and against profiles that would start to use it. */
    lock: async (id: string) => one(await forUpdate(byId(id), scope.dialect).first()),
    /** Keeps the row from changing until the transaction ends; the lock is shared. */
    hold: async (id: string) => one(await forShare(byId(id), scope.dialect).first()),
    list: async () =>
      (await scope.from(table).orderBy([{ column: 'created_at' }, { column: 'id' }])).map(fromRow),

    async insert(template: StoredTemplate<Content>): Promise<void> {
      await scope.insert(table, { id: template.id, ...toRow(template), created_at: template.createdAt });
    },

    async save(template: StoredTemplate<Content>): Promise<void> {
      await byId(template.id).update(toRow(template));
    },

    async remove(id: string): Promise<void> {
      await byId(id).delete();
    },
  };
}
