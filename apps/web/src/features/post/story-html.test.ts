import { describe, expect, it } from 'vitest';
import { findHeadings, htmlToText, normalizeSpaces, parseHtml } from './story-html.ts';

describe('htmlToText', () => {
  it('with several blocks: separates their text by blank lines, in any script', () => {
    expect(
      htmlToText('<h2>पहला दिन</h2><p>धूप <strong>तेज़</strong>&nbsp;थी</p><ul><li>চা</li><li>मुड़ी</li></ul>'),
    ).toBe('पहला दिन\n\nधूप तेज़ थी\n\nচা\n\nमुड़ी');
  });

  it('with an empty editor: returns an empty string', () => {
    expect(htmlToText('<p></p><p><br></p><p>&nbsp;</p>')).toBe('');
  });

  it('with a line break inside a block: keeps it as a single line break', () => {
    expect(htmlToText('<p>5 &lt; 6<br>yes</p>')).toBe('5 < 6\nyes');
  });
});

describe('normalizeSpaces', () => {
  it('with no-break spaces: replaces them with plain spaces', () => {
    expect(normalizeSpaces('<p>a&nbsp;b\u00a0c</p>')).toBe('<p>a b c</p>');
  });
});

describe('findHeadings', () => {
  const find = (html: string) => findHeadings(parseHtml(html)).map(({ id, level }) => `${level} ${id}`);

  it('with headings in any script: derives anchors that do not change with other edits', () => {
    expect(find('<h2>पहला दिन!</h2><p>x</p><h3>Tea &amp; <em>toast</em></h3>')).toEqual([
      '2 part-पहला-दिन',
      '3 part-tea-toast',
    ]);
    expect(find('<h2>மழை</h2><h2>पहला दिन!</h2>')[1]).toBe('2 part-पहला-दिन');
  });

  it('with duplicate, empty and symbol-only headings: numbers, skips and keeps them, respectively', () => {
    expect(find('<h2>Tea</h2><h2> </h2><h2>Tea</h2><h2>***</h2><h2>Tea 2</h2>')).toEqual([
      '2 part-tea',
      '2 part-tea.2',
      '2 part-',
      '2 part-tea-2',
    ]);
  });
});
