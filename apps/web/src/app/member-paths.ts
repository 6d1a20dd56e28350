/** Paths of pages that require a signed-in user, except for home. */
export const MEMBER_PATHS = [
  '/my-posts',
  '/my-posts/:postId/versions/:number?',
  '/add-posts',
  '/update-profile',
  '/update-profile/sessions',
  '/chat',
  '/chat/:userId',
  '/search',
  '/bookmarks',
  '/notifications',
  '/author/:userId',
  '/place/:slug',
  '/places/:state?',
] as const;
export type MemberPath = (typeof MEMBER_PATHS)[number];
