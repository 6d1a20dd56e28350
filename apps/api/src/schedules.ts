import type { Logger } from 'pino';
import { scheduleDailyJobs } from './lib/daily-jobs.js';
import type { RunJob } from './lib/job-lease.js';
import { schedulePasses } from './lib/schedule-passes.js';
import type { Services } from './services.js';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;

const EVERY_MINUTE = { intervalMs: MINUTE_MS, retryMs: MINUTE_MS };
const REMOVAL_JOB = { name: 'remove-deleted-stories', ...EVERY_MINUTE };
const MONTH_LIKES_JOB = { name: 'recount-month-likes', ...EVERY_MINUTE };

interface ScheduleDeps {
  services: Pick<Services, 'sweepMedia' | 'repairCounts' | 'pruneThreads' | 'recountMonthLikes'> & {
    deletions: Pick<Services['deletions'], 'removeExpired'>;
    publications: Pick<Services['publications'], 'publishDue'>;
    notifier: Pick<Services['notifier'], 'completePending'>;
  };
  runJob: RunJob;
  isDatabaseUp(): boolean;
  logger: Logger;
}

/**
 * Starts everything that runs without a request: jobs in one process at a time, and passes in every process. They are
 * skipped while the database is unavailable.
 *
 * @returns a handle that stops the schedules; running passes finish.
 */
export function startSchedules({ services, runJob, isDatabaseUp, logger }: ScheduleDeps): { stop(): void } {
  const { sweepMedia, repairCounts, pruneThreads, recountMonthLikes } = services;
  const { deletions, publications, notifier } = services;
  const runJobWhileUp: RunJob = async (job, run) => (isDatabaseUp() ? runJob(job, run) : null);

  const schedules = [
    scheduleDailyJobs({
      jobs: [
        {
          name: 'sweep-pictures',
          run: sweepMedia,
          doneMessage: 'Removed orphaned pictures and expired uploads',
          failureMessage: 'Failed to remove orphaned pictures and expired uploads',
        },
        {
          name: 'repair-counts',
          run: async () => ({ counts: await repairCounts() }),
          doneMessage: 'Checked likes and comments of all stories',
          failureMessage: 'Failed to check likes and comments',
        },
        {
          name: 'prune-threads',
          run: async () => ({ threads: await pruneThreads() }),
          doneMessage: 'Removed deleted comments without replies',
          failureMessage: 'Failed to remove deleted comments without replies',
        },
      ],
      runJob: runJobWhileUp,
      logger,
    }),
    schedulePasses({
      async run(now) {
        const stories = await runJobWhileUp(REMOVAL_JOB, () => deletions.removeExpired(now));
        if (stories) logger.info({ stories }, 'Removed deleted stories');
      },
      firstDelayMs: MINUTE_MS,
      intervalMs: MINUTE_MS,
      failureMessage: 'Failed to remove deleted stories',
      logger,
    }),
    schedulePasses({
      async run(now) {
        await runJobWhileUp(MONTH_LIKES_JOB, () => recountMonthLikes(now));
      },
      firstDelayMs: 10 * SECOND_MS,
      intervalMs: MINUTE_MS,
      failureMessage: 'Failed to recount the likes of the last 30 days',
      logger,
    }),
    schedulePasses({
      async run(now) {
        const stories = isDatabaseUp() ? await publications.publishDue(now) : 0;
        if (stories > 0) logger.info({ stories }, 'Published scheduled drafts');
      },
      firstDelayMs: SECOND_MS,
      // A story appears at most this late, plus the duration of one pass, which publishes all due drafts.
      intervalMs: 10 * SECOND_MS,
      failureMessage: 'Failed to publish scheduled drafts',
      logger,
    }),
    schedulePasses({
      async run(now) {
        const records = isDatabaseUp() ? await notifier.completePending(now) : 0;
        if (records > 0) logger.info({ records }, 'Completed interrupted notifications');
      },
      firstDelayMs: 5 * SECOND_MS,
      intervalMs: MINUTE_MS,
      failureMessage: 'Failed to complete notifications',
      logger,
    }),
  ];

  return {
    stop() {
      for (const schedule of schedules) schedule.stop();
    },
  };
}
