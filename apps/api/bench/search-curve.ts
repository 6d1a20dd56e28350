/**
 * `npm run bench:search` in `apps/api`: measures search with 1,000 to 50,000 stories (only the sizes up to
 * `SEARCH_STORIES`), and the migration of the search index.
 */
import { createBenchEnvironment } from './environment.js';
import { readCount } from './read-count.js';
import { measureSearch, measureSearchMigration } from './search-speed.js';

const SIZES = [1_000, 5_000, 10_000, 20_000, 50_000];

const maxStories = readCount('SEARCH_STORIES', 50_000);
const environment = await createBenchEnvironment({ nodeArgs: ['--inspect=127.0.0.1:0'] });
try {
  console.table(
    await measureSearch(
      environment,
      SIZES.filter((size) => size <= maxStories),
    ),
  );
  console.table([await measureSearchMigration(environment)]);
} finally {
  await environment.close();
}
