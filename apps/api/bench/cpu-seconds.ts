import { readFileSync } from 'node:fs';

/** Reads the CPU time that a process has used so far, in seconds. Linux counts it in ticks of 10 ms. */
export function readCpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}
