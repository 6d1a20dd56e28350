/**
 * `npm run chaos [-- --minutes 10 --seed X]`: injects faults of every kind into the system while users write.
 * Exits with 1 if an acknowledged write was lost or duplicated, a request failed with a 5xx other than 503, or a
 * guarantee was violated.
 */
import { CommandError, parseStrict, runMain } from '../src/lib/command.js';
import { runChaos } from './run.js';

const USAGE = 'chaos [--minutes 10] [--seed X]';

async function main(args: string[]): Promise<number> {
  const { values } = parseStrict({
    args,
    options: { minutes: { type: 'string', default: '10' }, seed: { type: 'string' } },
    maxPositionals: 0,
    usage: USAGE,
  });
  const minutes = Number(values.minutes);
  if (!(minutes > 0)) throw new CommandError(`--minutes must be a number above 0\n\n${USAGE}`);
  const seed = values.seed ?? crypto.randomUUID().slice(0, 8);
  console.log(`chaos: seed ${seed}, ${minutes} min`);
  const { lost, duplicated, failed, violations } = await runChaos({
    seed,
    durationMs: minutes * 60_000,
    log: (line) => console.log(line),
  });
  return lost + duplicated + failed + violations.length > 0 ? 1 : 0;
}

await runMain(() => main(process.argv.slice(2)));
// After an error, connections may still be open.
process.exit();
