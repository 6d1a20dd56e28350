import { describe, expect, it, vi } from 'vitest';
import { createUserList } from './user-list.ts';

const list = createUserList('safarnama:test', 100);

describe('createUserList', () => {
  it('with more texts than its maximum: drops the oldest', () => {
    for (let index = 0; index < 102; index += 1) list.add('asha', `ঘাট ${index}`);
    list.add('asha', 'ঘাট 2');
    list.add('asha', 'নদী');

    const saved = [...list.read('asha')];

    expect(saved).toHaveLength(100);
    expect(saved.slice(-2)).toEqual(['ঘাট 2', 'নদী']);
    expect(saved[0]).toBe('ঘাট 4');
  });

  it('with more than four users: drops the list that was changed longest ago', () => {
    for (const user of ['a', 'b', 'c', 'd', 'a', 'e']) list.add(user, `${user} ${Math.random()}`);

    expect(['a', 'b', 'c', 'd', 'e'].filter((user) => list.read(user).size > 0)).toEqual([
      'a',
      'c',
      'd',
      'e',
    ]);
  });

  it('removing and clearing: change only the list of the user', () => {
    for (const user of ['a', 'b']) for (const text of ['x', 'y']) list.add(user, text);

    list.remove('a', 'x');
    list.clear('b');

    expect([...list.read('a')]).toEqual(['y']);
    expect(list.read('b').size).toBe(0);
  });

  it('with damaged storage: adds to an empty list, and does not notify when the latest text is added again', () => {
    localStorage.setItem('safarnama:test', '{');
    const listener = vi.fn();
    const unsubscribe = list.subscribe(listener);

    list.add('asha', 'one');
    list.add('asha', 'one');
    unsubscribe();

    expect(listener).toHaveBeenCalledOnce();
    expect([...list.read('asha')]).toEqual(['one']);
  });
});
