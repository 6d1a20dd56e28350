import type { Lighting } from '../../drawings/scenes/palette.js';
import type { SceneName } from '../../drawings/scenes.js';
import type { UserKey } from '../users.js';

export interface SeedStory {
  /** Permanent identifier, by which later runs find the stored story: letters, digits and hyphens. */
  key: string;
  author: UserKey;
  blogTitle: string;
  blogLocation: string;
  /** Plain text with blank lines between paragraphs, or HTML as the editor produces it. */
  text: string | { html: string };
  /** Alternative text of the picture. */
  blogImageAlt: string;
  picture: { scene: SceneName; lighting: Lighting; isMirrored?: boolean; isZoomedIn?: boolean };
  daysAgo: number;
}
