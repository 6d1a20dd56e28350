/** Texts of the page with the versions of a story. */
export const VERSION_STRINGS = {
  title: 'Versions',
  lead: 'Every change that you publish is a version of its own. The newest 50 are kept.',
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
  missing: 'This version is not stored any more.',
  modes: 'View',
  text: 'Text',
  sincePrevious: 'Changes in this version',
  untilCurrent: 'Changes since then',
  restore: 'Restore this version',
  restoring: 'Restoring…',
  restored: (number: number) => `Version ${number} is restored`,
  undone: 'Your former text is back',
  restoreFailed: "Couldn't restore this version",
  same: 'No differences.',
  onlyFormatting: 'The words are the same; only the formatting is different.',
  countChanges: (added: number, removed: number) =>
    `${added} ${added === 1 ? 'word' : 'words'} added, ${removed} removed.`,
  wholeText: 'Show the whole text',
  picture: (alt: string) => (alt === '' ? '[Picture]' : `[Picture: ${alt}]`),
  location: (before: string, after: string) => `Location: ${before || 'none'} → ${after || 'none'}`,
  coverAdded: 'A picture above the story was added.',
  coverRemoved: 'The picture above the story was removed.',
  coverAlt: (before: string, after: string) =>
    `Description of the picture above the story: ${before || 'none'} → ${after || 'none'}`,
  visibility: {
    public: 'Anyone with the link may read it, instead of members only.',
    members: 'Only members may read it, instead of anyone with the link.',
  },
  picturesAdded: (count: number) => `${count} ${count === 1 ? 'picture' : 'pictures'} added.`,
  picturesRemoved: (count: number) => `${count} ${count === 1 ? 'picture' : 'pictures'} removed.`,
  missingPictures: (count: number) =>
    count === 1
      ? 'One picture of this version does not exist any more.'
      : `${count} pictures of this version do not exist any more.`,
} as const;
