import { expect, it } from 'vitest';
import { findFreePort } from './database-package.mjs';
import { superviseApi } from './supervise-api.mjs';
import { createTestContext } from './testing/context.mjs';

it('superviseApi, when the API cannot be run: throws the reason', async () => {
  const context = createTestContext({ PORT: String(await findFreePort()) });

  const running = superviseApi(context, { command: '/no/such/program', args: [] });

  await expect(running).rejects.toThrow(/^\/no\/such\/program cannot be run: spawn .* ENOENT$/);
});
