import { randomBytes } from 'node:crypto';

/** 144 random bits: too many to guess a key. */
const PICTURE_KEY_BYTES = 18;
export const PICTURE_KEY = /^[\w-]{24}$/;

/** Creates the key that a picture is served under. */
export function createPictureKey(): string {
  return randomBytes(PICTURE_KEY_BYTES).toString('base64url');
}
