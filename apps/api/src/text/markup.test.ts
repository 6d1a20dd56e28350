import { ATTACKS } from '@safarnama/attacks';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { startCpuTime } from '../../test/cpu-time.js';
import { cleanMarkup, looksLikeMarkup, markupToText, textToMarkup } from './markup.js';
import { readMarkup } from './tidy-markup.js';

const TAGS = new Set(['p', 'strong', 'em', 'u', 's', 'a', 'ul', 'ol', 'li', 'h2', 'h3', 'blockquote']);
const ATTRIBUTE = / (href|rel|target|start|dir|lang)="([^"<>]*)"/g;

/** Reads cleaned markup as strictly as can be: allow-listed tags, each closed in its order, known attributes. */
function expectClean(html: string): void {
  const open: string[] = [];
  for (const token of readMarkup(html)) {
    if (token.kind === 'text') expect(token.text).not.toMatch(/[<>\u00a0]/);
    if (token.kind === 'open') {
      expect(TAGS).toContain(token.tag);
      open.push(token.tag);
      expect(token.attributes.replace(ATTRIBUTE, '')).toBe('');
      const attributes = new Map(
        [...token.attributes.matchAll(ATTRIBUTE)].map(([, name, value]) => [name, value]),
      );
      if (token.tag === 'a') {
        expect(attributes.get('href')).toMatch(/^(https?:\/\/|mailto:)/);
        expect(attributes.get('rel')).toBe('noopener nofollow ugc');
        expect(attributes.get('target')).toBe('_blank');
      } else expect(attributes.has('href')).toBe(false);
    }
    if (token.kind === 'close') expect(open.pop()).toBe(token.tag);
  }
  expect(open).toEqual([]);
}

describe('cleanMarkup', () => {
  // Named in one printable line each.
  it.each(ATTACKS.map((attack) => [JSON.stringify(attack).slice(0, 100), attack]))(
    'of %s: leaves allow-listed elements and text only, alone and within a story',
    (_name, attack) => {
      for (const html of [attack, `<p>before ${attack} after</p><ul><li>${attack}</li></ul>`]) {
        const clean = cleanMarkup(html);

        expectClean(clean);
        expect(cleanMarkup(clean)).toBe(clean);
      }
    },
  );

  it('of scraps of markup in any order: is clean, and cleaning again changes nothing', () => {
    const scrap = fc.oneof(
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
      ),
      fc.string({ unit: 'grapheme', maxLength: 5 }),
    );
    fc.assert(
      fc.property(fc.array(scrap, { maxLength: 25 }), (scraps) => {
        const clean = cleanMarkup(scraps.join(''));

        expectClean(clean);
        expect(cleanMarkup(clean)).toBe(clean);
      }),
      { numRuns: 400 },
    );
  });

  it.each([
    ['markup', (text: string) => cleanMarkup(`<p>${text}</p>`)],
    ['text', textToMarkup],
  ])('of %s with NUL and other line ends: keeps what a browser would keep of it', (_kind, make) => {
    expect(make('a\0b\rc\r\nd').replaceAll('<br />', '\n')).toBe('<p>ab\nc\nd</p>');
  });

  it('of everything that is allowed: keeps it', () => {
    const html =
      '<h2>A</h2><h3>B</h3><p>c<br /><strong>d</strong> <em>e</em> <u>f</u> <s>g</s></p>' +
      '<p dir="rtl" lang="ur">لکھنؤ</p><ul><li>h</li></ul><ol start="3"><li>i</li></ol><blockquote>j</blockquote>';

    expect(cleanMarkup(html)).toBe(html);
  });

  it.each([
    ['https://hi.wikipedia.org/wiki/जयपुर', /^https:\/\/hi\.wikipedia\.org\/wiki\/%E0%A4%9C/],
    ['http://example.com/?a=1&amp;b=2', /^http:\/\/example\.com\/\?a=1&amp;b=2$/],
    ['mailto:a@example.com', /^mailto:a@example\.com$/],
  ])('of a link to %s: keeps it, and says how far it is trusted', (href, expected) => {
    const clean = cleanMarkup(`<p><a href="${href}" target="_top" rel="opener">x</a></p>`);

    expectClean(clean);
    expect(/href="([^"]*)"/.exec(clean)?.[1]).toMatch(expected);
  });

  it.each(['/post/x', 'example.com', '', '#top', 'ftp://example.com', 'tel:+91', 'http://'])(
    'of a link to %j: keeps the words alone',
    (href) => {
      expect(cleanMarkup(`<p>a <a href="${href}">b</a> c</p>`)).toBe('<p>a b c</p>');
    },
  );

  it.each([
    ['dir="sideways"', ''],
    ['dir="auto"', ' dir="auto"'],
    ['lang="hi-IN"', ' lang="hi-IN"'],
    ['lang="hi; x"', ''],
    ['class="x" id="y" style="color:red" title="z" data-x="1"', ''],
  ])('of a paragraph with %s: keeps only what is well formed and allowed', (attributes, kept) => {
    expect(cleanMarkup(`<p ${attributes}>x</p>`)).toBe(`<p${kept}>x</p>`);
  });

  it.each([
    ['3', ' start="3"'],
    ['-1', ''],
    ['1e9', ''],
    ['12345678', ''],
  ])('of a list that starts at %s: keeps a plain number only', (start, kept) => {
    expect(cleanMarkup(`<ol start="${start}"><li>x</li></ol>`)).toBe(`<ol${kept}><li>x</li></ol>`);
  });

  it('of what Quill 2 makes: gives lists of their kind, plain spaces, and none of its helpers', () => {
    const quill =
      '<h1>Kochi</h1><p>Chai&nbsp;at&nbsp;<strong>six</strong></p><p><br></p><ol>' +
      '<li data-list="bullet"><span class="ql-ui" contenteditable="false"></span>net</li>' +
      '<li data-list="bullet" class="ql-indent-1"><span class="ql-ui" contenteditable="false"></span>knot</li>' +
      '<li data-list="ordered"><span class="ql-ui" contenteditable="false"></span>one</li></ol>' +
      '<p class="ql-align-right ql-direction-rtl">x</p>';

    expect(cleanMarkup(quill)).toBe(
      '<h2>Kochi</h2><p>Chai at <strong>six</strong></p><p><br /></p>' +
        '<ul><li>net<ul><li>knot</li></ul></li></ul><ol><li>one</li></ol><p>x</p>',
    );
  });

  it('of what Word puts on the clipboard: gives its words without comments, styles and bullets of its own', () => {
    const word =
      '<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style><!-- p.MsoNormal {margin:0} --></style>' +
      '<!--[if gte mso 9]><xml><o:OfficeDocumentSettings/></xml><![endif]--></head><body lang=EN-IN>' +
      '<p class=MsoNormal><b><span style="font-size:14.0pt">Day one<o:p></o:p></span></b></p>' +
      '<p class=MsoNormal><o:p>&nbsp;</o:p></p><p class=MsoNormal><i>Rain</i>&nbsp;on the ghats.</p>' +
      '<table class=MsoTableGrid><tr><td><p class=MsoNormal>Train</p></td><td><p class=MsoNormal>6:10</p></td></tr>' +
      '</table></body></html>';

    const clean = cleanMarkup(word);

    expect(clean).toBe(
      '<p><strong>Day one</strong></p><p><em>Rain</em> on the ghats.</p><p>Train</p><p>6:10</p>',
    );
    expect(markupToText(clean)).toBe('Day one\n\nRain on the ghats.\n\nTrain\n\n6:10');
  });

  it('of what Google Docs puts on the clipboard: reads weight and slant from the styles', () => {
    const docs =
      '<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1"><p dir="ltr">' +
      '<span style="font-size:11pt;font-weight:700;font-style:normal">Bold</span>' +
      '<span style="font-weight:400;font-style:normal"> plain </span>' +
      '<span style="font-weight:400;font-style:italic">slanted</span></p><br /><ul style="margin:0">' +
      '<li dir="ltr" aria-level="1"><p dir="ltr" role="presentation"><span style="font-weight:400">a</span></p></li>' +
      '<ul><li dir="ltr" aria-level="2"><p dir="ltr"><span>b</span></p></li></ul></ul></b>';

    expect(cleanMarkup(docs)).toBe(
      '<p dir="ltr"><strong>Bold</strong> plain <em>slanted</em></p>' +
        '<ul><li dir="ltr"><p dir="ltr">a</p><ul><li dir="ltr"><p dir="ltr">b</p></li></ul></li></ul>',
    );
  });

  it.each([
    ['unclosed elements', '<b>'],
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
  ])('of 100 kB of %s: takes no more than a moment, and so does all else that reads it', (_name, piece) => {
    const html = piece.repeat(Math.floor(100_000 / piece.length));
    const cpuMs = startCpuTime();

    looksLikeMarkup(html);
    markupToText(cleanMarkup(html));
    textToMarkup(html);

    // Half a second on an idle machine; what grows with the square takes minutes.
    expect(cpuMs()).toBeLessThan(1_500);
  });
});

describe('looksLikeMarkup', () => {
  it.each([
    '<p>x</p>',
    'a <b>b</b> c',
    '<P CLASS=x>x</P >',
    'one<br>two',
    'one<br/>two',
    '<img src=x>',
    '<a href="https://x.example/?a=1">x</a>',
    '<ul><li>x</ul>',
    '<p>one\n\ntwo</p>',
    '<script>alert(1)</script>',
  ])('%s holds a complete element: true', (text) => {
    expect(looksLikeMarkup(text)).toBe(true);
  });

  it.each([
    '5 < 6',
    '5 < 6 > 4',
    'a <b c',
    'x <- y -> z',
    'if (a<b && b>c)',
    '<3 Kochi </3',
    '<p>never closed',
    'closed only</p>',
    '</p> before <p>',
    '<story>not a known tag</story>',
    '<बस>x</बस>',
    '&lt;p&gt;x&lt;/p&gt;',
    '',
  ])('%s is text: false', (text) => {
    expect(looksLikeMarkup(text)).toBe(false);
  });
});

describe('markupToText', () => {
  it.each([
    ['<p>a</p><p>b</p>', 'a\n\nb'],
    ['<h2>a</h2><blockquote>b</blockquote><p>c</p>', 'a\n\nb\n\nc'],
    ['<p>a<br />b</p>', 'a\nb'],
    ['<p>a</p><ul><li>b</li><li>c</li></ul><p>d</p>', 'a\n\nb\nc\n\nd'],
    ['<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>', 'a\nb\nc'],
    ['<ul><li><p>a</p></li><li><p>b</p></li></ul>', 'a\nb'],
    ['<p>a <strong> b</strong> \n c</p>', 'a b c'],
    ['<p>5 &lt; 6 &amp;&amp; &amp;lt; &quot;x&quot; &gt;</p>', '5 < 6 && &lt; "x" >'],
    ['<p><br /></p>', ''],
    ['', ''],
  ])('%s: gives the words, with a blank line between blocks', (html, text) => {
    expect(markupToText(html)).toBe(text);
  });
});

describe('textToMarkup', () => {
  it.each([
    ['a', '<p>a</p>'],
    ['a\n\nb\nc', '<p>a</p><p>b<br />c</p>'],
    ['a\n \t\n\n\nb', '<p>a</p><p>b</p>'],
    ['5 < 6 & "x" > <b>y</b>', '<p>5 &lt; 6 &amp; "x" &gt; &lt;b&gt;y&lt;/b&gt;</p>'],
    ['जयपुर 👨‍👩‍👧', '<p>जयपुर 👨‍👩‍👧</p>'],
  ])('%j: is a paragraph for each block', (text, html) => {
    expect(textToMarkup(text)).toBe(html);
  });

  it('of any text: comes back from markup with its words and lines, and is clean as it is', () => {
    const piece = fc.oneof(
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
    // Lines with their white space collapsed, a blank line between blocks.
    const words = (text: string) =>
      text
        .split('\n')
        .map((line) => line.replace(/\s+/g, ' ').trim())
        .join('\n')
        .replace(/\n{2,}/g, '\n\n')
        .trim();

    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const text = pieces.join('');
        const html = textToMarkup(text);

        expect(markupToText(html)).toBe(words(text));
        expect(markupToText(cleanMarkup(html))).toBe(words(text));
        expectClean(cleanMarkup(html));
      }),
      { numRuns: 400 },
    );
  });
});
