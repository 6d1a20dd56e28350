import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cloneRepository, createTempFolder, removeFolder, startCommand } from './product.mjs';

const FRESH_CLONE_TIMEOUT_MS = 600_000;

/** @type {string} */
let clone;
/** @type {string} */
let dataDir;
/** @type {import('./product.mjs').Run | undefined} */
let run;
beforeAll(() => {
  clone = cloneRepository();
  dataDir = createTempFolder();
});
afterAll(async () => {
  // Still running after a timeout.
  run?.killAll();
  await run?.waitUntilExited(5000);
  removeFolder(clone);
  removeFolder(dataDir);
});

describe('npm run seed', () => {
  it(
    'as the first command in a fresh clone: builds what it needs and adds the stories',
    async () => {
      run = startCommand(clone, 'npm', ['run', 'seed'], { DATA_DIR: dataDir });

      const { code } = await run.exited;

      expect(run.output()).toMatch(/^Added \d+ users, \d+ stories/m);
      expect(code).toBe(0);
    },
    FRESH_CLONE_TIMEOUT_MS,
  );
});
