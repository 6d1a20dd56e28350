import { EventEmitter, once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { createKeyedQueue } from './keyed-queue.js';

/** A task that waits to be let go, and notes when it began. */
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

/** Lets everything go on that waits for nothing but its turn. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('createKeyedQueue', () => {
  it('with three tasks of one key: begins each when the one before it has ended', async () => {
    const log: string[] = [];
    const inTurn = createKeyedQueue();
    const tasks = ['one', 'two', 'three'].map((name) => createTask(name, log));
    const answers = tasks.map(({ task }) => inTurn('asha:ravi', task));

    await settle();
    expect(log).toEqual(['one']);
    tasks[0]?.end();
    await settle();
    expect(log).toEqual(['one', 'two']);
    tasks[1]?.end();
    tasks[2]?.end();

    expect(await Promise.all(answers)).toEqual(['one', 'two', 'three']);
    expect(log).toEqual(['one', 'two', 'three']);
  });

  it('with a task given while the last one of two runs: waits for that one', async () => {
    const log: string[] = [];
    const inTurn = createKeyedQueue();
    const [one, two, three] = ['one', 'two', 'three'].map((name) => createTask(name, log));
    if (!one || !two || !three) throw new Error('three tasks');
    const first = inTurn('asha:ravi', one.task);
    const second = inTurn('asha:ravi', two.task);
    one.end();
    await first;
    await settle();

    const third = inTurn('asha:ravi', three.task);
    await settle();
    expect(log).toEqual(['one', 'two']);
    two.end();
    three.end();

    expect(await Promise.all([second, third])).toEqual(['two', 'three']);
  });

  it('with a task that fails: its caller is told, and the next one begins', async () => {
    const log: string[] = [];
    const inTurn = createKeyedQueue();
    const [one, two] = [createTask('one', log), createTask('two', log)];
    const failing = inTurn('asha:ravi', one.task);
    const next = inTurn('asha:ravi', two.task);

    one.fail();
    two.end();

    await expect(failing).rejects.toThrow('one');
    expect(await next).toBe('two');
  });

  it('with tasks of two keys: runs them side by side', async () => {
    const log: string[] = [];
    const inTurn = createKeyedQueue();
    const [one, other] = [createTask('one', log), createTask('other', log)];
    const answers = [inTurn('asha:ravi', one.task), inTurn('asha:மீனா', other.task)];

    await settle();
    expect(log).toEqual(['one', 'other']);
    one.end();
    other.end();

    expect(await Promise.all(answers)).toEqual(['one', 'other']);
  });
});
