import { LANDSCAPES } from '@safarnama/contracts';
import { describe, expect, it } from 'vitest';
import { STORIES } from '../../scripts/seed/stories.js';
import { createExcerpt } from '../text/excerpt.js';
import { guessLandscape } from './landscape.js';
import { LANDSCAPE_WORDS } from './landscape-words.js';

const EMPTY = { blogLocation: '', blogTitle: 'A day', excerpt: '' };

describe('guessLandscape', () => {
  it.each([
    ['Ratnagiri', 'coast'],
    ['Jaigad, Ratnagiri, Maharashtra', 'coast'],
    ['PURI, Odisha', 'coast'],
    ['தனுஷ்கோடி, தமிழ்நாடு', 'coast'],
    ['Alappuzha, Kerala', 'backwaters'],
    ['Banaras', 'river'],
    ['वाराणसी, उत्तर प्रदेश', 'river'],
    ['Kaza, Himachal Pradesh', 'mountains'],
    ['Somewhere near Leh', 'mountains'],
    ['Khandala', 'hills'],
    ['Western Ghats', 'hills'],
    ['দার্জিলিং, পশ্চিমবঙ্গ', 'tea'],
    ['Rann of Kutch', 'desert'],
    ['Kanha National Park', 'forest'],
    ['Hampi, Karnataka', 'fort'],
    ['Bombay', 'city'],
    ['Chandni Chowk, Old Delhi', 'city'],
  ])('with the location %s: is %s', (blogLocation, expected) => {
    expect(guessLandscape({ ...EMPTY, blogLocation })).toBe(expected);
  });

  it.each([
    ['an unknown village', { blogLocation: 'Rampur' }],
    ['a state of many landscapes', { blogLocation: 'Maharashtra' }],
    ['part of a known name', { blogLocation: 'Goalpur' }],
    ['two landscapes at once', { blogTitle: 'From Delhi to Goa' }],
    ['a single comparison', { excerpt: 'He looked at the sea of faces and smiled.' }],
    ['two different words', { excerpt: 'The river and the desert are both in this song.' }],
  ])('with %s: is unknown', (_name, story) => {
    expect(guessLandscape({ ...EMPTY, ...story })).toBeNull();
  });

  it('with an unknown location: follows the title, then the beginning of the text', () => {
    const story = { blogLocation: 'Rampur', blogTitle: 'A forest at night', excerpt: 'Beach, sea and sand.' };

    expect(guessLandscape(story)).toBe('forest');
    expect(guessLandscape({ ...story, blogTitle: 'A night' })).toBe('coast');
  });

  it('with a known location: ignores what the text mentions', () => {
    const story = {
      ...EMPTY,
      blogLocation: 'Ratnagiri',
      excerpt: 'Snow, mountains and a glacier on television.',
    };

    expect(guessLandscape(story)).toBe('coast');
  });

  it('with the stories of the seed: finds a landscape for each', () => {
    const unknown = STORIES.filter(({ blogLocation, blogTitle, text }) => {
      const excerpt = createExcerpt(typeof text === 'string' ? text : text.html);
      return guessLandscape({ blogLocation, blogTitle, excerpt }) === null;
    });

    expect(unknown).toEqual([]);
  });

  it('the list of words: has each entry once', () => {
    for (const kind of ['places', 'words'] as const) {
      const entries = LANDSCAPES.flatMap((name) => LANDSCAPE_WORDS[name][kind].split(/,\s*/)).map((entry) =>
        entry.trim(),
      );

      expect(entries.filter((entry, index) => entries.indexOf(entry) !== index)).toEqual([]);
      expect(entries).not.toContain('');
    }
  });
});
