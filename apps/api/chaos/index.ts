/**
 * `npm run chaos [-- --minutes 10 --seed X]`: injects faults of every kind into the system while users write.
 * Exits with 1 if an acknowledged write was lost or duplicated, a request failed with a 5xx other than 503, or a
 * guarantee was violated.
 */
import { parseArgs } from 'node:util';
import { runChaos } from './run.js';

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '10' }, seed: { type: 'string' } },
});
const minutes = Number(values.minutes);
if (!(minutes > 0)) throw new Error('--minutes must be a number above 0');
const seed = values.seed ?? crypto.randomUUID().slice(0, 8);
console.log(`chaos: seed ${seed}, ${minutes} min`);
const { lost, duplicated, failed, violations } = await runChaos({
  seed,
  durationMs: minutes * 60_000,
  log: (line) => console.log(line),
});
process.exit(lost + duplicated + failed + violations.length > 0 ? 1 : 0);
