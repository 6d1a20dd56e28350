export const messages = {
  follow: 'Follow',
  following: 'Following',
  followAuthor: 'Follow {name}',
  /** Contains `following`, the visible text of the button. */
  followingAuthor: 'Following {name}',
  failed: "Couldn't follow or unfollow {name}. Please try again.",
  followers: '{count, plural, one {# follower} other {# followers}}',
  places: 'Places in these stories:',
  statesWithStories: '{count, number} of 36 states and union territories',
  empty: 'No stories here yet',
  emptyText: 'Follow a writer from their page or one of their stories, and their stories appear here.',
} as const;
