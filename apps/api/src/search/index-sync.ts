import { coalesce } from '../lib/coalesce.js';
import { within } from '../lib/within.js';
import { isPlausible, noteIndexedAt } from './index-clock.js';
import { createStoryIndex, type StoryIndex } from './story-index.js';
import { decodeStoryWords } from './story-words.js';
import { createWriteFollower } from './write-follower.js';

/** How long a search waits for the index of a process that has just started. */
const LOAD_WAIT_MS = 4_000;
/** Interval at which all ids are compared, to find changes that the times of writes do not show. */
const RECONCILE_INTERVAL_MS = 10 * 60_000;
/** Rows per query, so that no query takes long, however many stories there are. */
const LOAD_BATCH = 250;
const CHANGE_BATCH = 100;
const VERSION_BATCH = 1_000;

/** A stored story as the index reads it. */
export interface StoryRecord {
  id: string;
  authorId: string;
  createdAt: number;
  indexedAt: number;
  placeIds: readonly string[];
  words: Uint8Array;
}

export interface StoryVersion {
  id: string;
  /** Time in ms. */
  indexedAt: number;
}

/** Reads the indexed stories from the database. */
export interface StoryRecords {
  /** Reads stories from the newest to the oldest. @param after - the last one of the previous batch. */
  listNewest(after: Pick<StoryRecord, 'id' | 'createdAt'> | null, limit: number): Promise<StoryRecord[]>;
  findByIds(ids: readonly string[]): Promise<StoryRecord[]>;
  /** Time of the latest write in ms; 0 without a story. */
  findNewestTime(): Promise<number>;
  /** Lists the stories that were written after a time, in the order of these times. */
  listVersions(after: number, limit: number): Promise<StoryVersion[]>;
  /** Lists all stories in the order of their ids. @param afterId - the last one of the previous batch. */
  listVersionsById(afterId: string | null, limit: number): Promise<StoryVersion[]>;
  /** Lists the stories that were deleted or unpublished after a time. */
  listHidden(after: number): Promise<StoryVersion[]>;
  /** Returns the ids of the stories that exist. */
  findExisting(ids: readonly string[]): Promise<ReadonlySet<string>>;
}

export interface IndexReader {
  /** Returns the index. While it is being loaded, older stories may be missing. */
  current(): Promise<StoryIndex>;
  /** Returns the index with all stories. */
  complete(): Promise<StoryIndex>;
}

/** Returns a reader that does not wait until the index is complete: counts may be too low. */
export function allowIncomplete({ current }: IndexReader): IndexReader {
  return { current, complete: current };
}

/**
 * Keeps the index of this process equal to the stored stories. It is loaded once; before each search, later changes are
 * read by the time of the write, so that the changes of all processes are found.
 */
export function createIndexSync(records: StoryRecords) {
  const index = createStoryIndex();
  let loading: Promise<void> | null = null;
  let isLoaded = false;
  /** The last story that was loaded. */
  let position: StoryRecord | null = null;
  /** Follow the stories that were written, deleted and unpublished since the loading began. */
  let followers: Record<'written' | 'hidden', ReturnType<typeof createWriteFollower>> | null = null;
  let reconciledAt = 0;

  function put(record: StoryRecord): void {
    const words = decodeStoryWords(record.words);
    if (words) index.put(record, words);
    else index.remove(record.id);
  }

  async function readAgain(versions: readonly StoryVersion[]): Promise<void> {
    const changed = versions.filter(({ id, indexedAt }) => index.indexedAtOf(id) !== indexedAt);
    for (let start = 0; start < changed.length; start += CHANGE_BATCH) {
      const ids = changed.slice(start, start + CHANGE_BATCH).map(({ id }) => id);
      for (const record of await records.findByIds(ids)) put(record);
    }
  }

  /** Applies what was written after a time. @returns the times of these writes. */
  async function applyWritten(after: number): Promise<number[]> {
    const times: number[] = [];
    for (let from = after; ; ) {
      const versions = await records.listVersions(from, VERSION_BATCH);
      for (const { indexedAt } of versions) {
        noteIndexedAt(indexedAt);
        if (isPlausible(indexedAt)) times.push(indexedAt);
      }
      await readAgain(versions);
      const last = versions.at(-1)?.indexedAt ?? from;
      // Two processes may write at the same time, so the next batch starts with the last time of this one.
      if (versions.length < VERSION_BATCH || last - 1 <= from) return times;
      from = last - 1;
    }
  }

  async function applyHidden(after: number): Promise<number[]> {
    const hidden = await records.listHidden(after);
    for (const { indexedAt } of hidden) noteIndexedAt(indexedAt);
    await removeMissing(hidden.map(({ id }) => id));
    return hidden.map(({ indexedAt }) => indexedAt).filter(isPlausible);
  }

  async function applyChanges(): Promise<void> {
    if (!followers) return;
    const { written, hidden } = followers;
    const readings = { written: written.begin(), hidden: hidden.begin() };
    const [writtenTimes, hiddenTimes] = await Promise.all([
      applyWritten(readings.written.after),
      applyHidden(readings.hidden.after),
    ]);
    written.end(readings.written, writtenTimes);
    hidden.end(readings.hidden, hiddenTimes);
  }

  /** Removes the stories among `ids` that no longer exist. */
  async function removeMissing(ids: readonly string[]): Promise<void> {
    const indexed = ids.filter((id) => index.indexedAtOf(id) !== undefined);
    if (indexed.length === 0) return;
    const existing = await records.findExisting(indexed);
    for (const id of indexed) if (!existing.has(id)) index.remove(id);
  }

  /** Continues where an earlier attempt has failed. */
  async function load(): Promise<void> {
    if (!followers) {
      const newest = await records.findNewestTime();
      // This process may write before its first search, with a clock that is behind.
      noteIndexedAt(newest);
      // All stories stored by now are read below.
      const start = isPlausible(newest) ? newest : Date.now();
      followers = { written: createWriteFollower(start), hidden: createWriteFollower(start) };
    }
    for (;;) {
      const batch = await records.listNewest(position, LOAD_BATCH);
      for (const record of batch) put(record);
      position = batch.at(-1) ?? position;
      if (batch.length < LOAD_BATCH) break;
    }
    reconciledAt = performance.now();
    isLoaded = true;
  }

  function startLoading(): Promise<void> {
    loading ??= load().catch((error: unknown) => {
      loading = null;
      throw error;
    });
    return loading;
  }

  async function reconcile(): Promise<void> {
    const unseen = new Set(index.ids());
    for (let afterId: string | null = null; ; ) {
      const versions: StoryVersion[] = await records.listVersionsById(afterId, VERSION_BATCH);
      for (const { id } of versions) unseen.delete(id);
      await readAgain(versions);
      afterId = versions.at(-1)?.id ?? null;
      if (versions.length < VERSION_BATCH) break;
    }
    // Some of them may exist again, such as a story that was restored during the comparison.
    const ids = [...unseen];
    for (let start = 0; start < ids.length; start += VERSION_BATCH) {
      await removeMissing(ids.slice(start, start + VERSION_BATCH));
    }
  }

  const applyChangesOnce = coalesce((_key: string) => applyChanges());

  /** Returns the index with all changes so far. While it is being loaded, older stories may be missing. */
  async function current(): Promise<StoryIndex> {
    // If the database is unavailable, the other reads of the search fail with the same error.
    const started = startLoading().catch(() => undefined);
    if (!isLoaded) await within(started, LOAD_WAIT_MS, undefined);
    if (isLoaded) {
      await applyChangesOnce('');
      if (performance.now() - reconciledAt > RECONCILE_INTERVAL_MS) {
        reconciledAt = performance.now();
        // In the background, since it reads all stories. After a failure the next interval tries again.
        reconcile().catch(() => undefined);
      }
    }
    return index;
  }

  /** Returns a reader for one request, which reads the changes only once. */
  function forRequest(): IndexReader {
    let reading: Promise<StoryIndex> | null = null;
    const readOnce = () => {
      reading ??= current();
      return reading;
    };
    return {
      current: readOnce,
      async complete() {
        await startLoading();
        return readOnce();
      },
    };
  }

  return {
    /** Loads the index in advance. */
    load: startLoading,

    /** Removes found stories that no longer exist. */
    removeMissing,

    /** Compares all stored stories with the index. */
    reconcile,

    current,

    /** Returns the index with all stories and all changes so far, for counting. */
    complete: (): Promise<StoryIndex> => forRequest().complete(),

    forRequest,
  };
}
export type IndexSync = ReturnType<typeof createIndexSync>;
