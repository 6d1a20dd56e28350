import { CONTENT_TOO_LONG, LIMITS, POST_REQUIRED } from '@safarnama/contracts';

/** Texts of the form that creates and updates stories. */
export const WRITING_STRINGS = {
  required: POST_REQUIRED,
  titleMissing: 'Your story needs a title.',
  storyMissing: 'Your story needs some text.',
  created: 'Post created!',
  updated: 'Post updated!',
  saveFailed: 'Operation failed.',
  contentTooLong: CONTENT_TOO_LONG,
  excessBytes: (bytes: number) =>
    `${Math.ceil(bytes / 1_000)} kB too long (limit ${LIMITS.postContentBytes / 1_000} kB)`,
  titleTooLong: `Title must be at most ${LIMITS.postTitle} characters`,
  locationTooLong: `Location must be at most ${LIMITS.postLocation} characters`,
  altTooLong: `The description must be at most ${LIMITS.imageAlt} characters`,
  badPicture: "This picture couldn't be opened. Please try a JPEG or PNG.",
  tooManyPixels: `The picture must have at most ${LIMITS.imagePixels / 1_000_000} million pixels`,
  badLink: 'Enter an address that begins with http://, https:// or mailto:',
  tablePasted: "Stories can't hold tables, so each row became a line of text.",
  editorMissing:
    "The editor couldn't be loaded. Safarnama may have been updated: reload the page to get the new version. Your text is safe.",
  stay: 'Keep writing',
  /** The dialog on leaving while a new story is being sent, or has been sent and is not published yet. */
  leaving: {
    sending: {
      title: 'Your story is still being sent',
      text: "If you stop now, it won't be published, and what you wrote here is lost.",
    },
    sent: {
      title: 'Your story is being published',
      text: "It has been sent and can't be stopped any more. You can delete it once it is published.",
    },
  },
  leavingEdit: {
    sending: { title: 'Your changes are still being sent', text: "If you stop now, they won't be saved." },
    sent: {
      title: 'Your changes are being saved',
      text: "They have been sent and can't be stopped any more.",
    },
  },
  leavingLabels: {
    sending: { cancelLabel: 'Keep sending', confirmLabel: 'Stop' },
    sent: { cancelLabel: 'Wait', confirmLabel: 'Leave' },
  },
} as const;
