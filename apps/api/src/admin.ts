/**
 * `npm run admin -- COMMAND WHO`, or `node apps/api/dist/admin.js COMMAND WHO` where only the built product is. Speaks to
 * the database alone: the product may run meanwhile or not.
 */
import { parseArgs } from 'node:util';
import { issueResetToken, RESET_TTL_MS } from './auth/password-reset.service.js';
import { parseEnv, processEnv, type Settings } from './config/env.js';
import { CommandError, describeError, withDatabase } from './lib/command.js';
import { type Account, endAllSessions, findAccount, summarizeAccount } from './operations/accounts.js';

const RESET_TTL_MINUTES = RESET_TTL_MS / 60_000;

const USAGE = `npm run admin -- show WHO
npm run admin -- end-sessions WHO
npm run admin -- reset-password WHO

WHO is the address of an account, or its id.

show            Dates and numbers of the account: what it has made, and when. Nobody's words.

end-sessions    Signs the person out everywhere: the next request of each device is refused, and open pages notice
                within a minute. The password still opens the account.

reset-password  Prints a link by which the person sets a new password. It works once, within ${RESET_TTL_MINUTES} minutes;
                a newer one takes its place. Using it signs the person out everywhere. Give it to nobody else.
                The link begins with PUBLIC_URL, or with http://localhost:PORT where that is not set.`;

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** On stderr, as stdout is for the answer: whoever looks into the log later finds what was done for whom. */
function logAction(action: string, facts: object): void {
  process.stderr.write(`${JSON.stringify({ time: new Date(), by: 'npm run admin', action, ...facts })}\n`);
}

async function show(account: Account): Promise<void> {
  const { sessions, stories, comments, messages, blockedBy } = await summarizeAccount(account, new Date());
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
    comments: formatCounts(comments),
    messages: `${formatCounts(messages)}, to ${messages.recipients} people`,
    'blocked by': `${blockedBy} people`,
  };
  for (const [name, value] of Object.entries(lines)) print(`${name.padEnd(12)}${value}`);
}

async function endSessions(account: Account): Promise<void> {
  const ended = await endAllSessions(account);
  logAction('end-sessions', { userId: account._id, ended });
  print(`Ended ${ended} sessions of ${account.email}. Open pages notice within a minute.`);
}

async function resetPassword({ email }: Account, { publicUrl, port }: Settings): Promise<void> {
  const issued = await issueResetToken(email);
  if (!issued) throw new CommandError(`The account of ${email} is gone.`);
  const { userId, token, expiresAt } = issued;
  logAction('reset-password', { userId, expiresAt });
  print(`For ${email}, once, within ${RESET_TTL_MINUTES} minutes:`);
  // Behind the #, which no browser sends: it is in no log of a server or proxy, and in no Referer.
  print(`${publicUrl ?? `http://localhost:${port}`}/reset-password#${token}`);
}

const COMMANDS = new Map<string, (account: Account, settings: Settings) => Promise<void>>([
  ['show', show],
  ['end-sessions', endSessions],
  ['reset-password', resetPassword],
]);

/** What to do for whom, or null when help was asked for. @throws CommandError when it is neither. */
function parseArguments(args: readonly string[]) {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    strict: false,
    options: { help: { type: 'boolean', short: 'h' } },
  });
  if (values.help) return null;
  const [name = '', identifier, ...more] = positionals;
  const command = COMMANDS.get(name);
  const isComplete = identifier !== undefined && more.length === 0 && Object.keys(values).length === 0;
  if (!command || !isComplete) throw new CommandError(USAGE);
  return { command, identifier: identifier.trim() };
}

async function main(): Promise<void> {
  const parsed = parseArguments(process.argv.slice(2));
  if (parsed === null) return print(USAGE);
  const { command, identifier } = parsed;
  const settings = parseEnv(processEnv());
  await withDatabase(settings, async () => {
    const account = await findAccount(identifier);
    if (!account) throw new CommandError(`No account has the address or id ${identifier}.`);
    await command(account, settings);
  });
}

try {
  await main();
} catch (error) {
  process.stderr.write(`${describeError(error)}\n`);
  process.exitCode = 1;
}
