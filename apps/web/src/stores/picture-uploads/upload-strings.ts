/** Why a picture was not uploaded, where the server gave no reason. */
export const UPLOAD_STRINGS = {
  failed: "The picture couldn't be uploaded.",
  missing: 'This picture is no longer on this device. Remove it, and add it again.',
} as const;
