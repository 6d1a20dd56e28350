import { REACTIONS } from '@safarnama/contracts';
import { describe, expect, it } from 'vitest';
import { isEmojiOnly } from './emoji.ts';

describe('isEmojiOnly', () => {
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
  ])('%s (%s): returns true', (text) => {
    expect(isEmojiOnly(text)).toBe(true);
  });

  it.each([
    ['', 'nothing'],
    [' \n', 'white space'],
    ['🌅🌅🌅🌅', 'four'],
    ['घाट 🌊', 'a word with one'],
    ['3', 'a digit'],
    ['#', 'a symbol'],
    ['©', 'a text symbol'],
    ['நீ', 'a letter with a vowel sign'],
    ['🌅'.repeat(2_000), 'too many'],
  ])('%s (%s): returns false', (text) => {
    expect(isEmojiOnly(text)).toBe(false);
  });
});
