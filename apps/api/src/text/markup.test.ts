import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expectSanitized } from '../../test/expect-sanitized.js';
import { looksLikeMarkup, markupToText, sanitizeMarkup, textToMarkup } from './markup.js';

describe('sanitizeMarkup', () => {
  it.each([
    ['markup', (text: string) => sanitizeMarkup(`<p>${text}</p>`)],
    ['text', textToMarkup],
  ])('with %s that contains NUL and other line endings: treats them like a browser', (_kind, convert) => {
    expect(convert('a\0b\rc\r\nd').replaceAll('<br />', '\n')).toBe('<p>ab\nc\nd</p>');
  });

  it('with everything that is allowed: keeps it', () => {
    const html =
      '<h2>A</h2><h3>B</h3><p>c<br /><strong>d</strong> <em>e</em> <u>f</u> <s>g</s></p>' +
      '<p dir="rtl" lang="ur">لکھنؤ</p><ul><li>h</li></ul><ol start="3"><li>i</li></ol><blockquote>j</blockquote>';

    expect(sanitizeMarkup(html)).toBe(html);
  });

  it.each([
    ['strong', 'b'],
    ['em', 'i'],
    ['s', 'strike del'],
    ['u', 'ins'],
  ])('with aliases of the inline element %s: replaces them with it', (tag, others) => {
    for (const other of others.split(' ')) {
      expect(sanitizeMarkup(`<p>a <${other}>b</${other}></p>`)).toBe(`<p>a <${tag}>b</${tag}></p>`);
    }
  });

  it.each([
    ['h2', 'h1'],
    ['h3', 'h4 h5 h6'],
    ['p', 'div section article main header footer address figcaption caption center pre td th dt dd'],
    ['p', 'aside nav hgroup search details summary dialog form fieldset legend'],
  ])('with aliases of the block %s: replaces them with it', (tag, others) => {
    for (const other of others.split(' ')) {
      expect(sanitizeMarkup(`<${other}>a</${other}>b`)).toBe(`<${tag}>a</${tag}><p>b</p>`);
    }
  });

  it.each([
    ['Day 1<hr>Day 2', '<p>Day 1</p><p>Day 2</p>'],
    ['<p>Day 1<hr>Day 2</p>', '<p>Day 1</p><p>Day 2</p>'],
    ['<p>Day 1</p><hr /><p>Day 2</p>', '<p>Day 1</p><p>Day 2</p>'],
    ['<details><summary>Day 1</summary>Boats</details>Day 2', '<p>Day 1</p><p>Boats</p><p>Day 2</p>'],
  ])('with %s: does not join the words of two blocks', (html, expected) => {
    expect(sanitizeMarkup(html)).toBe(expected);
  });

  it.each([
    ...['script', 'style', 'textarea', 'option', 'noscript', 'template', 'title', 'head', 'svg', 'math'],
    ...['iframe', 'xmp', 'xml', 'noembed', 'noframes'],
  ])('with %s: drops its content', (tag) => {
    expect(sanitizeMarkup(`<p>a</p><${tag}>b</${tag}><p>c</p>`)).toBe('<p>a</p><p>c</p>');
  });

  it.each([
    ['<span style="font-weight:bold">a</span>', '<strong>a</strong>'],
    ['<span style="color:red; font-weight: BOLD">a</span>', '<strong>a</strong>'],
    ['<span style="font-weight:  600">a</span>', '<strong>a</strong>'],
    ['<span style="font-weight:500">a</span>', 'a'],
    ['<span style="font-style:italic">a</span>', '<em>a</em>'],
    ['<span style="font-style:  italic">a</span>', '<em>a</em>'],
    ['<span style="font-style:normal">a</span>', 'a'],
    ['<span style="font-weight:bold;font-style:italic">a</span>', '<strong>a</strong>'],
    ['<span>a</span>', 'a'],
    ['<b style="font-weight:normal">a</b>', 'a'],
    ['<strong style="font-weight: 400">a</strong>', 'a'],
    ['<b style="font-weight:700">a</b>', '<strong>a</strong>'],
    ['<i style="font-weight:normal">a</i>', '<em>a</em>'],
    ['<u style="font-weight:bold;font-style:italic">a</u>', '<u>a</u>'],
  ])('with %s: resolves bold and italics from the style', (html, sanitized) => {
    expect(sanitizeMarkup(`<p>${html}</p>`)).toBe(`<p>${sanitized}</p>`);
  });

  it.each([
    ['ql-indent-1', true],
    ['x ql-indent-1 y', true],
    ['xql-indent-1', false],
    ['ql-indent-1x', false],
    ['', false],
  ])('with an item of class %j: indents it for the exact class only, %s', (name, isIndented) => {
    const html = `<ol><li data-list="bullet">a</li><li data-list="bullet" class="${name}">b</li></ol>`;

    expect(sanitizeMarkup(html)).toBe(
      isIndented ? '<ul><li>a<ul><li>b</li></ul></li></ul>' : '<ul><li>a</li><li>b</li></ul>',
    );
  });

  it.each([
    ['https://hi.wikipedia.org/wiki/जयपुर', /^https:\/\/hi\.wikipedia\.org\/wiki\/%E0%A4%9C/],
    ['http://example.com/?a=1&amp;b=2', /^http:\/\/example\.com\/\?a=1&amp;b=2$/],
    ['mailto:a@example.com', /^mailto:a@example\.com$/],
  ])('with a link to %s: keeps it and adds rel and target', (href, expected) => {
    const sanitized = sanitizeMarkup(`<p><a href="${href}" target="_top" rel="opener">x</a></p>`);

    expectSanitized(sanitized);
    expect(/href="([^"]*)"/.exec(sanitized)?.[1]).toMatch(expected);
  });

  it.each(['/post/x', 'example.com', '', '#top', 'ftp://example.com', 'tel:+91', 'http://'])(
    'with a link to %j: keeps only its text',
    (href) => {
      expect(sanitizeMarkup(`<p>a <a href="${href}">b</a> c</p>`)).toBe('<p>a b c</p>');
    },
  );

  it.each([
    ['dir="sideways"', ''],
    ['dir="auto"', ' dir="auto"'],
    ['lang="hi-IN"', ' lang="hi-IN"'],
    ['lang="zh-Hant-TW"', ' lang="zh-Hant-TW"'],
    ['lang="hi; x"', ''],
    ['lang="x; hi"', ''],
    ['lang="h"', ''],
    ['dir="ltr" lang=""', ' dir="ltr"'],
    ['class="x" id="y" style="color:red" title="z" data-x="1"', ''],
  ])('with a paragraph with %s: keeps only well-formed allowed attributes', (attributes, expected) => {
    expect(sanitizeMarkup(`<p ${attributes}>x</p>`)).toBe(`<p${expected}>x</p>`);
  });

  it.each([
    ['3', ' start="3"'],
    ['123456', ' start="123456"'],
    ['-1', ''],
    ['1e9', ''],
    ['12345678', ''],
  ])('with a list that starts at %s: keeps only plain numbers', (start, expected) => {
    expect(sanitizeMarkup(`<ol start="${start}"><li>x</li></ol>`)).toBe(`<ol${expected}><li>x</li></ol>`);
  });

  it('with markup of Quill 2: returns lists of their type, plain spaces, and none of its helper elements', () => {
    const quill =
      '<h1>Kochi</h1><p>Chai&nbsp;at&nbsp;<strong>six</strong></p><p><br></p><ol>' +
      '<li data-list="bullet"><span class="ql-ui" contenteditable="false"></span>net</li>' +
      '<li data-list="bullet" class="ql-indent-1"><span class="ql-ui" contenteditable="false"></span>knot</li>' +
      '<li data-list="ordered"><span class="ql-ui" contenteditable="false"></span>one</li></ol>' +
      '<p class="ql-align-right ql-direction-rtl">x</p>';

    expect(sanitizeMarkup(quill)).toBe(
      '<h2>Kochi</h2><p>Chai at <strong>six</strong></p><p><br /></p>' +
        '<ul><li>net<ul><li>knot</li></ul></li></ul><ol><li>one</li></ol><p>x</p>',
    );
  });

  it('with markup from Word: returns the text without comments, styles and its own bullets', () => {
    const word =
      '<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style><!-- p.MsoNormal {margin:0} --></style>' +
      '<!--[if gte mso 9]><xml><o:OfficeDocumentSettings/></xml><![endif]--></head><body lang=EN-IN>' +
      '<p class=MsoNormal><b><span style="font-size:14.0pt">Day one<o:p></o:p></span></b></p>' +
      '<p class=MsoNormal><o:p>&nbsp;</o:p></p><p class=MsoNormal><i>Rain</i>&nbsp;on the ghats.</p>' +
      '<table class=MsoTableGrid><tr><td><p class=MsoNormal>Train</p></td><td><p class=MsoNormal>6:10</p></td></tr>' +
      '</table></body></html>';

    const sanitized = sanitizeMarkup(word);

    expect(sanitized).toBe(
      '<p><strong>Day one</strong></p><p><em>Rain</em> on the ghats.</p><p>Train</p><p>6:10</p>',
    );
    expect(markupToText(sanitized)).toBe('Day one\n\nRain on the ghats.\n\nTrain\n\n6:10');
  });

  it('with markup from Google Docs: resolves bold and italics from the styles', () => {
    const docs =
      '<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1"><p dir="ltr">' +
      '<span style="font-size:11pt;font-weight:700;font-style:normal">Bold</span>' +
      '<span style="font-weight:400;font-style:normal"> plain </span>' +
      '<span style="font-weight:400;font-style:italic">slanted</span></p><br /><ul style="margin:0">' +
      '<li dir="ltr" aria-level="1"><p dir="ltr" role="presentation"><span style="font-weight:400">a</span></p></li>' +
      '<ul><li dir="ltr" aria-level="2"><p dir="ltr"><span>b</span></p></li></ul></ul></b>';

    expect(sanitizeMarkup(docs)).toBe(
      '<p dir="ltr"><strong>Bold</strong> plain <em>slanted</em></p>' +
        '<ul><li dir="ltr"><p dir="ltr">a</p><ul><li dir="ltr"><p dir="ltr">b</p></li></ul></li></ul>',
    );
  });
});

describe('sanitizeMarkup, with elements that it replaces by their content', () => {
  it.each([
    ['<p><a href="/about">us</a> are <em>very</em> glad</p>', '<p>us are <em>very</em> glad</p>'],
    [
      '<p>Call <a href="tel:+91">us</a> or <strong>write</strong> to me.</p>',
      '<p>Call us or <strong>write</strong> to me.</p>',
    ],
    ['<img src="x"><blockquote>a</blockquote><p>b</p>', '<blockquote>a</blockquote><p>b</p>'],
    ['<p><a href="#top">a</a></p><ul><li>b</li><li>c</li></ul>', '<p>a</p><ul><li>b</li><li>c</li></ul>'],
    ['<p><b style="font-weight:400">a</b> b <em>c</em> d</p>', '<p>a b <em>c</em> d</p>'],
  ])('with %s: ends the elements after them where they end', (html, expected) => {
    expect(sanitizeMarkup(html)).toBe(expected);
  });

  it('in any order among others: keeps the elements of each word', () => {
    const link = '<a href="https://x.example/" rel="noopener nofollow ugc" target="_blank">';
    const piece = fc.constantFrom<[html: string, expected: string]>(
      ['plain ', 'plain '],
      ['<strong>bold</strong> ', '<strong>bold</strong> '],
      ['<em>italic <u>both</u></em> ', '<em>italic <u>both</u></em> '],
      ['<a href="https://x.example/">link</a> ', `${link}link</a> `],
      ['<a href="/about">refused</a> ', 'refused '],
      ['<a name="top"><em>nested</em></a> ', '<em>nested</em> '],
      ['<b style="font-weight:normal">normal</b> ', 'normal '],
      ['<span style="font-weight:bold">styled</span> ', '<strong>styled</strong> '],
      ['<span dir="rtl">span</span> ', 'span '],
    );
    const paragraph = (tag: string) =>
      fc
        .array(piece, { maxLength: 6 })
        .map((pieces) =>
          [0, 1].map((side) => `<${tag}>${pieces.map((both) => both[side]).join('')}end</${tag}>`),
        );
    const block = fc.oneof(
      paragraph('p'),
      paragraph('h2'),
      paragraph('blockquote'),
      paragraph('li').map((items) => items.map((item) => `<ul>${item}${item}</ul>`)),
      fc.constant(['<img src="https://x.example/a.jpg">', '']),
    );

    fc.assert(
      fc.property(fc.array(block, { maxLength: 6 }), (blocks) => {
        const [html, expected] = [0, 1].map((side) => blocks.map((both) => both[side]).join(''));

        expect(sanitizeMarkup(html ?? '')).toBe(expected);
      }),
    );
  });
});

describe('sanitizeMarkup, with elements that are never closed', () => {
  it('with more than 200 of them: ignores the tags within, and keeps the text', () => {
    const open = '<font>'.repeat(200);
    const html = `${open}a<b>b</b><p>c</p><script>no<b></script><svg><svg><p>no</svg></svg>d<br>`;

    expect(sanitizeMarkup(`${html}${'</font>'.repeat(200)}<p><b>e</b></p>`)).toBe(
      '<p>abcd</p><p><strong>e</strong></p>',
    );
  });

  it.each([
    ['closing tags of others', '</ab>'],
    ['closing tags of an outer one', '</b><b>'],
    ['elements', '<i></i>'],
  ])('with 200,000 of them and %s: takes time proportional to the length', (_case, others) => {
    // Comparing each tag with each open element would take minutes.
    const html = `<b>${'<aa>'.repeat(200_000)}${others.repeat(200_000)}`;

    expect(sanitizeMarkup(html)).toBe('');
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
    '<h1\nclass="x">x</h1>',
    '<b/>x</b>',
  ])('with %s, a complete element: is true', (text) => {
    expect(looksLikeMarkup(text)).toBe(true);
  });

  it.each([
    'a abbr address article aside audio b blockquote body button canvas caption center cite code dd del details',
    'div dl dt em fieldset figcaption figure font footer form h1 h2 h3 h4 h5 h6 head header html i iframe ins kbd',
    'label li main mark math nav object ol option p picture pre q s samp script section select small span strike',
    'strong style sub summary sup svg table tbody td template textarea tfoot th thead time title tr tt u ul var video',
  ])('with an element of %s: is true only when it is closed', (tags) => {
    for (const tag of tags.split(' ')) {
      expect([tag, looksLikeMarkup(`<${tag}>x</${tag}>`), looksLikeMarkup(`<${tag}>x`)]).toEqual([
        tag,
        true,
        false,
      ]);
    }
  });

  it('with a void element: is true without a closing tag, false for a closing tag', () => {
    for (const tag of 'area base br col embed hr img input link meta source track wbr'.split(' ')) {
      expect([tag, looksLikeMarkup(`a <${tag}> b`), looksLikeMarkup(`a </${tag}> b`)]).toEqual([
        tag,
        true,
        false,
      ]);
    }
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
    'closed twice</p></p>',
    '</p> before <p>',
    '<story>not a known tag</story>',
    '<बस>x</बस>',
    '&lt;p&gt;x&lt;/p&gt;',
    '',
  ])('with %s, plain text: is false', (text) => {
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
  ])('with %s: returns the text with a blank line between blocks', (html, text) => {
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
  ])('with %j: returns a paragraph for each block', (text, html) => {
    expect(textToMarkup(text)).toBe(html);
  });
});
