import { createAuditedVisitor } from '#decisions/consent/erasure/audited-visitor';
import type { ServiceEventEmitter } from '#platform/kernel/events';
import { createSecretRing } from '#platform/kernel/keyring';
import { deriveSigningKeys } from '#platform/kernel/signing-keys';
import { decodeChoice } from '#standards/choice/choice';
import { type TestApp, testSigningHash } from './create-test-app';

/** Categories of the test profile: `necessary` is mandatory, `analytics` and `marketing` are optional. */
export const allGranted = { necessary: 'granted', analytics: 'granted', marketing: 'granted' };
export const allDenied = { necessary: 'granted', analytics: 'denied', marketing: 'denied' };

/**
 * The `Cookie` header that the visitor's browser sends after this answer, with the proof of ownership when it
 * got one.
 */
export const cookiesAfter = (answer: Answer) =>
  pairsOf(answer)
    .filter((pair) => !pair.startsWith('svc_choice='))
    .join('; ');

/** The choice that the visitor's browser keeps after this answer; null when it got none. */
export const choiceAfter = (answer: Answer) =>
  decodeChoice(
    pairsOf(answer)
      .find((pair) => pair.startsWith('svc_choice='))
      ?.slice('svc_choice='.length),
  );

interface Answer {
  readonly headers: Record<string, unknown>;
}
const pairsOf = ({ headers }: Answer) =>
  ((headers['set-cookie'] ?? []) as string[]).map((line) => line.split(';', 1)[0] ?? '');

/** The visitor id alone, as anyone who has read it could send it. */
export const cookieOf = (visitorId: string) => `svc_vid=${visitorId}`;

/** The public consent calls of a visitor's browser. */
export function consentCalls(app: TestApp, base = app.publicBase) {
  const path = (visitorId: string, rest = '') => `${base}/consent/${encodeURIComponent(visitorId)}${rest}`;
  return {
    submit: (body: object) => app.request.post(`${base}/consent`).send(body),
    read: (visitorId: string) => app.request.get(path(visitorId)).set('Cookie', cookieOf(visitorId)),
    update: (visitorId: string, body: object) =>
      app.request.put(path(visitorId)).set('Cookie', cookieOf(visitorId)).send(body),
    erase: (visitorId: string) => app.request.delete(path(visitorId)).set('Cookie', cookieOf(visitorId)),
    verify: (visitorId: string) =>
      app.request.get(path(visitorId, '/verify')).set('Cookie', cookieOf(visitorId)),
    askParent: (visitorId: string, body: object) =>
      app.request
        .post(path(visitorId, '/parental-consent-request'))
        .set('Cookie', cookieOf(visitorId))
        .send(body),
    resolveParent: (token: string, answer: object = {}) =>
      app.request.post(`${base}/consent/parental-consent-resolve`).send({ token, ...answer }),
    async history(visitorId: string) {
      const response = await app.request
        .get(`${app.adminBase}/consents/${visitorId}/history`)
        .set(await app.asAdmin());
      return response.body;
    },
  };
}

/** How the audit log names a visitor of the test app. */
export const auditedVisitor = (visitorId: string, tenantId = 'default') =>
  createAuditedVisitor(deriveSigningKeys(createSecretRing(testSigningHash)).auditedVisitorIds)(
    tenantId,
    visitorId,
  )[0];

/** Every event of the service as it comes, for as long as the returned list is kept. */
export function recordEvents(app: TestApp): { name: string; payload: unknown }[] {
  const seen: { name: string; payload: unknown }[] = [];
  const names = [
    'consent.created',
    'consent.updated',
    'consent.erased',
    'consent.parentalConsentRequired',
    'consent.parentalConsentGranted',
  ] as const satisfies readonly Parameters<ServiceEventEmitter['on']>[0][];
  for (const name of names) app.service.events.on(name, (payload) => void seen.push({ name, payload }));
  return seen;
}

/** Every cell of every table that holds the text, as `table.column`. */
export async function cellsHolding(app: TestApp, text: string): Promise<string[]> {
  const found: string[] = [];
  for (const table of await serviceTables(app)) {
    for (const row of await app.knex(table)) {
      for (const [column, value] of Object.entries(row))
        if (String(value).includes(text)) found.push(`${table}.${column}`);
    }
  }
  return found;
}

/** The content of every table that a consent route writes, to see that a refusal changed nothing. */
export async function consentTables(app: TestApp): Promise<Record<string, unknown[]>> {
  const tables = ['svc_consents', 'svc_consent_history', 'svc_parental_consents', 'svc_audit'];
  return Object.fromEntries(
    await Promise.all(
      tables.map(async (table) => [
        table,
        await app.knex(table).orderBy(table === 'svc_parental_consents' ? 'visitor_id' : 'id'),
      ]),
    ),
  );
}

async function serviceTables({ knex }: TestApp): Promise<string[]> {
  const client = String(knex.client.config.client);
  if (client.includes('sqlite'))
    return knex('sqlite_master').where({ type: 'table' }).andWhere('name', 'like', 'svc%').pluck('name');
  const schema = client === 'pg' ? knex.raw('current_schema()') : knex.raw('database()');
  return knex('information_schema.tables')
    .where({ table_schema: schema, table_type: 'BASE TABLE' })
    .andWhere('table_name', 'like', 'svc%')
    .pluck('table_name');
}
