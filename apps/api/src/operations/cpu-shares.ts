import { performance } from 'node:perf_hooks';

/** A job among those that run beside the event loop. */
interface CpuShareJob {
  /** Milliseconds of the processor that the job has had so far. */
  usedMs(): number;
  end(): void;
}

/** Divides the time of the processor among the jobs that use it at the same time. */
interface CpuShares {
  begin(): CpuShareJob;
}

/**
 * @param readCpuMs - the time of the processor that all of them have used, in milliseconds since any moment.
 */
export function createCpuShares(readCpuMs: () => number): CpuShares {
  const running = new Set<{ ms: number }>();
  let lastMs = readCpuMs();

  /** Up to now all that run have had the same. */
  function distribute(): void {
    const nowMs = readCpuMs();
    for (const job of running) job.ms += (nowMs - lastMs) / running.size;
    lastMs = nowMs;
  }

  return {
    begin() {
      distribute();
      const job = { ms: 0 };
      running.add(job);
      return {
        usedMs() {
          distribute();
          return Math.max(0, job.ms);
        },
        end() {
          distribute();
          running.delete(job);
        },
      };
    },
  };
}

/**
 * What the process has used beside its event loop. Node tells the time of the processor of the process alone, not of a
 * thread; of the loop it tells when it was at work, by the clock. On a busy machine the loop waits within that for a
 * core, too: then this is less than what was used, never more.
 */
function readOffLoopCpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000 - performance.eventLoopUtilization().active;
}

/** Pictures and passwords: what costs much outside of the event loop. */
export const offLoopCpuShares = createCpuShares(readOffLoopCpuMs);
