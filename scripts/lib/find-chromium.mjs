import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createTail, findProgram, isExecutable } from './database-package.mjs';
import { CommandError } from './errors.mjs';
import { ROOT } from './paths.mjs';

/** @typedef {import('./run-command.mjs').Context} Context */

const WEB = join(ROOT, 'apps', 'web');
const PLAYWRIGHT = join(WEB, 'node_modules', '@playwright', 'test');
/** The headless shell, which is what Playwright uses by default, needs about a third less time per page. */
const SYSTEM_NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];
const MAC_PATHS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/**
 * Finds a Chromium for the browser tests: the one in CHROMIUM_PATH, Playwright's, or the system's. Otherwise it is
 * installed, by Playwright or, as root on Debian, by apt-get.
 *
 * @param {Context} context - its environment has pnpm on PATH; the packages are installed.
 * @returns {Promise<string>} full path of the program.
 * @throws {CommandError} when there is none and it cannot be installed.
 */
export async function findChromium(context) {
  const { env } = context;
  if (env.CHROMIUM_PATH) {
    if (isExecutable(env.CHROMIUM_PATH)) return env.CHROMIUM_PATH;
    throw new CommandError(`CHROMIUM_PATH is ${env.CHROMIUM_PATH}, which is not an executable file.`);
  }
  const found = findPlaywrightChromium() ?? findSystemChromium(env);
  if (found !== null) return found;

  const step = context.progress.step('Installing Chromium (once)');
  const installed =
    (await installWithPlaywright(context, step)) ??
    ((await installWithApt(context, step)) ? findSystemChromium(env) : null);
  if (installed === null) {
    step.fail();
    throw new CommandError(
      'The browser tests need Chromium, and it could not be installed. Install it (Debian: ' +
        'apt-get install chromium-headless-shell) or set CHROMIUM_PATH.',
    );
  }
  step.done('Chromium installed');
  return installed;
}

/** @returns {string | null} the path of Playwright's own Chromium, if it is installed. */
function findPlaywrightChromium() {
  // In a separate process: Playwright reads its browser folders from the environment when it is loaded.
  const script =
    "import { chromium } from '@playwright/test'; process.stdout.write(chromium.executablePath())";
  if (!existsSync(PLAYWRIGHT)) return null;
  try {
    const args = ['--input-type=module', '--eval', script];
    const path = execFileSync(process.execPath, args, { cwd: WEB, encoding: 'utf8' });
    return isExecutable(path) ? path : null;
  } catch {
    return null;
  }
}

/** @param {import('./environment.mjs').Environment} env */
function findSystemChromium(env) {
  return findProgram(SYSTEM_NAMES, env) ?? MAC_PATHS.find(isExecutable) ?? null;
}

/**
 * @param {Context} context
 * @param {import('./progress.mjs').Step} step
 * @returns {Promise<string | null>}
 */
async function installWithPlaywright({ env, session }, step) {
  const { code } = await session.run({
    command: process.execPath,
    args: [join(PLAYWRIGHT, 'cli.js'), 'install', 'chromium'],
    env,
    cwd: WEB,
    onLine(line) {
      const [, percent] = /(\d+)%/.exec(line) ?? [];
      if (percent !== undefined) step.update(`${percent} %`);
    },
  });
  return code === 0 ? findPlaywrightChromium() : null;
}

/**
 * @param {Context} context
 * @param {import('./progress.mjs').Step} step
 * @returns {Promise<boolean>}
 */
async function installWithApt({ env, progress, session }, step) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false;
  const tail = createTail();
  for (const args of [
    ['update'],
    ['install', '--yes', '--no-install-recommends', 'chromium-headless-shell'],
  ]) {
    step.update(`apt-get ${args[0]}`);
    const { code, failure } = await session.run({
      command: '/usr/bin/apt-get',
      args,
      env: { ...env, DEBIAN_FRONTEND: 'noninteractive' },
      onLine: tail.add,
    });
    if (code !== 0) {
      progress.line(failure ?? tail.text());
      return false;
    }
  }
  return true;
}
