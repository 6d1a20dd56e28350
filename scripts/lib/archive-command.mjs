import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { prepareApiScript } from './api-script.mjs';
import { CommandError } from './errors.mjs';
import { ROOT } from './paths.mjs';

/** @typedef {import('./run-command.mjs').Context} Context */

/** How the program says how far it is, as opposed to what stays. */
const PROGRESS = /^… /;
/** What is half done is taken away again. */
const GRACE_MS = 10_000;

/**
 * @typedef {object} ArchiveCommand
 * @property {'backup' | 'restore'} name
 * @property {string} title - of its step.
 * @property {string} help
 * @property {string[]} flags - that it knows, without their dashes.
 * @property {(context: Context, installed: Promise<unknown>, flags: string[]) => Promise<string> | undefined} findDatabase - its URI, where
 *   one is needed.
 * @property {(file: string) => string} toPath - the file as an absolute path.
 */

/**
 * Reads the arguments of a command on a backup, and runs it from the API's sources.
 *
 * @param {Context} baseContext
 * @param {ArchiveCommand} command
 * @returns {Promise<number>} the exit code.
 */
export async function runArchiveCommand(baseContext, { name, title, help, flags, findDatabase, toPath }) {
  const { values, positionals } = readArguments(baseContext.args, flags, help);
  if (values.help) {
    process.stdout.write(help);
    return 0;
  }
  const [file] = positionals;
  if (file === undefined || positionals.length > 1)
    throw new CommandError(`Name one file.\n\n${help.trimEnd()}`);
  const selectedFlags = flags.filter((flag) => values[flag]);

  const { context, env } = await prepareApiScript(baseContext, (own, installed) =>
    findDatabase(own, installed, selectedFlags),
  );
  const step = context.progress.step(selectedFlags.includes('verify') ? 'Checking' : title);
  const { code, failure } = await context.session.run({
    // Not through pnpm, which makes one exit code of all.
    command: process.execPath,
    args: [
      ...['--import', 'tsx', 'src/backup/main.ts', name, toPath(file)],
      ...selectedFlags.map((flag) => `--${flag}`),
    ],
    cwd: join(ROOT, 'apps/api'),
    env,
    graceMs: GRACE_MS,
    onLine(line) {
      if (PROGRESS.test(line)) step.update(line.replace(PROGRESS, ''));
      else context.progress.line(line);
    },
  });
  if (failure !== undefined) throw new CommandError(failure);
  if (code === 0) step.done();
  else step.fail();
  return code ?? 1;
}

/**
 * @param {string[]} args
 * @param {string[]} flags
 * @param {string} help
 */
function readArguments(args, flags, help) {
  const flag = /** @type {const} */ ({ type: 'boolean', default: false });
  const options = Object.fromEntries([...flags, 'help'].map((name) => [name, flag]));
  try {
    return parseArgs({ args, allowPositionals: true, options });
  } catch (error) {
    throw new CommandError(`${error instanceof Error ? error.message : error}\n\n${help.trimEnd()}`);
  }
}
