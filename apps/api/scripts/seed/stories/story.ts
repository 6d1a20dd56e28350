import type { Hour } from '../../drawings/scenes/palette.js';
import type { SceneName } from '../../drawings/scenes.js';
import type { UserKey } from '../users.js';

export interface SeedStory {
  /** Permanent identifier, by which another run finds the stored story: letters, digits and hyphens. */
  key: string;
  author: UserKey;
  blogTitle: string;
  blogLocation: string;
  /** Plain text with blank lines between paragraphs, or markup of the editor. */
  text: string | { html: string };
  /** Describes the picture. */
  blogImageAlt: string;
  picture: { scene: SceneName; hour: Hour; isMirrored?: boolean; isCloser?: boolean };
  daysAgo: number;
}
