import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { ROOT } from './paths.mjs';

/** @typedef {Record<string, string | undefined>} Environment Variables by name, as in `process.env`. */

/** What npm tells its scripts about itself; another npm or pnpm inside would take it for its own settings. */
const NPM_VARIABLE = /^npm_(config|package|lifecycle)_|^npm_(command|execpath|node_execpath)$/;
/** How this machine reaches the registry, whoever asks. */
const NETWORK_SETTING =
  /^npm_config_(registry|cache|ca|cafile|cert|key|proxy|https?_proxy|noproxy|strict_ssl|@.*:registry|\/\/.*)$/;

/**
 * The environment for the programs that a command runs: without npm's own variables, telemetry off.
 *
 * @param {Environment} env
 * @returns {Environment}
 */
export function createChildEnvironment(env) {
  const kept = Object.entries(env).filter(([name]) => !NPM_VARIABLE.test(name) || NETWORK_SETTING.test(name));
  const childEnv = Object.fromEntries(kept);
  // With `production` pnpm would leave out what builds and tests need; `start` sets it for the API alone.
  delete childEnv.NODE_ENV;
  return { ...childEnv, TURBO_TELEMETRY_DISABLED: '1', TURBO_NO_UPDATE_NOTIFIER: '1', DO_NOT_TRACK: '1' };
}

/**
 * Adds the settings of the `.env` file, when there is one; a variable that is set already wins.
 *
 * @param {Environment} env
 * @param {string} [file]
 * @returns {Environment}
 */
export function withDotEnv(env, file = join(ROOT, '.env')) {
  return existsSync(file) ? { ...parseEnv(readFileSync(file, 'utf8')), ...env } : env;
}

/**
 * @param {Environment} env
 * @param {string} folder - is looked into first.
 * @returns {Environment}
 */
export function withPath(env, folder) {
  return { ...env, PATH: `${folder}:${env.PATH ?? ''}` };
}
