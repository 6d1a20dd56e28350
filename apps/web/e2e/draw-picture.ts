import sharp from 'sharp';

const SCENE =
  '<svg xmlns="http://www.w3.org/2000/svg" width="1800" height="1200"><rect width="1800" height="1200" fill="#f3cf90"/><circle cx="1200" cy="420" r="180" fill="#ee9d1f"/><path d="M0 800q450-160 900 0t900 0v400H0z" fill="#2b2f6b"/></svg>';

/** Draws a JPEG picture of `width` by two thirds of `width` pixels. */
export function drawPicture(width = 1800): Promise<Buffer> {
  return sharp(Buffer.from(SCENE)).resize(width).jpeg().toBuffer();
}

/**
 * Draws a JPEG picture whose EXIF data say that it was taken in Hampi on 12 March 2024. It is small enough that, without
 * these data, it would be uploaded unchanged.
 */
export function drawGeotaggedPicture(): Promise<Buffer> {
  return sharp(Buffer.from(SCENE))
    .resize(1_200)
    .withExif({
      IFD0: { Make: 'Apple', Model: 'iPhone 15 Pro' },
      IFD2: { DateTimeOriginal: '2024:03:12 06:40:10' },
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: '15/1 20/1 600/100',
        GPSLongitudeRef: 'E',
        GPSLongitude: '76/1 27/1 3600/100',
      },
    })
    .jpeg()
    .toBuffer();
}
