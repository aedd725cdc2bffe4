import { millisecondsPerDay, toDay } from '#platform/kernel/clock';
import { firstDayOfHours, keptFrom } from './banner-upkeep';

/** A time with both ends (epoch ms). Empty when it ends before it begins. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

const millisecondsPerHour = 3_600_000;

/**
 * Returns the part of a period of which sums are kept, and whose hours and days belong to it alone. Sums name the version
 * of a banner, which tells two periods apart in the unit in which one followed the other, unless both are of the same
 * version.
 * @param isShared returns whether the version was also served in another period of a unit
 */
export async function ownPart(
  { from: start, to }: Span,
  now: number,
  isShared: (unit: Span) => Promise<boolean>,
): Promise<Span> {
  const from = Math.max(start, keptFrom(now));
  if (from > to) return { from, to };
  const [first, last] = [toUnit(from, now), toUnit(to, now)];
  return {
    from: (await isShared(first)) ? first.to + 1 : from,
    to: (await isShared(last)) ? last.from - 1 : to,
  };
}

/** Returns the unit in which banners of a moment are counted: its hour, or its day where hours were added up. */
function toUnit(at: number, now: number): Span {
  const length = toDay(at) < firstDayOfHours(now) ? millisecondsPerDay : millisecondsPerHour;
  const from = at - (at % length);
  return { from, to: from + length - 1 };
}
