const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Messages of at most this many emoji are shown large. */
const MAX_LARGE_EMOJI = 3;
/** UTF-16 units; longer texts are not segmented. A family with skin tones has 19, a tag flag 14. */
const MAX_UNITS = 130;

/** A flag, a keycap or a pictograph. COLOUR_EMOJI excludes text symbols such as ©. */
const EMOJI = /^(?:\p{Regional_Indicator}{2}$|[#*0-9]\ufe0f?\u20e3$|\p{Extended_Pictographic})/u;
const COLOUR_EMOJI = /\p{Emoji_Presentation}|\ufe0f|\p{Emoji_Modifier}|\u20e3/u;

/** Whether the text consists of one to three emoji, ignoring white space. */
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
