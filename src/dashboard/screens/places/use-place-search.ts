import type { DataOf } from '../../api/use-resource';
import { type Address, useAddress } from '../../app/use-address';

export type Jurisdictions = DataOf<'listJurisdictions'>;

/** What the screen shows; the address keeps it. */
export const placeParameters = ['on', 'q', 'group', 'show', 'country', 'region', 'lang'] as const;
export type PlaceParameter = (typeof placeParameters)[number];

export type PlaceSearch = Address<PlaceParameter>;

export const usePlaceSearch = (): PlaceSearch => useAddress(placeParameters, { replaces: true });

const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));

/** Returns the time that requests name; nothing for now. */
export const atOf = ({ on }: PlaceSearch['values']): { at?: string } => (isDay(on) ? { at: on } : {});
