/**
 * `npm run import -- FILE [--url http://localhost:3000] [--email E] [--password P]`: sends the stories in a file
 * through the API of a running product. The file is a JSON array, or JSON Lines, of objects with the fields of
 * create-post that describe a story; other fields are ignored. Stories that the account already has are skipped, so the
 * same command can be repeated.
 */
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { getErrorCode } from '../database-package.mjs';
import { CommandError, describeError } from '../errors.mjs';
import { createClient } from './client.mjs';
import { readOwnKeys, sendStories } from './import-stories.mjs';
import { createProgressBar } from './progress-bar.mjs';
import { prompt } from './prompt.mjs';
import { readRows } from './read-rows.mjs';
import { signIn } from './sign-in.mjs';
import { toStory } from './story.mjs';
import { IMPORT_USAGE } from './usage.mjs';

const DEFAULT_URL = 'http://localhost:3000';
const INTERRUPTED_EXIT_CODE = 130;
/** Enough to see what is wrong with a file, without flooding the terminal. */
const MAX_FAULTS_SHOWN = 100;

/** @typedef {{ file: string, url: string, email: string | undefined, password: string | undefined }} Options */

/**
 * @param {string[]} args
 * @param {string} defaultUrl
 * @returns {Options}
 */
function readOptions(args, defaultUrl) {
  const text = /** @type {const} */ ({ type: 'string' });
  let parsed;
  try {
    parsed = parseArgs({ args, allowPositionals: true, options: { url: text, email: text, password: text } });
  } catch (error) {
    throw new CommandError(`${error instanceof Error ? error.message : error}\nUsage: ${IMPORT_USAGE}`);
  }
  const { values, positionals } = parsed;
  const [file] = positionals;
  if (file === undefined || positionals.length > 1)
    throw new CommandError(`Name one file.\nUsage: ${IMPORT_USAGE}`);
  const url = values.url ?? defaultUrl;
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    throw new CommandError(`--url must be an address such as ${DEFAULT_URL}; it is "${url}".`);
  }
  return { file, url, email: values.email, password: values.password };
}

/**
 * @param {Options} options
 * @param {AbortSignal} signal
 */
async function readAccount({ email, password }, signal) {
  const isInteractive = process.stdin.isTTY === true && process.stderr.isTTY === true;
  if (!isInteractive && (email === undefined || password === undefined)) {
    const missing = [email ?? '--email', password ?? '--password'].filter((name) =>
      /^--(email|password)$/.test(name),
    );
    throw new CommandError(
      `${missing.join(' and ')} must be given outside a terminal.\nUsage: ${IMPORT_USAGE}`,
    );
  }
  const account = {
    email: (email ?? (await prompt('Email: ', { signal }))).trim(),
    password: password ?? (await prompt('Password: ', { isHidden: true, signal })),
  };
  if (account.email === '' || account.password === '')
    throw new CommandError('Email and password are required.');
  return account;
}

/**
 * @param {string} file
 * @param {string} folder - base of a relative path.
 */
async function readStories(file, folder) {
  const bytes = await readFile(resolve(folder, file)).catch((error) => {
    const reasons = {
      ENOENT: 'the file does not exist',
      EISDIR: 'it is a folder',
      EACCES: 'permission denied',
    };
    const code = getErrorCode(error);
    const reason = Object.entries(reasons).find(([name]) => name === code)?.[1] ?? error.message;
    throw new CommandError(`${file} cannot be read: ${reason}.`);
  });
  const { rows, faults } = readRows(bytes);
  const read = rows.map(toStory);
  const stories = read.flatMap((story) => ('key' in story ? [story] : []));
  const invalid = read.flatMap((story) => ('key' in story ? [] : [story]));
  return { stories, faults: [...faults, ...invalid].sort((a, b) => a.line - b.line) };
}

/** @param {number} count @param {string} singular @param {string} plural */
const pluralize = (count, singular, plural) => `${count} ${count === 1 ? singular : plural}`;

/**
 * Runs an import and prints its result to stdout, its progress and invalid rows to stderr.
 *
 * @param {object} options
 * @param {string[]} options.args
 * @param {string} options.folder - base of a relative FILE.
 * @param {string} [options.defaultUrl] - address of the product without --url.
 * @param {AbortSignal} options.signal - stops the import; it still reports what was sent.
 * @returns {Promise<number>} the exit code: 0 only when nothing failed.
 */
export async function importFile({ args, folder, defaultUrl = DEFAULT_URL, signal }) {
  const startedAt = Date.now();
  const options = readOptions(args, defaultUrl);
  const { stories, faults } = await readStories(options.file, folder);
  if (stories.length === 0) {
    printFaults(options.file, faults);
    throw new CommandError(`${options.file} contains no valid story.`);
  }
  const account = await readAccount(options, signal);

  const bar = createProgressBar(stories.length, process.stderr);
  const client = createClient({
    url: options.url,
    signal,
    onWait: (reason, seconds) => bar.line(`${reason}; continuing in ${seconds} s`),
  });
  const user = await signIn(client, account);
  bar.line(`${user.isNew ? 'Signed up' : 'Signed in'} as ${user.fullName} (${account.email})`);
  const tally = await sendStories({
    client,
    account,
    stories,
    known: user.isNew ? new Set() : await readOwnKeys(client),
    signal,
    onProgress: (done, { added, skipped, failed }) =>
      bar.show(
        done,
        `${added} added, ${skipped} skipped${failed.length === 0 ? '' : `, ${failed.length} failed`}`,
      ),
  });
  bar.end();

  const failed = [...faults, ...tally.failed].sort((a, b) => a.line - b.line);
  printFaults(options.file, failed);
  if (tally.stopReason !== null) process.stderr.write(`${tally.stopReason}\n`);
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
  process.stdout.write(
    `${tally.added} added, ${tally.skipped} skipped, ${failed.length} failed in ${seconds} s\n`,
  );
  const leftOutPictures = stories.reduce((total, story) => total + story.leftOutPictures, 0);
  if (leftOutPictures > 0) {
    const pictures = pluralize(leftOutPictures, 'picture was', 'pictures were');
    process.stdout.write(`${pictures} left out: only a data URL as blogImage is imported\n`);
  }
  if (tally.notSent > 0) {
    process.stdout.write(
      `${pluralize(tally.notSent, 'story', 'stories')} not sent: repeat the command to continue\n`,
    );
  }
  if (signal.aborted) return INTERRUPTED_EXIT_CODE;
  return failed.length === 0 && tally.notSent === 0 ? 0 : 1;
}

/**
 * @param {string} file
 * @param {{ line: number, reason: string }[]} faults
 */
function printFaults(file, faults) {
  for (const { line, reason } of faults.slice(0, MAX_FAULTS_SHOWN)) {
    process.stderr.write(`${file}:${line}: ${reason}\n`);
  }
  const more = faults.length - MAX_FAULTS_SHOWN;
  if (more > 0) process.stderr.write(`… and ${more} more\n`);
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const stop = new AbortController();
  for (const name of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.once(name, () => stop.abort());
  try {
    process.exitCode = await importFile({
      args: process.argv.slice(2),
      folder: process.cwd(),
      signal: stop.signal,
    });
  } catch (error) {
    process.stderr.write(
      stop.signal.aborted ? 'Stopped before anything was sent.\n' : `${describeError(error)}\n`,
    );
    process.exitCode = stop.signal.aborted ? INTERRUPTED_EXIT_CODE : 1;
  }
}
