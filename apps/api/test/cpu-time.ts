import { readFileSync } from 'node:fs';

/** Measures the CPU time of this process in ms, which unlike elapsed time does not depend on other load. */
export function startCpuTimer(): () => number {
  const start = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1_000;
  };
}

/** CPU time in ms of the main thread, which runs the event loop. Only Linux reports it. */
function getMainThreadCpuMs(): number {
  if (process.platform !== 'linux') return 0;
  const [runningNs] = readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ');
  return Number(runningNs) / 1e6;
}

/** Measures the CPU time in ms of all threads but the main one; on systems other than Linux, of all threads. */
export function startWorkerCpuTimer(): () => number {
  const getCpuMs = startCpuTimer();
  const start = getMainThreadCpuMs();
  return () => getCpuMs() - (getMainThreadCpuMs() - start);
}
