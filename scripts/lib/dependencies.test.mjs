import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from './paths.mjs';

/** @param {string} file */
const read = (file) => readFileSync(join(ROOT, file), 'utf8');

/** @param {string} folder */
const listManifests = (folder) =>
  readdirSync(join(ROOT, folder)).map((name) => `${folder}/${name}/package.json`);

const PACKAGES = [
  'package.json',
  'scripts/package.json',
  ...listManifests('apps'),
  ...listManifests('packages'),
].filter((file) => existsSync(join(ROOT, file)));
const SHORT_NAMES = new Map([['package.json', 'root']]);

/** @returns {Map<string, Set<string>>} each direct external dependency except types, with the folders that list it. */
function listDirectDependencies() {
  const found = new Map();
  for (const file of PACKAGES) {
    const { dependencies = {}, devDependencies = {} } = JSON.parse(read(file));
    const user = SHORT_NAMES.get(file) ?? file.split('/').at(-2) ?? '';
    for (const name of Object.keys({ ...dependencies, ...devDependencies })) {
      if (name.startsWith('@safarnama/') || name.startsWith('@types/')) continue;
      found.set(name, (found.get(name) ?? new Set()).add(user));
    }
  }
  return found;
}

/** @returns {Map<string, string[]>} the cells of each package's row in docs/dependencies.md. */
function readRows() {
  const tables = read('docs/dependencies.md').split('\n## Programs fetched on demand')[0] ?? '';
  const cells = tables
    .split('\n')
    .filter((line) => line.startsWith('| ') && !/^\| (---|package )/.test(line))
    .map((line) =>
      line
        .split('|')
        .map((cell) => cell.trim())
        .slice(1, -1),
    );
  return new Map(cells.map(([name = '', ...rest]) => [name, rest]));
}

describe('docs/dependencies.md', () => {
  it('has a row for each direct dependency of the workspace, and no others', () => {
    expect([...readRows().keys()].sort()).toEqual([...listDirectDependencies().keys()].sort());
  });

  it('gives users, purpose, weight and alternative of each dependency', () => {
    const direct = listDirectDependencies();

    for (const [name, [users = '', why, weight, replacement]] of readRows()) {
      expect([name, users.split(', ').sort()]).toEqual([name, [...(direct.get(name) ?? [])].sort()]);
      expect([name, why, weight, replacement]).toEqual([
        name,
        expect.stringMatching(/\w{3}/),
        expect.stringMatching(/^\d+\.\d MB, \d+/),
        expect.stringMatching(/\w{3}/),
      ]);
    }
  });
});

describe('install scripts', () => {
  const settings = read('pnpm-workspace.yaml');
  const [, block = ''] = /^allowBuilds:\n((?: {2}.*\n?)+)/m.exec(settings) ?? [];

  it('are disabled for all listed packages, and an unlisted one fails the installation', () => {
    const decisions = block
      .trim()
      .split('\n')
      .map((line) => line.trim());

    expect(decisions.length).toBeGreaterThan(0);
    expect(decisions.filter((line) => !line.endsWith(': false'))).toEqual([]);
    expect(settings).toMatch(/^strictDepBuilds: true$/m);
    expect(settings).not.toMatch(/dangerouslyAllowAllBuilds: true/);
  });
});

describe('pnpm-lock.yaml', () => {
  it.each(['@turbo/', '@biomejs/cli-', '@tailwindcss/oxide-', '@oxc-parser/binding-', '@rolldown/binding-'])(
    'has the compiled parts of %s for macOS, Windows and Linux',
    (prefix) => {
      // A lockfile that was completed on one system may lack those of the others, which a frozen installation then
      // skips.
      const names = [...read('pnpm-lock.yaml').matchAll(/^ {2}'(@[^']+)@/gm)].map(([, name = '']) => name);
      const systems = names.filter((name) => name.startsWith(prefix)).join(' ');

      expect(systems).toMatch(/darwin.*arm64/);
      expect(systems).toMatch(/win(32|dows).*64/);
      expect(systems).toMatch(/linux.*64/);
    },
  );
});
