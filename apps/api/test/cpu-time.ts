/** Measures the CPU time of this process in ms, which unlike elapsed time does not depend on other load. */
export function startCpuTimer(): () => number {
  const start = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1_000;
  };
}
