export const messages = {
  title: 'Notifications',
  loading: 'Loading your notifications…',
  loadFailed: "Couldn't load your notifications",
  more: 'Show older notifications',
  empty: 'No notifications yet',
  emptyText: 'Likes, comments and followers appear here.',
  unread: 'New',
  settingsTitle: 'Notify me about',
  loadingSettings: 'Loading your notification settings…',
  settingsFailed: "Couldn't load your notification settings",
  saveFailed: "Couldn't save your choice. Please try again.",
  settings: {
    like: { label: 'Likes', hint: 'Someone likes one of your stories.' },
    comment: { label: 'Comments', hint: 'Someone comments on one of your stories.' },
    reply: { label: 'Replies', hint: 'Someone replies to one of your comments.' },
    story: { label: 'New stories', hint: 'A writer you follow publishes a story.' },
    follow: { label: 'Followers', hint: 'Someone starts following you.' },
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
    follow: '<people></people> started following you',
  },
} as const;
