import { describe, expect, it } from 'vitest';
import { readReturnLocation, saveReturnLocation } from './return-location.ts';

const from = (pathname: unknown) => readReturnLocation({ from: { pathname } });

describe('originOf', () => {
  it('what a guard kept: comes back whole, in any script', () => {
    const location = {
      pathname: '/post/जयपुर-की-सुबह',
      search: '?q=কলকাতা',
      hash: '#படம்',
      state: { post: { _id: 'a' } },
      key: 'k',
    };

    expect(readReturnLocation(saveReturnLocation(location))).toEqual({
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
  ])('%j, which is no path of this site: is refused', (pathname) => {
    expect(from(pathname)).toBeNull();
  });

  it.each([
    ['no state', null],
    ['another state', { post: {} }],
    ['a text', '/chat'],
    ['an origin that is a text', { from: '/chat' }],
    ['a path that is no text', { from: { pathname: ['/chat'] } }],
  ])('%s: is no origin', (_name, state) => {
    expect(readReturnLocation(state)).toBeNull();
  });

  it('a path with parts that are no text: leaves them out', () => {
    expect(readReturnLocation({ from: { pathname: '/chat', search: 1, hash: {} } })).toEqual({
      to: { pathname: '/chat', search: '', hash: '' },
      state: null,
    });
  });
});
