import { ATTACK_PICTURE_KEY, ATTACKS } from '@safarnama/attacks';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findAttackPicture } from '../../test/attack-picture.js';
import { startCpuTimer } from '../../test/cpu-time.js';
import { expectSanitized } from '../../test/expect-sanitized.js';
import { looksLikeMarkup, markupToText, sanitizeMarkup, textToMarkup } from './markup.js';

describe('sanitizeMarkup', () => {
  // The names are printable and fit on one line.
  it.each(ATTACKS.map((attack) => [JSON.stringify(attack).slice(0, 100), attack]))(
    'with %s: leaves allow-listed elements and text only, alone and within a story',
    (_name, attack) => {
      for (const html of [attack, `<p>before ${attack} after</p><ul><li>${attack}</li></ul>`]) {
        const sanitized = sanitizeMarkup(html, findAttackPicture);

        expectSanitized(sanitized);
        expect(sanitizeMarkup(sanitized, findAttackPicture)).toBe(sanitized);
      }
    },
  );

  it('with fragments of markup in any order: returns sanitized markup, and is idempotent', () => {
    const fragment = fc.oneof(
      fc.constantFrom(
        ...[
          '<p>',
          '</p>',
          '<div>',
          '</div>',
          '<b>',
          '</b>',
          '<i>',
          '</i>',
          '<a href="https://x.example/">',
          '</a>',
        ],
        ...[
          '<ul>',
          '</ul>',
          '<ol start="2">',
          '</ol>',
          '<li>',
          '</li>',
          '<li data-list="bullet">',
          '<br>',
          '<h1>',
        ],
        ...[
          '</h1>',
          '<blockquote>',
          '</blockquote>',
          '<table>',
          '<tr>',
          '<td>',
          '</table>',
          '<span>',
          '</span>',
        ],
        ...[
          '<li class="ql-indent-2" data-list="ordered">',
          '<!--',
          '-->',
          '&lt;',
          '&',
          '<',
          '>',
          '"',
          ' ',
          '\n',
        ],
        ...[
          '<script>',
          '</script>',
          '<style>',
          '</style>',
          '&nbsp;',
          '\u00a0',
          'कि',
          'word',
          '<p dir="rtl">',
        ],
        ...[
          '<figure>',
          '</figure>',
          '<figcaption>',
          '</figcaption>',
          `<img src="/media/${ATTACK_PICTURE_KEY}" alt="x">`,
          '<img src="x">',
        ],
      ),
      fc.string({ unit: 'grapheme', maxLength: 5 }),
    );
    fc.assert(
      fc.property(fc.array(fragment, { maxLength: 25 }), (fragments) => {
        const sanitized = sanitizeMarkup(fragments.join(''), findAttackPicture);

        expectSanitized(sanitized);
        expect(sanitizeMarkup(sanitized, findAttackPicture)).toBe(sanitized);
      }),
      { numRuns: 400 },
    );
  });

  it.each([
    ['unclosed elements', '<b>'],
    ['unclosed elements whose content is dropped', '<svg>'],
    ['unclosed blocks', '<div>'],
    ['unclosed items', '<ul><li>x'],
    ['closing tags', '</p>'],
    ['opening brackets', '<'],
    ['unclosed links', '<a href="https://x.example/'],
    ['comments', '<!--'],
    ['line breaks', '<br>'],
    ['entities', '&amp;'],
    ['white space', ' \n'],
    ['paragraphs', '<p>x</p>'],
    ['unclosed figures', '<figure><figcaption>x'],
    ['pictures', `<figure><img src="/media/${ATTACK_PICTURE_KEY}"></figure>`],
  ])(
    'with 100 kB of %s: takes less than 1.5 s of CPU time, together with the other functions',
    (_name, fragment) => {
      const html = fragment.repeat(Math.floor(100_000 / fragment.length));
      const cpuMs = startCpuTimer();

      looksLikeMarkup(html);
      markupToText(sanitizeMarkup(html, findAttackPicture));
      textToMarkup(html);

      // It takes half a second on an idle machine; a quadratic algorithm takes minutes.
      expect(cpuMs()).toBeLessThan(1_500);
    },
  );
});

describe('textToMarkup', () => {
  it('with any text: keeps words and lines in a round trip, and its result is sanitized', () => {
    const fragment = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 12 }),
      fc.constantFrom(
        '\n',
        '\n\n',
        ' ',
        '\t',
        '<',
        '>',
        '&',
        '&lt;',
        '<b>',
        '</b>',
        '"',
        '\u3000',
        'कि',
        '👨‍👩‍👧',
      ),
    );
    // White space within lines is collapsed; blank lines separate blocks.
    const collapseSpaces = (text: string) =>
      text
        .split('\n')
        .map((line) => line.replace(/\s+/g, ' ').trim())
        .join('\n')
        .replace(/\n{2,}/g, '\n\n')
        .trim();

    fc.assert(
      fc.property(fc.array(fragment), (pieces) => {
        const text = pieces.join('');
        const html = textToMarkup(text);

        expect(markupToText(html)).toBe(collapseSpaces(text));
        expect(markupToText(sanitizeMarkup(html))).toBe(collapseSpaces(text));
        expectSanitized(sanitizeMarkup(html));
      }),
      { numRuns: 400 },
    );
  });
});
