import { randomUUID } from 'node:crypto';
import mongoose from 'mongoose';
import { CLOCK_TOLERANCE_MS } from './clock-tolerance.js';
import { JobModel } from './job.model.js';
import { isDuplicateKeyError } from './mongo-errors.js';

/** Duration of a lease: how long a job waits after the process that ran it was killed. */
export const LEASE_MS = 30_000;
/** A running job renews its lease this often. */
export const LEASE_RENEWAL_MS = 10_000;

/** Fraction of an interval after which a job is due: a timer with this interval must not check just before that. */
const DUE_AFTER = 0.9;

export interface Job {
  /** The same in all processes. */
  name: string;
  /** From the start of a run to the next one. */
  intervalMs: number;
  /** From the end of a failed run to the next one. */
  retryMs: number;
}

/** Runs a job if it is due and no process is running it. @returns null when it did not run. */
export type RunJob = <T>(job: Job, run: () => Promise<T>) => Promise<T | null>;

/** Matches a time that has come, or that is further ahead than any that a process with a correct clock stores. */
function pastOrImplausible(field: 'dueAt' | 'leaseUntil', now: number, maxAheadMs: number) {
  const outside = [{ $lte: new Date(now) }, { $gt: new Date(now + maxAheadMs + CLOCK_TOLERANCE_MS) }];
  return { $or: outside.map((range) => ({ [field]: mongoose.trusted(range) })) };
}

/** Acquires the lease of a job. @returns false when the job is not due or another run holds the lease. */
async function acquireLease({ name, intervalMs, retryMs }: Job, holder: string): Promise<boolean> {
  const now = Date.now();
  try {
    await JobModel.updateOne(
      {
        _id: name,
        $and: [
          pastOrImplausible('dueAt', now, Math.max(intervalMs, retryMs)),
          pastOrImplausible('leaseUntil', now, LEASE_MS),
        ],
      },
      { $set: { holder, leaseUntil: new Date(now + LEASE_MS) }, $setOnInsert: { dueAt: new Date(now) } },
      { upsert: true },
    );
    return true;
  } catch (error) {
    if (isDuplicateKeyError(error, '_id')) return false;
    throw error;
  }
}

/** Renews the lease periodically, unless another run has taken it over. */
function startLeaseRenewal(name: string, holder: string): { stop(): void } {
  const timer = setInterval(() => {
    const leaseUntil = new Date(Date.now() + LEASE_MS);
    // A renewal that fails is repeated by the next one, or the lease expires.
    JobModel.updateOne({ _id: name, holder }, { $set: { leaseUntil } }).catch(() => undefined);
  }, LEASE_RENEWAL_MS).unref();
  return { stop: () => clearInterval(timer) };
}

async function releaseLease(name: string, holder: string, dueAt: number): Promise<void> {
  const fields = { holder: null, leaseUntil: new Date(), dueAt: new Date(dueAt) };
  await JobModel.updateOne({ _id: name, holder }, { $set: fields });
}

/**
 * Runs a job in one process at a time. A run whose lease expires, because its process hangs or does not reach the
 * database, is not stopped: a job must be safe to run twice at the same time.
 *
 * @throws whatever the run throws, and errors of the database.
 */
export const runJob: RunJob = async (job, run) => {
  const { name, intervalMs, retryMs } = job;
  const holder = randomUUID();
  if (!(await acquireLease(job, holder))) return null;
  const startedAt = Date.now();
  const lease = startLeaseRenewal(name, holder);
  try {
    const result = await run();
    await releaseLease(name, holder, startedAt + DUE_AFTER * intervalMs);
    return result;
  } catch (error) {
    // Without the database, the lease expires.
    await releaseLease(name, holder, Date.now() + DUE_AFTER * retryMs).catch(() => undefined);
    throw error;
  } finally {
    lease.stop();
  }
};
