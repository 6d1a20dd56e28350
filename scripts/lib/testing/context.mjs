import { startGuarded } from '../database-package.mjs';
import { ROOT } from '../paths.mjs';
import { createProgress } from '../progress.mjs';

/**
 * Creates the context of a command that is never stopped. Its programs are real.
 *
 * @param {import('../environment.mjs').Environment} [env]
 * @param {(text: string) => void} [write] - receives the progress output.
 * @returns {import('../run-command.mjs').Context}
 */
export function createTestContext(env = {}, write = () => {}) {
  return {
    args: [],
    env,
    progress: createProgress({ write }),
    session: {
      signal: new AbortController().signal,
      stopped: new Promise(() => {}),
      defer: () => () => {},
      end: async () => {},
      run: (options) => startGuarded({ cwd: ROOT, ...options }).exited,
    },
  };
}
