import { describe, expect, it } from 'vitest';
import { parseHtml } from '../story-html.ts';
import type { Figure } from './figure.ts';
import { sanitizePaste } from './sanitize-paste.ts';

const pictures = {
  isKnown: ({ src, upload }: Figure) => src === '/media/known' || upload === 'pending1',
  upload: () => 'new1',
};

function sanitize(html: string): string {
  const body = parseHtml(html);
  sanitizePaste(body, pictures);
  return body.innerHTML;
}

describe('sanitizePaste', () => {
  it.each([
    [
      'with a web page: keeps text, headings and lists, and removes the rest',
      '<style>p{color:red}</style><article><h1 class="x">काशी</h1><div style="font-size:20px"><p>सुबह</p></div>' +
        '<script>alert(1)</script><img src="x" onerror="alert(1)"><ul><li onclick="x()">चाय</li></ul></article>',
      '<h2>काशी</h2><p>सुबह</p><ul><li>चाय</li></ul>',
    ],
    [
      'with blocks that a story does not have: makes each a paragraph',
      '<details><summary>काशी</summary><aside>सुबह</aside></details><form><fieldset><legend>चाय</legend></fieldset></form>',
      '<p>काशी</p><p>सुबह</p><p>चाय</p>',
    ],
    [
      'with buttons: removes them, except one that is a heading’s text',
      '<h2><button><svg></svg> காசி </button></h2><h3>சென்னை <button>Copy</button></h3><p><button>Save</button>கோவை</p>',
      '<h2> காசி </h2><h3>சென்னை </h3><p>கோவை</p>',
    ],
    ['with a line between texts: ends the paragraph', 'काशी<hr>सुबह', 'काशी<p></p>सुबह'],
    [
      'with markup of Word: removes its elements and classes, and keeps the text',
      '<p class=MsoNormal><b>மதுரை</b><o:p></o:p></p><p class=MsoNormal><span style="mso-bidi-font-weight:normal">கோயில்</span></p>',
      '<p><strong>மதுரை</strong></p><p>கோயில்</p>',
    ],
    [
      'with markup of Word for the web: keeps headings and the depth of list items',
      '<p role="heading" aria-level="1">மதுரை</p><p role="heading" aria-level="3">கோயில்</p>' +
        '<div><ul><li data-aria-level="1"><p>a</p></li></ul></div><div><ul><li data-aria-level="2"><p>b</p></li></ul></div>',
      '<h2>மதுரை</h2><h3>கோயில்</h3><ul><li><p>a</p></li></ul><ul><li class="ql-indent-1"><p>b</p></li></ul>',
    ],
    [
      'with markup of Google Docs: removes the false bold, and converts styled spans',
      '<b style="font-weight:normal"><p><span style="font-weight:700">ভোর</span> <span style="font-style:italic;text-decoration:underline">নদী</span></p></b>',
      '<p><strong>ভোর</strong> <u><em>নদী</em></u></p>',
    ],
    [
      'with bold and italic text in one element: keeps both',
      '<p><span style="font-weight:bold;font-style:italic">ভোর</span> <b style="font-style:italic">নদী</b> ' +
        '<i style="font-weight:700">ঘাট</i> <b style="font-weight:normal;font-style:italic">নৌকা</b></p>',
      '<p><em><strong>ভোর</strong></em> <em><strong>নদী</strong></em> <strong><em>ঘাট</em></strong> <em>নৌকা</em></p>',
    ],
    [
      'with links: keeps http, https and mailto links without other attributes',
      '<p><a href="https://example.org/a" onclick="x()" style="color:red"><span style="text-decoration:underline">ok</span></a> ' +
        '<a href="javascript:alert(1)">no</a> <a href="/here">near</a> <a href="mailto:a@b.org">mail</a></p>',
      '<p><a href="https://example.org/a">ok</a> no near <a href="mailto:a@b.org">mail</a></p>',
    ],
    [
      'with hidden text, small headings and deleted text: removes or converts them',
      '<p style="display:none">secret</p><h5>साँझ</h5><del>old</del>',
      '<h3>साँझ</h3><s>old</s>',
    ],
    [
      'with a table: converts each row to a line, with bold heading cells and a dash for an empty cell',
      '<table><caption>রেল</caption><tr><th>Train</th><th>Departs</th></tr><tr><td><p>Pune</p><p>Goa</p></td><td> <b>7:10</b> </td></tr>' +
        '<tr><td>Kochi<br>Madgaon</td><td></td></tr><tr><td></td><td> </td></tr></table><p>सुबह</p>',
      '<p>রেল</p><p><strong>Train</strong> · <strong>Departs</strong></p><p>Pune Goa · <strong>7:10</strong></p>' +
        '<p>Kochi Madgaon · –</p><p>सुबह</p>',
    ],
    [
      'with a table for layout: keeps its blocks apart',
      '<table><tr><td><h2>மதுரை</h2><table><tr><td>a</td></tr></table></td><td>b</td></tr></table>',
      '<h2>மதுரை</h2><p>a</p><p>b</p>',
    ],
    [
      'with nested boxes and lists: unwraps the boxes and keeps the nested lists',
      '<div><div><p>a</p></div></div><ul><li>b<ul><li>c</li></ul></li></ul>',
      '<p>a</p><ul><li>b<ul><li>c</li></ul></li></ul>',
    ],
    [
      'with text whose line breaks are kept: keeps them',
      '<p style="white-space: pre-wrap">काशी\n<span style="color: red">सुबह\n\nघाट</span></p>' +
        '<pre style="color: red">चाय\n<b>नाव\n</b>नदी</pre><span style="white-space: pre-line">रेल\nपुल</span>' +
        '<p style="white-space-collapse: preserve">a\nb</p>',
      '<p>काशी<br>सुबह<br><br>घाट</p><p>चाय<br><strong>नाव<br></strong>नदी</p>रेल<br>पुल<p>a<br>b</p>',
    ],
    [
      'with line breaks that are only white space: leaves them',
      '<p style="white-space: normal">a\nb</p><pre style="white-space: normal">c\nd</pre>' +
        '<div style="white-space: pre-wrap">\n<p style="white-space: normal">e\nf</p>\n<ul>\n<li>g</li>\n</ul>\n</div>' +
        '<p style="white-space-collapse: preserve-spaces">h\ni</p>',
      '<p>a\nb</p><p>c\nd</p>\n<p>e\nf</p>\n<ul>\n<li>g</li>\n</ul>\n<p>h\ni</p>',
    ],
    [
      'with white space between the parts of a list or table where line breaks are kept: leaves it',
      '<ul style="white-space: pre-wrap">\n<!-- x -->\n<li>a</li></ul><div style="white-space: pre-wrap">\n<table>\n' +
        '<tbody>\n<tr>\n<td>b\nc</td>\n</tr>\n</tbody>\n</table>\n<!-- y -->\n<p>d</p></div>',
      '<ul>\n\n<li>a</li></ul>\n\n\n\n<p>b<br>c</p>\n\n\n\n\n<p>d</p>',
    ],
    [
      'with line breaks kept in a table: keeps each row on one line',
      '<table><tr><td style="white-space: pre-wrap">a\nb</td><td><span style="white-space: pre">c\nd</span></td></tr></table>',
      '<p>a b · c d</p>',
    ],
    [
      'with paragraphs in a quote, a heading or bold text: keeps their format',
      '<blockquote><div><p>a</p></div><p>b</p></blockquote><h1><div>c</div></h1><b><p>d</p></b>',
      '<blockquote><p>a</p><p>b</p></blockquote><h2><p>c</p></h2><p><strong>d</strong></p>',
    ],
    [
      'with list items of the editor: keeps their kind and depth',
      '<ol><li data-list="bullet" class="ql-indent-1 evil" id="x">चाय</li></ol>',
      '<ol><li data-list="bullet" class="ql-indent-1">चाय</li></ol>',
    ],
    [
      'with numbered lists that do not start at 1: keeps their first number',
      '<ol start="3"><li>चाय<ol start="2"><li>अदरक</li></ol></li><li>b</li></ol><ol start="1"><li>c</li></ol><ol start="x"><li data-start="y">d</li></ol>',
      '<ol><li data-start="3">चाय<ol><li data-start="2">अदरक</li></ol></li><li>b</li></ol><ol><li>c</li></ol><ol><li>d</li></ol>',
    ],
    [
      'with quotes in the text: puts them in quotation marks',
      '<p><q>सुबह की <q>चाय</q></q> और <q><b>घाट</b></q></p>',
      '<p>“सुबह की ‘चाय’” और “<strong>घाट</strong>”</p>',
    ],
    [
      'with quotes that have quotation marks of their own: adds none',
      '<p><q>“सुबह की <q>चाय</q>”</q> और <q> «घाट» </q>, <q>“हाँ”, वह बोली</q></p>',
      '<p>“सुबह की ‘चाय’” और  «घाट» , ““हाँ”, वह बोली”</p>',
    ],
    [
      'with superscripts and subscripts: keeps numbers readable, and other text',
      '<p>10<sup>2</sup> km<sup>-1</sup> H<sub>2</sub>O 1<sup>st</sup> a<sup><b>3</b></sup></p>',
      '<p>10² km⁻¹ H₂O 1st a<strong>³</strong></p>',
    ],
    ['with plain text: returns it unchanged', 'எழுத்து 👨‍👩‍👧‍👦 &lt;b&gt;', 'எழுத்து 👨‍👩‍👧‍👦 &lt;b&gt;'],
  ])('%s', (_name, html, expected) => {
    expect(sanitize(html)).toBe(expected);
    expect(sanitize(expected)).toBe(expected);
  });
});

describe('sanitizePaste: line breaks without styles, as Firefox copies them', () => {
  it.each([
    [
      'that the plain text has: keeps each of them once',
      '<div><span>काशी\nसुबह \n<b>घाट\n</b>नाव</span><br>\nनदी\n\nरेल\n</div><p>चाय\nपुल</p>',
      'काशी\r\nसुबह\r\nघाट\r\nनाव\r\nनदी\r\n\r\nरेल\r\n\r\nचाय पुल',
      '<p>काशी<br>सुबह <br><strong>घाट<br></strong>नाव<br>नदी<br><br>रेल</p><p>चाय\nपुल</p>',
    ],
    [
      'beside an emoji that is a picture: keeps the spaces and line breaks around it',
      '<div>काशी\nसुबह <img alt="😀"> घाट\n<img alt="⛵">\nनाव</div>',
      'काशी\nसुबह 😀 घाट\n⛵\nनाव',
      '<p>काशी<br>सुबह 😀 घाट<br>⛵<br>नाव</p>',
    ],
    [
      'that the plain text lacks: leaves them',
      '<div>\nकाशी\nसुबह\n</div>\n<p>घाट\n<b>नाव</b></p>',
      'काशी सुबह\n\nघाट नाव',
      '<p>\nकाशी\nसुबह\n</p>\n<p>घाट\n<strong>नाव</strong></p>',
    ],
  ])('%s', (_case, html, plainText, expected) => {
    const body = parseHtml(html);

    sanitizePaste(body, pictures, plainText);

    expect(body.innerHTML).toBe(expected);
  });
});

describe('sanitizePaste: pictures', () => {
  it.each([
    [
      'of this story: keeps them with their texts',
      '<figure class="x" onclick="x()"><img src="/media/known" alt="घाट" width="4" height="3" onerror="x()"><figcaption><b>सुबह</b></figcaption></figure>',
      '<figure><img src="/media/known" alt="घाट" width="4" height="3"><figcaption>सुबह</figcaption></figure>',
    ],
    [
      'that are being uploaded: keeps them',
      '<figure data-upload="pending1"><img alt=""></figure>',
      '<figure data-upload="pending1"><img alt=""></figure>',
    ],
    [
      'that are part of the markup: uploads them, out of their paragraph',
      '<p>வணக்கம் <span><img src="data:image/png;base64,AA==" alt="படகு"></span> பின்</p>',
      'வணக்கம் <figure data-upload="new1"><img alt="படகு"></figure> பின்',
    ],
    [
      'that are links: keeps the picture',
      '<a href="https://example.org"><img src="blob:https://example.org/1"></a>',
      '<figure data-upload="new1"><img alt=""></figure>',
    ],
    [
      'that are emoji, as mail and chat services show them: keeps the emoji as text',
      '<p>வணக்கம் <img data-emoji="🙏🏽" alt="🙏🏽" src="https://example.org/1f64f.png"> பின் ' +
        '<img alt="🇮🇳" src="data:image/gif;base64,AA==" class="emoji"></p>' +
        '<figure><img src="/media/known" alt="🌅"></figure>',
      '<p>வணக்கம் 🙏🏽 பின் 🇮🇳</p><figure><img src="/media/known" alt="🌅"></figure>',
    ],
    [
      'that are the boxes of a checklist of Google Docs: removes them',
      '<ul><li role="checkbox"><img src="data:image/png;base64,AA==" width="18.4px" height="18.4px" alt="unchecked"' +
        ' aria-roledescription="checkbox"><p>படகு</p></li></ul>',
      '<ul><li><p>படகு</p></li></ul>',
    ],
    [
      'that are tracking pixels in the markup: removes them',
      '<p>வணக்கம்<img src="data:image/gif;base64,AA==" width="1" height="1"></p>',
      '<p>வணக்கம்</p>',
    ],
  ])('%s', (_case, pasted, expected) => {
    expect(sanitize(pasted)).toBe(expected);
  });

  it('that are stored elsewhere, by others or nowhere: omits and counts them, but keeps their captions', () => {
    const body = parseHtml(
      '<figure><img src="https://example.org/a.jpg"><figcaption>Dawn</figcaption></figure>' +
        '<picture><source srcset="b.webp"><img src="file:///C:/b.jpg"></picture>' +
        '<img src="/media/other"><figure data-upload="unknown"><img></figure>' +
        '<img src="https://example.org/count.gif" width="1" height="1"><img>' +
        '<img src="https://example.org/c.jpg" width="" height="">',
    );

    expect(sanitizePaste(body, pictures).omittedPictures).toBe(5);
    expect(body.innerHTML).toBe('<p>Dawn</p>');
  });
});
