import type { Page } from '@playwright/test';
import { baseUrl, expect } from './fixtures.ts';
import { ANDROID_FIREFOX, buildSessions, signInElsewhere, waitForSocket } from './sessions.ts';
import type { World } from './world.ts';

/** A screen in one of its states, with the steps that lead there. */
export interface ScreenState {
  screen: string;
  state: string;
  viewer: 'guest' | 'reader' | 'writer';
  /** Opens the screen and waits until it is in this state. */
  show: (page: Page, world: World) => Promise<void>;
}

const SERVER_FAULT = { status: 500, json: { message: 'Something went wrong', code: 'internal' } };

/** Mocks the response of an API path, with any query. */
async function mockResponse(
  page: Page,
  path: string,
  response: { status?: number; json: unknown },
): Promise<void> {
  await page.route(`${baseUrl()}/api${path}`, (route) => route.fulfill(response));
  await page.route(`${baseUrl()}/api${path}?**`, (route) => route.fulfill(response));
}

/** Leaves requests to an API path pending. */
async function neverRespond(page: Page, path: string): Promise<void> {
  await page.route(`${baseUrl()}/api${path}**`, () => undefined);
}

function expectHeading(page: Page, name: string | RegExp, level = 1) {
  return expect(page.getByRole('heading', { level, name })).toBeVisible();
}

/** Opens a page with the editor and waits until its lazy chunk has loaded. */
async function openEditor(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await expect(page.getByRole('textbox', { name: 'Your story' })).toBeVisible();
}

/** Opens the reset page with a token that the server does not know. */
async function openResetPage(page: Page): Promise<void> {
  await page.goto(`/reset-password#${'A'.repeat(59)}`);
  await expect(page.getByLabel('New password')).toBeVisible();
}

/** Opens the list of sessions with mocked devices. */
async function openSessions(page: Page): Promise<void> {
  await mockResponse(page, '/auth/sessions', { json: { sessions: buildSessions() } });
  await page.goto('/update-profile/sessions');
  await expect(page.getByText('Firefox on Android')).toBeVisible();
}

export const STATES: readonly ScreenState[] = [
  {
    screen: 'login',
    state: 'empty',
    viewer: 'guest',
    async show(page) {
      await page.goto('/login');
      await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
    },
  },
  {
    screen: 'login',
    state: 'fields missing',
    viewer: 'guest',
    async show(page) {
      await page.goto('/login');
      await page.getByRole('button', { name: 'Sign in' }).click();
      await expect(page.getByText('Email is required')).toBeVisible();
    },
  },
  {
    screen: 'login',
    state: 'rejected',
    viewer: 'guest',
    async show(page) {
      await page.goto('/login');
      await page.getByLabel('Email').fill('nobody@example.org');
      await page.getByLabel('Password', { exact: true }).fill('not-this-one');
      await page.getByRole('button', { name: 'Sign in' }).click();
      await expect(page.getByText('Invalid email or password')).toBeVisible();
    },
  },
  {
    screen: 'login',
    state: 'checking the session',
    viewer: 'reader',
    async show(page) {
      await neverRespond(page, '/auth/check-auth');
      await page.goto('/login');
      await expect(page.getByRole('status').first()).toBeAttached();
    },
  },
  {
    screen: 'login',
    state: 'signed out from another device',
    viewer: 'reader',
    async show(page) {
      const json = { message: 'Not Authenticated.', code: 'session_ended', requestId: 'e2e' };
      await mockResponse(page, '/auth/check-auth', { status: 401, json });
      await mockResponse(page, '/auth/logout', { json: { message: 'Logged out' } });
      await page.goto('/login');
      await expect(page.getByText(/^You were signed out from another device/)).toBeVisible();
    },
  },
  {
    screen: 'reset password',
    state: 'hard to guess',
    viewer: 'guest',
    async show(page) {
      await openResetPage(page);
      await page.getByLabel('New password').fill('monsoon-kochi-7');
      await expect(page.getByText('Hard to guess.')).toBeVisible();
    },
  },
  {
    screen: 'reset password',
    state: 'done',
    viewer: 'guest',
    async show(page) {
      await mockResponse(page, '/auth/reset-password', { json: { message: 'Your password is changed' } });
      await openResetPage(page);
      await page.getByLabel('New password').fill('monsoon-kochi-7');
      await page.getByRole('button', { name: 'Set password' }).click();
      await expect(page.getByText(/^Your password has been changed/)).toBeVisible();
    },
  },
  {
    screen: 'reset password',
    state: 'expired link',
    viewer: 'guest',
    async show(page) {
      await openResetPage(page);
      await page.getByLabel('New password').fill('monsoon-kochi-7');
      await page.getByRole('button', { name: 'Set password' }).click();
      await expect(page.getByText(/^This link is no longer valid\./)).toBeVisible();
    },
  },
  {
    screen: 'signup',
    state: 'a common password',
    viewer: 'guest',
    async show(page) {
      await page.goto('/signup');
      await page.getByLabel('Password', { exact: true }).fill('iloveyou');
      await expect(page.getByText('Too common. Attackers try it first.')).toBeVisible();
    },
  },
  {
    screen: 'signup',
    state: 'empty',
    viewer: 'guest',
    async show(page) {
      await page.goto('/signup');
      await expect(page.getByRole('button', { name: 'Create Account' })).toBeVisible();
    },
  },
  {
    screen: 'signup',
    state: 'fields missing',
    viewer: 'guest',
    async show(page) {
      await page.goto('/signup');
      await page.getByRole('button', { name: 'Create Account' }).click();
      await expect(page.getByText('Full name is required')).toBeVisible();
    },
  },
  { screen: 'about', state: 'guest', viewer: 'guest', show: (page) => openPage(page, '/about') },
  { screen: 'about', state: 'signed in', viewer: 'reader', show: (page) => openPage(page, '/about') },
  { screen: 'contact', state: 'guest', viewer: 'guest', show: (page) => openPage(page, '/contact') },
  { screen: 'contact', state: 'signed in', viewer: 'reader', show: (page) => openPage(page, '/contact') },
  { screen: 'not found', state: 'guest', viewer: 'guest', show: (page) => openPage(page, '/no/such/page') },
  {
    screen: 'not found',
    state: 'signed in',
    viewer: 'reader',
    show: (page) => openPage(page, '/no/such/page'),
  },
  {
    screen: 'home',
    state: 'stories',
    viewer: 'reader',
    async show(page, { story }) {
      await page.goto('/');
      await expect(page.getByRole('link', { name: story.blogTitle }).first()).toBeVisible();
    },
  },
  {
    screen: 'home',
    state: 'loading',
    viewer: 'reader',
    async show(page) {
      await neverRespond(page, '/post/getposts');
      await openPage(page, '/');
    },
  },
  {
    screen: 'home',
    state: 'empty',
    viewer: 'reader',
    async show(page) {
      await mockResponse(page, '/post/getposts', { json: { posts: [], nextCursor: null } });
      await page.goto('/');
      await expect(page.getByText('No Post Yet')).toBeVisible();
    },
  },
  {
    screen: 'home',
    state: 'failed',
    viewer: 'reader',
    async show(page) {
      await mockResponse(page, '/post/getposts', SERVER_FAULT);
      await page.goto('/');
      await expect(page.getByText('Something went wrong')).toBeVisible();
    },
  },
  {
    screen: 'home',
    state: 'server unreachable',
    viewer: 'reader',
    async show(page) {
      await mockResponse(page, '/auth/check-auth', SERVER_FAULT);
      await page.goto('/');
      await expectHeading(page, "The server isn't responding");
    },
  },
  {
    screen: 'post',
    state: 'by another author',
    viewer: 'reader',
    async show(page, { story }) {
      await page.goto(`/post/${story.slug}`);
      await expectHeading(page, story.blogTitle);
      await expect(page.getByText('எந்தப் படித்துறை?')).toBeVisible();
    },
  },
  {
    screen: 'post',
    state: 'own',
    viewer: 'writer',
    async show(page, { story }) {
      await page.goto(`/post/${story.slug}`);
      await expect(page.getByRole('button', { name: 'Delete Post' })).toBeVisible();
      await expect(page.getByText('எந்தப் படித்துறை?')).toBeVisible();
    },
  },
  {
    screen: 'post',
    state: 'confirming deletion',
    viewer: 'writer',
    async show(page, { story }) {
      await page.goto(`/post/${story.slug}`);
      await page.getByRole('button', { name: 'Delete Post' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    screen: 'post',
    state: 'a title without spaces',
    viewer: 'reader',
    async show(page, { longStory }) {
      await page.goto(`/post/${longStory.slug}`);
      await expectHeading(page, /சென்னை/);
    },
  },
  {
    screen: 'post',
    state: 'loading',
    viewer: 'reader',
    async show(page) {
      await neverRespond(page, '/post/getpost/');
      await page.goto('/post/some-story');
      await expect(page.getByText('Loading post...')).toBeVisible();
    },
  },
  {
    screen: 'post',
    state: 'missing',
    viewer: 'reader',
    async show(page) {
      await page.goto('/post/no-such-story');
      await expect(page.getByText('Post not found.')).toBeVisible();
    },
  },
  {
    screen: 'post',
    state: 'failed',
    viewer: 'reader',
    async show(page) {
      await mockResponse(page, '/post/getpost/some-story', SERVER_FAULT);
      await page.goto('/post/some-story');
      await expect(page.getByText('Error: Something went wrong')).toBeVisible();
    },
  },
  {
    screen: 'my posts',
    state: 'stories',
    viewer: 'writer',
    async show(page, { story }) {
      await page.goto('/my-posts');
      await expect(page.getByRole('link', { name: story.blogTitle }).first()).toBeVisible();
    },
  },
  {
    screen: 'my posts',
    state: 'empty',
    viewer: 'reader',
    async show(page) {
      await page.goto('/my-posts');
      await expect(page.getByText('No Post Yet')).toBeVisible();
    },
  },
  {
    screen: 'write',
    state: 'new',
    viewer: 'reader',
    show: (page) => openEditor(page, '/add-posts'),
  },
  {
    screen: 'write',
    state: 'rejected without a title',
    viewer: 'reader',
    async show(page) {
      await openEditor(page, '/add-posts');
      await page.getByRole('button', { name: 'Publish' }).click();
      await expect(page.getByText('Title and content are required.').first()).toBeVisible();
    },
  },
  {
    screen: 'write',
    state: 'edit',
    viewer: 'writer',
    show: (page, { story }) => openEditor(page, `/add-posts?edit=${story._id}`),
  },
  {
    screen: 'profile',
    state: 'unchanged',
    viewer: 'reader',
    async show(page) {
      await page.goto('/update-profile');
      await expect(page.getByRole('button', { name: 'Save Changes' })).toBeVisible();
    },
  },
  {
    screen: 'profile',
    state: 'without a name',
    viewer: 'reader',
    async show(page) {
      await page.goto('/update-profile');
      await page.getByLabel('Full name').fill('');
      await page.getByRole('button', { name: 'Save Changes' }).click();
      await expect(page.getByText('Name is required')).toBeVisible();
    },
  },
  {
    screen: 'profile',
    state: 'blocked people',
    viewer: 'reader',
    async show(page, { writer }) {
      const { _id, fullName } = writer;
      const users = [fullName, 'சென்னைதிருவல்லிக்கேணிமயிலாப்பூர்'.repeat(2)].map((name, index) => ({
        _id: `${_id.slice(1)}${index}`,
        fullName: name,
        profilePic: '',
        createdAt: '2026-02-03T04:05:06.000Z',
      }));
      await mockResponse(page, '/auth/privacy', { json: { appearOffline: true } });
      await mockResponse(page, '/message/blocked', { json: { users, nextCursor: 'next' } });
      await page.goto('/update-profile');
      await expect(page.getByRole('button', { name: `Unblock ${fullName}` })).toBeVisible();
      await expect(page.getByRole('switch', { name: 'Appear offline' })).toBeChecked();
    },
  },
  {
    screen: 'profile',
    state: 'privacy failed',
    viewer: 'reader',
    async show(page) {
      await mockResponse(page, '/auth/privacy', SERVER_FAULT);
      await mockResponse(page, '/message/blocked', SERVER_FAULT);
      await page.goto('/update-profile');
      await expect(page.getByText('Something went wrong')).toHaveCount(2);
    },
  },
  {
    screen: 'profile',
    state: 'privacy loading',
    viewer: 'reader',
    async show(page) {
      await neverRespond(page, '/auth/privacy');
      await neverRespond(page, '/message/blocked');
      await page.goto('/update-profile');
      await expect(page.getByText('Loading blocked people…')).toBeAttached();
    },
  },
  {
    screen: 'sessions',
    state: 'several devices',
    viewer: 'reader',
    show: openSessions,
  },
  {
    screen: 'sessions',
    state: 'confirming sign-out of all others',
    viewer: 'reader',
    async show(page) {
      await openSessions(page);
      await page.getByRole('button', { name: 'Sign out all others' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    screen: 'sessions',
    state: 'no other devices',
    viewer: 'reader',
    async show(page) {
      const sessions = buildSessions().filter(({ current }) => current);
      await mockResponse(page, '/auth/sessions', { json: { sessions } });
      await page.goto('/update-profile/sessions');
      await expect(page.getByText('No other active sessions')).toBeVisible();
    },
  },
  {
    screen: 'sessions',
    state: 'loading',
    viewer: 'reader',
    async show(page) {
      await neverRespond(page, '/auth/sessions');
      await page.goto('/update-profile/sessions');
      await expect(page.getByText('Loading your devices…')).toBeAttached();
    },
  },
  {
    screen: 'sessions',
    state: 'failed',
    viewer: 'reader',
    async show(page) {
      await mockResponse(page, '/auth/sessions', SERVER_FAULT);
      await page.goto('/update-profile/sessions');
      await expect(page.getByText('Something went wrong')).toBeVisible();
    },
  },
  {
    screen: 'bookmarks',
    state: 'notified of a new sign-in',
    viewer: 'reader',
    async show(page, { reader }) {
      const isConnected = waitForSocket(page);
      await openPage(page, '/bookmarks');
      await isConnected;
      await signInElsewhere(reader, ANDROID_FIREFOX);
      await expect(page.getByText(/^Firefox on Android signed in/)).toBeVisible();
    },
  },
  {
    screen: 'chat',
    state: 'nobody selected',
    viewer: 'reader',
    async show(page, { writer }) {
      await page.goto('/chat');
      await expect(page.getByRole('link', { name: new RegExp(writer.fullName) }).first()).toBeVisible();
    },
  },
  {
    screen: 'chat',
    state: 'conversation',
    viewer: 'reader',
    async show(page, { writer }) {
      await page.goto(`/chat/${writer._id}`);
      await expect(page.getByText('अस्सी घाट 🌅').last()).toBeVisible();
      await expect(page.getByRole('textbox', { name: 'Message', exact: true })).toBeVisible();
    },
  },
  {
    screen: 'chat',
    state: 'no contacts',
    viewer: 'reader',
    async show(page) {
      await mockResponse(page, '/message/get-all-users', { json: [] });
      await page.goto('/chat');
      await expect(page.getByText('No users found')).toBeVisible();
    },
  },
  {
    screen: 'chat',
    state: 'loading',
    viewer: 'reader',
    async show(page, { writer }) {
      await neverRespond(page, `/message/${writer._id}`);
      await page.goto(`/chat/${writer._id}`);
      await expect(page.getByRole('heading', { name: writer.fullName })).toBeVisible();
    },
  },
  {
    screen: 'chat',
    state: 'failed',
    viewer: 'reader',
    async show(page, { writer }) {
      await mockResponse(page, `/message/${writer._id}`, SERVER_FAULT);
      await page.goto(`/chat/${writer._id}`);
      await expect(page.getByText("Can't fetch messages").first()).toBeVisible();
    },
  },
  {
    screen: 'chat',
    state: 'menu of a message',
    viewer: 'reader',
    async show(page, { writer }) {
      await page.goto(`/chat/${writer._id}`);
      const row = page.locator('article').last();
      await row.hover();
      await row.getByRole('button', { name: 'Message actions' }).click();
      await expect(page.getByRole('menu', { name: 'Message actions' })).toBeVisible();
    },
  },
  {
    screen: 'chat',
    state: 'deleting a message',
    viewer: 'reader',
    async show(page, { writer }) {
      await page.goto(`/chat/${writer._id}`);
      const row = page.locator('article').last();
      await row.hover();
      await row.getByRole('button', { name: 'Message actions' }).click();
      await page.getByRole('menuitem', { name: 'Delete for me' }).click();
      await expect(page.getByRole('dialog', { name: 'Delete this message?' })).toBeVisible();
    },
  },
  {
    screen: 'chat',
    state: 'replying, with an unsent message',
    viewer: 'reader',
    async show(page, { writer }) {
      await page.route(`${baseUrl()}/api/message/send/**`, (route) => route.abort());
      await page.goto(`/chat/${writer._id}`);
      await page.getByRole('textbox', { name: 'Message', exact: true }).fill('வழியில் இருக்கிறேன்');
      await page.getByRole('button', { name: 'Send' }).click();
      await expect(page.getByText("Will send when you're back online.")).toBeVisible();
      const row = page.locator('article', { hasText: 'अस्सी घाट 🌅' });
      // A row that is inserted or moved in the meantime closes the menu.
      await expect(async () => {
        await row.focus();
        await page.keyboard.press('Enter');
        await page.getByRole('menuitem', { name: 'Reply' }).click({ timeout: 1_000 });
      }).toPass();
      await expect(page.getByRole('button', { name: 'Cancel reply' })).toBeVisible();
    },
  },
  {
    screen: 'chat',
    state: 'messages in every state',
    viewer: 'reader',
    async show(page, { writer, reader }) {
      await mockResponse(page, `/message/${writer._id}`, { json: buildConversation(reader._id, writer._id) });
      await page.goto(`/chat/${writer._id}`);
      await expect(page.getByText('New', { exact: true })).toBeVisible();
      await expect(page.getByTitle('Read').first()).toBeVisible();
    },
  },
  {
    screen: 'chat',
    state: 'blocked',
    viewer: 'reader',
    async show(page, { writer, reader }) {
      const json = { ...buildConversation(reader._id, writer._id), isBlocked: true };
      await mockResponse(page, `/message/${writer._id}`, { json });
      await page.goto(`/chat/${writer._id}`);
      await expect(page.getByText(`You blocked ${writer.fullName}.`)).toBeVisible();
    },
  },
  {
    screen: 'chat',
    state: 'confirming a block',
    viewer: 'reader',
    async show(page, { writer }) {
      await page.goto(`/chat/${writer._id}`);
      await page.getByRole('button', { name: 'Conversation options' }).click();
      await page.getByRole('menuitem', { name: 'Block' }).click();
      await expect(page.getByRole('dialog', { name: `Block ${writer.fullName}?` })).toBeVisible();
    },
  },
  {
    screen: 'search',
    state: 'results',
    viewer: 'reader',
    async show(page, { story }) {
      await page.goto(`/search?q=${encodeURIComponent(story.blogTitle)}`);
      await expect(page.getByRole('link', { name: story.blogTitle }).first()).toBeVisible();
    },
  },
  {
    screen: 'search',
    state: 'no results',
    viewer: 'reader',
    async show(page) {
      await page.goto('/search?q=qqqqzzzz');
      await expect(page.getByText('No stories found')).toBeVisible();
    },
  },
  {
    screen: 'bookmarks',
    state: 'empty',
    viewer: 'writer',
    async show(page) {
      await page.goto('/bookmarks');
      await expect(page.getByText('No bookmarks yet')).toBeVisible();
    },
  },
  {
    screen: 'author',
    state: 'stories',
    viewer: 'reader',
    async show(page, { writer }) {
      await page.goto(`/author/${writer._id}`);
      await expectHeading(page, writer.fullName);
      await expect(page.getByRole('article').first()).toBeVisible();
    },
  },
];

async function openPage(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

/** A conversation with quoted, reacted, deleted, read and unread messages. */
function buildConversation(me: string, partner: string) {
  const at = (minute: number) => new Date(Date.UTC(2026, 2, 1, 4, minute)).toISOString();
  const id = (index: number) => index.toString(16).padStart(24, 'd');
  const [question, reply, deleted, delivered, fresh] = [0, 1, 2, 3, 4].map(id);
  const mine = { senderId: me, receiverId: partner, image: '' };
  const theirs = { senderId: partner, receiverId: me, image: '' };
  const quote = { _id: question, senderId: partner, text: 'কোন ঘাট?', hasImage: false, isDeleted: false };
  return {
    messages_between_sender_receiver: [
      {
        ...theirs,
        _id: question,
        text: 'কোন ঘাট?',
        createdAt: at(0),
        reactions: [{ userId: me, emoji: '🙏' }],
      },
      { ...mine, _id: reply, text: 'अस्सी, see https://example.org/घाट.', createdAt: at(1), replyTo: quote },
      { ...theirs, _id: deleted, text: '', createdAt: at(2), deletedAt: at(9) },
      { ...mine, _id: delivered, text: '🌅', createdAt: at(20) },
      { ...theirs, _id: fresh, text: 'நன்றி!', createdAt: at(40) },
    ],
    nextCursor: null,
    changeNumber: 0,
    deliveredUpTo: delivered,
    readUpTo: reply,
    ownReadUpTo: deleted,
    unreadCount: 1,
    isBlocked: false,
  };
}
