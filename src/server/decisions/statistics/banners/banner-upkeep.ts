import type { Database } from '#platform/database/database';
import { type Clock, millisecondsPerDay, toDay } from '#platform/kernel/clock';
import { yieldToEventLoop } from '#platform/kernel/concurrency/yield-to-event-loop';
import { mayFold } from '../statistics-lease';
import { bannerSumsRepository, oldestHours, removeDaysBefore } from './banner-sums-repository';

/** How long the sums of hours are kept, of which there are many (days). Decisions that arrive later are added to the day. */
const hoursKeptDays = 3;

/** How long the sums of days are kept: 25 months, as the CNIL advises for audience measurement (days). */
const daysKeptDays = 760;

/** Returns the first day whose hours are kept; those before have only their sum. */
export const firstDayOfHours = (now: number): string => toDay(now - hoursKeptDays * millisecondsPerDay);

/** Returns the first day whose sums are kept. */
export const firstKeptDay = (now: number): string => toDay(now - daysKeptDays * millisecondsPerDay);

/** Returns the moment from which sums are kept (epoch ms). */
export const keptFrom = (now: number): number => Date.parse(firstKeptDay(now));

/** Adds old hours up to days, one day of a tenant in a transaction, and removes days that are too old. */
export async function tidyBannerSums(database: Database, clock: Clock, isOver: () => boolean): Promise<void> {
  const rollUpNext = () =>
    database.transaction(async (connection) => {
      if (!(await mayFold(connection, clock.now()))) return false;
      const oldest = await oldestHours(connection, firstDayOfHours(clock.now()));
      if (oldest === null) return false;
      await bannerSumsRepository(connection.tenant(oldest.tenantId)).rollUp(oldest.day);
      return true;
    });
  while (!isOver() && (await rollUpNext())) await yieldToEventLoop();
  await database.transaction((connection) => removeDaysBefore(connection, firstKeptDay(clock.now())));
}
