/** UI strings for the page with the versions of a story. */
export const VERSION_STRINGS = {
  title: 'Versions',
  lead: 'Each change you publish is saved as a version. The latest 50 are available.',
  back: 'Back to the story',
  list: 'All versions',
  loading: 'Loading versions…',
  loadFailed: "The versions couldn't be loaded",
  version: (number: number) => `Version ${number}`,
  current: 'Current',
  restoredFrom: (number: number) => `Restored from version ${number}`,
  words: (count: number) => (count === 1 ? '1 word' : `${count.toLocaleString('en-US')} words`),
  older: 'Show older versions',
  choose: 'Choose a version to read it and to see what changed.',
  missing: 'This version is no longer available.',
  modes: 'View',
  text: 'Text',
  sincePrevious: 'Changes in this version',
  untilCurrent: 'Changes since then',
  restore: 'Restore this version',
  restoring: 'Restoring…',
  restored: (number: number) => `Version ${number} restored`,
  undone: 'Your previous text has been restored',
  restoreFailed: "Couldn't restore this version",
  same: 'No differences.',
  onlyFormatting: 'The words are the same; only the formatting is different.',
  countChanges: (added: number, removed: number) =>
    `${added} ${added === 1 ? 'word' : 'words'} added, ${removed} removed.`,
  wholeText: 'Show the whole text',
  location: (before: string, after: string) => `Location: ${before || 'none'} → ${after || 'none'}`,
  coverAdded: 'Cover picture added.',
  coverRemoved: 'Cover picture removed.',
  coverAlt: (before: string, after: string) =>
    `Cover picture description: ${before || 'none'} → ${after || 'none'}`,
  visibility: {
    public: 'Now readable by anyone with the link (before: members only).',
    members: 'Now readable by members only (before: anyone with the link).',
  },
  picturesAdded: (count: number) => `${count} ${count === 1 ? 'picture' : 'pictures'} added.`,
  picturesRemoved: (count: number) => `${count} ${count === 1 ? 'picture' : 'pictures'} removed.`,
  missingPictures: (count: number) =>
    count === 1
      ? 'One picture in this version no longer exists.'
      : `${count} pictures in this version no longer exist.`,
} as const;
