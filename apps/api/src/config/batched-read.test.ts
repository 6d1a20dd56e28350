import { describe, expect, it } from 'vitest';
import { batchedRead, sharedRead } from './batched-read.js';

/** A reading of doubled numbers, whose queries end when the test says so. */
function doubling(options?: Parameters<typeof batchedRead>[1]) {
  const queries: { keys: readonly number[]; end: (error?: Error) => void }[] = [];
  const read = batchedRead<number, number>(
    (keys) =>
      new Promise((resolve, reject) => {
        queries.push({
          keys,
          end: (error) => (error ? reject(error) : resolve(keys.map((key) => 2 * key))),
        });
      }),
    options,
  );
  return { read, queries, asked: () => queries.map(({ keys }) => keys) };
}

/** Lets everything happen that is due in this turn of the event loop, and in the next one. */
async function turns(count = 2): Promise<void> {
  for (let n = 0; n < count; n += 1) await new Promise((resolve) => setImmediate(resolve));
}

describe('batchedRead', () => {
  it('of what is asked for at once: makes one query, and gives each its own', async () => {
    const { read, queries, asked } = doubling();
    const answers = Promise.all([read(1), read(2), read(1)]);
    await turns();

    expect(asked()).toEqual([[1, 2, 1]]);
    queries[0]?.end();
    expect(await answers).toEqual([2, 4, 2]);
  });

  it('asked again after a query has begun: never gives what that query found', async () => {
    const { read, queries, asked } = doubling();
    const first = read(1);
    await turns();
    const second = read(1);
    queries[0]?.end();
    await first;
    await turns();

    expect(asked()).toEqual([[1], [1]]);
    queries[1]?.end();
    expect(await second).toBe(2);
  });

  it('asked while a query runs: waits for its end, and makes one query of all that came meanwhile', async () => {
    const { read, queries, asked } = doubling();
    const first = read(1);
    await turns();
    const later = [read(2)];
    await turns(1);
    later.push(read(3));
    queries[0]?.end();
    await first;
    await turns();

    expect(asked()).toEqual([[1], [2, 3]]);
    queries[1]?.end();
    expect(await Promise.all(later)).toEqual([4, 6]);
  });

  it('behind a query that takes long: begins all the same', async () => {
    const { read, queries, asked } = doubling();
    const first = read(1);
    await turns();
    const second = read(2);
    await expect.poll(asked, { interval: 1 }).toEqual([[1], [2]]);

    queries[1]?.end();
    expect(await second).toBe(4);
    queries[0]?.end();
    expect(await first).toBe(2);
  });

  it('of more than one query takes: makes several', async () => {
    const { read, queries, asked } = doubling({ maxKeys: 2 });
    const answers = Promise.all([1, 2, 3].map(read));
    await turns();

    expect(asked()).toEqual([[1, 2], [3]]);
    for (const { end } of queries) end();
    expect(await answers).toEqual([2, 4, 6]);
  });

  it('that fails: fails for those who asked, not for who asks next', async () => {
    const { read, queries } = doubling();
    const answers = Promise.allSettled([read(1), read(2)]);
    await turns();
    const next = read(3);
    queries[0]?.end(new Error('away'));

    expect((await answers).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await turns();
    queries[1]?.end();
    expect(await next).toBe(6);
  });
});

describe('sharedRead', () => {
  it('of one name, asked for at once: reads once; asked for later: reads anew', async () => {
    let count = 0;
    const read = sharedRead(async (name: string) => {
      count += 1;
      return `${name} ${count}`;
    });

    expect(await Promise.all([read('कोच्चि'), read('कोच्चि')])).toEqual(['कोच्चि 1', 'कोच्चि 1']);
    expect(await read('कोच्चि')).toBe('कोच्चि 2');
  });

  it('of several names: one that fails, or does not end, is that of those alone who asked for it', async () => {
    const read = sharedRead(async (name: string) => {
      if (name === 'broken') throw new Error('broken');
      if (name === 'slow') await new Promise(() => undefined);
      return name;
    });
    void read('slow');
    const broken = expect(read('broken')).rejects.toThrow('broken');

    expect(await read('good')).toBe('good');
    await broken;
  });
});
