import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { ROOT } from './paths.mjs';

/** @typedef {Record<string, string | undefined>} Environment Environment variables by name, as in `process.env` */

/**
 * Variables with which npm describes itself to its scripts; a nested npm or pnpm would treat them as its own settings.
 */
const NPM_VARIABLE = /^npm_(config|package|lifecycle)_|^npm_(command|execpath|node_execpath)$/;
/** The exception: how this machine reaches the registry, which a nested npm or pnpm needs as well. */
const NETWORK_SETTING =
  /^npm_config_(registry|cache|ca|cafile|cert|key|proxy|https?_proxy|noproxy|strict_ssl|@.*:registry|\/\/.*)$/;

/**
 * Builds the environment for the programs that a command runs: without npm's own variables, and with telemetry off.
 *
 * @param {Environment} env
 * @returns {Environment}
 */
export function createCommandEnvironment(env) {
  const entries = Object.entries(env).filter(
    ([name]) => !NPM_VARIABLE.test(name) || NETWORK_SETTING.test(name),
  );
  const childEnv = Object.fromEntries(entries);
  // With `production` pnpm would omit packages that builds and tests need; `start` sets it for the API alone.
  delete childEnv.NODE_ENV;
  return { ...childEnv, TURBO_TELEMETRY_DISABLED: '1', TURBO_NO_UPDATE_NOTIFIER: '1', DO_NOT_TRACK: '1' };
}

/**
 * Adds the settings of the `.env` file, if there is one. Variables that are already set take precedence. Without
 * NODE_ENV, as in `createCommandEnvironment`.
 *
 * @param {Environment} env
 * @param {string} [file]
 * @returns {Environment}
 */
export function withDotEnv(env, file = join(ROOT, '.env')) {
  if (!existsSync(file)) return env;
  const { NODE_ENV: _, ...settings } = parseEnv(readFileSync(file, 'utf8'));
  return { ...settings, ...env };
}

/**
 * @param {Environment} env
 * @param {string} folder
 * @returns {Environment} with the folder first on PATH.
 */
export function withPath(env, folder) {
  return { ...env, PATH: `${folder}:${env.PATH ?? ''}` };
}

/** Settings that connect a product to its users and their data; WEB_ORIGINS and a public HOST need PUBLIC_URL. */
const DEPLOYMENT_SETTINGS = new Set([
  'HOST',
  'MONGODB_URI',
  'PUBLIC_URL',
  'REDIS_URL',
  'STORAGE_URL',
  'WEB_ORIGINS',
]);

/**
 * @param {Environment} env
 * @returns {Environment} without the settings of a deployment, for a product that only a command uses.
 */
export function withoutDeployment(env) {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !DEPLOYMENT_SETTINGS.has(name)));
}
