const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Up to so many emoji alone are shown large. */
const MAX_LARGE = 3;
/** A longer text is not worth a look: a family with skin tones has about 30 units, a flag of tags 14. */
const MAX_UNITS = 130;

/** A flag, a keycap, or a picture that is drawn in colours: a bare © is a letter. */
const EMOJI = /^(?:\p{Regional_Indicator}{2}$|[#*0-9]\ufe0f?\u20e3$|\p{Extended_Pictographic})/u;
const IN_COLOURS = /\p{Emoji_Presentation}|\ufe0f|\p{Emoji_Modifier}|\u20e3/u;

/** One to three emoji and nothing else, spaces between them aside. */
export function isEmojiAlone(text: string): boolean {
  const bare = text.replaceAll(/\s/gu, '');
  if (bare === '' || text.length > MAX_UNITS) return false;
  let count = 0;
  for (const { segment } of graphemes.segment(bare)) {
    count += 1;
    if (count > MAX_LARGE || !EMOJI.test(segment) || !IN_COLOURS.test(segment)) return false;
  }
  return true;
}
