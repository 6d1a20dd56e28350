export const messages = {
  loading: 'Loading post...',
  /** In place of a story that could not be loaded. */
  error: 'Error: {message}',
  /** Before the name of a place, for screen readers. */
  location: 'Location:',
  cover: 'Cover picture of “{title}”',
  readMinutes: '{minutes, number} min read',
  visited: 'Visited {day}',
  contents: 'In this story',
  enlarge: 'Enlarge the picture',
  enlargePicture: 'Enlarge the picture: {description}',
  pictureFailed: "This picture couldn't be loaded.",
} as const;
