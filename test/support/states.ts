import type { Knex } from 'knex';
import { firstState } from '#decisions/consent/index';

type Row = Record<string, unknown>;

/** All states of records, oldest first, as rows of the history: also those that only their record contains. */
export async function storedStates(knex: Knex, where: Row = {}): Promise<Row[]> {
  const unchanged: Row[] = await knex('svc_consents').where({ ...where, revision: 1 });
  const states: Row[] = [
    ...unchanged.map((row) => ({ tenant_id: row.tenant_id, ...firstState(row) })),
    ...(await knex('svc_consent_history').where(where)),
  ];
  return states.sort((a, b) => Number(a.revision) - Number(b.revision));
}

/** Gives a record that has never changed as many states, each like its own, with what `more` adds. */
export async function addStates(
  knex: Knex,
  visitorId: string,
  count: number,
  more: (revision: number) => Row = () => ({}),
): Promise<void> {
  const [first] = await storedStates(knex, { visitor_id: visitorId });
  const states = Array.from({ length: count }, (_, index) => ({
    ...first,
    ...(index === 0 ? {} : { id: `${visitorId}-${index}`, action: 'updated' }),
    ...more(index + 1),
    revision: index + 1,
  }));
  await knex.batchInsert('svc_consent_history', states, 20);
  await knex('svc_consents').where({ visitor_id: visitorId }).update({ revision: count });
}
