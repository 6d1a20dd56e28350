/** The beginning of an EXIF block in JPEG and HEIC, WebP and PNG, up to the byte order. */
export const EXIF_START = /(?:Exif\0\0|EXIF[\s\S]{4}|eXIf)(?:Exif\0\0)?(?=II\*\0|MM\0\*)/;
export const XMP_TAGS = ['<x:xmpmeta', '</x:xmpmeta>'] as const;

/** The beginning of EXIF, also of a block that `EXIF_START` does not recognize, as in AVIF. */
const ANY_EXIF = /Exif\0\0|EXIF[\s\S]{4}(?:II|MM)|eXIf/;

/** Whether a picture may say where it was taken. Reads all of it: PNG and WebP may have metadata at the end. */
export async function hasMetadata(picture: Blob): Promise<boolean> {
  const text = new TextDecoder('latin1').decode(await picture.arrayBuffer());
  return ANY_EXIF.test(text) || text.includes(XMP_TAGS[0]);
}
