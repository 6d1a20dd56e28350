export const messages = {
  // From the specification, letter for letter.
  onlyImages: 'Only image files are allowed',

  tooLarge: 'The picture must be at most {size} MB',
  unreadable: "The picture couldn't be opened. Please try another one.",
  heic: "HEIC pictures can't be opened. Please use JPEG or PNG.",
  svg: 'SVG pictures are not accepted. Please use JPEG or PNG.',
  /** Why a picture was not uploaded, if the server gave no reason. */
  uploadFailed: "The picture couldn't be uploaded.",
  missing: 'This picture is no longer on this device. Remove it and add it again.',
  bytes: '{count, plural, one {# byte} other {# bytes}}',
  kilobytes: '{count} kB',
  megabytes: '{count} MB',
} as const;
