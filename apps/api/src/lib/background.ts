const running = new Set<Promise<void>>();

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
  running.add(task);
}

/** Resolves when the tasks that run now have ended; later ones are not waited for. */
export async function whenBackgroundTasksEnd(): Promise<void> {
  await Promise.all(running);
}
