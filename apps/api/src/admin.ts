/**
 * `npm run admin -- COMMAND`, or `node apps/api/dist/admin.js COMMAND` without the source. Uses only the database, so
 * that it works whether or not the product is running.
 */
import mongoose from 'mongoose';
import { issueResetToken, RESET_TTL_MS } from './auth/password-reset.service.js';
import { forgetPepperCheck } from './auth/pepper-check.js';
import { localUrl, parseEnv, processEnv, type Settings } from './config/env.js';
import {
  CommandError,
  commandLine,
  formatCount,
  parseStrict,
  readUsage,
  runMain,
  withDatabase,
} from './lib/command.js';
import { type Account, endAllSessions, findAccount, summarizeAccount } from './operations/accounts.js';
import { findUnplacedStories, UNPLACED_PAGE_LENGTH } from './operations/unplaced-stories.js';

const RESET_TTL_MINUTES = RESET_TTL_MS / 60_000;

const USAGE = readUsage('admin');

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Replaces control characters, which a terminal would interpret, with spaces. */
const printable = (text: string): string => text.replace(/\p{Cc}+/gu, ' ');

/** Logs an action as JSON to stderr; stdout is for the result. */
function logAction(action: string, facts: object): void {
  process.stderr.write(`${JSON.stringify({ time: new Date(), by: 'admin command', action, ...facts })}\n`);
}

async function show(account: Account): Promise<void> {
  const { sessions, stories, hiddenStories, comments, messages, blockedBy } = await summarizeAccount(
    account,
    new Date(),
  );
  const formatLast = (date: Date | null) => (date ? `, last ${date.toISOString()}` : '');
  const formatCounts = ({ total, last24Hours, lastAt }: typeof stories) =>
    `${total}, ${last24Hours} in 24 hours${formatLast(lastAt)}`;
  const lines = {
    id: account._id.toHexString(),
    address: account.email,
    name: account.fullName,
    since: account.createdAt.toISOString(),
    changed: account.updatedAt.toISOString(),
    sessions: `${sessions.total}${formatLast(sessions.lastSeenAt)}`,
    stories: formatCounts(stories),
    hidden: formatCounts(hiddenStories),
    comments: formatCounts(comments),
    messages: `${formatCounts(messages)}, ${formatCount(messages.recipients, 'recipient')}`,
    'blocked by': formatCount(blockedBy, 'user'),
  };
  for (const [name, value] of Object.entries(lines)) print(`${name.padEnd(12)}${printable(value)}`);
}

async function endSessions(account: Account): Promise<void> {
  const ended = await endAllSessions(account);
  logAction('end-sessions', { userId: account._id, ended });
  print(
    `Ended ${formatCount(ended, 'session')} of ${printable(account.email)}. Open pages notice within a second.`,
  );
}

async function resetPassword({ email }: Account, { publicUrl, host, port }: Settings): Promise<void> {
  const issued = await issueResetToken(email);
  if (!issued) throw new CommandError(`The account of ${printable(email)} no longer exists.`);
  const { userId, token, expiresAt } = issued;
  logAction('reset-password', { userId, expiresAt });
  print(`For ${printable(email)}, valid once within ${RESET_TTL_MINUTES} minutes:`);
  // Browsers do not send the fragment, which keeps the token out of server logs and the Referer header.
  print(`${publicUrl ?? localUrl(host, port)}/reset-password#${token}`);
}

async function places(after: string | null): Promise<void> {
  const stories = await findUnplacedStories(after);
  for (const { _id, blogTitle, blogLocation, candidates } of stories) {
    const names = candidates.map(({ name, kind, district, state }) => {
      const outer = [...new Set([district, state])].filter((each) => each !== '' && each !== name);
      return `${[name, ...outer].join(', ')} (${kind})`;
    });
    print(`${_id.toHexString()}  ${printable(blogTitle)}`);
    print(`  location    ${printable(blogLocation)}`);
    print(`  candidates  ${names.join('; ') || 'none'}`);
  }
  const last = stories.at(-1);
  if (!last)
    print(`No${after === null ? '' : ' further'} story has a location that names no place beyond doubt.`);
  else if (stories.length === UNPLACED_PAGE_LENGTH)
    print(`Next page: ${commandLine('admin')} places ${last._id.toHexString()}`);
}

async function acceptPepper(): Promise<void> {
  await forgetPepperCheck();
  logAction('accept-pepper', {});
  print('The next start accepts its PASSWORD_PEPPER.');
}

type AccountCommand = (account: Account, settings: Settings) => Promise<void>;

const ACCOUNT_COMMANDS = new Map<string, AccountCommand>([
  ['show', show],
  ['end-sessions', endSessions],
  ['reset-password', resetPassword],
]);

async function runForAccount(command: AccountCommand, identifier: string, settings: Settings): Promise<void> {
  const account = await findAccount(identifier);
  if (!account) throw new CommandError(`No account has the email address or id ${identifier}.`);
  await command(account, settings);
}

/** Parses the command line; null for --help. @throws CommandError with the usage for invalid arguments. */
function parseArguments(args: string[]): ((settings: Settings) => Promise<void>) | null {
  const { values, positionals } = parseStrict({
    args,
    options: { help: { type: 'boolean', short: 'h' } },
    maxPositionals: 2,
    usage: USAGE,
  });
  if (values.help) return null;
  const [name = '', argument] = positionals;
  if (name === 'places' && (argument === undefined || mongoose.isObjectIdOrHexString(argument))) {
    return () => places(argument ?? null);
  }
  if (name === 'accept-pepper' && argument === undefined) return acceptPepper;
  const command = ACCOUNT_COMMANDS.get(name);
  if (!command || argument === undefined) throw new CommandError(USAGE);
  return (settings) => runForAccount(command, argument.trim(), settings);
}

async function main(args: string[]): Promise<number> {
  const run = parseArguments(args);
  if (run === null) print(USAGE);
  else {
    const settings = parseEnv(processEnv());
    await withDatabase(settings, () => run(settings));
  }
  return 0;
}

await runMain(() => main(process.argv.slice(2)));
