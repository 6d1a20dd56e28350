import { ATTACK_PICTURE_KEY } from '@safarnama/attacks';
import type { FindPicture } from '../src/text/markup.js';

/** Finds the picture of the attacks, of 4 x 3 pixels, and no other. */
export const findAttackPicture: FindPicture = (src) =>
  src === `/media/${ATTACK_PICTURE_KEY}` ? { key: ATTACK_PICTURE_KEY, width: 4, height: 3 } : null;
