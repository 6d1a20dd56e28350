import { CommandError } from '../errors.mjs';
import { createTail, installPackages } from '../install.mjs';
import { readLocked } from '../lockfile.mjs';

/** Where the registry cannot be asked: no such endpoint, no line, no word. */
const NO_ANSWER =
  /ERR_PNPM_AUDIT_(BAD_RESPONSE|ENDPOINT_NOT_EXISTS)|ENOTFOUND|ECONNREFUSED|ETIMEDOUT|fetch failed|error sending request/i;

/**
 * `npm run audit`: known holes in what the product runs with, as the registry knows them: high and critical ones fail it.
 * Where the registry does not say, it tells so, and checks what the lockfile says alone.
 *
 * @type {import('../run-command.mjs').Command}
 */
export async function audit(baseContext) {
  const context = { ...baseContext, env: await installPackages(baseContext) };
  const locked = readLocked();
  const faults = [
    ...(locked.length === 0 ? ['The lockfile names no package.'] : []),
    ...locked
      .filter(({ integrity }) => !/^sha512-/.test(integrity))
      .map(({ key }) => `${key} has no SHA-512.`),
    ...locked.filter((each) => each.isFromElsewhere).map(({ key }) => `${key} comes from no registry.`),
  ];
  const deprecated = locked.filter((each) => each.deprecated !== '');
  for (const { key, deprecated: why } of deprecated) context.progress.line(`Deprecated: ${key}: ${why}`);

  const asked = await askRegistry(context);
  if (asked.hasHoles) faults.push(`Known holes, high or critical:\n${asked.output}`);
  if (!asked.isAnswered) {
    context.progress.line(
      `The registry was asked for known holes and did not answer, so none are known here:\n${asked.output}`,
    );
  }
  if (faults.length > 0) throw new CommandError(faults.join('\n'));
  const holes = asked.isAnswered
    ? '0 high or critical holes'
    : 'holes unknown (the registry does not answer)';
  process.stdout.write(
    `audit: ${locked.length} packages, all with SHA-512 from a registry, ${deprecated.length} deprecated, ${holes}\n`,
  );
  return 0;
}

/**
 * @param {import('../run-command.mjs').Context} context
 * @returns {Promise<{ isAnswered: boolean, hasHoles: boolean, output: string }>}
 */
async function askRegistry({ env, session }) {
  const tail = createTail(200);
  const args = ['audit', '--prod', '--audit-level', 'high'];
  const { code, failure } = await session.run({ command: 'pnpm', args, env, onLine: tail.add });
  const output = failure ?? tail.text().trim();
  if (code === 0) return { isAnswered: true, hasHoles: false, output };
  // Whatever is no clear refusal to answer counts as holes: a new wording must not pass for all clear.
  const isAnswered = !NO_ANSWER.test(output);
  return { isAnswered, hasHoles: isAnswered, output };
}
