import type { DataOf } from '../../api/use-resource';

/** A banner without its content. */
export type Summary = Extract<DataOf<'listProfiles'>[number], { readonly missingTexts: unknown }>;
