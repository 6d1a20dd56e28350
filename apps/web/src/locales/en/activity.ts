export const messages = {
  title: 'Notifications',
  loading: 'Loading your notifications…',
  loadFailed: "Couldn't load your notifications",
  more: 'Show older notifications',
  empty: 'Nothing new yet',
  emptyText: 'Likes, comments and followers appear here.',
  unread: 'New',
  settingsTitle: 'What to notify me about',
  loadingSettings: 'Loading your notification settings…',
  settingsFailed: "Couldn't load your notification settings",
  saveFailed: "Couldn't save your choice",
  settings: {
    like: { label: 'Likes', hint: 'Somebody likes one of your stories.' },
    comment: { label: 'Comments', hint: 'Somebody comments on one of your stories.' },
    reply: { label: 'Replies', hint: 'Somebody replies to one of your comments.' },
    story: { label: 'New stories', hint: 'A writer whom you follow publishes a story.' },
    follow: { label: 'Followers', hint: 'Somebody starts to follow you.' },
  },
  /** Who did something. */
  formerMember: 'A former member',
  twoPeople: '{name} and {second}',
  manyPeople: '{name} and {count, plural, one {# other} other {# others}}',
  /** What they did; the tags stand for the names of the people and the title of the story. */
  did: {
    like: '<people></people> liked <story></story>',
    comment: '<people></people> commented on <story></story>',
    reply: '<people></people> replied to your comment on <story></story>',
    story: '<people></people> published <story></story>',
    follow: '<people></people> started to follow you',
  },
} as const;
