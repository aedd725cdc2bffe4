import type { DataOf } from '../../api/use-resource';

/** The account of a person who can sign in. */
export type User = DataOf<'listUsers'>[number];
