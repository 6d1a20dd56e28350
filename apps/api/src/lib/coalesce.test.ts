import { describe, expect, it } from 'vitest';
import { batchReads, coalesce } from './coalesce.js';

/** A batched read that doubles its keys; the test settles its queries. */
function createDoublingReader(options?: Parameters<typeof batchReads>[1]) {
  const queries: { keys: readonly number[]; settle: (error?: Error) => void }[] = [];
  const read = batchReads<number, number>(
    (keys) =>
      new Promise((resolve, reject) => {
        queries.push({
          keys,
          settle: (error) => (error ? reject(error) : resolve(keys.map((key) => 2 * key))),
        });
      }),
    options,
  );
  return { read, queries, queriedKeys: () => queries.map(({ keys }) => keys) };
}

/** Waits for turns of the event loop. */
async function waitTurns(count = 2): Promise<void> {
  for (let n = 0; n < count; n += 1) await new Promise((resolve) => setImmediate(resolve));
}

describe('batchReads', () => {
  it('with concurrent reads: runs one query and returns each caller its value', async () => {
    const { read, queries, queriedKeys } = createDoublingReader();
    const results = Promise.all([read(1), read(2), read(1)]);
    await waitTurns();

    expect(queriedKeys()).toEqual([[1, 2, 1]]);
    queries[0]?.settle();
    expect(await results).toEqual([2, 4, 2]);
  });

  it('with the same key while its query runs: runs another query', async () => {
    const { read, queries, queriedKeys } = createDoublingReader();
    const first = read(1);
    await waitTurns();
    const second = read(1);
    queries[0]?.settle();
    await first;
    await waitTurns();

    expect(queriedKeys()).toEqual([[1], [1]]);
    queries[1]?.settle();
    expect(await second).toBe(2);
  });

  it('with reads during a query: waits for its end and runs one query for all of them', async () => {
    const { read, queries, queriedKeys } = createDoublingReader();
    const first = read(1);
    await waitTurns();
    const later = [read(2)];
    await waitTurns(1);
    later.push(read(3));
    queries[0]?.settle();
    await first;
    await waitTurns();

    expect(queriedKeys()).toEqual([[1], [2, 3]]);
    queries[1]?.settle();
    expect(await Promise.all(later)).toEqual([4, 6]);
  });

  it('behind a slow query: starts without waiting for its end', async () => {
    const { read, queries, queriedKeys } = createDoublingReader();
    const first = read(1);
    await waitTurns();
    const second = read(2);
    await expect.poll(queriedKeys, { interval: 1 }).toEqual([[1], [2]]);

    queries[1]?.settle();
    expect(await second).toBe(4);
    queries[0]?.settle();
    expect(await first).toBe(2);
  });

  it('with more keys than a query takes: runs several queries', async () => {
    const { read, queries, queriedKeys } = createDoublingReader({ maxKeys: 2 });
    const results = Promise.all([1, 2, 3].map(read));
    await waitTurns();

    expect(queriedKeys()).toEqual([[1, 2], [3]]);
    for (const { settle } of queries) settle();
    expect(await results).toEqual([2, 4, 6]);
  });

  it('with a failing query: rejects its callers, but not later ones', async () => {
    const { read, queries } = createDoublingReader();
    const results = Promise.allSettled([read(1), read(2)]);
    await waitTurns();
    const next = read(3);
    queries[0]?.settle(new Error('unavailable'));

    expect((await results).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await waitTurns();
    queries[1]?.settle();
    expect(await next).toBe(6);
  });
});

describe('coalesce', () => {
  it('with one key: reads once for concurrent calls, and again for a later one', async () => {
    let count = 0;
    const read = coalesce(async (name: string) => {
      count += 1;
      return `${name} ${count}`;
    });

    expect(await Promise.all([read('कोच्चि'), read('कोच्चि')])).toEqual(['कोच्चि 1', 'कोच्चि 1']);
    expect(await read('कोच्चि')).toBe('कोच्चि 2');
  });

  it('with several keys: a failing or pending read affects only its own callers', async () => {
    const read = coalesce(async (name: string) => {
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
