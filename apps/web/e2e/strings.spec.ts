import type { Page, Route } from '@playwright/test';
import { STRINGS } from '../src/testing/sentences.ts';
import { CALLS } from './failing-calls.ts';
import { expect, PASSWORD, test } from './fixtures.ts';
import { pauseRequests } from './pause-requests.ts';
import type { World } from './world.ts';

interface Scene {
  name: string;
  viewer: 'guest' | 'reader' | 'writer' | 'new user';
  shows: readonly string[];
  /** Makes the strings appear one after the other; `expectText` waits for one and records it. */
  play: (page: Page, expectText: (text: string) => Promise<void>, world: World) => Promise<void>;
}

const HTML = { status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' };
const TEXT_FILE = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('chai') };

async function fill(page: Page, values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values))
    await page.getByLabel(label, { exact: true }).fill(value);
}

async function fillStory(page: Page, title: string): Promise<void> {
  await page.getByLabel('Title').fill(title);
  await page.getByRole('textbox', { name: 'Your story' }).fill('চা, আর কুয়াশা।');
}

async function createStory(page: Page, blogTitle: string): Promise<string> {
  const data = { blogTitle, blogContent: 'நதி' };
  const response = await page.request.post('/api/post/create-post', { data });
  return (await response.json()).post.slug;
}

/** Pauses a request until the session has ended, then responds with an error page. */
async function endSessionDuring(page: Page, path: string, trigger: () => Promise<void>): Promise<void> {
  let pendingRoute: Route | undefined;
  await page.route(new RegExp(`/api${path}`), (route) => {
    pendingRoute = route;
  });
  await trigger();
  await expect.poll(() => pendingRoute !== undefined).toBe(true);
  // A logout in another tab: the server closes the socket, and the page checks its session.
  await page.request.post('/api/auth/logout', { headers: { origin: new URL(page.url()).origin } });
  await expect(page).toHaveURL('/login');
  await pendingRoute?.fulfill(HTML);
}

const SCENES: readonly Scene[] = [
  {
    name: 'signing in with empty fields',
    viewer: 'guest',
    shows: ['Email is required', 'Password is required', 'Sign in'],
    async play(page, expectText) {
      await page.goto('/login');
      await expectText('Sign in');
      await page.getByRole('button', { name: 'Sign in' }).click();
      await expectText('Email is required');
      await expectText('Password is required');
    },
  },
  {
    name: 'signing up with empty fields',
    viewer: 'guest',
    shows: ['Full name is required', 'Create Account'],
    async play(page, expectText) {
      await page.goto('/signup');
      await expectText('Create Account');
      await page.getByRole('button', { name: 'Create Account' }).click();
      await expectText('Full name is required');
    },
  },
  {
    // After the session has ended, the sign-in page shows an explanation instead.
    name: 'a request rejected while the session is alive',
    viewer: 'new user',
    shows: ['Not Authenticated.'],
    async play(page, expectText) {
      await page.goto('/add-posts');
      await fillStory(page, 'रात');
      const json = { message: 'Not Authenticated.', code: 'not_authenticated', requestId: 'e2e' };
      await page.route('**/api/post/create-post', (route) => route.fulfill({ status: 401, json }));
      await page.getByRole('button', { name: 'Publish' }).click();
      await expectText('Not Authenticated.');
    },
  },
  {
    name: 'the profile',
    viewer: 'reader',
    shows: [
      'Save Changes',
      'Change Password',
      'Logout',
      'Name is required',
      'Passwords do not match',
      'Only image files are allowed',
    ],
    async play(page, expectText) {
      await page.goto('/update-profile');
      for (const text of ['Save Changes', 'Change Password', 'Logout']) await expectText(text);
      await page.locator('main input[type=file]').first().setInputFiles(TEXT_FILE);
      await expectText('Only image files are allowed');
      await fill(page, { 'Full name': '' });
      await page.getByRole('button', { name: 'Save Changes' }).click();
      await expectText('Name is required');
      await fill(page, { 'Full name': 'Kavya', 'New password': PASSWORD });
      await page.getByLabel(/^confirm/i).fill(`${PASSWORD}?`);
      await page.getByRole('button', { name: 'Save Changes' }).click();
      await expectText('Passwords do not match');
    },
  },
  {
    name: 'a story: created, edited and deleted',
    viewer: 'new user',
    shows: [
      'Title and content are required.',
      'Post created!',
      'Edit Post',
      'Delete Post',
      'Post updated!',
      'Post deleted',
      'No Post Yet',
    ],
    async play(page, expectText) {
      await page.goto('/my-posts');
      await expectText('No Post Yet');
      await page.goto('/add-posts');
      await page.getByRole('button', { name: 'Publish' }).click();
      await expectText('Title and content are required.');
      await fillStory(page, 'Fog at Ghum 🚂');
      await page.getByRole('button', { name: 'Publish' }).click();
      await expectText('Post created!');
      await expectText('Edit Post');
      await expectText('Delete Post');
      await page.getByRole('link', { name: 'Edit Post' }).click();
      await fillStory(page, 'Fog at Ghum, again');
      await page.getByRole('button', { name: /^update/i }).click();
      await expectText('Post updated!');
      await page.getByRole('button', { name: 'Delete Post' }).click();
      await expectText('Post deleted');
    },
  },
  {
    name: 'a story that is loading, and is missing',
    viewer: 'reader',
    shows: ['Loading post...', 'Post not found.'],
    async play(page, expectText) {
      const resume = await pauseRequests(page, /\/api\/post\/getpost\//);
      await page.goto('/post/no-such-story');
      await expectText('Loading post...');
      resume();
      await expectText('Post not found.');
    },
  },
  {
    name: 'publishing a story while the session ends',
    viewer: 'new user',
    shows: ['Operation failed.'],
    async play(page, expectText) {
      await page.goto('/add-posts');
      await fillStory(page, 'रात की ट्रेन');
      await endSessionDuring(page, '/post/create-post', () =>
        page.getByRole('button', { name: 'Publish' }).click(),
      );
      await expectText('Operation failed.');
    },
  },
  {
    name: 'deleting a story while the session ends',
    viewer: 'new user',
    shows: ['Failed to delete'],
    async play(page, expectText) {
      const slug = await createStory(page, 'মেঘ');
      await page.goto(`/post/${slug}`);
      await endSessionDuring(page, '/post/delete-post', () =>
        page.getByRole('button', { name: 'Delete Post' }).click(),
      );
      await expectText('Failed to delete');
    },
  },
  {
    name: 'home',
    viewer: 'reader',
    shows: ['Read Blogs', 'Write a blog'],
    async play(page, expectText) {
      await page.goto('/');
      await expectText('Read Blogs');
      await expectText('Write a blog');
    },
  },
  {
    name: 'the newsletter',
    viewer: 'reader',
    shows: ['Thank You for your Subscription 🎊'],
    async play(page, expectText) {
      await page.goto('/about');
      const footer = page.getByRole('contentinfo');
      await footer.getByRole('textbox').fill('kavya@example.org');
      await footer.getByRole('button', { name: 'Subscribe' }).click();
      await expectText('Thank You for your Subscription 🎊');
    },
  },
  {
    name: 'the contacts in the chat',
    viewer: 'reader',
    shows: [
      'online only',
      'Offline',
      'No users online',
      'No users found',
      'Please select a user to chat with.',
    ],
    async play(page, expectText) {
      await page.goto('/chat');
      await expectText('online only');
      await expectText('Offline');
      await page.getByRole('searchbox', { name: 'Search people' }).fill('qqqzzz');
      await expectText('No users found');
      await page.getByLabel('online only').check();
      await expectText('No users online');
      await dropPicture(page, page.getByText('Select a conversation to start chatting.'));
      await expectText('Please select a user to chat with.');
    },
  },
  {
    name: 'sending a message with a failing server',
    viewer: 'reader',
    shows: ['Failed to send message'],
    async play(page, expectText, { writer }) {
      await page.route(/\/api\/message\/send\//, (route) => route.fulfill({ ...HTML, status: 500 }));
      await page.goto(`/chat/${writer._id}`);
      await page.getByRole('textbox', { name: 'Message', exact: true }).fill('நாளை?');
      await page.getByRole('button', { name: 'Send', exact: true }).click();
      await expectText('Failed to send message');
    },
  },
];

/** Drops a picture file on an element. */
async function dropPicture(page: Page, target: ReturnType<Page['getByText']>): Promise<void> {
  const dataTransfer = await page.evaluateHandle(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File(['picture'], 'boat.png', { type: 'image/png' }));
    return transfer;
  });
  for (const type of ['dragenter', 'dragover', 'drop']) await target.dispatchEvent(type, { dataTransfer });
}

test('the scenes and the calls that fail: cover every string of the specification', () => {
  const { annotations } = test.info();
  for (const text of STRINGS) annotations.push({ type: 'string-expected', description: text });
  // Sentences about failed calls are shown by `failures.spec.ts`.
  const failures = CALLS.map(({ fallback }) => fallback).filter((text) => STRINGS.includes(text));
  const shown = new Set([...SCENES.flatMap(({ shows }) => shows), ...failures, 'Online']);
  expect([...shown].sort()).toEqual([...STRINGS].sort());
});

for (const { name, viewer, shows, play } of SCENES) {
  test(`${name}: shows ${shows.length} specified strings`, async ({ openPage, newUser, world }, {
    annotations,
  }) => {
    const page =
      viewer === 'new user'
        ? (await newUser('Devika')).page
        : await openPage(viewer === 'guest' ? null : world[viewer]);
    const seen: string[] = [];
    const expectText = async (text: string) => {
      await expect(page.getByText(text, { exact: true }).first()).toBeVisible();
      seen.push(text);
      annotations.push({ type: 'string-seen', description: text });
    };
    await play(page, expectText, world);
    expect([...seen].sort()).toEqual([...shows].sort());
  });
}

test("a user who is online: shows 'Online'", async ({ openPage, world: { reader, writer } }, {
  annotations,
}) => {
  const page = await openPage(reader);
  await page.goto(`/chat/${writer._id}`);
  const other = await openPage(writer);
  await other.goto('/about');
  await expect(page.locator('main').getByText('Online', { exact: true }).first()).toBeVisible();
  annotations.push({ type: 'string-seen', description: 'Online' });
});
