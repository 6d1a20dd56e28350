/**
 * Error catalogue of the specification: shown for failures without a message from the server. `tryAgainIn` is not
 * part of it, and replaces the server's message for a limit with a wait of at least two minutes.
 */
export const messages = {
  signup: 'Registration Failed',
  login: 'Login Failed',
  checkAuth: 'Not Authenticated.',
  logout: 'Logout Failed',
  updateProfile: 'Profile Updation Failed',
  createPost: 'Post Creation Failed',
  deletePost: 'Post Deletion Failed',
  updatePost: 'Post Updation failed',
  getPost: 'Post not found',
  getPosts: 'Failed to fetch all posts',
  myPosts: 'Failed to get Posts',
  messageSend: 'Message Send Failed',
  other: 'Error',
  tryAgainIn: 'Too many requests. Please try again in {minutes, number} minutes.',
} as const;
