/** Why a picture was not uploaded, where the server gave no reason. */
export const UPLOAD_STRINGS = {
  failed: "The picture couldn't be uploaded.",
  missing: 'This picture is on another device and was not uploaded from there yet.',
} as const;
