import { readTcString } from '../frameworks/read-tc-string';
import type { TcfList, Vendor } from './tcf-list';

/** Choices as `POST /consent` accepts them. */
export interface TcfFields {
  readonly purposes: number[];
  readonly legitimateInterests: number[];
  readonly specialFeatures: number[];
  readonly vendors: number[];
  readonly vendorLegitimateInterests: number[];
  readonly listVersion: number;
  readonly screen: number;
}

/** Kinds of choices, each about the ids that the notice offers. */
export const kinds = [
  'purposes',
  'legitimateInterests',
  'specialFeatures',
  'vendors',
  'vendorLegitimateInterests',
] as const;
export type Kind = (typeof kinds)[number];

/** The visitor's choices so far, by kind: ids that are allowed. */
export interface Selection {
  readonly offered: Readonly<Record<Kind, readonly number[]>>;
  readonly chosen: Readonly<Record<Kind, Set<number>>>;
}

/** Starts with the choices of an earlier string; else with no consent, and without an objection. */
export function createSelection(list: TcfList, tcString: string | undefined): Selection {
  const vendors = Object.values(list.vendors);
  const declared = (field: 'purposes' | 'legIntPurposes') =>
    [...new Set(vendors.flatMap((vendor) => vendor[field]))].filter((id) => list.purposes[id]);
  const having = (field: keyof Vendor) =>
    vendors.filter((vendor) => (vendor[field] as readonly number[]).length > 0).map(({ id }) => id);
  const offered = {
    purposes: declared('purposes'),
    legitimateInterests: declared('legIntPurposes'),
    specialFeatures: Object.values(list.specialFeatures).map(({ id }) => id),
    vendors: having('purposes'),
    vendorLegitimateInterests: having('legIntPurposes'),
  };
  const before = tcString ? readTcString(tcString) : undefined;
  const allowed = (ids: readonly number[], flags?: Readonly<Record<number, boolean>>) =>
    new Set(ids.filter((id) => flags?.[id]));
  return {
    offered,
    chosen: {
      purposes: allowed(offered.purposes, before?.purpose.consents),
      legitimateInterests: before
        ? allowed(offered.legitimateInterests, before.purpose.legitimateInterests)
        : new Set(offered.legitimateInterests),
      specialFeatures: allowed(offered.specialFeatures, before?.specialFeatureOptins),
      vendors: allowed(offered.vendors, before?.vendor.consents),
      vendorLegitimateInterests: before
        ? allowed(offered.vendorLegitimateInterests, before.vendor.legitimateInterests)
        : new Set(offered.vendorLegitimateInterests),
    },
  };
}

/** Returns whether something is no longer allowed. */
export const isReduced = (before: Selection, { chosen }: Selection): boolean =>
  kinds.some((kind) => [...before.chosen[kind]].some((id) => !chosen[kind].has(id)));

/** Allows or refuses everything that is offered. */
export function chooseAll({ offered, chosen }: Selection, isAllowed: boolean): void {
  for (const kind of kinds) {
    chosen[kind].clear();
    if (isAllowed) for (const id of offered[kind]) chosen[kind].add(id);
  }
}

export function toFields({ chosen }: Selection, list: TcfList, screen: number): TcfFields {
  const fields = Object.fromEntries(kinds.map((kind) => [kind, [...chosen[kind]]]));
  // Every kind is a key of the object.
  return { ...(fields as Record<Kind, number[]>), listVersion: list.vendorListVersion, screen };
}
