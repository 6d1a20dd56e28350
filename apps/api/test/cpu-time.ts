/** Milliseconds of the processor since a moment, of this process: not of the clock, others may be at work beside. */
export function startCpuTime(): () => number {
  const start = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1_000;
  };
}
