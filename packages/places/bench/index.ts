/**
 * Measures the lookup: how often the right place comes first, the CPU time of a query, and what loading costs. Run it
 * with `pnpm --filter @safarnama/places bench`.
 */
import { readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { findPlaces, placeById } from '../src/index.js';
import { UNUSUAL_QUERIES } from './unusual-queries.js';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');
const MB = 1_000_000;
const FIRST = 3;
const SLOWEST = 5;
const RUNS = 5;

function usedMegabytes(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / MB;
}

/** CPU time of a task in milliseconds. */
function cpuOf(task: () => void): number {
  const before = process.cpuUsage();
  task();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

const print = (line: string) => process.stdout.write(`${line}\n`);
/** Each query with the slugs that are correct: both, when a city shares its name with a territory. */
const queries: [query: string, ...slugs: string[]][] = JSON.parse(
  readFileSync(new URL('./queries.json', import.meta.url), 'utf8'),
);

const before = usedMegabytes();
const loading = cpuOf(() => placeById('sf-india'));
print(
  `places: ready after ${loading.toFixed(0)} ms of CPU, ${(usedMegabytes() - before).toFixed(1)} MB of memory`,
);

let first = 0;
let amongFirst = 0;
const failures: string[] = [];
for (const [query, ...slugs] of queries) {
  const found = findPlaces(query).map(({ place }) => place.slug);
  const position = found.findIndex((slug) => slugs.includes(slug));
  if (position === 0) first += 1;
  if (position !== -1 && position < FIRST) amongFirst += 1;
  if (position !== 0)
    failures.push(`${query}: ${slugs} is ${position + 1 || 'missing'} (${found.slice(0, FIRST)})`);
}

/** Prints the CPU time of queries: the median of several runs, because other processes disturb single ones. */
function measure(name: string, texts: readonly string[]): void {
  const times = texts
    .map((query) => {
      const runs = Array.from({ length: RUNS }, () => cpuOf(() => findPlaces(query))).sort((a, b) => a - b);
      return { query, ms: runs[Math.floor(RUNS / 2)] ?? 0 };
    })
    .sort((a, b) => b.ms - a.ms);
  const total = times.reduce((sum, { ms }) => sum + ms, 0);
  const slowest = times.slice(0, SLOWEST).map(({ query, ms }) => `${query} ${ms.toFixed(1)} ms`);
  print(
    `places: ${name}: ${(total / texts.length).toFixed(2)} ms of CPU a query; slowest ${slowest.join(', ')}`,
  );
}

print(
  `places: ${queries.length} queries, right at the first place ${(first / queries.length).toFixed(3)}, among three ${(amongFirst / queries.length).toFixed(3)}`,
);
measure(
  'queries',
  queries.map(([query]) => query),
);
measure('unusual queries', UNUSUAL_QUERIES);
for (const failure of failures) print(`places: ${failure}`);
