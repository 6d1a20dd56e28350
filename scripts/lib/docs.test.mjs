import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { COMMANDS } from './commands/index.mjs';
import { listFiles } from './list-files.mjs';
import { ROOT } from './paths.mjs';

const FILES = listFiles('*.md');
/** A path from the root of the repository, written as code. */
const CODE_PATH = /`((?:apps|deploy|docs|packages|scripts|\.ci|\.github)\/[\w./@-]+)`/g;
/** A command; those of pnpm and turbo need pnpm on PATH. */
const COMMAND = /(?:npm run|pnpm --filter|npx turbo) (?:--silent )?([a-z@][\w:/-]*)/g;
/** The target of a link or an image that is not on the web. */
const LINK = /\]\((?!https?:)([^)#]*)(?:#([\w-]+))?\)/g;

/** @param {string} file */
const read = (file) => readFileSync(join(ROOT, file), 'utf8');

const SCRIPTS = new Set([
  ...COMMANDS.keys(),
  ...['apps/api', 'apps/web', 'packages/places'].flatMap((folder) =>
    Object.keys(JSON.parse(read(`${folder}/package.json`)).scripts),
  ),
]);

/** @param {string} markdown @returns {Set<string>} the anchors of its headings. */
function findAnchors(markdown) {
  // A comment in a block of code looks like a heading.
  const prose = markdown.replace(/^ *```[\s\S]*?^ *```/gm, '');
  const headings = [...prose.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading);
  return new Set(
    headings.map((heading) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N} -]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}

describe.each(FILES)('%s', (file) => {
  const text = read(file);

  it('mentions only files that exist', () => {
    const paths = [...text.matchAll(CODE_PATH)].map(([, path = '']) => path);

    expect(paths.filter((path) => !existsSync(join(ROOT, path)) && !path.includes('/dist/'))).toEqual([]);
  });

  it('mentions only npm scripts that exist, and no commands that need pnpm', () => {
    const commands = [...text.matchAll(COMMAND)].map(([, name = '']) => name);

    expect(commands.filter((name) => !SCRIPTS.has(name))).toEqual([]);
  });

  it('links only to files and headings that exist', () => {
    const links = [...text.matchAll(LINK)].map(([link, path = '', anchor]) => ({
      link,
      target: path === '' ? file : join(dirname(file), path),
      anchor,
    }));
    const broken = links.filter(({ target, anchor }) => {
      if (!existsSync(join(ROOT, target))) return true;
      return anchor !== undefined && !findAnchors(read(target)).has(anchor);
    });

    expect(broken).toEqual([]);
  });
});
