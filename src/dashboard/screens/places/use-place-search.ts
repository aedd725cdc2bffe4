import type { DataOf } from '../../api/use-resource';
import { type Address, useAddress } from '../../app/use-address';
import { isDay } from '../../components';

export type Jurisdictions = DataOf<'listJurisdictions'>;

/** State of the screen, which the address contains. */
export const placeParameters = ['on', 'q', 'group', 'show', 'country', 'region', 'lang'] as const;
export type PlaceParameter = (typeof placeParameters)[number];

export type PlaceSearch = Address<PlaceParameter>;

export const usePlaceSearch = (): PlaceSearch => useAddress(placeParameters, { replaces: true });

/** Returns the time that requests name; nothing for now. */
export const atOf = ({ on }: PlaceSearch['values']): { at?: string } => (isDay(on) ? { at: on } : {});
