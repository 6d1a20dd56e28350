import { dailyJob, minuteJob, type Schedule, type ScheduleDeps, startSchedule } from './lib/schedule.js';
import type { Services } from './services.js';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;

type ScheduledServices = Pick<
  Services,
  'claimStorage' | 'sweepMedia' | 'repairCounts' | 'pruneThreads' | 'recountMonthLikes'
> & {
  deletions: Pick<Services['deletions'], 'removeExpired'>;
  publications: Pick<Services['publications'], 'publishDue'>;
  notifier: Pick<Services['notifier'], 'completePending'>;
};

/** All schedules. The daily jobs remove and repair what killed processes have left. */
const listSchedules = (services: ScheduledServices): Schedule[] => [
  {
    async run() {
      await services.claimStorage();
      return null;
    },
    // A refused backup promises the owner of a new storage within ten minutes, which the daily sweep is too rare for.
    firstDelayMs: 5 * MINUTE_MS,
    intervalMs: 5 * MINUTE_MS,
    failureMessage: 'Failed to check the owner of the picture storage',
  },
  {
    run: services.sweepMedia,
    ...dailyJob('sweep-pictures'),
    doneMessage: 'Removed orphaned pictures and expired uploads',
    failureMessage: 'Failed to remove orphaned pictures and expired uploads',
  },
  {
    run: async () => ({ counts: await services.repairCounts() }),
    ...dailyJob('repair-counts'),
    doneMessage: 'Checked likes and comments of all stories',
    failureMessage: 'Failed to check likes and comments',
  },
  {
    run: async () => ({ threads: await services.pruneThreads() }),
    ...dailyJob('prune-threads'),
    doneMessage: 'Removed deleted comments without replies',
    failureMessage: 'Failed to remove deleted comments without replies',
  },
  {
    async run(now) {
      const stories = await services.deletions.removeExpired(now);
      return stories > 0 ? { stories } : null;
    },
    firstDelayMs: MINUTE_MS,
    ...minuteJob('remove-deleted-stories'),
    doneMessage: 'Removed deleted stories',
    failureMessage: 'Failed to remove deleted stories',
  },
  {
    async run(now) {
      await services.recountMonthLikes(now);
      return null;
    },
    firstDelayMs: 10 * SECOND_MS,
    ...minuteJob('recount-month-likes'),
    failureMessage: 'Failed to recount the likes of the last 30 days',
  },
  {
    async run(now) {
      const stories = await services.publications.publishDue(now);
      return stories > 0 ? { stories } : null;
    },
    firstDelayMs: SECOND_MS,
    // A story appears at most this late, plus the duration of one pass, which publishes all due drafts.
    intervalMs: 10 * SECOND_MS,
    doneMessage: 'Published scheduled drafts',
    failureMessage: 'Failed to publish scheduled drafts',
  },
  {
    async run(now) {
      const records = await services.notifier.completePending(now);
      return records > 0 ? { records } : null;
    },
    firstDelayMs: 5 * SECOND_MS,
    intervalMs: MINUTE_MS,
    doneMessage: 'Completed interrupted notifications',
    failureMessage: 'Failed to complete notifications',
  },
];

interface SchedulesDeps extends ScheduleDeps {
  services: ScheduledServices;
}

/**
 * Starts all schedules.
 *
 * @returns a handle that stops them; what is running finishes.
 */
export function startSchedules({ services, ...deps }: SchedulesDeps): { stop(): void } {
  const started = listSchedules(services).map((schedule) => startSchedule(schedule, deps));
  return {
    stop() {
      for (const schedule of started) schedule.stop();
    },
  };
}
