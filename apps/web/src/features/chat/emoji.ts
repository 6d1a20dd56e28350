const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Up to so many emoji alone are shown large. */
const MAX_LARGE_EMOJI = 3;
/** A longer text is not worth a look: a family with skin tones has about 30 units, a flag of tags 14. */
const MAX_UNITS = 130;

/** A flag, a keycap, or a picture that is drawn in colours: a bare © is a letter. */
const EMOJI = /^(?:\p{Regional_Indicator}{2}$|[#*0-9]\ufe0f?\u20e3$|\p{Extended_Pictographic})/u;
const COLOUR_EMOJI = /\p{Emoji_Presentation}|\ufe0f|\p{Emoji_Modifier}|\u20e3/u;

/** One to three emoji and nothing else, spaces between them aside. */
export function isEmojiOnly(text: string): boolean {
  const compact = text.replaceAll(/\s/gu, '');
  if (compact === '' || text.length > MAX_UNITS) return false;
  let count = 0;
  for (const { segment } of graphemes.segment(compact)) {
    count += 1;
    if (count > MAX_LARGE_EMOJI || !EMOJI.test(segment) || !COLOUR_EMOJI.test(segment)) return false;
  }
  return true;
}
