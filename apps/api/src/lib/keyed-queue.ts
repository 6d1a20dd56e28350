/** Runs tasks of one key one after another, and tasks of different keys side by side. */
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
