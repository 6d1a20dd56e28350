import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { CommandError } from '../errors.mjs';
import { createTail, installPackages } from '../install.mjs';

/**
 * `npm run sbom -- FILE`: what the product runs with, as a CycloneDX document, made by pnpm from the lockfile.
 *
 * @type {import('../run-command.mjs').Command}
 */
export async function sbom(baseContext) {
  const [file, ...others] = baseContext.args;
  if (file === undefined || others.length > 0) throw new CommandError('npm run sbom -- FILE: name one file.');
  const env = await installPackages(baseContext);
  // A file is named from where the command was given, which npm tells in INIT_CWD.
  const path = resolve(baseContext.env.INIT_CWD ?? process.cwd(), file);
  const tail = createTail();
  const { code, failure } = await baseContext.session.run({
    command: 'pnpm',
    args: ['sbom', '--prod', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--out', path],
    env,
    onLine: tail.add,
  });
  if (code !== 0) throw new CommandError(failure ?? tail.text());
  const { bomFormat, specVersion, components } = JSON.parse(await readFile(path, 'utf8'));
  if (bomFormat !== 'CycloneDX' || !Array.isArray(components) || components.length === 0) {
    throw new CommandError(`${path} is no CycloneDX document with components.`);
  }
  process.stdout.write(`sbom: CycloneDX ${specVersion}, ${components.length} components: ${path}\n`);
  return 0;
}
