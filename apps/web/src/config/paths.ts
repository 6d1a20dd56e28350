/** Every address of the app. Parts that come from data are percent-encoded here and nowhere else. */
export const paths = {
  home: '/',
  login: '/login',
  signup: '/signup',
  myPosts: '/my-posts',
  addPost: '/add-posts',
  editPost: (postId: string) => `/add-posts?edit=${encodeURIComponent(postId)}`,
  post: (slug: string) => `/post/${encodeURIComponent(slug)}`,
  profile: '/update-profile',
  chat: '/chat',
  chatWith: (userId: string) => `/chat/${encodeURIComponent(userId)}`,
  search: (query: string) => `/search?q=${encodeURIComponent(query)}`,
  bookmarks: '/bookmarks',
  author: (userId: string) => `/author/${encodeURIComponent(userId)}`,
  about: '/about',
  contact: '/contact',
} as const;
