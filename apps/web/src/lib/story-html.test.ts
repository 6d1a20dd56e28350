import { describe, expect, it } from 'vitest';
import { htmlToText, normalizeSpaces } from './story-html.ts';

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
