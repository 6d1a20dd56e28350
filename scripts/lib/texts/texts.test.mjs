import { describe, expect, it } from 'vitest';
import { findLiterals } from './find-literals.mjs';

/** @param {string} source */
const find = (source) => findLiterals('story.tsx', source).map(({ text, line }) => `${line} ${text}`);

describe('findLiterals', () => {
  it('with texts between tags: lists each with its line', () => {
    const source = `const a = (
  <p title="x-1">
    Read it, {name}
    {isBusy ? 'Saving…' : STRINGS.save} {count} <b>likes</b>
  </p>
);`;

    expect(find(source)).toEqual(['2 x-1', '2 Read it,', '4 Saving…', '4 likes']);
  });

  it('with attributes and keys that are read: lists even single words', () => {
    expect(find(`<Field label="Title" name="title" aria-label={isOpen ? 'Close' : 'Open'} />`)).toEqual([
      '1 Title',
      '1 Close',
      '1 Open',
    ]);
    expect(find(`const LINKS = [{ to: '/', label: 'Home' }];`)).toEqual(['1 Home']);
  });

  it('with sentences elsewhere: lists them, whole or composed of parts', () => {
    expect(find(`toast('Message deleted'); usePageTitle('About');`)).toEqual([
      '1 Message deleted',
      '1 About',
    ]);
    expect(find(`const text = isOld ? 'no users online' : \`\${count} new stories\`;`)).toEqual([
      '1 no users online',
      '1 … new stories',
    ]);
  });

  it('with catalogue texts, styles, addresses, keys, types and errors for developers: lists nothing', () => {
    const source = `import { a } from './a b.ts';
type Kind = 'Some sentence here';
const view = <a className={isOn ? 'flex grow' : 'hidden'} href={\`/post/\${slug}\`} aria-label={STRINGS.open}>{STRINGS.go} · Safarnama</a>;
if (event.key === 'ArrowDown') throw new Error('The list is empty');
call('GET /api/post/:id', root.querySelector('ul li a'), 'rounded-card px-4', 'h1, h2, h3');`;

    expect(find(source)).toEqual([]);
  });
});
