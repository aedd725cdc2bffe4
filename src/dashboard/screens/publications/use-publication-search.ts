import type { DataOf, InputOf } from '../../api/use-resource';
import { type Address, useAddress } from '../../app/use-address';
import { isDay } from '../../components';

export type Publication = DataOf<'listPublications'>['items'][number];

export const periods = ['always', 'day', 'range'] as const;
export type Period = (typeof periods)[number];

const names = ['group', 'on', 'from', 'to', 'cursor', 'show', 'variant', 'lang', 'effect'] as const;

export interface PublicationSearch extends Address<(typeof names)[number]> {
  readonly period: Period;
}

/** State of the screen, which the address contains. */
export function usePublicationSearch(): PublicationSearch {
  const address = useAddress(names);
  const { on, from, to } = address.values;
  return { ...address, period: isDay(on) ? 'day' : isDay(from) && isDay(to) ? 'range' : 'always' };
}

/** Returns the days and the group that requests name. */
export function toQuery({
  values: { group, on, from, to },
  period,
}: PublicationSearch): NonNullable<InputOf<'listPublications'>['query']> {
  return {
    ...(group === '' ? {} : { complianceGroup: group }),
    ...(period === 'day' ? { at: on } : {}),
    ...(period === 'range' ? { from, to } : {}),
  };
}
