import type { Connection } from '#platform/database/database';

/** Stores the SAML requests that wait for a response. */
export function samlRequestRepository(connection: Connection) {
  const pending = (id: string, now: number) =>
    connection.global('sso_requests').where({ id }).where('expires_at', '>', now);
  return {
    async insert(id: string, value: string, expiresAt: number): Promise<void> {
      await connection.global('sso_requests').insert({ id, value, expires_at: expiresAt });
    },

    /** Returns the stored value; null when there is none or it has expired. */
    async find(id: string, now: number): Promise<string | null> {
      const row = await pending(id, now).first('value');
      return row === undefined ? null : String(row.value);
    },

    /** Returns false when there is none, it has expired or another process was faster. */
    async remove(id: string, now: number): Promise<boolean> {
      return Number(await pending(id, now).delete()) > 0;
    },
  };
}
