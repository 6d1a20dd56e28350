import { EventEmitter, once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { createKeyedQueue } from './keyed-queue.js';

/** Creates a task that logs its start and runs until `end` or `fail`. */
function createTask(name: string, log: string[]) {
  const lock = new EventEmitter();
  const ended = once(lock, 'end');
  const task = async () => {
    log.push(name);
    await ended;
    return name;
  };
  return { task, end: () => lock.emit('end'), fail: () => lock.emit('error', new Error(name)) };
}

/** Runs all pending microtasks. */
const flushMicrotasks = () => new Promise((resolve) => setImmediate(resolve));

describe('createKeyedQueue', () => {
  it('with three tasks of one key: starts each when the previous one has ended', async () => {
    const log: string[] = [];
    const runExclusive = createKeyedQueue();
    const tasks = ['one', 'two', 'three'].map((name) => createTask(name, log));
    const results = tasks.map(({ task }) => runExclusive('asha:ravi', task));

    await flushMicrotasks();
    expect(log).toEqual(['one']);
    tasks[0]?.end();
    await flushMicrotasks();
    expect(log).toEqual(['one', 'two']);
    tasks[1]?.end();
    tasks[2]?.end();

    expect(await Promise.all(results)).toEqual(['one', 'two', 'three']);
    expect(log).toEqual(['one', 'two', 'three']);
  });

  it('with a task added while the last of two runs: waits for that one', async () => {
    const log: string[] = [];
    const runExclusive = createKeyedQueue();
    const [firstTask, secondTask, thirdTask] = ['one', 'two', 'three'].map((name) => createTask(name, log));
    if (!firstTask || !secondTask || !thirdTask) throw new Error('three tasks');
    const first = runExclusive('asha:ravi', firstTask.task);
    const second = runExclusive('asha:ravi', secondTask.task);
    firstTask.end();
    await first;
    await flushMicrotasks();

    const third = runExclusive('asha:ravi', thirdTask.task);
    await flushMicrotasks();
    expect(log).toEqual(['one', 'two']);
    secondTask.end();
    thirdTask.end();

    expect(await Promise.all([second, third])).toEqual(['two', 'three']);
  });

  it('with a task that fails: rejects its promise and starts the next', async () => {
    const log: string[] = [];
    const runExclusive = createKeyedQueue();
    const [firstTask, secondTask] = [createTask('one', log), createTask('two', log)];
    const failing = runExclusive('asha:ravi', firstTask.task);
    const next = runExclusive('asha:ravi', secondTask.task);

    firstTask.fail();
    secondTask.end();

    await expect(failing).rejects.toThrow('one');
    expect(await next).toBe('two');
  });

  it('with tasks of two keys: runs them concurrently', async () => {
    const log: string[] = [];
    const runExclusive = createKeyedQueue();
    const [firstTask, otherTask] = [createTask('one', log), createTask('other', log)];
    const results = [runExclusive('asha:ravi', firstTask.task), runExclusive('asha:மீனா', otherTask.task)];

    await flushMicrotasks();
    expect(log).toEqual(['one', 'other']);
    firstTask.end();
    otherTask.end();

    expect(await Promise.all(results)).toEqual(['one', 'other']);
  });
});
