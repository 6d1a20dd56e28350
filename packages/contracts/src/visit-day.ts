/** The earliest day of a visit, as in `2024-03-12`. */
export const FIRST_VISIT_DAY = '1900-01-01';
/** How far ahead of UTC the clock of an author may be, in ms. */
const MAX_AHEAD_MS = 14 * 3_600_000;

/** The latest day of a visit: today, where the day begins first. */
export const lastVisitDay = (): string => new Date(Date.now() + MAX_AHEAD_MS).toISOString().slice(0, 10);

/** Whether a text is a day of the calendar, such as `2024-03-12`, on which a visit can have been. */
export function isVisitDay(day: string): boolean {
  const time = Date.parse(day);
  // JavaScript engines parse February 30 as a day of March.
  const isDay = !Number.isNaN(time) && new Date(time).toISOString().slice(0, 10) === day;
  return isDay && day >= FIRST_VISIT_DAY && day <= lastVisitDay();
}

/**
 * The latest time for which the publication of a draft can be scheduled: the same time of the next year, in UTC. In a
 * file of its own or with the constants, it would be part of the web app's first load.
 */
export const latestSchedule = (now = Date.now()): number => {
  const date = new Date(now);
  return date.setUTCFullYear(date.getUTCFullYear() + 1);
};
