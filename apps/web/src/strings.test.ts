import { describe, expect, it } from 'vitest';
import { SENTENCES, STORED_ONLY } from './testing/sentences.ts';

/** The test file that expects each sentence on the screen. */
const EXPECTED_IN = {
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
  './app/catalogue.test.tsx': [
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

const sources = import.meta.glob<string>('./**/*.test.{ts,tsx}', {
  query: '?raw',
  import: 'default',
  eager: true,
});

describe('the sentences of the specification', () => {
  it('are all listed, each once', () => {
    expect(Object.values(EXPECTED_IN).flat().sort()).toEqual([...SENTENCES, ...STORED_ONLY].sort());
  });

  it.each(Object.entries(EXPECTED_IN).flatMap(([file, texts]) => texts.map((text) => [text, file] as const)))(
    '%s: is expected, letter for letter, in %s',
    (text, file) => {
      const quoted = [`'${text}'`, `"${text}"`, `Error: ${text}'`];

      expect(quoted.filter((literal) => sources[file]?.includes(literal))).not.toEqual([]);
    },
  );
});
