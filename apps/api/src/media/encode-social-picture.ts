import { SOCIAL_HEIGHT, SOCIAL_WIDTH } from '@safarnama/contracts';
import { sharp } from './sharp.js';

/** Some chat apps show no preview for a larger picture. */
const MAX_BYTES = 300_000;
/** JPEG qualities, tried in this order until the file is small enough; with the last one, any picture is. */
const QUALITIES = [82, 70, 58, 44, 30, 15, 5];
/** Under transparent pictures: the colour of the page. */
const BACKGROUND = '#faf5ea';

/** Crops to the part that attracts the eye, such as faces and strong colours. */
export async function encodeSocialPicture(picture: Buffer): Promise<Buffer> {
  const pixels = await sharp(picture)
    .resize({ width: SOCIAL_WIDTH, height: SOCIAL_HEIGHT, fit: 'cover', position: sharp.strategy.attention })
    .flatten({ background: BACKGROUND })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = pixels.info;
  let encoded = Buffer.alloc(0);
  for (const quality of QUALITIES) {
    encoded = await sharp(pixels.data, { raw: { width, height, channels } })
      .jpeg({ quality, progressive: true })
      .toBuffer();
    if (encoded.length < MAX_BYTES) break;
  }
  return encoded;
}
