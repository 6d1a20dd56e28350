import { CONTENT_TOO_LONG, LIMITS, POST_REQUIRED } from '@safarnama/contracts';

/** What the screens of writing and changing a story say; those of reading have their own. */
export const WRITING_STRINGS = {
  required: POST_REQUIRED,
  titleMissing: 'A story needs a title.',
  storyMissing: 'A story needs words.',
  created: 'Post created!',
  updated: 'Post updated!',
  saveFailed: 'Operation failed.',
  contentTooLong: CONTENT_TOO_LONG,
  titleTooLong: `Title must be at most ${LIMITS.postTitle} characters`,
  locationTooLong: `Location must be at most ${LIMITS.postLocation} characters`,
  altTooLong: `The alternative text must be at most ${LIMITS.imageAlt} characters`,
  badPicture: 'This picture could not be opened. Please try a JPEG or PNG.',
  tooManyPixels: `The picture must have at most ${LIMITS.imagePixels / 1_000_000} million pixels`,
  badLink: 'Enter an address that begins with http://, https:// or mailto:',
  editorMissing:
    'The field for your story could not be loaded. A newer version of this page may be there: reload to get it. What you have typed stays.',
  leaveTitle: 'Leave without saving?',
  leaveText: 'What you changed here has not been saved. If you leave now, it is lost.',
} as const;
