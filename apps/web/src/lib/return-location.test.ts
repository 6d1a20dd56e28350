import { describe, expect, it } from 'vitest';
import { createReturnState, readReturnLocation } from './return-location.ts';

const from = (pathname: unknown) => readReturnLocation({ from: { pathname } });

describe('readReturnLocation', () => {
  it('with the state of a guard: returns the whole location, in any script', () => {
    const location = {
      pathname: '/post/जयपुर-की-सुबह',
      search: '?q=কলকাতা',
      hash: '#படம்',
      state: { post: { _id: 'a' } },
      key: 'k',
    };

    expect(readReturnLocation(createReturnState(location))).toEqual({
      to: { pathname: location.pathname, search: location.search, hash: location.hash },
      state: location.state,
    });
  });

  it.each([
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '\t//evil.example',
    ' //evil.example',
    'https://evil.example',
    'https:/evil.example',
    'HTTP://evil.example/chat',
    'javascript:alert(1)',
    'data:text/html,x',
    'evil.example',
    'chat',
    '',
  ])('with %j, which is not a path on this site: returns null', (pathname) => {
    expect(from(pathname)).toBeNull();
  });

  it.each([
    ['no state', null],
    ['another state', { post: {} }],
    ['a string', '/chat'],
    ['a location that is a string', { from: '/chat' }],
    ['a path that is not a string', { from: { pathname: ['/chat'] } }],
  ])('with %s: returns null', (_name, state) => {
    expect(readReturnLocation(state)).toBeNull();
  });

  it('with parts that are not strings: omits them', () => {
    expect(readReturnLocation({ from: { pathname: '/chat', search: 1, hash: {} } })).toEqual({
      to: { pathname: '/chat', search: '', hash: '' },
      state: null,
    });
  });
});
