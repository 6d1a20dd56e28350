import type { TestApp } from './app.js';

/** What `/metrics` says, as `name{label="value",…}` with its figure. */
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

/** How much each figure grew while a task ran; 0 for those that did not. */
export async function measureIncrease(app: Pick<TestApp, 'request'>, task: () => Promise<unknown>) {
  const before = await readMetrics(app);
  await task();
  const after = await readMetrics(app);
  return (name: string): number => (after.get(name) ?? 0) - (before.get(name) ?? 0);
}
