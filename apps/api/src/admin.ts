/**
 * `npm run admin -- reset-password EMAIL`, or `node apps/api/dist/admin.js reset-password EMAIL` where only the built
 * product is. Speaks to the database alone: the product may run meanwhile or not.
 */
import { parseArgs } from 'node:util';
import { issueResetToken, RESET_TTL_MS } from './auth/password-reset.service.js';
import { CommandError, explain, withDatabase } from './config/command.js';
import { parseEnv, processEnv, type Settings } from './config/env.js';

const RESET_TTL_MINUTES = RESET_TTL_MS / 60_000;

const USAGE = `npm run admin -- reset-password EMAIL

Prints a link by which the person of this address sets a new password. It works once, within ${RESET_TTL_MINUTES} minutes;
a newer one takes its place. Using it signs the person out everywhere. Give it to nobody else.

The link begins with PUBLIC_URL, or with http://localhost:PORT where that is not set.`;

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** The address to reset, or null when help was asked for. @throws CommandError when it is neither. */
function readEmail(args: readonly string[]): string | null {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    strict: false,
    options: { help: { type: 'boolean', short: 'h' } },
  });
  if (values.help) return null;
  const [command, email, ...more] = positionals;
  const isKnown = command === 'reset-password' && email !== undefined && more.length === 0;
  if (!isKnown || Object.keys(values).length > 0) throw new CommandError(USAGE);
  return email;
}

async function resetPassword(email: string, settings: Settings): Promise<void> {
  const issued = await withDatabase(settings, () => issueResetToken(email.trim()));
  if (!issued) throw new CommandError(`No account has the address ${email}.`);
  const { userId, token, expiresAt } = issued;
  const site = settings.publicUrl ?? `http://localhost:${settings.port}`;
  // On stderr, as stdout is for the link; whoever looks into the log later finds who, never with what.
  process.stderr.write(
    `${JSON.stringify({ time: new Date(), by: 'npm run admin', action: 'reset-password', userId, expiresAt })}\n`,
  );
  say(`For ${email}, once, within ${RESET_TTL_MINUTES} minutes:`);
  // Behind the #, which no browser sends: it is in no log of a server or proxy, and in no Referer.
  say(`${site}/reset-password#${token}`);
}

try {
  const email = readEmail(process.argv.slice(2));
  if (email === null) say(USAGE);
  else await resetPassword(email, parseEnv(processEnv()));
} catch (error) {
  process.stderr.write(`${explain(error)}\n`);
  process.exitCode = 1;
}
