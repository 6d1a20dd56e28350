import { describe, expect, it } from 'vitest';
import { findHeadings, htmlToText, normalizeSpaces, parseHtml } from './story-html.ts';

describe('htmlToText', () => {
  it('blocks: are parted by a blank line, in any script, without their markup', () => {
    expect(
      htmlToText('<h2>पहला दिन</h2><p>धूप <strong>तेज़</strong>&nbsp;थी</p><ul><li>চা</li><li>मुड़ी</li></ul>'),
    ).toBe('पहला दिन\n\nधूप तेज़ थी\n\nচা\n\nमुड़ी');
  });

  it('an empty editor: is no text', () => {
    expect(htmlToText('<p></p><p><br></p><p>&nbsp;</p>')).toBe('');
  });

  it('a line break inside a block: stays one', () => {
    expect(htmlToText('<p>5 &lt; 6<br>yes</p>')).toBe('5 < 6\nyes');
  });
});

describe('normalizeSpaces', () => {
  it('the editor’s no-break spaces: become plain ones', () => {
    expect(normalizeSpaces('<p>a&nbsp;b\u00a0c</p>')).toBe('<p>a b c</p>');
  });
});

describe('findHeadings', () => {
  const find = (html: string) => findHeadings(parseHtml(html)).map(({ id, level }) => `${level} ${id}`);

  it('headlines of any script: get an anchor of their words that stays when others are added', () => {
    expect(find('<h2>पहला दिन!</h2><p>x</p><h3>Tea &amp; <em>toast</em></h3>')).toEqual([
      '2 part-पहला-दिन',
      '3 part-tea-toast',
    ]);
    expect(find('<h2>மழை</h2><h2>पहला दिन!</h2>')[1]).toBe('2 part-पहला-दिन');
  });

  it('the same words twice, empty ones, and signs alone: are told apart, left out, kept', () => {
    expect(find('<h2>Tea</h2><h2> </h2><h2>Tea</h2><h2>***</h2><h2>Tea 2</h2>')).toEqual([
      '2 part-tea',
      '2 part-tea.2',
      '2 part-',
      '2 part-tea-2',
    ]);
  });
});
