import { readFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import type { UserKey } from './users.js';

const FOLDER = path.join(import.meta.dirname, 'pictures');

/** Picture of a story, drawn by `scripts/drawings/draw.ts`. */
export const storyPictureFile = (storyKey: string) => path.join(FOLDER, 'stories', `${storyKey}.webp`);
/** Portrait of a user, drawn by the same script. */
export const portraitFile = (userKey: UserKey) => path.join(FOLDER, 'portraits', `${userKey}.webp`);

/**
 * Reads a picture as a data URL.
 *
 * @param width - pixels to scale down to; undefined for the file as it is.
 */
export async function readPicture(file: string, width?: number): Promise<string> {
  const bytes = width === undefined ? await readFile(file) : await sharp(file).resize({ width }).toBuffer();
  return `data:image/webp;base64,${bytes.toString('base64')}`;
}
