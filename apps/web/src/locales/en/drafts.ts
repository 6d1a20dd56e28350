/** Texts about drafts outside their form: the list of drafts, offers to continue one, and scheduled drafts. */
export const messages = {
  offer: {
    story: 'Continue “{title}” (last edited {age})',
    untitled: 'Continue your story (last edited {age})',
    edit: 'Continue your changes (last edited {age})',
    startStory: 'Start a new story',
    startEdit: 'Start from the published story',
  },
  unpublishedChanges: 'This story has unpublished changes.',
  label: 'Drafts',
  untitled: 'Untitled story',
  words: '{count, plural, one {# word} other {# words}}',
  changes: 'Changes to a published story',
  unpublished: 'Unpublished story',
  onDevice: 'Only on this device',
  delete: 'Delete the draft “{title}”',
  deleted: 'Draft deleted',
  deleteFailed: "The draft couldn't be deleted. Please try again.",
  unreadable: {
    device: "Drafts that are only on this device can't be shown right now.",
    server: "Drafts from your other devices can't be shown right now.",
  },
  none: 'No drafts',
  noneText: 'What you write is saved here until you publish it.',
  scheduled: 'Will be published on {time}',
  failedAtTime: "The story couldn't be published at the scheduled time.",
} as const;
