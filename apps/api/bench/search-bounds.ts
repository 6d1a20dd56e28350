/**
 * Part of `npm run bench`: compares search on 10,000 stories, or on `SEARCH_STORIES`, with its bounds. Exits with 1
 * when one is exceeded.
 */
import { createBenchEnvironment } from './environment.js';
import { readCount } from './read-count.js';
import { measureSearch } from './search-speed.js';

const MAX_CPU_MS = 50;
const MAX_RESPONSE_MS = 150;

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
  process.exitCode = isWithinBounds ? 0 : 1;
} finally {
  await environment.close();
}
