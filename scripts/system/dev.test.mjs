import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cloneRepository, findFreePort, makeFolder, removeFolder, startCommand } from './product.mjs';

const COLD_MS = 300_000;

/** @type {string} */
let clone;
/** @type {string} */
let dataDir;
/** @type {import('./product.mjs').Run} */
let run;
/** @type {string} */
let web;

beforeAll(async () => {
  clone = cloneRepository();
  dataDir = makeFolder();
  const port = await findFreePort();
  run = startCommand(clone, 'npm', ['run', 'dev'], { PORT: String(port), DATA_DIR: dataDir });
  await run.waitFor(`The API behind it: http://localhost:${port}`, COLD_MS);
  web = /on every change: (\S+)/.exec(run.output())?.[1] ?? '';
}, COLD_MS);

afterAll(() => {
  for (const pid of run.processes()) process.kill(pid, 'SIGKILL');
  removeFolder(clone);
  removeFolder(dataDir);
});

describe('npm run dev', () => {
  it('when both apps are up: the web hands the calls to the API, which has a database', async () => {
    const page = await fetch(web);
    const health = await fetch(`${web}health/ready`);
    const call = await fetch(`${web}api/auth/check-auth`);

    expect(await page.text()).toContain('/@vite/client');
    expect(await health.json()).toMatchObject({ database: 'up' });
    expect(call.status).toBe(401);
  });

  it('by kill -9 of npm: turbo, vite, tsx, the compiler and the database are gone after 5 s', async () => {
    expect(run.hasProcess('vite')).toBe(true);

    process.kill(run.pid, 'SIGKILL');

    expect(await run.waitUntilGone(5000)).toEqual([]);
  });
});
