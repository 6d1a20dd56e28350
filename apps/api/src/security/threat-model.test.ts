import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const REPOSITORY = fileURLToPath(new URL('../../../..', import.meta.url));
const TITLES = [
  'access matrix',
  'sessions',
  'cookies and origins',
  'sockets',
  'no operator gets in',
  'markup',
  'pictures',
  'passwords and limits',
  'privacy',
  'bad requests',
  'refused starts',
].map((title, index) => `Security ${index + 1}: ${title}`);

const text = readFileSync(path.join(REPOSITORY, 'docs', 'threat-model.md'), 'utf8');
const [, index = ''] = text.split('## The quality gates, and what shows each');
const read = (file: string) => readFileSync(path.join(REPOSITORY, file), 'utf8');

describe('docs/threat-model.md', () => {
  it('every gate: has its title, and tests under it', () => {
    const sections = index.split('\n### ').slice(1);

    expect(sections.map((section) => section.split('\n')[0])).toEqual(TITLES);
    for (const section of sections) expect(section).toMatch(/`\S+\.test\.(ts|mjs)`: “/);
  });

  it('every test that it names: is there, in that file', () => {
    const named = [...index.matchAll(/`(\S+\.(?:test|spec)\.(?:ts|mjs))`: “([^”]+)”/g)];

    const missing = named.filter(([, file = '', name = '']) => !read(file).includes(name));

    expect(named.length).toBeGreaterThan(40);
    expect(missing.map(([all]) => all)).toEqual([]);
  });

  it('every file that it names: is there', () => {
    const files = [...text.matchAll(/`((?:apps|packages|scripts)\/[\w./-]+)`/g)].map(([, file = '']) => file);

    expect(files.filter((file) => !existsSync(path.join(REPOSITORY, file)))).toEqual([]);
  });
});
