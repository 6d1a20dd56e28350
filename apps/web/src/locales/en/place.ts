export const messages = {
  place: 'Place',
  /** Where a place lies: in its district, or near a city when the district is not certain. */
  liesIn: 'In <parent>{name}</parent>',
  liesInDistrict: 'In <parent>{name} district</parent>, <region>{state}</region>',
  liesInNear: 'In <parent>{name}</parent>, near {city}',
  /** Before a list of names. */
  otherNames: 'Also known as',
  write: 'Write about {name}',
  stories: 'Stories',
  people: 'People who wrote about this place',
  message: 'Message',
  messageTo: 'Message {name}',
  nearby: 'Nearest places with stories',
  within: 'Places in {name}',
  noStories: 'No stories from {name} yet',
  noStoriesText: 'Have you been there? Be the first to write about it.',
  writeFirst: 'Write the first story',
  notFound: 'Place not found',
  notFoundText: 'The link may be wrong. Try searching for the place above.',
} as const;
