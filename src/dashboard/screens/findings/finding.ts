import type { DataOf, InputOf } from '../../api/use-resource';

/** A finding as the service returns it. */
export type Finding = DataOf<'listFindings'>['items'][number];
export type FindingStatus = Finding['status'];

export type UnlistedFindings = DataOf<'listUnlisted'>;
/** A cookie, entry or host that no live banner lists. */
export type Unlisted = UnlistedFindings['items'][number];
export type Banner = UnlistedFindings['banners'][number];
/** A cookie that live banners list and no visit has shown. */
export type Unseen = DataOf<'listUnseen'>['items'][number];
export type ListingItem = InputOf<'listFound'>['body']['items'][number];
export type Listing = DataOf<'listFound'>['banners'][number];

export const statuses = ['open', 'ignored', 'necessary'] as const satisfies readonly FindingStatus[];

/** Returns the decision that an address names; null for anything else. */
export const readStatus = (text: string): FindingStatus | null =>
  statuses.find((status) => status === text) ?? null;
