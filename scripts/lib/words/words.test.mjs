import { describe, expect, it } from 'vitest';
import { listDeclaredNames } from './declared-names.mjs';
import { findRetiredWord } from './retired-words.mjs';

describe('listDeclaredNames', () => {
  it('with every kind of declaration: lists each name once, with its line', () => {
    const source = `import { used } from './used.js';
export interface Story { title: string; publish(at: Date): void }
type Kind = 'draft';
const LIMIT = 3;
export function save({ key: draftKey, ...rest }: Story, [first = used] = []) {
  const shorthand = used(rest);
  return { shorthand, 'quoted-key': draftKey.length, [LIMIT]: first };
}
class Store { items = []; read = (id) => { try { return id; } catch (error) { throw error; } } }
`;

    const names = listDeclaredNames('story.ts', source).map(({ name, line }) => `${line} ${name}`);

    expect(names).toEqual([
      '2 Story',
      '2 title',
      '2 publish',
      '3 Kind',
      '4 LIMIT',
      '5 save',
      '5 draftKey',
      '5 rest',
      '5 first',
      '6 shorthand',
      '7 shorthand',
      '9 Store',
      '9 items',
      '9 read',
      '9 id',
      '9 error',
    ]);
  });

  it('with JSX: lists its names', () => {
    expect(listDeclaredNames('card.tsx', 'const Card = ({ title }) => <p>{title}</p>;')).toEqual([
      { name: 'Card', line: 1 },
      { name: 'title', line: 1 },
    ]);
  });

  it('with a syntax error: names the file', () => {
    expect(() => listDeclaredNames('broken.ts', 'const = 1;')).toThrow('broken.ts');
  });
});

describe('findRetiredWord', () => {
  it.each([
    ['answerOf', 'answer'],
    ['MAX_ANSWERS', 'answers'],
    ['isTold', 'told'],
    ['processGone', 'gone'],
  ])('in %s: finds %s', (name, word) => {
    expect(findRetiredWord(name)?.word).toBe(word);
  });

  it.each(['response', 'bookmarks', 'keepAlive', 'reply', 'marks'])('in %s: finds none', (name) => {
    expect(findRetiredWord(name)).toBeNull();
  });
});
