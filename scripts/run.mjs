/**
 * Runs the commands of package.json (`npm start`, `npm test`, …) on a machine that has only Node and npm. It imports no
 * dependency; `docs/decisions/002-commands.md` explains the design.
 *
 * `node scripts/run.mjs COMMAND [ARGUMENTS]`
 */
import process from 'node:process';

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
// As in package.json; the decision explains the versions.
const isSupported = (major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major > 22;
if (!isSupported) {
  process.stderr.write(
    `Safarnama needs Node.js 20 from 20.19 on, or 22.12 or later; this is ${process.versions.node}. Get it from https://nodejs.org.\n`,
  );
  process.exit(1);
}
if (process.platform === 'win32') {
  process.stderr.write('On Windows run Safarnama inside WSL (https://learn.microsoft.com/windows/wsl).\n');
  process.exit(1);
}

// Imported late, because an older Node.js may not be able to parse these files.
const { runCommand } = await import('./lib/run-command.mjs');
process.exit(await runCommand(process.argv.slice(2)));
