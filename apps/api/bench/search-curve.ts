/** `npm run bench:search`: measures search from 1,000 to 50,000 stories, or to `SEARCH_STORIES`, and its migration. */
import { createBenchEnvironment } from './environment.js';
import { readCount } from './read-count.js';
import { measureSearch, measureSearchMigration } from './search-speed.js';

const SIZES = [1_000, 5_000, 10_000, 20_000, 50_000];

const most = readCount('SEARCH_STORIES', 50_000);
const environment = await createBenchEnvironment({ nodeArgs: ['--inspect=127.0.0.1:0'] });
try {
  console.table(
    await measureSearch(
      environment,
      SIZES.filter((size) => size <= most),
    ),
  );
  console.table([await measureSearchMigration(environment)]);
} finally {
  await environment.close();
}
