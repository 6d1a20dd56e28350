import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { CommandError } from './errors.mjs';
import { lockWorkspace, withPackages } from './install.mjs';
import { ROOT } from './paths.mjs';
import { createTestContext } from './testing/context.mjs';

vi.mock('./paths.mjs', async () => {
  const { mkdtempSync } = await import('node:fs');
  const { tmpdir } = await import('node:os');
  return { ROOT: mkdtempSync(`${tmpdir()}/safarnama-install-`) };
});
afterAll(() => rmSync(ROOT, { recursive: true }));

const PNPM = join(ROOT, 'tools', 'pnpm');

/** @param {string} description - a change of it is one of the packages. */
function writeManifest(description) {
  writeFileSync(join(ROOT, 'package.json'), JSON.stringify({ packageManager: 'pnpm@11.0.0', description }));
}

describe('withPackages', () => {
  it('after an interrupted installation of other packages: installs again, also if the former ones return', async () => {
    for (const folder of [dirname(PNPM), join(ROOT, 'apps'), join(ROOT, 'packages')]) mkdirSync(folder);
    writeFileSync(PNPM, '');
    /** @type {import('./database-package.mjs').Exit} */
    const exit = { code: 0, signal: null };
    const install = vi.fn(async () => exit);
    const base = createTestContext();
    /** @type {import('./run-command.mjs').Context} */
    const context = {
      ...base,
      session: {
        ...base.session,
        async run({ command, onLine }) {
          if (command === 'pnpm') return install();
          onLine?.(PNPM);
          return exit;
        },
      },
    };
    writeManifest('former');
    await withPackages(context);
    await withPackages(context);
    expect(install).toHaveBeenCalledOnce();

    writeManifest('newer');
    install.mockResolvedValueOnce({ code: null, signal: 'SIGTERM' });
    await expect(withPackages(context)).rejects.toThrow('could not be installed');
    writeManifest('former');
    await withPackages(context);

    expect(install).toHaveBeenCalledTimes(3);
  });
});

describe('lockWorkspace', () => {
  it('with an account that may not write to the folder: names the folder and what to do', async () => {
    mkdirSync(join(ROOT, 'node_modules'), { recursive: true });
    chmodSync(ROOT, 0o755);
    chmodSync(join(ROOT, 'node_modules'), 0o555);
    const isRoot = process.geteuid?.() === 0;
    if (isRoot) process.seteuid?.(65_534);
    onTestFinished(() => {
      if (isRoot) process.seteuid?.(0);
      chmodSync(join(ROOT, 'node_modules'), 0o755);
    });

    await expect(lockWorkspace(createTestContext())).rejects.toThrow(
      new CommandError(
        `This account cannot write to ${ROOT}/node_modules (EACCES): run the command as the owner of the folder.`,
      ),
    );
  });
});
