import { describe, expect, it } from 'vitest';
import { normalizeMarkup } from './normalize-markup.js';

describe('normalizeMarkup', () => {
  it.each([
    ['loose text', 'a <strong>b</strong>', '<p>a <strong>b</strong></p>'],
    ['loose text between blocks', 'a<p>b</p>c', '<p>a</p><p>b</p><p>c</p>'],
    ['a paragraph in a paragraph', '<p><p>a</p><p>b</p></p>', '<p>a</p><p>b</p>'],
    ['text around an inner paragraph', '<p>a<p>b</p>c</p>', '<p>a</p><p>b</p><p>c</p>'],
    ['a heading in a paragraph', '<p>a<h2>b</h2></p>', '<p>a</p><h2>b</h2>'],
    ['a list in a paragraph', '<p>a<ul><li>b</li></ul>c</p>', '<p>a</p><ul><li>b</li></ul><p>c</p>'],
    [
      'emphasis around paragraphs',
      '<strong><p>a</p><p>b</p></strong>',
      '<p><strong>a</strong></p><p><strong>b</strong></p>',
    ],
    ['emphasis in the same emphasis', '<p><em>a<em>b</em>c</em></p>', '<p><em>abc</em></p>'],
    ['items without a list', '<li>a</li><li>b</li>c', '<ul><li>a</li><li>b</li></ul><p>c</p>'],
    ['text in a list', '<ul>a<li>b</li>c</ul>', '<ul><li>a</li><li>b</li><li>c</li></ul>'],
    [
      'a list in a list',
      '<ul><li>a</li><ol><li>b</li></ol><li>c</li></ul>',
      '<ul><li>a<ol><li>b</li></ol></li><li>c</li></ul>',
    ],
    ['paragraphs of a quote', '<blockquote>a<p>b</p></blockquote>', '<blockquote>a<p>b</p></blockquote>'],
    ['empty elements', '<blockquote><p> <strong></strong></p></blockquote><ul><li></li></ul>', ''],
    ['white space between blocks', '<p>a</p>\n  <p>b</p>\n', '<p>a</p><p>b</p>'],
    ['white space between words', '<p>a<strong> </strong><em>b</em></p>', '<p>a <em>b</em></p>'],
    ['a blank line of an editor', '<p>a</p><p><br /></p><p>b</p>', '<p>a</p><p><br /></p><p>b</p>'],
    ['a line break between blocks', '<p>a</p><br /><p>b</p>', '<p>a</p><p>b</p>'],
    ['closing tags without an opening tag', 'a</p></ul>b', '<p>ab</p>'],
    ['attributes', '<ol start="3"><li lang="hi">a</li></ol>', '<ol start="3"><li lang="hi">a</li></ol>'],
  ])('with %s: returns its canonical form, and is idempotent', (_name, html, expected) => {
    const once = normalizeMarkup(html);

    expect(once).toBe(expected);
    expect(normalizeMarkup(once)).toBe(once);
  });

  const buildItem = (text: string, list: string, indent = 0) =>
    `<li data-list="${list}"${indent ? ` data-indent="${indent}"` : ''}>${text}</li>`;

  it.each([
    ['bullets', [buildItem('a', 'bullet'), buildItem('b', 'bullet')], '<ul><li>a</li><li>b</li></ul>'],
    ['numbers', [buildItem('a', 'ordered')], '<ol><li>a</li></ol>'],
    ['checks', [buildItem('a', 'checked'), buildItem('b', 'unchecked')], '<ul><li>a</li><li>b</li></ul>'],
    [
      'numbers, then bullets',
      [buildItem('a', 'ordered'), buildItem('b', 'bullet')],
      '<ol><li>a</li></ol><ul><li>b</li></ul>',
    ],
    [
      'two levels and back',
      [
        buildItem('a', 'ordered'),
        buildItem('b', 'bullet', 1),
        buildItem('c', 'bullet', 1),
        buildItem('d', 'ordered'),
      ],
      '<ol><li>a<ul><li>b</li><li>c</li></ul></li><li>d</li></ol>',
    ],
    [
      'three levels, and back to the second',
      [
        buildItem('a', 'bullet'),
        buildItem('b', 'bullet', 1),
        buildItem('c', 'ordered', 2),
        buildItem('d', 'bullet', 1),
      ],
      '<ul><li>a<ul><li>b<ol><li>c</li></ol></li><li>d</li></ul></li></ul>',
    ],
    [
      'a level without one above it',
      [buildItem('a', 'bullet', 3), buildItem('b', 'bullet', 3)],
      '<ul><li>a<ul><li>b</li></ul></li></ul>',
    ],
  ])("with Quill's flat list with %s: nests lists of their type", (_name, items, expected) => {
    const html = normalizeMarkup(`<ol>${items.join('')}</ol>`);

    expect(html).toBe(expected);
    expect(normalizeMarkup(html)).toBe(html);
  });

  it.each([
    ['a link', `<a href="https://example.in/${'a'.repeat(40_000)}">`],
    ['a language', `<strong lang="hi${'-aaaaaaaa'.repeat(4_000)}">`],
  ])('with %s around thousands of paragraphs: rejects the expansion to megabytes', (_name, opening) => {
    expect(() => normalizeMarkup(`${opening}${'<p>x</p>'.repeat(7_000)}`)).toThrow(/at most 100 kB/);
  });

  it('with 100 kB of ampersands or short lines: keeps all of them', () => {
    const ampersands = `<p>${'&amp;'.repeat(100_000)}</p>`;
    const lines = `<p>${'x<br />'.repeat(25_000)}</p>`;

    expect([normalizeMarkup(ampersands), normalizeMarkup(lines)]).toEqual([ampersands, lines]);
  });
});
