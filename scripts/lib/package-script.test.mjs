import { expect, it } from 'vitest';
import { runPackageScript } from './package-script.mjs';
import { createTestContext } from './testing/context.mjs';

it('runPackageScript, when pnpm cannot be run: throws the reason', async () => {
  const running = runPackageScript(createTestContext({ PATH: '' }), 'api', ['seed']);

  await expect(running).rejects.toThrow('pnpm cannot be run: spawn pnpm ENOENT');
});
