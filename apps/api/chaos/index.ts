/**
 * `npm run chaos [-- --minutes 10 --seed X]`: faults of every kind on the whole product under people who write.
 * Ends with 1 when something acknowledged was lost or doubled, or anything went otherwise than promised.
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
const { lost, doubled, failed, violations } = await runChaos({
  seed,
  durationMs: minutes * 60_000,
  log: (line) => console.log(line),
});
process.exit(lost + doubled + failed + violations.length > 0 ? 1 : 0);
