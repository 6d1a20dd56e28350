import { describe, expect, it } from 'vitest';
import { SENTENCES, STORED_ONLY } from './testing/sentences.ts';

const EXPECTED = [...SENTENCES, ...STORED_ONLY];

const AUTH = './features/auth/auth-forms.test.tsx';
const PROFILE = './features/profile/profile-form.test.tsx';
const NEWSLETTER = './features/newsletter/newsletter-box.test.tsx';
const CATALOGUE = './app/catalogue.test.tsx';

interface Row {
  text: string;
  /** The test that makes the sentence appear, with its own words in it. */
  file: string;
  test: string;
}

const row = (text: string, file: string, test: string): Row => ({ text, file, test });

const TABLE: readonly Row[] = [
  row(
    'Email is required',
    AUTH,
    'empty: each field names what it lacks, the first one has the focus, and nothing is sent',
  ),
  row(
    'Password is required',
    AUTH,
    'empty: each field names what it lacks, the first one has the focus, and nothing is sent',
  ),
  row('Full name is required', AUTH, 'empty: asks for all three, each at its field, and sends nothing'),
  row('Title and content are required.', CATALOGUE, 'without a title: says Title and content are required.'),
  row('Name is required', PROFILE, 'without a name: says so at the field, and sends nothing'),
  row('Passwords do not match', PROFILE, '%s with passwords that differ: toasts it, and sends nothing'),
  row(
    'Only image files are allowed',
    CATALOGUE,
    'a file that is no picture: says Only image files are allowed',
  ),
  row(
    'Please select a user to chat with.',
    CATALOGUE,
    'a message to nobody: says Please select a user to chat with.',
  ),
  row(
    'Registration Failed',
    AUTH,
    'refused, then without an answer: shows the server’s reason, then Registration Failed; all stays typed',
  ),
  row('Login Failed', AUTH, 'with %s: says Login Failed, and the same form signs in on the next try'),
  row('Not Authenticated.', CATALOGUE, 'sets the error Not Authenticated., on which the app logs out'),
  row('Logout Failed', PROFILE, 'Logout without an answer: toasts Logout Failed, and the page stays'),
  row(
    'Profile Updation Failed',
    PROFILE,
    'saved with %s: says Profile Updation Failed, and everything stays typed',
  ),
  row(
    'Post Creation Failed',
    CATALOGUE,
    'a new one with a proxy’s page for an answer: says Post Creation Failed',
  ),
  row('Post Deletion Failed', CATALOGUE, 'with a proxy’s page for an answer: says Post Deletion Failed'),
  row(
    'Post Updation failed',
    CATALOGUE,
    'a changed one with a proxy’s page for an answer: says Post Updation failed',
  ),
  row('Post not found', CATALOGUE, 'a story that does not come: says Error: and Post not found'),
  row('Failed to fetch all posts', CATALOGUE, 'all stories that do not come: says Failed to fetch all posts'),
  row('Failed to get Posts', CATALOGUE, 'one’s own stories that do not come: says Failed to get Posts'),
  row('Error', CATALOGUE, 'something without a default of its own: says Error'),
  row("Can't fetch users", CATALOGUE, 'people who do not come: says Can’t fetch users'),
  row("Can't fetch messages", CATALOGUE, 'messages that do not come: says Can’t fetch messages'),
  row(
    'Failed to send message',
    CATALOGUE,
    'a message that is not sent: says Failed to send message, stores Message Send Failed, and stays',
  ),
  row(
    'Message Send Failed',
    CATALOGUE,
    'a message that is not sent: says Failed to send message, stores Message Send Failed, and stays',
  ),
  row('Operation failed.', CATALOGUE, 'failed without any reason in the store: says Operation failed.'),
  row('Failed to delete', CATALOGUE, 'failed without any reason in the store: says Failed to delete'),
  row('Post created!', CATALOGUE, 'a new one that is stored: says Post created!'),
  row('Post updated!', CATALOGUE, 'a changed one that is stored: says Post updated!'),
  row('Post deleted', CATALOGUE, 'done: says Post deleted'),
  row(
    'Thank You for your Subscription 🎊',
    NEWSLETTER,
    'with a valid address: shows the toast before the response, and sends it',
  ),
];

const sources = import.meta.glob<string>('./**/*.test.{ts,tsx}', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** The source of one test: from its `it` (with the table of an `it.each`) to the next one. */
function sourceOf({ file, test }: Row): string | undefined {
  return sources[file]?.split(/^ *(?=it(?:\.each)?\()/m).find((part) => part.includes(test));
}

describe('the sentences of the specification', () => {
  it.each(EXPECTED)('%s: has its row', (text) => {
    expect(TABLE.filter((one) => one.text === text)).toHaveLength(1);
  });

  it.each(TABLE)('$text: is expected, letter for letter, by the test that its row names', (one) => {
    const quoted = [`'${one.text}'`, `"${one.text}"`, `Error: ${one.text}'`];

    expect(EXPECTED).toContain(one.text);
    expect(quoted.filter((text) => sourceOf(one)?.includes(text))).not.toEqual([]);
  });
});
