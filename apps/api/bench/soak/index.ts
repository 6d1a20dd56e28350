/**
 * `npm run soak -- --minutes 20`: runs the built product under a mixed load. Prints a row per minute and a summary.
 * Exits with 1 if memory leaks, handles stay open or errors occur. Runs of less than 6 minutes do not detect leaks.
 */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { CommandError, parseStrict, runMain } from '../../src/lib/command.js';
import { evaluateSoak } from './evaluate.js';
import { drawPlot } from './plot.js';
import { runSoak } from './run.js';

const REPOSITORY = fileURLToPath(new URL('../../../..', import.meta.url));

const USAGE = 'soak [--minutes 20] [--people 40] [--think 600] [--plot FILE]';

const toMegabytes = (bytes: number) => (bytes / 1e6).toFixed(1);
async function main(args: string[]): Promise<number> {
  const { values } = parseStrict({
    args,
    options: {
      minutes: { type: 'string', default: '20' },
      people: { type: 'string', default: '40' },
      /** Mean pause between two actions of a user, in ms. */
      think: { type: 'string', default: '600' },
      /** Output file of the plot, relative to the root of the repository. */
      plot: { type: 'string' },
    },
    maxPositionals: 0,
    usage: USAGE,
  });
  const minutes = Number(values.minutes);
  const [people, thinkMs] = [Number(values.people), Number(values.think)];
  if (![minutes, people, thinkMs].every((value) => value > 0)) {
    throw new CommandError(`--minutes, --people and --think must be numbers above 0\n\n${USAGE}`);
  }

  console.log(' min   heap    rss  external MB  handles  sockets  requests   p50    p95 ms   CPU');
  const { samples, before, after, tally } = await runSoak({
    durationMs: minutes * 60_000,
    sampleIntervalMs: Math.min(60_000, (minutes * 60_000) / 5),
    userCount: people,
    thinkMs,
    onSample({ minute, heapUsed, rss, external, handles, sockets, requests, p50, p95, cpu }) {
      const cells: [string, number][] = [
        [minute.toFixed(1), 4],
        [toMegabytes(heapUsed), 7],
        [toMegabytes(rss), 7],
        [toMegabytes(external), 10],
        [String(handles), 10],
        [String(sockets), 9],
        [String(requests), 10],
        [p50.toFixed(1), 7],
        [p95.toFixed(1), 8],
        [`${(cpu * 100).toFixed(0)} %`, 8],
      ];
      console.log(cells.map(([text, width]) => text.padStart(width)).join(''));
    },
  });
  const { actions, errors, events } = tally;
  const { summary, failures } = evaluateSoak({ ...tally, minutes, samples, before, after });
  console.log(
    [...actions].map(([actionName, count]) => `${actionName} ${count}`).join(', '),
    `; events ${events}`,
  );
  if (values.plot !== undefined) {
    const file = path.resolve(REPOSITORY, values.plot);
    writeFileSync(file, drawPlot(samples, `${minutes} minutes of mixed load, ${people} users`));
    console.log(`Plot written to ${file}`);
  }
  for (const error of errors.slice(0, 20)) console.error(error);
  for (const failure of failures) console.error(`FAILED: ${failure}`);
  console.log(summary);
  return failures.length === 0 ? 0 : 1;
}

await runMain(() => main(process.argv.slice(2)));
// After an error, connections may still be open.
process.exit();
