/** Texts of the page with the versions of a story. */
export const messages = {
  title: 'Versions',
  lead: 'Each change you publish is saved as a version. The latest {count, number} are available.',
  back: 'Back to the story',
  list: 'All versions',
  loading: 'Loading versions…',
  loadFailed: "The versions couldn't be loaded",
  version: 'Version {number}',
  current: 'Current',
  restoredFrom: 'Restored from version {number}',
  words: '{count, plural, one {# word} other {# words}}',
  older: 'Show older versions',
  choose: 'Choose a version to read it and to see what changed.',
  missing: 'This version is no longer available.',
  modes: 'View',
  text: 'Text',
  sincePrevious: 'Changes in this version',
  untilCurrent: 'Changes since then',
  restore: 'Restore this version',
  restoring: 'Restoring…',
  confirmTitle: 'Restore version {number}?',
  /** By who can read the version. */
  confirmText: {
    public:
      'Everyone will be able to read the story, as in that version. At the moment, only members can.',
    members:
      'Only members will be able to read the story, as in that version. At the moment, everyone can.',
  },
  cancelRestore: 'Cancel',
  restored: 'Version {number} restored',
  undone: 'Your previous text has been restored',
  restoreFailed: "Couldn't restore this version. Please try again.",
  same: 'No differences.',
  onlyFormatting: 'The words are the same; only the formatting is different.',
  countChanges: '{added, plural, one {# word} other {# words}} added, {removed, number} removed.',
  wholeText: 'Show the whole text',
  /** Names a change of the text for screen readers, which read it before the words. */
  added: 'added:',
  removed: 'removed:',
  location: 'Location: {before} → {after}',
  place: 'Place: {before} → {after}',
  otherPlace: 'Another place with the same name: {place}',
  visitedOn: 'Date of the visit: {before} → {after}',
  /** In place of an empty value before or after a change. */
  none: 'none',
  coverAdded: 'Cover picture added.',
  coverRemoved: 'Cover picture removed.',
  coverReplaced: 'Cover picture replaced.',
  coverAlt: 'Cover picture description: {before} → {after}',
  visibility: {
    public: 'Now readable by everyone (previously members only).',
    members: 'Now readable by members only (previously everyone).',
  },
  picturesAdded: '{count, plural, one {# picture} other {# pictures}} added.',
  picturesRemoved: '{count, plural, one {# picture} other {# pictures}} removed.',
  missingPictures:
    '{count, plural, one {One picture in this version no longer exists.} other {# pictures in this version no longer exist.}}',
} as const;
