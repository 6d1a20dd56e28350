import type { TestApp } from './app.js';

/** Reads `/metrics`: values by `name{label="value",…}`. */
export async function readMetrics(app: Pick<TestApp, 'request'>): Promise<Map<string, number>> {
  const { text } = await app.request().get('/metrics');
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => {
      const end = line.lastIndexOf(' ');
      return [line.slice(0, end), Number(line.slice(end + 1))];
    }),
  );
}

/** Runs a task. @returns a function that returns the increase of a metric during the task. */
export async function measureIncrease(app: Pick<TestApp, 'request'>, task: () => Promise<unknown>) {
  const before = await readMetrics(app);
  await task();
  const after = await readMetrics(app);
  return (name: string): number => (after.get(name) ?? 0) - (before.get(name) ?? 0);
}
