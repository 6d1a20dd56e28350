/** When each running task began, on the clock of `performance.now()`. */
const running = new Map<Promise<void>, number>();

/**
 * Runs a task that no response waits for.
 *
 * @param run - must be repeated by a later pass, or may be lost, if it fails: the failure is ignored here.
 */
export function runInBackground(run: () => Promise<void>): void {
  const task: Promise<void> = run()
    .catch(() => undefined)
    .then(() => {
      running.delete(task);
    });
  running.set(task, performance.now());
}

/**
 * Resolves when the tasks that run now have ended; later ones are not waited for.
 *
 * @param maxAgeMs - tasks that have run longer are not waited for either.
 */
export async function whenBackgroundTasksEnd(maxAgeMs = Number.POSITIVE_INFINITY): Promise<void> {
  const since = performance.now() - maxAgeMs;
  await Promise.all([...running].flatMap(([task, startedAt]) => (startedAt >= since ? task : [])));
}
