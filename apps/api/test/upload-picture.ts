import { randomInt } from 'node:crypto';
import { createPictureKey } from '../src/media/picture-key.js';
import type { TestApp } from './app.js';
import { buildPicture } from './pictures.js';
import type { SignedIn } from './sign-in.js';

/** Stores a picture of 4 x 3 pixels for the text of a user's stories. @returns its key. */
export async function uploadPicture(app: TestApp, { user }: Pick<SignedIn, 'user'>): Promise<string> {
  const colour = `#${randomInt(0x1000000).toString(16).padStart(6, '0')}`;
  const key = createPictureKey();
  const bytes = await buildPicture(4, 3, colour).png().toBuffer();
  await app.server.services.media.acceptUpload({ key, userId: user._id, bytes });
  return key;
}
