import { describe, expect, it } from 'vitest';
import { nextIndexedAt } from './index-clock.js';
import { createIndexSync, type StoryRecord, type StoryRecords } from './index-sync.js';
import { encodeStoryWords } from './story-words.js';

const MAX_ROWS = 1_000;
const toId = (number: number) => number.toString(16).padStart(24, '0');

function buildRecord(number: number, indexedAt = number): StoryRecord {
  const words = encodeStoryWords({ blogTitle: `Story ${number}`, blogLocation: '', blogContent: '' });
  return { id: toId(number), authorId: toId(1), createdAt: number, indexedAt, placeIds: [], words };
}

/** Stories in memory. Records the largest list, since a query for all stories would exceed its time limit. */
function createRecords(count: number) {
  const stories = new Map(Array.from({ length: count }, (_, index) => [toId(index), buildRecord(index)]));
  const reads = { largest: 0, failures: 0, changes: 0 };
  const list = async <T>(rows: T[]): Promise<T[]> => {
    if (reads.failures > 0) {
      reads.failures -= 1;
      throw new Error('The query has taken too long');
    }
    reads.largest = Math.max(reads.largest, rows.length);
    return rows;
  };
  const all = () => [...stories.values()];
  const records: StoryRecords = {
    listNewest: (after, limit) =>
      list(
        all()
          .filter(({ createdAt }) => after === null || createdAt < after.createdAt)
          .sort((a, b) => b.createdAt - a.createdAt)
          .slice(0, limit),
      ),
    findByIds: (ids) => list(ids.flatMap((id) => stories.get(id) ?? [])),
    findNewestTime: async () => Math.max(...all().map(({ indexedAt }) => indexedAt)),
    listVersions: (after, limit) => {
      reads.changes += 1;
      return list(
        all()
          .filter(({ indexedAt }) => indexedAt > after)
          .sort((a, b) => a.indexedAt - b.indexedAt)
          .slice(0, limit),
      );
    },
    listVersionsById: (afterId, limit) =>
      list(
        all()
          .filter(({ id }) => afterId === null || id > afterId)
          .sort((a, b) => (a.id < b.id ? -1 : 1))
          .slice(0, limit),
      ),
    listHidden: () => list([]),
    findExisting: async (ids) => new Set(ids.filter((id) => stories.has(id))),
  };
  return { records, stories, reads };
}

describe('createIndexSync', () => {
  it('with many stories: loads all of them in parts', async () => {
    const { records, reads } = createRecords(3_500);

    const index = await createIndexSync(records).current();

    expect(index.size()).toBe(3_500);
    expect(reads.largest).toBeLessThanOrEqual(MAX_ROWS);
  });

  it('with many stories written since, two of them at the same time: reads all of them in parts', async () => {
    const { records, stories, reads } = createRecords(2_500);
    const sync = createIndexSync(records);
    await sync.current();
    for (let number = 0; number < 2_500; number += 1) {
      // The last one of the first part has the same time as the one after it.
      stories.set(toId(number), buildRecord(number, 10_000 + (number >= MAX_ROWS ? number - 1 : number)));
    }
    stories.set(toId(9_999), buildRecord(9_999, 20_000));

    const index = await sync.current();

    expect(index.ids().filter((id) => index.indexedAtOf(id) !== stories.get(id)?.indexedAt)).toEqual([]);
    expect(index.size()).toBe(2_501);
    expect(reads.largest).toBeLessThanOrEqual(MAX_ROWS);
  });

  it('with a story written at a later time than now: lets the next write have an even later one', async () => {
    const { records, stories } = createRecords(2);
    const later = Date.now() + 60 * 60 * 1000;
    stories.set(toId(2), buildRecord(2, later));

    await createIndexSync(records).load();

    expect(nextIndexedAt().getTime()).toBeGreaterThan(later);
  });

  it('with a story written more than a day ahead of now: still reads the later writes', async () => {
    const { records, stories } = createRecords(2);
    const sync = createIndexSync(records);
    stories.set(toId(2), buildRecord(2, Date.now() + 2 * 24 * 60 * 60 * 1000));
    await sync.current();

    stories.set(toId(3), buildRecord(3, Date.now()));

    expect((await sync.current()).indexedAtOf(toId(3))).toBeDefined();
  });

  it('after a failed attempt to load: returns the index without stories, and loads all of them next time', async () => {
    const { records, reads } = createRecords(600);
    const sync = createIndexSync(records);
    reads.failures = 1;

    expect((await sync.current()).size()).toBe(0);
    expect((await sync.current()).size()).toBe(600);
  });

  it('with a found story that no longer exists: removes it and keeps one that exists', async () => {
    const { records, stories } = createRecords(3);
    const sync = createIndexSync(records);
    const index = await sync.current();
    stories.delete(toId(1));

    await sync.removeMissing([toId(0), toId(1)]);

    expect(index.ids()).toEqual([toId(2), toId(0)]);
  });

  it('for one request: reads the changes once; for the next one: reads them again', async () => {
    const { records, stories, reads } = createRecords(2);
    const sync = createIndexSync(records);
    const request = sync.forRequest();
    await request.complete();
    reads.changes = 0;
    stories.set(toId(2), buildRecord(2, 10));

    expect((await request.current()).size()).toBe(2);
    expect(reads.changes).toBe(0);

    const next = sync.forRequest();
    expect((await next.current()).size()).toBe(3);
    expect((await next.complete()).size()).toBe(3);
    expect(reads.changes).toBe(1);
  });
});
