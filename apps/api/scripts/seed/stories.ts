import { EASTERN_STORIES } from './stories/east.js';
import { NORTHERN_STORIES } from './stories/north.js';
import { SOUTHERN_STORIES } from './stories/south.js';
import type { SeedStory } from './stories/story.js';
import { WESTERN_STORIES } from './stories/west.js';

/** All stories, oldest first. */
export const STORIES: readonly SeedStory[] = [
  ...SOUTHERN_STORIES,
  ...WESTERN_STORIES,
  ...NORTHERN_STORIES,
  ...EASTERN_STORIES,
].toSorted((a, b) => b.daysAgo - a.daysAgo);
