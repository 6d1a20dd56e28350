import { describe, expect, it } from 'vitest';
import { listFigures } from './figures.js';
import { markupToText, sanitizeMarkup } from './markup.js';

const KEYS = { a: 'a'.repeat(24), b: 'b'.repeat(24) };

/** Sanitizes a text that may contain the pictures `a` and `b`. */
function sanitize(html: string): string {
  return sanitizeMarkup(html, (src) => {
    const key = Object.values(KEYS).find((known) => src === `/media/${known}`);
    return key === undefined ? null : { key, width: 4, height: 3 };
  });
}

const img = (name: keyof typeof KEYS) => `<img src="/media/${KEYS[name]}">`;
const figure = (name: keyof typeof KEYS, caption = '') =>
  `<figure><img src="/media/${KEYS[name]}" alt="" width="4" height="3">${caption && `<figcaption>${caption}</figcaption>`}</figure>`;

describe('sanitizeMarkup with pictures', () => {
  it.each([
    ['a figure', `<figure>${img('a')}</figure>`, figure('a')],
    ['a caption', `<figure>${img('a')}<figcaption>x</figcaption></figure>`, figure('a', 'x')],
    ['a caption first', `<figure><figcaption>x</figcaption>${img('a')}</figure>`, figure('a', 'x')],
    [
      'markup in a caption',
      `<figure>${img('a')}<figcaption> <p>भोर <em>at</em></p><p>six<br>&amp;</p>\n</figcaption></figure>`,
      figure('a', 'भोर at six &amp;'),
    ],
    ['an empty caption', `<figure>${img('a')}<figcaption> <br> </figcaption></figure>`, figure('a')],
    ['a link around it', `<figure><a href="https://x.example/">${img('a')}</a></figure>`, figure('a')],
    [
      'two pictures in a figure',
      `<figure>${img('a')}${img('b')}<figcaption>x</figcaption></figure>`,
      `${figure('a')}${figure('b', 'x')}`,
    ],
    [
      'a gallery',
      `<figure><figure>${img('a')}<figcaption>x</figcaption></figure><figure>${img('b')}</figure><figcaption>y</figcaption></figure>`,
      `${figure('a', 'x')}${figure('b')}<p>y</p>`,
    ],
    ['text around it', `<figure>x${img('a')}y</figure>`, `<p>x</p>${figure('a')}<p>y</p>`],
    [
      'a figure in a paragraph',
      `<p>x <strong>y<figure>${img('a')}</figure>z</strong></p>`,
      `<p>x <strong>y</strong></p>${figure('a')}<p><strong>z</strong></p>`,
    ],
    [
      'a figure in a list and a quote',
      `<blockquote>x<ul><li>y<figure>${img('a')}</figure>z</li></ul></blockquote>`,
      `<blockquote>x<ul><li>y</li></ul></blockquote>${figure('a')}<blockquote><ul><li>z</li></ul></blockquote>`,
    ],
    ['a picture outside of a figure', `<p>x${img('a')}y</p>`, `<p>x</p>${figure('a')}<p>y</p>`],
    [
      'pictures outside of a figure, one in a link',
      `${img('a')}<p><a href="https://x.example/">${img('b')}</a></p>`,
      `${figure('a')}${figure('b')}`,
    ],
    [
      'a picture in a caption',
      `<figure><figcaption>x${img('a')}</figcaption></figure>`,
      `<p>x</p>${figure('a')}`,
    ],
    ['a figure without a picture', '<figure>x<figcaption>y</figcaption></figure>', '<p>x</p><p>y</p>'],
    ['an unknown picture', '<figure><img src="/media/c"><figcaption>x</figcaption></figure>', '<p>x</p>'],
    ['an unknown picture outside of a figure', '<p>x<img src="/media/c">y</p>', '<p>xy</p>'],
    ['a caption without a figure', '<figcaption>x</figcaption>', '<p>x</p>'],
    ['an empty figure', '<figure></figure>', ''],
    ['unclosed elements', `<p>x<figure>${img('a')}<figcaption>y`, `<p>x</p>${figure('a', 'y')}`],
    [
      'other attributes',
      `<figure class="c" dir="rtl"><img src="/media/${KEYS.a}" width="9" style="x" onload="x"><figcaption lang="hi">x</figcaption></figure>`,
      figure('a', 'x'),
    ],
  ])('with %s: returns its canonical form, and is idempotent', (_name, html, expected) => {
    const sanitized = sanitize(html);

    expect(sanitized).toBe(expected);
    expect(sanitize(sanitized)).toBe(sanitized);
  });

  it('with an alternative text: returns it on one line', () => {
    const html = `<figure><img src="/media/${KEYS.a}" alt="  घाट\n&nbsp;&amp;\0 &quot;boats&quot; "></figure>`;

    expect(sanitize(html)).toContain(' alt="घाट &amp; &quot;boats&quot;" ');
  });

  it('without a function that finds pictures: removes all pictures', () => {
    expect(sanitizeMarkup(`<p>x</p>${figure('a', 'y')}`)).toBe('<p>x</p><p>y</p>');
  });
});

describe('listFigures', () => {
  it('with figures: lists them in order, with their texts decoded', () => {
    const html = `<p>x</p>${figure('b', '&lt;i&gt; &amp;amp; भोर')}<p>y</p>${figure('a').replace('alt=""', 'alt="&quot;z&quot;"')}`;

    expect(listFigures(html)).toEqual([
      { key: KEYS.b, alt: '', caption: '<i> &amp; भोर' },
      { key: KEYS.a, alt: '"z"', caption: '' },
    ]);
  });
});

describe('markupToText with pictures', () => {
  it('with and without captions: returns captions as blocks of their own', () => {
    expect(markupToText(`<p>x</p>${figure('a', 'y')}${figure('b')}<p>z</p>${figure('b', '&lt;')}`)).toBe(
      'x\n\ny\n\nz\n\n<',
    );
  });
});
