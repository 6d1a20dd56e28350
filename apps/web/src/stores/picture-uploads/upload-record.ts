/** A picture in a story's text, stored on this device until the server's draft contains it. */
export interface UploadRecord {
  userId: string;
  id: string;
  /** Key of the draft whose text contains the picture. */
  draftKey: string;
  /** Type of the file, such as `image/jpeg`. */
  type: string;
  name: string;
  /** Whether the stored file is the one to upload; false for an original that has not been shrunk yet. */
  isPrepared: boolean;
  /** In pixels; null when the browser could not measure it. */
  size: PictureSize | null;
  /** URL of the upload; null until it begins. */
  uploadUrl: string | null;
  /** URL of the uploaded picture; null until it is uploaded. */
  src: string | null;
  /** When the upload ended, in ms since 1970. */
  uploadedAt: number | null;
}

export interface PictureSize {
  width: number;
  height: number;
}
