import { ATTACK_PICTURE_KEY } from '@safarnama/attacks';
import type { FindPicture } from '../src/text/markup.js';

/** Lets texts contain the picture of the attacks, of 4 x 3 pixels. */
export const findAttackPicture: FindPicture = (src) =>
  src === `/media/${ATTACK_PICTURE_KEY}` ? { key: ATTACK_PICTURE_KEY, width: 4, height: 3 } : null;
