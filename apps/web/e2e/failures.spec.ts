import type { Page, Route } from '@playwright/test';
import { drawPicture } from './draw-picture.ts';
import { baseUrl, expect, test } from './fixtures.ts';
import { pauseRequests } from './pause-requests.ts';
import { buildSessions } from './sessions.ts';
import type { World } from './world.ts';

/** A way for a call to fail. `message` is the server's readable message, if any. */
interface Fault {
  name: string;
  message: string | null;
  respond: (route: Route) => Promise<void>;
}

const PAGE = '<!doctype html><title>Bad gateway</title><h1>nginx</h1>';
const FAULTS: readonly Fault[] = [
  errorFault('500', 500, 'Something went wrong'),
  errorFault('503', 503, 'The database is unavailable. Please try again in a moment'),
  errorFault('429', 429, 'Too many requests. Please wait a moment', { 'retry-after': '3600' }),
  { name: 'aborted', message: null, respond: (route) => route.abort('connectionreset') },
  {
    name: 'HTML from a proxy',
    message: null,
    respond: (route) => route.fulfill({ status: 502, contentType: 'text/html', body: PAGE }),
  },
  {
    name: 'HTML with status 200',
    message: null,
    respond: (route) => route.fulfill({ status: 200, contentType: 'text/html', body: PAGE }),
  },
];

function errorFault(
  name: string,
  status: number,
  message: string,
  headers: Record<string, string> = {},
): Fault {
  const body = JSON.stringify({ message, code: 'made_here', requestId: 'e2e' });
  return {
    name,
    message,
    respond: (route) => route.fulfill({ status, body, headers, contentType: 'application/json' }),
  };
}

/** An API call as a screen makes it. */
interface Call {
  name: string;
  method: string;
  /** Matches the path after `/api`. */
  path: RegExp;
  viewer: 'guest' | 'reader' | 'writer';
  /** Shown without a readable message; from the specification's error catalogue. */
  fallback: string;
  /** The fallback is shown even if the server sent a message. */
  isAlwaysFallback?: boolean;
  /** Text around the message. */
  prefix?: string;
  suffix?: string;
  /** Opens the screen that makes the call. */
  open: (page: Page, world: World) => Promise<void>;
  /** Makes the call; omitted where opening the screen makes it. */
  trigger?: (page: Page, world: World) => Promise<void>;
  /** Asserts that the input is still there. */
  expectInputKept?: (page: Page) => Promise<void>;
  /** Runs once after all faults: asserts that the call succeeds again. */
  expectRecovered?: (page: Page, world: World) => Promise<void>;
}

const TITLE = 'রাতের ট্রেন';
const STORY = 'Berth 42, side lower. चाय चाय!';

async function openEditor(page: Page, url: string): Promise<void> {
  await page.goto(url, { waitUntil: 'commit' });
  await page.getByLabel('Title').fill(TITLE);
  await page.getByRole('textbox', { name: 'Your story' }).fill(STORY);
}

async function expectEditorContent(page: Page): Promise<void> {
  await expect(page.getByLabel('Title')).toHaveValue(TITLE);
  await expect(page.getByRole('textbox', { name: 'Your story' })).toContainText(STORY);
}

const CALLS: readonly Call[] = [
  {
    name: 'sign in',
    method: 'POST',
    path: /^\/auth\/login/,
    viewer: 'guest',
    fallback: 'Login Failed',
    async open(page, { reader }) {
      await page.goto('/login');
      await page.getByLabel('Email').fill(reader.email);
      await page.getByLabel('Password', { exact: true }).fill('a-long-road-ahead');
    },
    trigger: (page) => page.getByRole('button', { name: 'Sign in' }).click(),
    async expectInputKept(page) {
      await expect(page.getByLabel('Email')).toHaveValue(/@example\.org$/);
      await expect(page.getByLabel('Password', { exact: true })).toHaveValue('a-long-road-ahead');
    },
    async expectRecovered(page) {
      await page.getByRole('button', { name: 'Sign in' }).click();
      await expect(page).toHaveURL('/');
    },
  },
  {
    name: 'sign up',
    method: 'POST',
    path: /^\/auth\/signup/,
    viewer: 'guest',
    fallback: 'Registration Failed',
    async open(page) {
      await page.goto('/signup');
      await page.getByLabel('Full name').fill('রাজীব');
      await page.getByLabel('Email').fill('rajib@example.org');
      await page.getByLabel('Password', { exact: true }).fill('a-long-road-ahead');
    },
    trigger: (page) => page.getByRole('button', { name: 'Create Account' }).click(),
    async expectInputKept(page) {
      await expect(page.getByLabel('Full name')).toHaveValue('রাজীব');
      await expect(page.getByLabel('Email')).toHaveValue('rajib@example.org');
    },
  },
  {
    name: 'log out',
    method: 'POST',
    path: /^\/auth\/logout/,
    viewer: 'reader',
    fallback: 'Logout Failed',
    open: (page) => openAt(page, '/update-profile'),
    trigger: (page) => page.getByRole('button', { name: 'Logout' }).click(),
  },
  {
    name: 'save the profile',
    method: 'PUT',
    path: /^\/auth\/update-profile/,
    viewer: 'reader',
    fallback: 'Profile Updation Failed',
    async open(page) {
      await openAt(page, '/update-profile');
      await page.getByLabel('Full name').fill('काव्या अय्यर');
    },
    trigger: (page) => page.getByRole('button', { name: 'Save Changes' }).click(),
    expectInputKept: (page) => expect(page.getByLabel('Full name')).toHaveValue('काव्या अय्यर'),
  },
  {
    name: 'all stories',
    method: 'GET',
    path: /^\/post\/getposts/,
    viewer: 'reader',
    fallback: 'Failed to fetch all posts',
    open: (page) => openAt(page, '/'),
    expectRecovered: (page) => retry(page),
  },
  {
    name: 'own stories',
    method: 'GET',
    path: /^\/post\/my-posts/,
    viewer: 'writer',
    fallback: 'Failed to get Posts',
    open: (page) => openAt(page, '/my-posts'),
    expectRecovered: (page) => retry(page),
  },
  {
    name: 'one story',
    method: 'GET',
    path: /^\/post\/getpost\//,
    viewer: 'reader',
    fallback: 'Post not found',
    prefix: 'Error: ',
    open: (page, { story }) => page.goto(`/post/${story.slug}`).then(() => undefined),
    async expectRecovered(page, { story }) {
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect(page.getByRole('heading', { level: 1, name: story.blogTitle })).toBeVisible();
    },
  },
  {
    name: 'search',
    method: 'GET',
    path: /^\/post\/search/,
    viewer: 'reader',
    fallback: 'Failed to get Posts',
    open: (page) => openAt(page, `/search?q=${encodeURIComponent('काशी')}`),
    expectRecovered: (page) => retry(page),
  },
  {
    name: 'bookmarks',
    method: 'GET',
    path: /^\/post\/bookmarks/,
    viewer: 'reader',
    fallback: 'Failed to get Posts',
    open: (page) => openAt(page, '/bookmarks'),
  },
  {
    name: "somebody's stories",
    method: 'GET',
    path: /^\/post\/by-author\//,
    viewer: 'reader',
    fallback: 'Failed to get Posts',
    open: (page, { writer }) => openAt(page, `/author/${writer._id}`),
    expectRecovered: (page) => retry(page),
  },
  {
    name: 'publish a story',
    method: 'POST',
    path: /^\/post\/create-post/,
    viewer: 'reader',
    fallback: 'Post Creation Failed',
    open: (page) => openEditor(page, '/add-posts'),
    trigger: (page) => page.getByRole('button', { name: 'Publish' }).click(),
    expectInputKept: expectEditorContent,
  },
  {
    name: 'update a story',
    method: 'PUT',
    path: /^\/post\/update-post\//,
    viewer: 'writer',
    fallback: 'Post Updation failed',
    open: (page, { story }) => openEditor(page, `/add-posts?edit=${story._id}`),
    trigger: (page) => page.getByRole('button', { name: /^update/i }).click(),
    expectInputKept: expectEditorContent,
  },
  {
    name: 'delete a story',
    method: 'DELETE',
    path: /^\/post\/delete-post\//,
    viewer: 'writer',
    fallback: 'Post Deletion Failed',
    open: (page, { story }) => openAt(page, `/post/${story.slug}`),
    async trigger(page) {
      await page.getByRole('button', { name: 'Delete Post' }).click();
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^delete/i })
        .click();
    },
    expectInputKept: (page) => expect(page.getByRole('button', { name: 'Delete Post' })).toBeVisible(),
  },
  {
    name: 'like',
    method: 'PUT',
    path: /^\/post\/\w+\/like/,
    viewer: 'reader',
    fallback: 'Your like could not be saved',
    isAlwaysFallback: true,
    open: (page, { story }) => openAt(page, `/post/${story.slug}`),
    trigger: (page) => page.getByRole('button', { name: /like/i }).first().click(),
    expectInputKept: (page) =>
      expect(page.getByRole('button', { name: /like/i, pressed: false }).first()).toBeVisible(),
  },
  {
    name: 'comment',
    method: 'POST',
    path: /^\/post\/\w+\/comments/,
    viewer: 'reader',
    fallback: 'Error',
    async open(page, { story }) {
      await openAt(page, `/post/${story.slug}`);
      await page.getByLabel('Your comment').fill('அருமை!');
    },
    trigger: (page) => page.getByRole('button', { name: 'Post comment' }).click(),
    expectInputKept: (page) => expect(page.getByLabel('Your comment')).toHaveValue('அருமை!'),
  },
  {
    name: 'comments',
    method: 'GET',
    path: /^\/post\/\w+\/comments/,
    viewer: 'reader',
    fallback: 'Error',
    suffix: ' Try again',
    open: (page, { story }) => openAt(page, `/post/${story.slug}`),
    expectInputKept: (page) => expect(page.getByText('The river was grey at five')).toBeVisible(),
  },
  {
    name: 'contacts',
    method: 'GET',
    path: /^\/message\/get-all-users/,
    viewer: 'reader',
    fallback: "Can't fetch users",
    isAlwaysFallback: true,
    open: (page) => openAt(page, '/chat'),
  },
  {
    name: 'a conversation',
    method: 'GET',
    path: /^\/message\/[0-9a-f]{24}/,
    viewer: 'reader',
    fallback: "Can't fetch messages",
    isAlwaysFallback: true,
    open: (page, { writer }) => page.goto(`/chat/${writer._id}`).then(() => undefined),
    async expectRecovered(page) {
      await page.getByRole('button', { name: 'Try again' }).first().click();
      await expect(page.getByText('अस्सी घाट 🌅').last()).toBeVisible();
    },
  },
  {
    name: 'privacy',
    method: 'GET',
    path: /^\/auth\/privacy/,
    viewer: 'reader',
    fallback: "Couldn't load your privacy settings",
    open: (page) => openAt(page, '/update-profile'),
    async expectRecovered(page) {
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect(appearOffline(page)).toBeVisible();
    },
  },
  {
    name: 'appear offline',
    method: 'PUT',
    path: /^\/auth\/privacy/,
    viewer: 'reader',
    fallback: "Couldn't save your choice",
    open: (page) => openAt(page, '/update-profile'),
    trigger: (page) => appearOffline(page).click(),
    expectInputKept: (page) => expect(appearOffline(page)).not.toBeChecked(),
    async expectRecovered(page) {
      await toggleAppearOffline(page);
      await page.reload();
      await expect(appearOffline(page)).toBeChecked();
      await toggleAppearOffline(page);
      await page.reload();
      await expect(appearOffline(page)).not.toBeChecked();
    },
  },
  {
    name: 'blocked people',
    method: 'GET',
    path: /^\/message\/blocked/,
    viewer: 'reader',
    fallback: "Couldn't load blocked people",
    open: (page) => openAt(page, '/update-profile'),
    async expectRecovered(page) {
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect(page.getByText("You haven't blocked anyone.")).toBeVisible();
    },
  },
  {
    name: 'unblock',
    method: 'DELETE',
    path: /^\/message\/\w+\/block/,
    viewer: 'reader',
    fallback: "Couldn't unblock. Please try again.",
    async open(page, { writer: { _id, fullName } }) {
      const users = [{ _id, fullName, profilePic: '', createdAt: '2026-02-03T04:05:06.000Z' }];
      await page.route(`${baseUrl()}/api/message/blocked**`, (route) =>
        route.fulfill({ json: { users, nextCursor: null } }),
      );
      await openAt(page, '/update-profile');
    },
    trigger: (page) => page.getByRole('button', { name: /^Unblock / }).click(),
    expectInputKept: (page) => expect(page.getByRole('button', { name: /^Unblock / })).toBeVisible(),
    async expectRecovered(page) {
      await page.getByRole('button', { name: /^Unblock / }).click();
      await expect(page.getByText("You haven't blocked anyone.")).toBeVisible();
    },
  },
  {
    name: 'the list of sessions',
    method: 'GET',
    path: /^\/auth\/sessions/,
    viewer: 'reader',
    fallback: "Couldn't load your devices",
    open: (page) => openAt(page, '/update-profile/sessions'),
    async expectRecovered(page) {
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect(page.getByText('In use now')).toBeVisible();
    },
  },
  {
    name: 'sign one device out',
    method: 'DELETE',
    path: /^\/auth\/sessions\//,
    viewer: 'reader',
    fallback: "Couldn't sign out. Please try again.",
    open: openSessions,
    trigger: (page) => signOutOfIpad(page).click(),
    expectInputKept: (page) => expect(signOutOfIpad(page)).toBeVisible(),
  },
  {
    name: 'sign all other devices out',
    method: 'POST',
    path: /^\/auth\/logout-others/,
    viewer: 'reader',
    fallback: "Couldn't sign out. Please try again.",
    open: openSessions,
    async trigger(page) {
      await page.getByRole('button', { name: 'Sign out all others' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Sign out all others' }).click();
    },
    expectInputKept: (page) => expect(signOutOfIpad(page)).toBeVisible(),
  },
  {
    name: 'set a new password',
    method: 'POST',
    path: /^\/auth\/reset-password/,
    viewer: 'guest',
    fallback: "Couldn't set the password. Please try again.",
    async open(page) {
      await page.goto('/about');
      await page.goto(`/reset-password#${'A'.repeat(59)}`);
      await page.getByLabel('New password').fill('a-long-road-ahead');
    },
    trigger: (page) => page.getByRole('button', { name: 'Set password' }).click(),
    expectInputKept: (page) => expect(page.getByLabel('New password')).toHaveValue('a-long-road-ahead'),
    async expectRecovered(page) {
      await page.getByRole('button', { name: 'Set password' }).click();
      await expect(page.getByText(/^This link is no longer valid\./)).toBeVisible();
    },
  },
  {
    name: 'the newsletter',
    method: 'POST',
    path: /^\/newsletter\/subscribe/,
    viewer: 'reader',
    fallback: 'Thank You for your Subscription 🎊',
    isAlwaysFallback: true,
    open: (page) => openAt(page, '/about'),
    async trigger(page) {
      const footer = page.getByRole('contentinfo');
      await footer.getByRole('textbox').fill('kavya@example.org');
      await footer.getByRole('button', { name: 'Subscribe' }).click();
    },
  },
];

/** Toggles the switch and waits for the response; an immediate reload would cancel the request. */
async function toggleAppearOffline(page: Page): Promise<void> {
  const stored = page.waitForResponse(
    (response) => response.url().endsWith('/api/auth/privacy') && response.request().method() === 'PUT',
  );
  await appearOffline(page).click();
  expect((await stored).status()).toBe(200);
}

function appearOffline(page: Page) {
  return page.getByRole('switch', { name: 'Appear offline' });
}

/** Opens the list of sessions with mocked devices. */
async function openSessions(page: Page): Promise<void> {
  await page.route(`${baseUrl()}/api/auth/sessions`, (route) =>
    route.fulfill({ json: { sessions: buildSessions() } }),
  );
  await openAt(page, '/update-profile/sessions');
}

function signOutOfIpad(page: Page) {
  return page.getByRole('button', { name: /^Sign out Safari on iPad, / });
}

async function openAt(page: Page, url: string): Promise<void> {
  // The heading is enough: pictures and fonts are not awaited.
  await page.goto(url, { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
}

async function retry(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Try again' }).first().click();
  await expect(page.getByRole('article').first()).toBeVisible();
}

/** Responds to a call with the current fault. @returns a function that ends this. */
async function breakCall(page: Page, { method, path }: Pick<Call, 'method' | 'path'>, current: () => Fault) {
  const isCall = (url: URL) =>
    url.pathname.startsWith('/api/') && path.test(url.pathname.slice('/api'.length));
  const handle = (route: Route) =>
    route.request().method() === method ? current().respond(route) : route.fallback();
  await page.route(isCall, handle);
  return () => page.unroute(isCall, handle);
}

for (const call of CALLS) {
  const {
    name,
    viewer,
    open,
    trigger,
    expectInputKept,
    expectRecovered,
    fallback,
    isAlwaysFallback = false,
    prefix = '',
    suffix = '',
  } = call;
  test(`Reliability 7: ${name} with each fault: shows the message of the catalogue and keeps the input`, async ({
    openPage,
    world,
  }, { annotations }) => {
    annotations.push({ type: 'failure-call', description: name });
    const page = await openPage(viewer === 'guest' ? null : world[viewer]);
    let fault: Fault = errorFault('unset', 500, '');
    const restore = await breakCall(page, call, () => fault);
    for (const next of FAULTS) {
      await test.step(next.name, async () => {
        fault = next;
        annotations.push({ type: 'failure-case', description: `${name}: ${fault.name}` });
        await open(page, world);
        await trigger?.(page, world);
        const message = prefix + (isAlwaysFallback ? fallback : (fault.message ?? fallback)) + suffix;
        await expect(page.getByText(message, { exact: true }).first()).toBeVisible();
        await expectInputKept?.(page);
        await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
      });
    }
    await restore();
    await expectRecovered?.(page, world);
  });
}

test('check-auth with each fault: keeps the session and recovers', async ({ openPage, world }, {
  annotations,
}) => {
  annotations.push({ type: 'failure-call', description: 'check-auth' });
  const page = await openPage(world.reader);
  await page.goto('/about');
  await expect(page.getByRole('contentinfo')).toBeVisible();
  for (const fault of FAULTS) {
    await test.step(fault.name, async () => {
      annotations.push({ type: 'failure-case', description: `check-auth: ${fault.name}` });
      const restore = await breakCall(page, { method: 'GET', path: /^\/auth\/check-auth/ }, () => fault);
      await page.goto('/bookmarks');
      await expect(page.getByText("We can't reach Safarnama. Trying again…")).toBeVisible();
      await expect(page).toHaveURL('/bookmarks');
      await restore();
      await page.getByRole('button', { name: 'Try now' }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Bookmarks' })).toBeVisible();
    });
  }
});

test('sending a message with each fault: returns to the composer if rejected, otherwise waits with Retry', async ({
  openPage,
  world: { reader, writer },
}, { annotations }) => {
  annotations.push({ type: 'failure-call', description: 'send a message' });
  const buffer = await drawPicture(300);
  for (const fault of FAULTS) {
    annotations.push({ type: 'failure-case', description: `send a message: ${fault.name}` });
    // Pending messages are stored on the device; a new context starts without them.
    const page = await openPage(reader);
    await page.goto(`/chat/${writer._id}`);
    const text = `நாளை வருகிறேன் 🚂 ${fault.name}`;
    const composer = page.getByRole('textbox', { name: 'Message', exact: true });
    const conversation = page.getByRole('region', { name: `Conversation with ${writer.fullName}` });
    const mine = conversation.locator('article', { hasText: text });
    await expect(conversation.locator('article').last()).toBeVisible();
    await composer.fill(text);
    const picture = { name: 'a.jpg', mimeType: 'image/jpeg', buffer };
    await page.locator('main input[type=file]').first().setInputFiles(picture);
    await expect(page.getByRole('img', { name: 'Picture to send' })).toBeVisible();
    const restore = await breakCall(page, { method: 'POST', path: /^\/message\/send\// }, () => fault);
    await page.getByRole('button', { name: 'Send', exact: true }).click();

    if (fault.name === '500') {
      await expect(page.getByText(fault.message ?? '').first()).toBeVisible();
      await expect(composer).toHaveValue(text);
      await expect(page.getByRole('img', { name: 'Picture to send' })).toBeVisible();
      await restore();
      await page.getByRole('button', { name: 'Send', exact: true }).click();
    } else {
      await expect(mine.getByText("Will send when you're back online.")).toBeVisible();
      await expect(composer).toHaveValue('');
      if (fault.name === '429') {
        // The Retry-After of an hour is not awaited.
        await mine.getByRole('button', { name: 'Discard' }).click();
        await expect(mine).toHaveCount(0);
        await page.context().close();
        continue;
      }
      await restore();
      // An automatic retry may come before this click.
      await mine
        .getByRole('button', { name: 'Retry' })
        .click({ timeout: 2_000 })
        .catch(() => undefined);
    }
    await expect(composer).toHaveValue('');
    await expect(mine).toHaveCount(1);
    await expect(mine.getByTitle(/^(Sent|Delivered|Read)$/)).toBeVisible();
    await page.context().close();
  }
});

test('slow responses: each screen shows a loading state, and a form cannot be submitted twice', async ({
  newUser,
}, { annotations }) => {
  const { page } = await newUser('ধীরেন');
  let resume: () => void = () => undefined;
  const pauseCall = async (path: RegExp) => {
    annotations.push({ type: 'failure-case', description: `${path}: slow` });
    const isCall = (url: URL) => url.origin === baseUrl() && path.test(url.pathname);
    resume = await pauseRequests(page, isCall);
    return () => page.unroute(isCall);
  };

  for (const { path, url, findLoaded } of [
    { path: /getposts/, url: '/', findLoaded: () => page.getByRole('heading', { level: 1 }) },
    { path: /my-posts/, url: '/my-posts', findLoaded: () => page.getByText('No Post Yet') },
    { path: /get-all-users/, url: '/chat', findLoaded: () => page.getByRole('listitem').first() },
  ]) {
    const restore = await pauseCall(new RegExp(`/api/.*${path.source}`));
    await page.goto(url);
    await expect(page.locator('main [aria-busy=true]').first()).toBeVisible();
    resume();
    await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
    await expect(findLoaded()).toBeVisible();
    await restore();
  }

  await openEditor(page, '/add-posts');
  let sent = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/create-post')) sent += 1;
  });
  await pauseCall(/create-post/);
  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(page.locator('form button[type=submit]').last()).toBeDisabled();
  await page.getByLabel('Title').press('Enter');
  await expectEditorContent(page);
  resume();
  await expect(page.getByText('Post created!')).toBeVisible();
  expect(sent).toBe(1);
});
