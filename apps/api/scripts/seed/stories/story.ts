import type { Hour } from '../../drawings/scenes/palette.js';
import type { SceneName } from '../../drawings/scenes.js';
import type { UserKey } from '../users.js';

export interface SeedStory {
  /** Names it for good: another run finds the stored story by it. Letters, digits and hyphens. */
  key: string;
  author: UserKey;
  blogTitle: string;
  blogLocation: string;
  /** Plain text, a blank line between paragraphs; or markup of the editor. */
  text: string | { html: string };
  /** Says what the picture shows. */
  blogImageAlt: string;
  picture: { scene: SceneName; hour: Hour; isMirrored?: boolean; isCloser?: boolean };
  daysAgo: number;
}
