import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { type BrowserContext, chromium } from '@playwright/test';
import { findBrowser } from './find-browser.ts';
import { CHROMIUM_ARGS } from './playwright.config.ts';

/** Some browsers accept a connection after a crash but never respond on it; starting again helps. */
const CONNECT_TIMEOUT_MS = 15_000;
const MAX_STARTS = 4;
const LISTENING = /DevTools listening on (ws:\S+)/;

/** A browser that can be killed and started again with the same profile. */
interface KillableBrowser {
  start: () => Promise<BrowserContext>;
  /** Ends the browser as a crash does. */
  kill: () => Promise<void>;
  dispose: () => Promise<void>;
}

export async function createKillableBrowser(): Promise<KillableBrowser> {
  const profile = await mkdtemp(path.join(tmpdir(), 'safarnama-profile-'));
  let kill = async () => {};

  /** Starts the browser once. @throws when it does not respond. */
  async function start(): Promise<BrowserContext> {
    const args = ['--headless=new', '--remote-debugging-port=0', `--user-data-dir=${profile}`];
    const browser = spawn(findBrowser() ?? chromium.executablePath(), [...CHROMIUM_ARGS, ...args], {
      stdio: ['ignore', 'ignore', 'pipe'],
      // A process group of its own: the program may be a script that starts the browser.
      detached: true,
    });
    const ended = once(browser, 'exit');
    kill = async () => {
      const isRunning = browser.exitCode === null && browser.signalCode === null;
      if (browser.pid !== undefined && isRunning) process.kill(-browser.pid, 'SIGKILL');
      await ended;
    };
    const url = await new Promise<string>((resolve, reject) => {
      browser.once('exit', () => reject(new Error('The browser did not start')));
      createInterface(browser.stderr).on('line', (line) => {
        const match = LISTENING.exec(line);
        if (match?.[1]) resolve(match[1]);
      });
    });
    const [context] = (await chromium.connectOverCDP(url, { timeout: CONNECT_TIMEOUT_MS })).contexts();
    if (!context) throw new Error('The browser has no context');
    return context;
  }

  return {
    async start() {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await start();
        } catch (error) {
          await kill();
          if (attempt === MAX_STARTS) throw error;
        }
      }
    },
    kill: () => kill(),
    async dispose() {
      await kill();
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
