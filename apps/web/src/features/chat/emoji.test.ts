import { REACTIONS } from '@safarnama/contracts';
import { describe, expect, it } from 'vitest';
import { isEmojiOnly } from './emoji.ts';

describe('isEmojiAlone', () => {
  it.each([
    ['🌅', 'one'],
    ['👩‍👩‍👧‍👦', 'a family'],
    ['👩🏽‍❤️‍💋‍👨🏿', 'two with skin tones'],
    ['🇮🇳', 'a flag'],
    ['🏴󠁧󠁢󠁳󠁣󠁴󠁿', 'a flag of tags'],
    ['3️⃣', 'a keycap'],
    ['👍🏾', 'a skin tone'],
    ['🙏 🌊\n🪔', 'three with spaces'],
    ...REACTIONS.map((emoji) => [emoji, 'a reaction']),
  ])('%s (%s): is', (text) => {
    expect(isEmojiOnly(text)).toBe(true);
  });

  it.each([
    ['', 'nothing'],
    [' \n', 'white space'],
    ['🌅🌅🌅🌅', 'four'],
    ['घाट 🌊', 'a word with one'],
    ['3', 'a digit'],
    ['#', 'a sign'],
    ['©', 'a sign of letters'],
    ['நீ', 'a letter with its mark'],
    ['🌅'.repeat(2_000), 'a wall of them'],
  ])('%s (%s): is not', (text) => {
    expect(isEmojiOnly(text)).toBe(false);
  });
});
