import { setTimeout as delay } from 'node:timers/promises';
import { LIMITS } from '@safarnama/contracts';
import mongoose from 'mongoose';
import { searchWords } from '../src/migrations/004-search-words.js';
import { MigrationModel } from '../src/migrations/migration.model.js';
import { PostModel } from '../src/post/post.model.js';
import { VISIBILITY_LAG_MS } from '../src/search/write-follower.js';
import { readCpuSeconds } from './cpu-seconds.js';
import type { BenchEnvironment, ServerProcess } from './environment.js';
import { connectInspector } from './inspector.js';
import { median } from './quantile.js';
import { round } from './round.js';
import { sendRequest } from './send-request.js';
import { buildVocabulary, storeSyntheticStories } from './synthetic-stories.js';

const AUTHORS = 200;
/**
 * Every round measures all queries, so that a moment in which the machine is slow affects only one round of a few
 * queries.
 */
const ROUNDS = 3;
/** Each query is sent this many times in a round, because the CPU clock ticks every 10 ms. */
const REPEATS = 5;
/**
 * Duration of the requests before the measurement: until the code is compiled and the latest writes are in the index.
 */
const WARM_UP_MS = VISIBILITY_LAG_MS + 1_000;
const PRINTED_QUERIES = 20;
/** More than the authors whose stories a word finds: `MAX_AUTHORS` in `search.service.ts`. */
const NAMESAKES = 1_200;
const UPDATE_BATCH = 250;

interface QueryMeasurement {
  query: string;
  total: number;
  ms: number;
  'CPU ms': number;
}

interface SearchMeasurement {
  stories: number;
  /** From the start of the process until the index contains most stories. */
  'load ms': number;
  'memory MB': number;
  'median ms': number;
  'slowest ms': number;
  'median CPU ms': number;
  'max CPU ms': number;
  'suggestions, median CPU ms': number;
  'suggestions, max CPU ms': number;
}

/** Common, rare, missing and mistyped words, prefixes, phrases and several words. */
function buildQueries(vocabulary: readonly string[]): string[] {
  const word = (number: number) => vocabulary[number] ?? '';
  const queries = Array.from({ length: 12 }, (_, number) => word(number));
  for (const number of [50, 300, 2_000, 9_000, 30_000]) queries.push(word(number), word(number).slice(0, 3));
  for (let number = 0; number < 8; number += 1)
    queries.push(`${word(number)} ${word(number + 1)} ${word(40 * number)}`);
  queries.push(`"${word(0)} ${word(1)}"`, `"${word(4)} ${word(8)}"`, `"${word(2)} ${word(1)} ${word(0)}"`);
  queries.push(
    'k',
    'का',
    `${word(0)}qx ${word(1)}`,
    'xqzwvkpt',
    'karimonashute',
    `${word(40_000)}x`,
    'varanasi',
    'rajasthan',
  );
  return [...new Set(queries)];
}

/** Queries with the first name and the surname of `NAMESAKES` users, both of which are also words of stories. */
function buildNameQueries(firstName: string, surname: string, vocabulary: readonly string[]): string[] {
  const [commonest = ''] = vocabulary;
  return [
    firstName,
    firstName.slice(0, 3),
    `${firstName} ${surname}`,
    `${commonest} ${firstName} ${surname}`,
  ];
}

type Send = (query: string) => Promise<{ total?: number }>;

/** @param endpoint - `search` or `suggest`. */
function createSender(server: ServerProcess, endpoint: string, cookie: string): Send {
  return async (query) => {
    const url = `${server.url}/api/post/${endpoint}?q=${encodeURIComponent(query)}`;
    const response = await sendRequest(url, cookie);
    return (await response.json()) as { total?: number };
  };
}

async function warmUp(send: Send, queries: readonly string[], durationMs: number): Promise<void> {
  const start = performance.now();
  do {
    for (const query of queries) await send(query);
  } while (performance.now() - start < durationMs);
}

/** Measures one request of each query: the median of the rounds. */
async function measureQueries(
  send: Send,
  pid: number,
  queries: readonly string[],
): Promise<QueryMeasurement[]> {
  const rounds = new Map<string, QueryMeasurement[]>(queries.map((query) => [query, []]));
  for (let n = 0; n < ROUNDS; n += 1) {
    for (const [query, rows] of rounds) {
      const { total = 0 } = await send(query);
      const [cpu, start] = [readCpuSeconds(pid), performance.now()];
      for (let repeat = 0; repeat < REPEATS; repeat += 1) await send(query);
      const ms = (performance.now() - start) / REPEATS;
      rows.push({ query, total, ms, 'CPU ms': ((readCpuSeconds(pid) - cpu) / REPEATS) * 1000 });
    }
  }
  return [...rounds].map(([query, rows]) => ({
    query,
    total: rows[0]?.total ?? 0,
    ms: medianOf(rows, 'ms'),
    'CPU ms': medianOf(rows, 'CPU ms'),
  }));
}

type Metric = 'ms' | 'CPU ms';
const medianOf = (rows: readonly QueryMeasurement[], metric: Metric): number =>
  median(rows.map((row) => row[metric]));
const maxOf = (rows: readonly QueryMeasurement[], metric: Metric): number =>
  Math.max(...rows.map((row) => row[metric]));

/** Starts a process of the API, and waits until its index contains most stories. */
async function startSearch(startApi: BenchEnvironment['startApi'], cookie: string, stories: number) {
  const server = await startApi();
  const search = createSender(server, 'search', cookie);
  const [commonest = ''] = buildVocabulary();
  // The commonest word is in nearly every story.
  while (
    ((await search(commonest).catch(() => null))?.total ?? 0) <
    Math.min(stories, LIMITS.searchTotal) * 0.8
  );
  return { server, search };
}

/** Measures search with each of these numbers of stories, and prints the slowest queries. */
export async function measureSearch(
  { createUsers, startApi }: BenchEnvironment,
  sizes: readonly number[],
): Promise<SearchMeasurement[]> {
  const users = await createUsers(AUTHORS);
  const cookie = users[0]?.cookie ?? '';
  const vocabulary = buildVocabulary();
  const measurements: SearchMeasurement[] = [];
  let from = await PostModel.estimatedDocumentCount();
  for (const stories of sizes) {
    await storeSyntheticStories(vocabulary, {
      from,
      to: stories,
      authorIds: users.map(({ id }) => id),
    });
    from = stories;
    const start = performance.now();
    const { server, search } = await startSearch(startApi, cookie, stories);
    const loadMs = performance.now() - start;
    const queries = buildQueries(vocabulary);
    await warmUp(search, queries, WARM_UP_MS);
    const rows = await measureQueries(search, server.pid, queries);
    const suggest = createSender(server, 'suggest', cookie);
    await warmUp(suggest, queries, 0);
    const suggestions = await measureQueries(suggest, server.pid, queries);
    const inspector = await connectInspector(server);
    const { heapUsed, external } = await inspector.measure();
    inspector.close();
    await server.stop();
    rows.sort((a, b) => b.ms - a.ms);
    console.log(`Slowest of ${rows.length} queries with ${stories} stories`);
    console.table(
      rows
        .slice(0, PRINTED_QUERIES)
        .map((row) => ({ ...row, ms: round(row.ms), 'CPU ms': round(row['CPU ms']) })),
    );
    measurements.push({
      stories,
      'load ms': Math.round(loadMs),
      'memory MB': Math.round((heapUsed + external) / 1e6),
      'median ms': round(medianOf(rows, 'ms')),
      'slowest ms': round(maxOf(rows, 'ms')),
      'median CPU ms': round(medianOf(rows, 'CPU ms')),
      'max CPU ms': round(maxOf(rows, 'CPU ms')),
      'suggestions, median CPU ms': round(medianOf(suggestions, 'CPU ms')),
      'suggestions, max CPU ms': round(maxOf(suggestions, 'CPU ms')),
    });
  }
  return measurements;
}

/**
 * Measures the same queries before and after `NAMESAKES` users, who have written all stories, have the same first name
 * and the same surname.
 */
export async function measureNamesakes({ createUser, createUsers, startApi }: BenchEnvironment) {
  const vocabulary = buildVocabulary();
  const [firstName = '', surname = ''] = vocabulary.filter((word) => /^[a-z]{5,}$/.test(word));
  const queries = buildNameQueries(firstName, surname, vocabulary);
  const stories = await PostModel.estimatedDocumentCount();
  const { cookie } = await createUser();
  const measure = async () => {
    const { server, search } = await startSearch(startApi, cookie, stories);
    await warmUp(search, queries, WARM_UP_MS);
    const rows = await measureQueries(search, server.pid, queries);
    await server.stop();
    return rows;
  };
  const before = await measure();
  const names = Array.from({ length: NAMESAKES }, () => `${firstName} ${surname}`);
  const namesakes = await createUsers(NAMESAKES, names);
  await replaceAuthors(namesakes.map(({ id }) => id));
  const after = await measure();
  return after.map((row, position) => {
    const without = before[position] ?? row;
    return {
      query: row.query,
      'total before': without.total,
      total: row.total,
      'ms before': round(without.ms),
      ms: round(row.ms),
      'CPU ms before': round(without['CPU ms']),
      'CPU ms': round(row['CPU ms']),
      ratio: round(row['CPU ms'] / without['CPU ms']),
    };
  });
}

/**
 * Updates all stories in batches, because on a busy machine an update of all of them takes longer than the driver waits.
 *
 * @param update - receives the ids of a batch, and the number of stories before it.
 */
async function updateInBatches(
  update: (ids: mongoose.Types.ObjectId[], start: number) => Promise<unknown>,
): Promise<void> {
  const stories = await PostModel.find().select('_id').lean();
  for (let start = 0; start < stories.length; start += UPDATE_BATCH) {
    await update(
      stories.slice(start, start + UPDATE_BATCH).map(({ _id }) => _id),
      start,
    );
  }
}

/** Distributes all stories evenly among these authors. */
function replaceAuthors(authorIds: readonly string[]): Promise<void> {
  return updateInBatches((ids, start) => {
    const operations = ids.map((_id, offset) => {
      const authorId = new mongoose.Types.ObjectId(authorIds[(start + offset) % authorIds.length]);
      return { updateOne: { filter: { _id }, update: { authorId } } };
    });
    return PostModel.bulkWrite(operations, { timestamps: false });
  });
}

function removeSearchWords(): Promise<void> {
  return updateInBatches((ids) =>
    PostModel.updateMany(
      { _id: mongoose.trusted({ $in: ids }) },
      { $unset: { searchWords: 1, indexedAt: 1 } },
      { timestamps: false },
    ),
  );
}

/** Measures the migration of all stored stories, and searches while it runs. */
export async function measureSearchMigration({ createUser, startApi }: BenchEnvironment) {
  const { cookie } = await createUser();
  await removeSearchWords();
  await MigrationModel.deleteOne({ _id: searchWords.name });
  const stories = await PostModel.estimatedDocumentCount();
  const word = buildVocabulary()[0] ?? '';
  const server = await startApi();
  const search = createSender(server, 'search', cookie);
  const start = performance.now();
  const responses: { seconds: number; total: number; ms: number }[] = [];
  for (;;) {
    const sent = performance.now();
    const { total = 0 } = await search(word);
    responses.push({ seconds: round((sent - start) / 1000), total, ms: round(performance.now() - sent) });
    if (await MigrationModel.exists({ _id: searchWords.name, finishedAt: mongoose.trusted({ $ne: null }) }))
      break;
    await delay(1_000);
  }
  await server.stop();
  return {
    stories,
    seconds: round((performance.now() - start) / 1000),
    searches: responses.length,
    'slowest search ms': Math.max(...responses.map(({ ms }) => ms)),
    totals: responses
      .filter((_, index) => index % Math.ceil(responses.length / 8) === 0)
      .map(({ total }) => total)
      .join(' '),
  };
}
