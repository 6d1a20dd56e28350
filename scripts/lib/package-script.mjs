/** @typedef {import('./run-command.mjs').Context} Context */

/**
 * Runs a script of a workspace package, with the arguments of the command after its own.
 *
 * @param {Context} context - its environment has pnpm on PATH.
 * @param {'api' | 'web'} folder - of the package.
 * @param {string[]} script - its name and its own arguments.
 * @returns {Promise<number>} the exit code.
 */
export async function runPackageScript({ args, env, session }, folder, [name = '', ...ownArgs]) {
  const { code } = await session.run({
    command: 'pnpm',
    args: ['--silent', '--filter', `@safarnama/${folder}`, 'run', name, ...ownArgs, ...args],
    env,
  });
  return code ?? 1;
}
