/** The specification's texts, letter for letter. Component tests and browser tests check that the screens show them. */

/**
 * The specification's sentences by the test file that expects them: validation rules, error catalogue, and
 * notifications of failures and successes.
 */
export const SENTENCES_BY_TEST = {
  './features/auth/auth-forms.test.tsx': [
    'Email is required',
    'Password is required',
    'Full name is required',
    'Registration Failed',
    'Login Failed',
  ],
  './features/profile/profile-form.test.tsx': [
    'Name is required',
    'Passwords do not match',
    'Logout Failed',
    'Profile Updation Failed',
  ],
  './features/newsletter/newsletter-box.test.tsx': ['Thank You for your Subscription 🎊'],
  './app/specified-sentences.test.tsx': [
    'Title and content are required.',
    'Only image files are allowed',
    'Please select a user to chat with.',
    'Not Authenticated.',
    'Post Creation Failed',
    'Post Deletion Failed',
    'Post Updation failed',
    'Post not found',
    'Failed to fetch all posts',
    'Failed to get Posts',
    'Error',
    "Can't fetch users",
    "Can't fetch messages",
    'Failed to send message',
    'Message Send Failed',
    'Operation failed.',
    'Failed to delete',
    'Post created!',
    'Post updated!',
    'Post deleted',
  ],
} as const;

/** Stored as an error in the chat store, while the screen shows another sentence. */
const STORED_ONLY: readonly string[] = ['Message Send Failed'];

/** The sentences that the screens show. */
const SENTENCES: readonly string[] = Object.values(SENTENCES_BY_TEST)
  .flat()
  .filter((sentence) => !STORED_ONLY.includes(sentence));

/** Labels and states of the screens. */
const LABELS = [
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

/** Every string of the specification that the product must show. */
export const STRINGS: readonly string[] = [...SENTENCES, ...LABELS];
