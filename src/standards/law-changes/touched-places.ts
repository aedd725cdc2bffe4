import { type GroupOverrides, placesOfGroup } from '../jurisdiction';
import type { LawChange } from './law-changes';

/** A published profile as far as the law is concerned. */
export interface ServedProfile {
  readonly group: string;
  /** Places that it names (`FR`, `US-CA`). Empty: those of its group. */
  readonly countries: readonly string[];
}

export interface TouchOptions {
  /** Time of the question (epoch milliseconds). */
  readonly now: number;
  /** The group that every visitor gets; `auto`: the group of the visitor's place. */
  readonly type: string;
  readonly overrides: GroupOverrides;
}

/**
 * Returns the places of a change whose visitors get a profile: today, or on the day when the change applies, since a new
 * law can move a place to another group.
 */
export function touchedPlaces(
  { places, appliesFrom }: LawChange,
  { group, countries }: ServedProfile,
  { now, type, overrides }: TouchOptions,
): string[] {
  if (type !== 'auto' && type !== group) return [];
  if (countries.length > 0)
    return places.filter((place) =>
      countries.some((country) => isWithin(place, country) || isWithin(country, place)),
    );
  if (type !== 'auto') return [...places];
  const times = [now, Math.max(now, Date.parse(appliesFrom))];
  const served = times.flatMap((time) => placesOfGroup(group, time, overrides).map(({ place }) => place));
  return places.filter((place) => served.some((each) => isWithin(each, place)));
}

/** Returns whether a country or region is, or is within, another: `US-CA` is within `US`. */
const isWithin = (place: string, other: string) => place === other || place.startsWith(`${other}-`);
