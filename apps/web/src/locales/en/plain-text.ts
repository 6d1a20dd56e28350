/** Lines that stand for the pictures of a story in its plain text. */
export const messages = {
  picture: '[Picture: {description}]',
  pictureOnly: '[Picture]',
} as const;
