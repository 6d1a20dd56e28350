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
  address: 'Address:',
  visibility: {
    label: 'Who may read',
    members: 'Members',
    membersHint: 'Everybody with an account here.',
    public: 'Anyone with the link',
    publicHint: 'Also people without an account.',
  },
  preview: {
    open: 'Preview',
    title: 'Preview of your story',
    screen: 'Screen',
    phone: 'Phone',
    desktop: 'Desktop',
    close: 'Close',
    frame: 'Your story as readers see it',
  },
  tooLarge: 'This is too large to be sent.',
  stay: 'Keep writing',
  chooseText: 'Please choose first which text to keep.',
  draft: {
    saving: 'Saving…',
    saved: 'Saved',
    savedOnDevice: 'Saved on this device',
    retrying: 'Not saved: trying again',
    refused: 'Only on this device.',
    refusedUnsaved: 'Not saved.',
    refusedFallback: 'The server did not accept the draft.',
    conflict: 'Waiting for your choice',
    loading: 'Opening your draft…',
    missing: 'This draft was published or deleted.',
    loadFailed: "Your draft couldn't be loaded",
  },
  offer: {
    story: (title: string) => (title === '' ? 'Go on with your story' : `Go on with “${title}”`),
    edit: 'Go on with your changes',
    startStory: 'Start a new one',
    startEdit: 'Start with the published story',
  },
  draftList: {
    label: 'Drafts',
    untitled: 'Untitled story',
    words: (count: number) => (count === 1 ? '1 word' : `${count} words`),
    changes: 'Changes to a published story',
    onDevice: 'Only on this device',
    delete: (title: string) => `Delete the draft “${title}”`,
    deleted: 'Draft deleted',
    deleteFailed: "The draft couldn't be deleted. Please try again.",
    incomplete: "Drafts from your other devices can't be shown right now.",
    retry: 'Try again',
    none: 'No drafts',
    noneText: 'What you write is saved here until you publish it.',
  },
  conflict: {
    title: 'This story was also changed somewhere else',
    text: 'Perhaps on another device or in another tab. Choose which text to continue with. The other one will be discarded.',
    own: 'Written here',
    stored: 'Written elsewhere',
    keepOwn: 'Keep what I wrote here',
    keepStored: 'Take the other text',
    missingTitle: 'This draft was published or deleted somewhere else',
    missingText: 'What you wrote here is still on this device.',
    keepAsNew: 'Keep it as a new draft',
    publishedTitle: 'The published story was changed somewhere else',
    publishedText:
      'Choose which text to continue with. Nothing is published before you press the button below. Earlier versions stay available.',
    published: 'Published now',
    keepPublished: 'Take the published text',
  },
  /** The dialog on leaving while the story is only a draft. */
  leavingDraft: {
    title: 'Leave your story?',
    text: "What you wrote isn't published yet. It stays in your drafts, and you can go on with it later.",
  },
  /** The dialog on leaving while a new story is being sent, or has been sent and is not published yet. */
  leaving: {
    sending: {
      title: 'Your story is still being sent',
      text: "If you stop now, it won't be published. What you wrote stays in your drafts.",
    },
    sent: {
      title: 'Your story is being published',
      text: "It has been sent and can't be stopped any more. You can delete it once it is published.",
    },
  },
  leavingEdit: {
    sending: {
      title: 'Your changes are still being sent',
      text: "If you stop now, they won't be published. They stay in your drafts.",
    },
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
