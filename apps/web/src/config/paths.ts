/** All paths of the app. Parts that come from data are percent-encoded here and nowhere else. */
export const paths = {
  home: '/',
  following: '/?list=following',
  mostLiked: '/?sort=liked',
  login: '/login',
  signup: '/signup',
  resetPassword: '/reset-password',
  myPosts: '/my-posts',
  drafts: '/my-posts?tab=drafts',
  deletedPosts: '/my-posts?tab=deleted',
  versions: (postId: string) => `/my-posts/${encodeURIComponent(postId)}/versions`,
  version: (postId: string, number: number) => `/my-posts/${encodeURIComponent(postId)}/versions/${number}`,
  addPost: '/add-posts',
  addPostAt: (placeSlug: string) => `/add-posts?place=${encodeURIComponent(placeSlug)}`,
  editPost: (postId: string) => `/add-posts?edit=${encodeURIComponent(postId)}`,
  draft: (key: string) => `/add-posts?draft=${encodeURIComponent(key)}`,
  post: (slug: string) => `/post/${encodeURIComponent(slug)}`,
  profile: '/update-profile',
  sessions: '/update-profile/sessions',
  chat: '/chat',
  chatWith: (userId: string) => `/chat/${encodeURIComponent(userId)}`,
  /** Empty filters are omitted. */
  search: (query: { q: string; place?: string; author?: string; year?: string; sort?: string }) =>
    `/search?${toQueryString(query)}`,
  bookmarks: '/bookmarks',
  notifications: '/notifications',
  author: (userId: string) => `/author/${encodeURIComponent(userId)}`,
  place: (slug: string) => `/place/${encodeURIComponent(slug)}`,
  placeMostLiked: (slug: string) => `/place/${encodeURIComponent(slug)}?sort=liked`,
  /** The map of India, or of a state. */
  places: (stateSlug = '') => (stateSlug === '' ? '/places' : `/places/${encodeURIComponent(stateSlug)}`),
  about: '/about',
  contact: '/contact',
} as const;

/** Encodes spaces as `%20`, as in an address that a user types. */
function toQueryString(values: object): string {
  return Object.entries(values)
    .flatMap(([name, value]) => (value ? [`${name}=${encodeURIComponent(String(value))}`] : []))
    .join('&');
}
