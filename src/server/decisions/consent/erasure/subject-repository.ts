import type { Row, TenantScope } from '#platform/database/database';

/** Greatest number of visitors that are read at once. */
const maxVisitors = 100;

/** Finds the visitors whose records a server linked to one of the host's users. */
export function subjectRepository(scope: TenantScope) {
  const linked = (subjectId: string) => scope.from('consents', 'c').where('c.subject_id', subjectId);

  /** Returns the first of them, the latest decision first. */
  async function first(visitors: ReturnType<typeof linked>): Promise<string[]> {
    const rows: Row[] = await visitors
      // A sum, so that query planners do not read all records of the tenant in this order.
      .orderByRaw('?? + 0 desc, ?? desc', ['c.updated_at', 'c.id'])
      .limit(maxVisitors)
      .select('c.visitor_id');
    return rows.map((row) => String(row.visitor_id));
  }

  return {
    visitors: (subjectId: string): Promise<string[]> => first(linked(subjectId)),

    /** Returns only those for whom no parent was asked. */
    unaskedVisitors: (subjectId: string): Promise<string[]> =>
      first(
        linked(subjectId).whereNotExists(
          scope
            .from('parental_consents', 'p')
            .whereRaw('?? = ??', ['p.visitor_id', 'c.visitor_id'])
            .select('p.visitor_id'),
        ),
      ),
  };
}
