import { readFileSync } from 'node:fs';

/** Reads the CPU time that a process has used so far, in seconds. Linux counts it in ticks of 10 ms. */
export function readCpuSeconds(pid: number): number {
  // The first of these fields is the third of proc(5), so utime (14) and stime (15) have the indexes 11 and 12.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  const [utime, stime] = [Number(fields[11]), Number(fields[12])];
  return (utime + stime) / 100;
}
