/** Runs the tasks of a key one after another, and those of different keys concurrently. */
export type KeyedQueue = <T>(key: string, task: () => Promise<T>) => Promise<T>;

export function createKeyedQueue(): KeyedQueue {
  const lastRuns = new Map<string, Promise<unknown>>();
  return (key, task) => {
    const run = (lastRuns.get(key) ?? Promise.resolve()).then(task, task);
    lastRuns.set(key, run);
    const cleanUp = () => {
      if (lastRuns.get(key) === run) lastRuns.delete(key);
    };
    run.then(cleanUp, cleanUp);
    return run;
  };
}
