import { describe, expect, it } from 'vitest';
import { toLinkAddress } from './link-address.ts';

describe('toLinkAddress', () => {
  it.each([
    ['https://example.org/a?b=1', 'https://example.org/a?b=1'],
    ['  example.org/trains ', 'https://example.org/trains'],
    ['HTTP://Example.org', 'http://example.org/'],
    ['meera@example.org', 'mailto:meera@example.org'],
    ['mailto:meera@example.org', 'mailto:meera@example.org'],
    [
      'https://hi.example.org/वाराणसी',
      'https://hi.example.org/%E0%A4%B5%E0%A4%BE%E0%A4%B0%E0%A4%BE%E0%A4%A3%E0%A4%B8%E0%A5%80',
    ],
    ['localhost.example:8080/x', 'https://localhost.example:8080/x'],
  ])('with %s: returns %s', (input, url) => {
    expect(toLinkAddress(input)).toBe(url);
  });

  it.each([
    '',
    '   ',
    'nonsense',
    'two words.org',
    'javascript:alert(1)',
    'data:text/html,x',
    'ftp://a.org',
    'https://',
    '//a.org',
    'mailto:',
    `example.org/${'a'.repeat(2_048)}`,
    `${'a'.repeat(250)}.org`,
    `meera@${'a'.repeat(250)}.org`,
  ])('with %j: returns null', (input) => {
    expect(toLinkAddress(input)).toBeNull();
  });
});
