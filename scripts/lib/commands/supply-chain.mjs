import { CommandError } from '../errors.mjs';
import { withPackages } from '../install.mjs';
import { resolveUserPath } from '../paths.mjs';
import { runToExitCode } from '../run-step.mjs';

/** @typedef {import('../run-command.mjs').Command} Command */

/**
 * `npm run audit`: fails for known vulnerabilities of high or critical severity in production dependencies. Where the
 * registry does not support audits, it prints the registry's error and succeeds.
 *
 * @type {Command}
 */
export function audit(context) {
  return runPnpm(context, ['audit', '--prod', '--audit-level', 'high', '--ignore-registry-errors']);
}

/**
 * `npm run sbom -- FILE`: writes the production dependencies as a CycloneDX document.
 *
 * @type {Command}
 */
export async function sbom(context) {
  const [file, ...others] = context.args;
  if (file === undefined || others.length > 0) throw new CommandError('npm run sbom -- FILE: name one file.');
  const path = resolveUserPath(context.env, file);
  return runPnpm(context, [
    ...['sbom', '--prod', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--out', path],
  ]);
}

/**
 * @param {import('../run-command.mjs').Context} context
 * @param {string[]} args
 * @returns {Promise<number>} the exit code.
 */
async function runPnpm(context, args) {
  return runToExitCode(await withPackages(context), { command: 'pnpm', args });
}
