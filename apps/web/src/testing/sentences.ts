/** The specification's texts, letter for letter. Component tests and browser tests check that the screens show them. */

/** The specification's sentences: validation rules, error catalogue, and notifications of failures and successes. */
export const SENTENCES = [
  // Validation rules.
  'Email is required',
  'Password is required',
  'Full name is required',
  'Title and content are required.',
  'Name is required',
  'Passwords do not match',
  'Only image files are allowed',
  'Please select a user to chat with.',
  // The error catalogue.
  'Registration Failed',
  'Login Failed',
  'Not Authenticated.',
  'Logout Failed',
  'Profile Updation Failed',
  'Post Creation Failed',
  'Post Deletion Failed',
  'Post Updation failed',
  'Post not found',
  'Failed to fetch all posts',
  'Failed to get Posts',
  'Error',
  // Notifications of failures and successes.
  "Can't fetch users",
  "Can't fetch messages",
  'Failed to send message',
  'Operation failed.',
  'Failed to delete',
  'Post created!',
  'Post updated!',
  'Post deleted',
  'Thank You for your Subscription 🎊',
] as const;

/** Stored as an error in the chat store, while the screen shows another sentence. */
export const STORED_ONLY = ['Message Send Failed'] as const;

/** Labels and states of the screens. */
export const LABELS = [
  'Read Blogs',
  'Write a blog',
  'No Post Yet',
  'Sign in',
  'Create Account',
  'Edit Post',
  'Delete Post',
  'Loading post...',
  'Post not found.',
  'Save Changes',
  'Change Password',
  'Logout',
  'online only',
  'No users found',
  'No users online',
  'Online',
  'Offline',
] as const;
