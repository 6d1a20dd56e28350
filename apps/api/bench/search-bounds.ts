/**
 * Part of `npm run bench`: compares search on 10,000 stories, or on `SEARCH_STORIES`, with its bounds, also for
 * a word that is the name of more authors than a search considers. Exits with 1 when one is exceeded.
 */
import { createBenchEnvironment } from './environment.js';
import { readCount } from './read-count.js';
import { measureNamesakes, measureSearch } from './search-speed.js';

const MAX_CPU_MS = 50;
const MAX_RESPONSE_MS = 150;
/** CPU time of a query with the name of many authors, relative to the same query without these. */
const MAX_NAMESAKES_RATIO = 2;

const stories = readCount('SEARCH_STORIES', 10_000);
const environment = await createBenchEnvironment({ nodeArgs: ['--inspect=127.0.0.1:0'] });
try {
  const rows = await measureSearch(environment, [stories]);
  console.table(rows);
  const isWithinBounds = rows.every(
    (row) => row['max CPU ms'] <= MAX_CPU_MS && row['slowest ms'] <= MAX_RESPONSE_MS,
  );
  console.log(
    `Every query within ${MAX_CPU_MS} ms of CPU time and ${MAX_RESPONSE_MS} ms: ${isWithinBounds ? 'yes' : 'NO'}`,
  );
  const namesakes = await measureNamesakes(environment);
  console.table(namesakes);
  const isNameWithinBounds = namesakes.every(({ ratio }) => ratio <= MAX_NAMESAKES_RATIO);
  console.log(
    `Every name of many authors within ${MAX_NAMESAKES_RATIO} x of the same word: ${isNameWithinBounds ? 'yes' : 'NO'}`,
  );
  process.exitCode = isWithinBounds && isNameWithinBounds ? 0 : 1;
} finally {
  await environment.close();
}
