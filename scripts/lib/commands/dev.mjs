import { openDatabase } from '../database.mjs';
import { withDotEnv } from '../environment.mjs';
import { resolveDataDir } from '../paths.mjs';
import { readApiOrigin, requireFreePort } from '../port.mjs';
import { prepare } from '../prepare.mjs';
import { PACKAGES, runTurbo } from '../turbo.mjs';

// biome-ignore lint/suspicious/noControlCharactersInRegex: colours are control characters
const ANSI_COLORS = /\u001b\[[\d;]*m/g;

/**
 * `npm run dev`: runs both apps and the contracts with reload on every change.
 *
 * @type {import('../run-command.mjs').Command}
 */
export async function dev(baseContext) {
  const context = { ...baseContext, env: withDotEnv(baseContext.env) };
  await requireFreePort(context.env, 'npm run dev');

  const { env, uri } = await prepare(context, openDatabase, [PACKAGES]);
  const appsEnv = {
    ...env,
    MONGODB_URI: uri,
    DATA_DIR: resolveDataDir(context.env),
    // Where the development server of the web app sends the API's requests.
    DEV_API_ORIGIN: readApiOrigin(context.env),
    ...(process.stdout.isTTY === true ? { FORCE_COLOR: '1' } : {}),
  };
  return runTurbo({ ...context, env: appsEnv }, ['dev'], { onLine: createOutputForwarder(context) });
}

/**
 * Prints the output of the apps, and repeats their addresses once both are up, because those are easily missed in it.
 *
 * @param {import('../run-command.mjs').Context} context
 * @returns {(line: string) => void}
 */
function createOutputForwarder({ env, progress }) {
  let web = '';
  let isApiReady = false;
  let hasPrintedAddresses = false;
  return (line) => {
    process.stdout.write(`${line}\n`);
    if (hasPrintedAddresses) return;
    const text = line.replace(ANSI_COLORS, '');
    web = /Local:\s+(http:\S+)/.exec(text)?.[1] ?? web;
    isApiReady ||= text.includes('The API is ready at');
    if (web === '' || !isApiReady) return;
    hasPrintedAddresses = true;
    progress.line(`\nSafarnama with live reload: ${web}`);
    progress.line(`Its API: ${readApiOrigin(env).replace('127.0.0.1', 'localhost')}\n`);
  };
}
