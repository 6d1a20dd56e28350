import type { Page, Route } from '@playwright/test';
import { composer, conversation, message } from './conversation.ts';
import { drawPicture } from './draw-picture.ts';
import { type Call, expectEditorContent, openEditor } from './failing-call.ts';
import { ACCOUNT_CALLS } from './failing-calls-account.ts';
import { CHAT_CALLS } from './failing-calls-chat.ts';
import { DRAFT_CALLS } from './failing-calls-drafts.ts';
import { PUBLISHING_CALLS } from './failing-calls-publishing.ts';
import { STORY_CALLS } from './failing-calls-stories.ts';
import { baseUrl, expect, test } from './fixtures.ts';
import { pauseRequests } from './pause-requests.ts';

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
  const body = JSON.stringify({ message, code: 'mocked', requestId: 'e2e' });
  return {
    name,
    message,
    respond: (route) => route.fulfill({ status, body, headers, contentType: 'application/json' }),
  };
}

const CALLS = [...ACCOUNT_CALLS, ...STORY_CALLS, ...DRAFT_CALLS, ...PUBLISHING_CALLS, ...CHAT_CALLS];

/** Responds to a call with the current fault. @returns a function that lets the call succeed again. */
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
    expectInputPreserved,
    expectRecovered,
    fallback,
    isAlwaysFallback = false,
    prefix = '',
    suffix = '',
  } = call;
  test(`Reliability 7: ${name} with each fault: shows its error message and keeps the input`, async ({
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
        const expected = prefix + (isAlwaysFallback ? fallback : (fault.message ?? fallback)) + suffix;
        await expect(page.getByText(expected, { exact: true }).first()).toBeVisible();
        await expectInputPreserved?.(page);
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
    const mine = message(page, text);
    await expect(conversation(page).getByRole('article').last()).toBeVisible();
    await composer(page).fill(text);
    const picture = { name: 'a.jpg', mimeType: 'image/jpeg', buffer };
    await page.locator('main input[type=file]').first().setInputFiles(picture);
    await expect(page.getByRole('img', { name: 'Picture to send' })).toBeVisible();
    const restore = await breakCall(page, { method: 'POST', path: /^\/message\/send\// }, () => fault);
    await page.getByRole('button', { name: 'Send', exact: true }).click();

    if (fault.name === '500') {
      await expect(page.getByText(fault.message ?? '').first()).toBeVisible();
      await expect(composer(page)).toHaveValue(text);
      await expect(page.getByRole('img', { name: 'Picture to send' })).toBeVisible();
      await restore();
      await page.getByRole('button', { name: 'Send', exact: true }).click();
    } else {
      await expect(mine.getByText("Will send when you're back online.")).toBeVisible();
      await expect(composer(page)).toHaveValue('');
      if (fault.name === '429') {
        // Does not wait for the Retry-After of an hour.
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
    await expect(composer(page)).toHaveValue('');
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
