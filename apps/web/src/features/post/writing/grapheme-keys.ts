import type { Quill } from 'react-quill';
import type { Range } from './quill-commands.ts';

interface Context {
  /** The text of the same format before the cursor, and after it. */
  prefix: string;
  suffix: string;
}

const EMOJI = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u;

/**
 * Keys of Quill that delete what a reader sees as one character, as browsers do. In Firefox, Quill deletes characters
 * itself, one code point each, which would leave parts of emoji and of Indic syllables.
 */
export function createGraphemeBindings() {
  if (!/Firefox/i.test(navigator.userAgent)) return {};
  const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  return {
    'delete emoji before': {
      key: 'Backspace',
      collapsed: true,
      handler(this: { quill: Quill }, { index }: Range, { prefix }: Context) {
        const { segment = '' } = graphemes.segment(prefix).containing(prefix.length - 1) ?? {};
        // Of a syllable, Backspace deletes the last code point only, so that a wrong vowel sign can be corrected.
        if (!EMOJI.test(segment)) return true;
        this.quill.deleteText(index - segment.length, segment.length, 'user');
        return false;
      },
    },
    'delete grapheme after': {
      key: 'Delete',
      collapsed: true,
      handler(this: { quill: Quill }, { index }: Range, { suffix }: Context) {
        const { segment = '' } = graphemes.segment(suffix).containing(0) ?? {};
        // At the end of the line, Quill joins it with the next one.
        if (segment === '') return true;
        this.quill.deleteText(index, segment.length, 'user');
        return false;
      },
    },
  };
}
