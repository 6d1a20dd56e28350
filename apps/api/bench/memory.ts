/**
 * Part of `npm run bench`: compares the resident memory of a process at rest with its bounds, before and after it has
 * read the gazetteer. Exits with 1 when one is exceeded.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { readCpuSeconds } from './cpu-seconds.js';
import { createBenchEnvironment } from './environment.js';
import { connectInspector } from './inspector.js';
import { round } from './round.js';
import { sendRequest } from './send-request.js';

const MAX_MB = { start: 130, gazetteer: 180 };
const IDLE_INTERVAL_MS = 3_000;
/** CPU time of an idle process in this interval, at most; its timers and metrics take less than half of it. */
const IDLE_CPU_SECONDS = 0.1;
/** Searches that together read all parts of the gazetteer: a name, another script, a misspelling, a common beginning. */
const PLACE_QUERIES = ['Jaipur', 'जयपुर', 'varansi', 'ram'];

/** Waits until a process does nothing anymore. */
async function waitUntilIdle(pid: number): Promise<void> {
  let used = Number.POSITIVE_INFINITY;
  while (used > IDLE_CPU_SECONDS) {
    const before = readCpuSeconds(pid);
    await delay(IDLE_INTERVAL_MS);
    used = readCpuSeconds(pid) - before;
  }
}

const environment = await createBenchEnvironment({ nodeArgs: ['--inspect=127.0.0.1:0'] });
try {
  const { api, createUser } = environment;
  const { cookie } = await createUser();
  const inspector = await connectInspector(api);
  const measure = async (state: string, bound: number) => {
    await waitUntilIdle(api.pid);
    const { rss, heapUsed, external } = await inspector.measure();
    return { state, rss: rss / 1e6, heap: heapUsed / 1e6, external: external / 1e6, bound };
  };
  const rows = [await measure('after its start', MAX_MB.start)];
  for (const q of PLACE_QUERIES) {
    const url = `${api.url}/api/place/search?q=${encodeURIComponent(q)}`;
    await (await sendRequest(url, cookie)).text();
  }
  rows.push(await measure('with the gazetteer', MAX_MB.gazetteer));
  inspector.close();
  console.table(
    rows.map(({ state, rss, heap, external, bound }) => ({
      'process at rest': state,
      'resident MB': round(rss),
      'heap MB': round(heap),
      'buffers MB': round(external),
      'bound, MB': bound,
      passed: rss <= bound ? 'yes' : 'NO',
    })),
  );
  process.exitCode = rows.every(({ rss, bound }) => rss <= bound) ? 0 : 1;
} finally {
  await environment.close();
}
