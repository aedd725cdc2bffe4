import type { Connection, Row, TenantScope } from '#platform/database/database';
import { forUpdate, fromJson, toBoolean, toNumber, toNumberOrNull } from '#platform/database/rows';

export interface PreviousSecret {
  readonly secret: string;
  /** End of the time in which it still signs messages. */
  readonly until: number;
}

/** A webhook as it is stored. Times are epoch milliseconds; secrets are sealed. */
export interface StoredWebhook {
  readonly id: string;
  readonly tenantId: string;
  readonly name: string;
  readonly url: string;
  readonly events: readonly string[];
  readonly enabled: boolean;
  readonly secret: string;
  /** Replaced secrets, newest first. */
  readonly previousSecrets: readonly PreviousSecret[];
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly lastSuccessAt: number | null;
  /** Time of the first failure since the last success. */
  readonly failingSince: number | null;
  readonly lastError: string | null;
  /** Last time an event was not stored because the queue was full. */
  readonly lostAt: number | null;
}

export type WebhookFields = Omit<
  StoredWebhook,
  'id' | 'tenantId' | 'createdAt' | 'lastSuccessAt' | 'failingSince' | 'lastError' | 'lostAt'
>;

const reason = 'webhooks are delivered for all tenants';

/** Lists the webhooks of all tenants. */
export async function listAllWebhooks(connection: Connection): Promise<StoredWebhook[]> {
  return (await connection.acrossTenants('webhooks', reason)).map(toWebhook);
}

export function webhookRepository(scope: TenantScope) {
  const one = (id: string) => scope.from('webhooks').where({ id });
  return {
    /** Lists the webhooks, oldest first. */
    async list(): Promise<StoredWebhook[]> {
      return (await scope.from('webhooks').orderBy(['created_at', 'id'])).map(toWebhook);
    },

    async find(id: string): Promise<StoredWebhook | null> {
      const row = await one(id).first();
      return row === undefined ? null : toWebhook(row);
    },

    /** Returns the webhook with its row locked until the transaction ends. */
    async lock(id: string): Promise<StoredWebhook | null> {
      const [row] = await forUpdate(one(id), scope.dialect);
      return row === undefined ? null : toWebhook(row);
    },

    async insert(id: string, fields: WebhookFields): Promise<void> {
      await scope.insert('webhooks', { id, ...toRow(fields), created_at: fields.updatedAt });
    },

    async update(id: string, fields: WebhookFields): Promise<void> {
      await one(id).update(toRow(fields));
    },

    async noteSuccess(id: string, at: number): Promise<void> {
      await one(id).update({ last_success_at: at, failing_since: null, last_error: null });
    },

    async noteFailure(id: string, at: number, error: string): Promise<void> {
      await one(id).update({
        failing_since: scope.raw('coalesce(failing_since, ?)', [at]),
        last_error: error,
      });
    },

    async noteLoss(id: string, at: number): Promise<void> {
      await one(id).update({ lost_at: at });
    },

    /** Removes the webhook without its messages. */
    async remove(id: string): Promise<void> {
      await one(id).delete();
    },
  };
}

function toRow(fields: WebhookFields): Row {
  return {
    name: fields.name,
    url: fields.url,
    events: JSON.stringify(fields.events),
    enabled: fields.enabled,
    secret: fields.secret,
    previous_secrets: JSON.stringify(fields.previousSecrets),
    updated_at: fields.updatedAt,
  };
}

function toWebhook(row: Row): StoredWebhook {
  return {
    id: row.id,
    tenantId: row.tenant_id,
    name: row.name,
    url: row.url,
    events: fromJson(row.events),
    enabled: toBoolean(row.enabled),
    secret: row.secret,
    previousSecrets: fromJson(row.previous_secrets),
    createdAt: toNumber(row.created_at),
    updatedAt: toNumber(row.updated_at),
    lastSuccessAt: toNumberOrNull(row.last_success_at),
    failingSince: toNumberOrNull(row.failing_since),
    lastError: row.last_error,
    lostAt: toNumberOrNull(row.lost_at),
  };
}
