import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';
import { describe, expect, it } from 'vitest';
import { COMMANDS } from './commands/index.mjs';
import { ROOT } from './paths.mjs';

/**
 * Runs an unknown command as another version of Node.js would.
 *
 * @param {string} version
 * @returns {string} what it prints on stderr.
 */
function runAs(version) {
  const versions = JSON.stringify({ ...process.versions, node: version });
  const preload = `data:text/javascript,Object.defineProperty(process, 'versions', { value: ${versions} })`;
  const args = ['--import', preload, join(ROOT, 'scripts/run.mjs'), 'no-such-command'];
  return spawnSync(process.execPath, args, { encoding: 'utf8' }).stderr;
}

/** @param {string[]} args */
function run(...args) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(ROOT, 'scripts/run.mjs'), ...args], {
    encoding: 'utf8',
    env: { PATH: '' }, // no other program can be run
  });
  return { status, stdout, stderr };
}

describe('run.mjs', () => {
  it.each(['18.20.0', '20.18.3', '21.7.3', '22.11.0'])('on Node.js %s: refuses to run', (version) => {
    expect(runAs(version)).toMatch(
      /^Safarnama needs Node\.js 20 from 20\.19 on, or 22\.12 or later; this is \d/,
    );
  });

  it.each(['20.19.0', '22.12.0', '24.0.0'])('on Node.js %s: runs', (version) => {
    expect(runAs(version)).toMatch(/no-such-command/);
  });

  it('every command: has a help that begins with its command line', () => {
    for (const [name, { help }] of COMMANDS) expect(help).toMatch(new RegExp(`^npm (run )?${name}\\s`));
  });

  it.each(['seed', 'sbom', 'backup', 'admin'])('%s --help: prints the help and does nothing', (name) => {
    expect(run(name, '--help')).toEqual({
      status: 0,
      stdout: `${COMMANDS.get(name)?.help.trimEnd()}\n`,
      stderr: '',
    });
  });

  it('admin without a command: prints its help on stderr and does nothing', () => {
    expect(run('admin')).toEqual({
      status: 1,
      stdout: '',
      stderr: `${COMMANDS.get('admin')?.help.trimEnd()}\n`,
    });
  });

  it.each(['start', 'migrate'])('%s with an unknown argument: names it and does nothing', (name) => {
    const { status, stderr } = run(name, '--port', '4000');

    expect(status).toBe(1);
    expect(stderr).toMatch(/^Unknown argument "--port"\.\n\nnpm /);
  });
});
