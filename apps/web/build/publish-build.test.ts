import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build, type Plugin } from 'vite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { precompress } from './precompress.ts';
import { publishBuild, STORED_BUILDS } from './publish-build.ts';

let root = '';
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'safarnama-build-'));
  writeFileSync(path.join(root, 'index.html'), '<script type="module" src="/main.js"></script>');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** Builds an app that shows a text. */
async function buildApp(text: string, ...plugins: Plugin[]): Promise<void> {
  writeFileSync(path.join(root, 'main.js'), `document.title = ${JSON.stringify(text.repeat(300))};`);
  await build({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [publishBuild(), precompress(), ...plugins],
  });
}

/** Returns the built files that browsers may load, with their content. */
function readBuilt(): Record<string, string> {
  const folder = path.join(root, 'dist');
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('.vite'))
    .map((entry) => path.join(entry.parentPath, entry.name));
  return Object.fromEntries(
    files.map((file) => [path.relative(folder, file), readFileSync(file).toString('base64')]),
  );
}

/** Returns the names of built scripts, without their compressed forms. */
const listScripts = (built = readBuilt()) => Object.keys(built).filter((file) => file.endsWith('.js'));

describe('a build of the app', () => {
  it('while it runs and when it fails: changes nothing that is served', async () => {
    await buildApp('first');
    const served = readBuilt();
    let duringBuild: unknown;
    const fail: Plugin = {
      name: 'fail',
      writeBundle() {
        duringBuild = readBuilt();
        throw new Error('No space left');
      },
    };

    await expect(buildApp('second', fail)).rejects.toThrow('No space left');

    expect(Object.keys(served)).toHaveLength(4);
    expect(duringBuild).toEqual(served);
    expect(readBuilt()).toEqual(served);
  });

  it('when it ends: has replaced the page, and keeps the assets of the earlier build, also compressed', async () => {
    await buildApp('first');
    const { 'index.html': firstPage, ...firstAssets } = readBuilt();

    await buildApp('second');

    const { 'index.html': page, ...assets } = readBuilt();
    expect(page).not.toBe(firstPage);
    expect(assets).toMatchObject(firstAssets);
    expect(Object.keys(firstAssets)).toHaveLength(3);
    expect(Object.keys(assets)).toHaveLength(6);
    expect(readdirSync(path.join(root, 'dist/.vite'))).toEqual(['builds.json']);
  });

  it('repeated: keeps the assets of the last builds only; builds without a change do not count', async () => {
    await buildApp('0');
    const [first = ''] = listScripts();
    for (let number = 1; number < STORED_BUILDS; number += 1) await buildApp(`${number}`);
    await buildApp(`${STORED_BUILDS - 1}`);
    const stored = listScripts();

    await buildApp(`${STORED_BUILDS}`);

    expect(stored).toHaveLength(STORED_BUILDS);
    expect(stored).toContain(first);
    expect(listScripts()).toHaveLength(STORED_BUILDS);
    expect(listScripts()).not.toContain(first);
  });

  it('after an older one was restored with its list: keeps the assets of the one between', async () => {
    await buildApp('older');
    const builds = path.join(root, 'dist/.vite/builds.json');
    const list = readFileSync(builds);
    await buildApp('running');
    const running = readBuilt();
    writeFileSync(builds, list);

    await buildApp('newest');

    expect(listScripts()).toEqual(expect.arrayContaining(listScripts(running)));
    expect(listScripts()).toHaveLength(3);
  });

  it('of an app that has lost a file without a hash: removes it', async () => {
    await buildApp('first');
    writeFileSync(path.join(root, 'dist/theme.js'), '');

    await buildApp('second');

    expect(Object.keys(readBuilt())).not.toContain('theme.js');
  });
});
