import { describe, expect, it } from 'vitest';
import { createJobQueue } from './job-queue.js';

/** Builds a job that runs until its `end` is called. */
function buildJob() {
  let end: (error?: Error) => void = () => undefined;
  const done = new Promise<void>((resolve, reject) => {
    end = (error) => (error ? reject(error) : resolve());
  });
  const job = {
    hasStarted: false,
    end,
    run: () => {
      job.hasStarted = true;
      return done;
    },
  };
  return job;
}

const flushMicrotasks = () => new Promise((resolve) => setImmediate(resolve));

describe('createJobQueue', () => {
  it('with more jobs than slots: starts them in order as others end', async () => {
    const queue = createJobQueue(2, 10);
    const jobs = [buildJob(), buildJob(), buildJob(), buildJob()];
    const running = jobs.map(({ run }) => queue.run(run));
    const started = () => jobs.map(({ hasStarted }) => hasStarted);

    expect(started()).toEqual([true, true, false, false]);
    jobs[1]?.end();
    await flushMicrotasks();
    expect(started()).toEqual([true, true, true, false]);
    for (const { end } of jobs) end();
    await Promise.all(running);

    expect(started()).toEqual([true, true, true, true]);
  });

  it('with more jobs than may wait: rejects with 503 while the others run, and accepts jobs again when there is room', async () => {
    const queue = createJobQueue(1, 1);
    const [first, second, third] = [buildJob(), buildJob(), buildJob()];
    const running = [queue.run(first.run), queue.run(second.run)];

    await expect(queue.run(third.run)).rejects.toMatchObject({ status: 503, code: 'uploads_busy' });
    first.end();
    second.end();
    await Promise.all(running);
    third.end();

    await expect(queue.run(third.run)).resolves.toBeUndefined();
  });

  it('with a failing job: rejects with its error and starts the next one', async () => {
    const queue = createJobQueue(1, 1);
    const [first, second] = [buildJob(), buildJob()];
    const [failing, waiting] = [queue.run(first.run), queue.run(second.run)];

    first.end(new Error('damaged'));
    await expect(failing).rejects.toThrow('damaged');
    second.end();

    await expect(waiting).resolves.toBeUndefined();
  });
});
