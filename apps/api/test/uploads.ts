import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { expect } from 'vitest';
import type { SignedIn } from './sign-in.js';

export const UPLOADS_PATH = '/api/media/uploads';
export const TUS = { 'Tus-Resumable': '1.0.0' };
/** Media type of the bytes of an upload. */
export const UPLOAD_TYPE = 'application/offset+octet-stream';

/** Builds a picture of about `3 * width * height` bytes: random pixels hardly compress. */
export async function buildLargePicture(width: number, height: number): Promise<Buffer> {
  return sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer();
}

/** Begins an upload. @returns its address. */
export async function createUpload({ agent }: Pick<SignedIn, 'agent'>, length: number): Promise<string> {
  const response = await agent.post(UPLOADS_PATH).set({ ...TUS, 'Upload-Length': String(length) });
  expect(response.status).toBe(201);
  return response.headers.location ?? '';
}

export function sendBytes(
  { agent }: Pick<SignedIn, 'agent'>,
  location: string,
  offset: number,
  bytes: Buffer,
) {
  return agent
    .patch(location)
    .set({ ...TUS, 'Upload-Offset': String(offset), 'Content-Type': UPLOAD_TYPE })
    .send(bytes);
}

export const headUpload = ({ agent }: Pick<SignedIn, 'agent'>, location: string) =>
  agent.head(location).set(TUS);

/** Bytes of a comment in a JPEG. */
const COMMENT_BYTES = 65_533;

/** Builds a JPEG of a few pixels that has about this many bytes, most of them in comments: cheap to process. */
export async function buildPaddedJpeg(bytes: number): Promise<Buffer> {
  const jpeg = await sharp(randomBytes(40 * 30 * 3), { raw: { width: 40, height: 30, channels: 3 } })
    .jpeg()
    .toBuffer();
  const comments = Array.from({ length: Math.floor(bytes / (COMMENT_BYTES + 4)) }, () =>
    Buffer.concat([Buffer.from([0xff, 0xfe, 0xff, 0xff]), randomBytes(COMMENT_BYTES)]),
  );
  // Comments follow the start marker.
  return Buffer.concat([jpeg.subarray(0, 2), ...comments, jpeg.subarray(2)]);
}
