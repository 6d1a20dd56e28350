import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { type EndpointKey, endpoints } from '@safarnama/contracts';
import { STRINGS } from '../src/testing/sentences.ts';
import {
  composer,
  conversation,
  expectPresence,
  message,
  openConversation,
  sendMessage,
} from './conversation.ts';
import { drawPicture } from './draw-picture.ts';
import { expectEditorContent, openEditor } from './failing-call.ts';
import { CALLS } from './failing-calls.ts';
import { breakCall, errorFault, FAULTS, type Fault, PORTAL_FAULT } from './fault.ts';
import { baseUrl, expect, test } from './fixtures.ts';
import { pauseRequests } from './pause-requests.ts';

/** Longer than a toast is visible. */
const TOAST_MS = 6_000;

/** A call that reads and one that writes; `check-auth` below is sent by `fetch`, before axios is loaded. */
const CALLS_WITH_PORTAL = ['all stories', 'publish a story'];

/** Calls without a row in `CALLS`, with the reason. */
const OTHER_CALLS: Partial<Record<EndpointKey, string>> = {
  'GET /api/auth/check-auth': 'tested below',
  'GET /api/post/suggest': 'tested below',
  'GET /api/post/:id/related': 'tested below',
  'GET /api/place/search': 'tested below',
  'GET /api/message/unread': 'tested below',
  'GET /api/message/:userId/changes': 'tested below',
  'POST /api/message/:userId/delivered': 'tested below',
  'POST /api/message/:userId/read': 'tested below',
  'POST /api/message/send/:receiverId': 'tested below',
  'GET /api/public/posts': 'not called by the web app',
  'GET /api/docs': 'not called by the web app',
  'GET /api/openapi.json': 'not called by the web app',
};

/** A URL of an endpoint that has one: the path after `/api`. */
function buildPath(endpoint: string): string {
  const values: Record<string, string> = { slug: 'varanasi', key: randomUUID(), number: '1' };
  const path = endpoint.slice(endpoint.indexOf('/api') + '/api'.length);
  return path.replace(/:(\w+)/g, (_match, name: string) => values[name] ?? '0'.repeat(24));
}

test('each call of the API has a row in CALLS, or a reason why not', () => {
  // `writing-pictures.spec.ts` tests the uploads, which are sent by a library.
  const calls = Object.keys(endpoints)
    .filter((endpoint) => endpoint.includes(' /api/') && !endpoint.includes('/media/uploads'))
    .map((endpoint) => ({ endpoint, method: endpoint.split(' ')[0], path: buildPath(endpoint) }))
    // The patterns also match the longer paths that begin with the path of their call.
    .sort((a, b) => a.path.length - b.path.length);
  const withRow = new Set(
    CALLS.map(({ method, path }) => calls.find((call) => call.method === method && path.test(call.path))),
  );

  expect(withRow).not.toContain(undefined);
  const withoutRow = calls.filter((call) => !withRow.has(call)).map(({ endpoint }) => endpoint);
  expect(withoutRow.sort()).toEqual(Object.keys(OTHER_CALLS).sort());
});

for (const call of CALLS) {
  const {
    name,
    viewer,
    open,
    trigger,
    retry,
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
    const { countResponses, restore } = await breakCall(page, call, () => fault);
    // Toasts disappear by the clock.
    if (trigger) await page.clock.install();
    const faults = CALLS_WITH_PORTAL.includes(name) ? [...FAULTS, PORTAL_FAULT] : FAULTS;
    for (const [index, next] of faults.entries()) {
      await test.step(next.name, async () => {
        fault = next;
        annotations.push({ type: 'failure-case', description: `${name}: ${fault.name}` });
        const expected = prefix + (isAlwaysFallback ? fallback : (fault.message ?? fallback)) + suffix;
        const message = page.getByText(expected, { exact: true }).filter({ visible: true });
        const responses = countResponses();
        if (index === 0) {
          await open(page, world);
          await trigger?.(page, world);
        } else if (retry) {
          await retry(page);
        } else if (trigger) {
          await page.clock.runFor(TOAST_MS);
          await expect(message).toHaveCount(0);
          await trigger(page, world);
        } else {
          await page.getByRole('button', { name: 'Try again' }).first().click();
        }
        await expect.poll(countResponses).toBeGreaterThan(responses);
        await expect(message.first()).toBeVisible();
        await expectInputPreserved?.(page);
        await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
      });
    }
    // Shown for each fault without a message.
    if (STRINGS.includes(fallback)) annotations.push({ type: 'string-seen', description: fallback });
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
  for (const fault of [...FAULTS, PORTAL_FAULT]) {
    await test.step(fault.name, async () => {
      annotations.push({ type: 'failure-case', description: `check-auth: ${fault.name}` });
      const { restore } = await breakCall(page, { method: 'GET', path: /^\/auth\/check-auth/ }, () => fault);
      await page.goto('/bookmarks');
      await expect(page.getByText("We can't reach Safarnama. Trying again…")).toBeVisible();
      await expect(page).toHaveURL('/bookmarks');
      await restore();
      await page.getByRole('button', { name: 'Try now' }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Bookmarks' })).toBeVisible();
    });
  }
});

test('suggestions and related stories with each fault: the page works without them', async ({
  openPage,
  world: { reader, story },
}, { annotations }) => {
  const page = await openPage(reader);
  for (const fault of FAULTS) {
    await test.step(fault.name, async () => {
      for (const path of [/^\/post\/suggest/, /^\/post\/[0-9a-f]{24}\/related/]) {
        annotations.push({ type: 'failure-call', description: String(path) });
        await breakCall(page, { method: 'GET', path }, () => fault);
      }
      await page.goto(`/post/${story.slug}`);
      const related = page.waitForRequest(/\/api\/post\/\w+\/related/);
      await page.getByLabel('Your comment', { exact: true }).scrollIntoViewIfNeeded();
      await page.keyboard.press('End');
      await related;
      const suggested = page.waitForRequest(/\/api\/post\/suggest/);
      const box = page.getByRole('combobox', { name: 'Search stories' });
      await box.fill('काशी');
      await suggested;
      await expect(page.getByLabel('Your comment', { exact: true })).toBeVisible();
      await expect(page.getByText('Something went wrong')).toHaveCount(0);
      await box.press('Enter');
      await expect(page.getByRole('article').first()).toBeVisible();
    });
  }
});

test('suggestions of places with each fault: the location stays as typed', async ({
  openPage,
  world: { reader },
}, { annotations }) => {
  annotations.push({ type: 'failure-call', description: 'suggestions of places' });
  const page = await openPage(reader);
  await page.goto('/add-posts');
  const location = page.getByRole('combobox', { name: 'Location' });
  let fault: Fault = errorFault('unset', 500, '');
  const { countResponses, restore } = await breakCall(
    page,
    { method: 'GET', path: /^\/place\/search/ },
    () => fault,
  );
  for (const [index, next] of FAULTS.entries()) {
    fault = next;
    annotations.push({ type: 'failure-case', description: `suggestions of places: ${fault.name}` });
    await location.fill(`काशी ${index}`);
    await expect.poll(countResponses).toBe(index + 1);
  }
  await expect(location).toHaveValue(`काशी ${FAULTS.length - 1}`);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await restore();
  await location.fill('काशी');
  await expect(page.getByRole('option', { name: /Varanasi/ }).first()).toBeVisible();
});

for (const { kind, state, where, open } of [
  // A receipt for reading replaces the one for delivery, so the conversation is not open.
  { kind: 'delivered', state: 'Delivered', where: 'on another screen', open: (page: Page) => page.goto('/') },
  { kind: 'read', state: 'Read', where: 'in the conversation', open: openConversation },
]) {
  test(`receipts for messages ${kind} ${where}, with each fault: are silently sent again, and the author sees them`, async ({
    newUser,
  }, { annotations }) => {
    annotations.push({ type: 'failure-call', description: `receipts for messages ${kind}` });
    const [{ page, _id }, writer] = [await newUser('मीना'), await newUser('Ravi')];
    await open(page, writer._id);
    await openConversation(writer.page, _id);
    await expectPresence(writer.page, 'Online');
    for (const fault of FAULTS) {
      annotations.push({ type: 'failure-case', description: `receipts for messages ${kind}: ${fault.name}` });
      const { countResponses, restore } = await breakCall(
        page,
        { method: 'POST', path: new RegExp(`^/message/${writer._id}/${kind}$`) },
        () => fault,
      );
      await sendMessage(writer.page, fault.name);
      await expect.poll(countResponses).toBeGreaterThan(0);
      if (fault.message) await expect(page.getByText(fault.message)).toHaveCount(0);
      await restore();
      await expect(message(writer.page, fault.name).getByTitle(state)).toBeVisible();
    }
  });
}

test('unread counts and changes of messages with each fault: the conversation stays visible, and shows them with the next successful response', async ({
  newUser,
}, { annotations }) => {
  const [{ page, _id }, writer, other] = [await newUser('மீனா'), await newUser('Ravi'), await newUser('Sana')];
  const send = async (sender: typeof writer, text: string) => {
    const data = { text, clientMessageId: randomUUID() };
    return (await sender.page.request.post(`/api/message/send/${_id}`, { data })).json();
  };
  const { _id: messageId } = await send(writer, 'घाट पर');
  // Under the name localhost, the socket stays open offline, and events may arrive before it is replaced.
  let dropEvents = () => {};
  await page.routeWebSocket(/socket\.io/, (socket) => {
    let isDropping = false;
    dropEvents = () => {
      isDropping = true;
    };
    socket.connectToServer().onMessage((frame) => isDropping || socket.send(frame));
  });
  await openConversation(page, writer._id);
  const row = message(page, 'घाट पर');
  await expect(row).toBeVisible();
  await expectPresence(page, 'Offline');
  let fault: Fault = errorFault('unset', 500, '');
  const paths = [/^\/message\/unread/, /^\/message\/[0-9a-f]{24}\/changes/];
  const broken = await Promise.all(
    paths.map((path) => breakCall(page, { method: 'GET', path }, () => fault)),
  );

  for (const next of FAULTS) {
    fault = next;
    annotations.push({ type: 'failure-case', description: `unread counts and changes: ${fault.name}` });
    await page.context().setOffline(true);
    dropEvents();
    if (next === FAULTS[0]) {
      await writer.page.request.put(`/api/message/${messageId}/reaction`, { data: { emoji: '❤️' } });
      await send(other, 'क्या चल रहा है?');
    }
    const before = broken.map(({ countResponses }) => countResponses());
    await page.context().setOffline(false);
    for (const [index, { countResponses }] of broken.entries()) {
      // Reconnecting may take several attempts.
      await expect.poll(countResponses, { timeout: 45_000 }).toBeGreaterThan(before[index] ?? 0);
    }
    await expect(row).toBeVisible();
    await expect(page.getByText(fault.message ?? 'Bad gateway')).toHaveCount(0);
  }

  for (const { restore } of broken) await restore();
  await page.context().setOffline(true);
  await page.context().setOffline(false);
  await expect(row.getByText('❤️')).toBeVisible();
  await expect(page).toHaveTitle(/^\(1\) /);
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
    const { restore } = await breakCall(page, { method: 'POST', path: /^\/message\/send\// }, () => fault);
    await page.getByRole('button', { name: 'Send', exact: true }).click();

    // A Retry-After of an hour is that of the limit of pictures.
    if (fault.name === '500' || fault.name === '429') {
      await expect(page.getByText(fault.message ?? '').first()).toBeVisible();
      await expect(composer(page)).toHaveValue(text);
      await expect(page.getByRole('img', { name: 'Picture to send' })).toBeVisible();
      await restore();
      await page.getByRole('button', { name: 'Send', exact: true }).click();
    } else {
      await expect(mine.getByText("Will send when you're back online.")).toBeVisible();
      await expect(composer(page)).toHaveValue('');
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
