/** A picture of a story's text as this device stores it until the server's draft contains it. */
export interface UploadRecord {
  userId: string;
  id: string;
  /** The draft whose text has it. */
  draftKey: string;
  /** Type of the file, such as `image/jpeg`. */
  type: string;
  name: string;
  /** Whether the stored file is the one to upload; false for an original that is not made smaller yet. */
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
