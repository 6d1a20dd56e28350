import { describe, expect, it } from 'vitest';
import { parseHtml } from '../story-html.ts';
import { sanitizePaste } from './sanitize-paste.ts';

function sanitize(html: string): string {
  const body = parseHtml(html);
  sanitizePaste(body);
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
      'with markup of Word: removes its elements and classes, and keeps the text',
      '<p class=MsoNormal><b>மதுரை</b><o:p></o:p></p><p class=MsoNormal><span style="mso-bidi-font-weight:normal">கோயில்</span></p>',
      '<p><strong>மதுரை</strong></p><p>கோயில்</p>',
    ],
    [
      'with markup of Google Docs: removes the false bold, and converts styled spans',
      '<b style="font-weight:normal"><p><span style="font-weight:700">ভোর</span> <span style="font-style:italic;text-decoration:underline">নদী</span></p></b>',
      '<p><strong>ভোর</strong> <u><em>নদী</em></u></p>',
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
      'with list items of the editor: keeps their kind and depth',
      '<ol><li data-list="bullet" class="ql-indent-1 evil" id="x">चाय</li></ol>',
      '<ol><li data-list="bullet" class="ql-indent-1">चाय</li></ol>',
    ],
    ['with plain text: returns it unchanged', 'எழுத்து 👨‍👩‍👧‍👦 &lt;b&gt;', 'எழுத்து 👨‍👩‍👧‍👦 &lt;b&gt;'],
  ])('%s', (_name, html, expected) => {
    expect(sanitize(html)).toBe(expected);
    expect(sanitize(expected)).toBe(expected);
  });
});
