import type { DataOf } from '../../api/use-resource';

/** An entry of the audit log. */
export type Entry = DataOf<'listAudit'>['items'][number];
