import { performance } from 'node:perf_hooks';

/** A running job outside of the event loop. */
interface CpuShareJob {
  /** CPU time of the job so far, in ms. */
  usedMs(): number;
  end(): void;
}

/** Divides CPU time among the jobs that run at the same time. */
interface CpuShares {
  begin(): CpuShareJob;
}

/** @param readCpuMs - CPU time of all jobs together, in ms since an arbitrary moment. */
export function createCpuShares(readCpuMs: () => number): CpuShares {
  const running = new Set<{ ms: number }>();
  let lastMs = readCpuMs();

  /** Gives all running jobs an equal share of the CPU time since the last call. */
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
 * CPU time that the process has used outside of its event loop, in ms. Node reports CPU time per process, not per
 * thread, and for the event loop only its active wall-clock time. On a busy machine that includes waiting for a core,
 * so the result is a lower bound.
 */
function readOffLoopCpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000 - performance.eventLoopUtilization().active;
}

/** Image processing and password hashing: the expensive work outside of the event loop. */
export const offLoopCpuShares = createCpuShares(readOffLoopCpuMs);
