import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { installPackages } from './install.mjs';
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

describe('installPackages', () => {
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
    await installPackages(context);
    await installPackages(context);
    expect(install).toHaveBeenCalledOnce();

    writeManifest('newer');
    install.mockResolvedValueOnce({ code: null, signal: 'SIGTERM' });
    await expect(installPackages(context)).rejects.toThrow('could not be installed');
    writeManifest('former');
    await installPackages(context);

    expect(install).toHaveBeenCalledTimes(3);
  });
});
