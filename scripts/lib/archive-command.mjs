import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { prepareApiScript } from './api-script.mjs';
import { CommandError } from './errors.mjs';
import { ROOT, resolveUserPath } from './paths.mjs';
import { runToExitCode } from './run-step.mjs';

/** @typedef {import('./run-command.mjs').Context} Context */

/** Marks the program's progress lines, which replace each other in a terminal. */
const PROGRESS = /^… /;
/** Time to remove an unfinished archive. */
const GRACE_MS = 10_000;

/**
 * @typedef {object} ArchiveCommand
 * @property {'backup' | 'restore'} name
 * @property {string} title - of its progress step.
 * @property {string} help
 * @property {string[]} flags - the supported flags, without dashes.
 * @property {(context: Context, installed: Promise<unknown>, flags: string[]) => Promise<string> | undefined} findDatabase - returns
 *   the database URI, or undefined when none is needed.
 */

/**
 * Parses the arguments of a backup command and runs it from the API's sources.
 *
 * @param {Context} baseContext
 * @param {ArchiveCommand} command
 * @returns {Promise<number>} the exit code.
 */
export async function runArchiveCommand(baseContext, { name, title, help, flags, findDatabase }) {
  const { values, positionals } = readArguments(baseContext.args, flags, help);
  const [file] = positionals;
  if (file === undefined || positionals.length > 1)
    throw new CommandError(`Name one file.\n\n${help.trimEnd()}`);
  const selectedFlags = flags.filter((flag) => values[flag]);

  const context = await prepareApiScript(baseContext, (databaseContext, installed) =>
    findDatabase(databaseContext, installed, selectedFlags),
  );
  const { env, progress } = context;
  const step = progress.step(selectedFlags.includes('verify') ? 'Verifying' : title);
  const code = await runToExitCode(context, {
    // Without pnpm, so that the exit code is the program's own.
    command: process.execPath,
    args: [
      ...['--import', 'tsx', 'src/backup/main.ts', name, resolveUserPath(env, file)],
      ...selectedFlags.map((flag) => `--${flag}`),
    ],
    cwd: join(ROOT, 'apps/api'),
    graceMs: GRACE_MS,
    onLine(line) {
      if (PROGRESS.test(line)) step.update(line.replace(PROGRESS, ''));
      else progress.line(line);
    },
  });
  if (code === 0) step.done();
  else step.fail();
  return code;
}

/**
 * @param {string[]} args
 * @param {string[]} flags
 * @param {string} help
 */
function readArguments(args, flags, help) {
  const flag = /** @type {const} */ ({ type: 'boolean', default: false });
  const options = Object.fromEntries(flags.map((name) => [name, flag]));
  try {
    return parseArgs({ args, allowPositionals: true, options });
  } catch (error) {
    throw new CommandError(`${error instanceof Error ? error.message : error}\n\n${help.trimEnd()}`);
  }
}
