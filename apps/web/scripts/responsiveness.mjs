/**
 * Measures how quickly the product responds to its users, and prints two tables:
 *
 * - Interactions: the time from a tap or key press to the next frame, in milliseconds, on a phone whose processor is
 *   four times slower than this machine. The slowest of each step counts, as in Interaction to Next Paint.
 * - Scrolling: the longest frame while a list of 500 stories and a conversation of 5,000 messages are scrolled from one
 *   end to the other at 10,000 px/s, on a phone and on a wide screen.
 *
 * Each figure is the median of three rounds. It needs a running product with seeded users and without rate limits, and
 * adds stories and messages to it:
 *
 * `node scripts/responsiveness.mjs --url http://localhost:3000` (`CHROMIUM_PATH` names the browser)
 *
 * `npm run responsiveness` in the root of the repository starts and seeds such a product, then runs this script. Exits
 * with 1 when a median is above its limit.
 */
import { parseArgs } from 'node:util';
import { devices, expect } from '@playwright/test';
import { formatTable, median } from './measurements.mjs';
import { launchBrowser, logIn } from './seeded-browser.mjs';

const ROUNDS = 3;
const CPU_SLOWDOWN = 4;
/** "Good" according to https://web.dev/articles/inp. */
const MAX_INTERACTION_MS = 200;
const MAX_FRAME_MS = 50;
/** Faster than a finger flings a list. */
const SCROLL_PX_PER_S = 10_000;
const SCROLL_PX = 20_000;
/** Two taps within this time would be a double tap, which may select text. */
const DOUBLE_TAP_MS = 300;
const STORIES = 500;
const MESSAGES = 5_000;
const CONCURRENT_REQUESTS = 8;
const READER = 'meera.nair@example.com';
const WRITER = 'arjun.rathore@example.com';
const PHONE = { ...devices['Pixel 7'], defaultBrowserType: undefined };
const WIDE = { viewport: { width: 1440, height: 900 } };
/** In four scripts, as the stories of the product are. */
const SENTENCES = [
  'The river was grey at five, and the boatman sang softly.',
  'सुबह पाँच बजे नदी धूसर थी, और नाव वाला धीरे-धीरे गा रहा था।',
  'রাস্তা দীর্ঘ, চা গরম, আর পাহাড়ের গায়ে মেঘ নেমে এসেছে।',
  'மலைப்பாதையில் முதல் பேருந்து விடியற்காலையில் புறப்பட்டது.',
];

const { values } = parseArgs({ options: { url: { type: 'string', default: 'http://localhost:3000' } } });
const { url } = values;

const browser = await launchBrowser();
try {
  const { storageState, writer, newestTitle } = await fill();
  const interactions = await repeat(() => measureInteractions(storageState, writer, newestTitle));
  const scrolling = await repeat(() => measureScrolling(storageState, writer));
  const isQuick = print('interaction', interactions, MAX_INTERACTION_MS);
  const isSmooth = print('longest frame', scrolling, MAX_FRAME_MS);
  process.exitCode = isQuick && isSmooth ? 0 : 1;
} finally {
  await browser.close();
}

/** Adds the stories, all by the writer, and the messages, alternately by both users. */
async function fill() {
  const [reader, writer] = await Promise.all([signIn(READER), signIn(WRITER)]);
  const pairs = [
    { from: reader, to: writer },
    { from: writer, to: reader },
  ];
  const text = (/** @type {number} */ number) =>
    SENTENCES.map((_, index) => SENTENCES[(number + index) % SENTENCES.length]).join(' ');
  await sendAll(STORIES, (number) => ({
    client: writer.client,
    path: '/api/post/create-post',
    data: {
      blogTitle: `${number}. ${SENTENCES[number % SENTENCES.length]}`,
      blogContent: text(number).repeat(4),
      blogLocation: 'ஊட்டி',
    },
  }));
  await sendAll(MESSAGES, (number) => {
    const { from, to } = pairs[number % 2] ?? { from: reader, to: writer };
    return {
      client: from.client,
      path: `/api/message/send/${to._id}`,
      data: { text: number % 5 === 0 ? text(number) : `${number}. ${SENTENCES[number % SENTENCES.length]}` },
    };
  });
  return {
    storageState: await reader.client.storageState(),
    writer,
    newestTitle: `${STORIES}. ${SENTENCES[STORIES % SENTENCES.length]}`,
  };
}

/** @param {string} email - of a seeded user. */
async function signIn(email) {
  const { request: client } = await browser.newContext({ baseURL: url });
  return { ...(await logIn(client, email)), client };
}

/**
 * Sends `count` POST requests.
 *
 * @param {number} count
 * @param {(number: number) => { client: import('@playwright/test').APIRequestContext, path: string, data: object }} build
 * - returns the request with a number, from 1.
 */
async function sendAll(count, build) {
  let sent = 0;
  await Promise.all(
    Array.from({ length: CONCURRENT_REQUESTS }, async () => {
      while (sent < count) {
        sent += 1;
        const { client, path, data } = build(sent);
        const response = await client.post(path, { data });
        if (!response.ok()) throw new Error(`${path}: ${response.status()} ${await response.text()}`);
      }
    }),
  );
}

/**
 * @param {() => Promise<Map<string, number>>} measure - returns milliseconds by name.
 * @returns {Promise<Map<string, number[]>>} the milliseconds of all rounds.
 */
async function repeat(measure) {
  /** @type {Map<string, number[]>} */
  const results = new Map();
  for (let round = 1; round <= ROUNDS; round += 1) {
    for (const [name, ms] of await measure()) results.set(name, [...(results.get(name) ?? []), ms]);
  }
  return results;
}

/**
 * A user on a slow phone reads, searches, chats and writes.
 *
 * @param {Awaited<ReturnType<import('@playwright/test').APIRequestContext['storageState']>>} storageState
 * @param {{ _id: string, fullName: string }} partner - of the conversation.
 * @param {string} title - of the newest story.
 */
async function measureInteractions(storageState, partner, title) {
  /** @type {Map<string, number>} */
  const slowest = new Map();
  const context = await browser.newContext({ ...PHONE, storageState, baseURL: url });
  await context.addInitScript(recordInteractions);
  const page = await context.newPage();
  const client = await context.newCDPSession(page);
  await client.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });

  /**
   * @param {string} name
   * @param {() => Promise<unknown>} interact
   * @param {import('@playwright/test').Locator} [result] - visible once the interaction has had its effect.
   */
  const step = async (name, interact, result) => {
    await page.evaluate(() => Object.assign(window, { slowestMs: 0 }));
    await interact();
    if (result) await expect(result).toBeVisible();
    await page.waitForTimeout(DOUBLE_TAP_MS);
    slowest.set(name, await page.evaluate(() => Reflect.get(window, 'slowestMs')));
  };
  /** @param {string} text */
  const type = (text) => page.keyboard.type(text, { delay: 50 });
  const home = page.getByRole('link', { name: title, exact: true }).first();

  await page.goto('/');
  await expect(home).toBeVisible();
  await page.waitForLoadState('networkidle');
  const comment = page.getByLabel('Your comment', { exact: true });
  await step('home: open a story', () => home.tap(), page.getByRole('heading', { level: 1, name: title }));
  await page.waitForLoadState('networkidle');
  await step('story: like', () => page.getByRole('button', { name: 'Like' }).first().tap());
  await step('story: bookmark', () => page.getByRole('button', { name: 'Bookmark' }).first().tap());
  const settings = page.getByRole('button', { name: 'Text size and width' }).first();
  await step('story: open the text settings', () => settings.tap(), page.getByText('Largest'));
  await step('story: largest text', () => page.getByText('Largest').tap());
  await page.getByText('Standard').first().tap();
  await settings.tap();
  await comment.scrollIntoViewIfNeeded();
  await step('story: focus the comment', () => comment.tap());
  await step('story: type a comment', () => type('Which ghat was it?'));
  const comments = page.getByRole('listitem').filter({ hasText: 'Which ghat was it?' });
  const previous = await comments.count();
  await step('story: post the comment', () => page.getByRole('button', { name: 'Post comment' }).tap());
  await expect(comments).toHaveCount(previous + 1);
  await step(
    'story: back to home',
    () => page.getByRole('link', { name: 'Back to all stories' }).tap(),
    home,
  );

  await page.goto('/search');
  const search = page.getByRole('combobox', { name: 'Search stories' }).first();
  await search.tap();
  await step('search: type', () => type('boatman'));
  const results = page.getByRole('heading', { level: 1, name: '“boatman”' });
  await step('search: submit', () => page.keyboard.press('Enter'), results);

  await page.goto('/chat');
  const people = page.getByRole('searchbox', { name: 'Search people' });
  await people.tap();
  const contact = page.getByRole('link', { name: new RegExp(partner.fullName) });
  await step('chat: search people', () => type(partner.fullName.slice(0, 5)), contact);
  const message = page.getByRole('textbox', { name: 'Message', exact: true });
  await step('chat: open a conversation', () => contact.tap(), message);
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  await message.tap();
  await step('chat: type a message', () => type('Which ghat was it?'));
  const send = page.getByRole('button', { name: 'Send' });
  await step('chat: send it', () => send.tap());
  await message.tap();
  await type('And when?');
  await step('chat: send another', () => send.tap());
  await step(
    'chat: back to the list',
    () => page.getByRole('button', { name: 'Back to chats' }).tap(),
    contact,
  );

  await page.goto('/add-posts');
  await page.getByLabel('Title').tap();
  await step('writing: type the title', () => type('The last boat'));
  const location = page.getByRole('combobox', { name: 'Location' });
  const place = page.getByRole('option', { name: /^Varanasi/ }).first();
  await location.tap();
  await step('writing: type the location', () => type('Varanasi'), place);
  await step('writing: choose the place', () => place.tap());
  await page.getByRole('textbox', { name: 'Your story' }).tap();
  await step('writing: type the story', () =>
    type('The ferry left Muhamma at ten past five, with eleven people.'),
  );
  await context.close();
  return slowest;
}

/** Runs in the page before its own scripts. */
function recordInteractions() {
  Object.assign(window, { slowestMs: 0 });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      // Other events, such as those of a moving mouse, are not interactions.
      if (!Reflect.get(entry, 'interactionId')) continue;
      Object.assign(window, { slowestMs: Math.max(Reflect.get(window, 'slowestMs'), entry.duration) });
    }
  }).observe(/** @type {PerformanceObserverInit} */ ({ type: 'event', durationThreshold: 16 }));
}

/**
 * @param {Awaited<ReturnType<import('@playwright/test').APIRequestContext['storageState']>>} storageState
 * @param {{ _id: string }} partner - of the conversation.
 */
async function measureScrolling(storageState, partner) {
  /** @type {Map<string, number>} */
  const longest = new Map();
  for (const [device, options] of /** @type {const} */ ([
    ['phone', PHONE],
    ['wide screen', WIDE],
  ])) {
    const context = await browser.newContext({ ...options, storageState, baseURL: url });
    const page = await context.newPage();
    await page.goto('/');
    await expect(page.getByRole('article').first()).toBeVisible();
    const lastStory = page.getByText(/reached the end of the road/);
    longest.set(`stories, ${device}`, await scroll(page, -SCROLL_PX, lastStory));

    await page.goto(`/chat/${partner._id}`);
    await expect(
      page
        .getByRole('region', { name: /^Conversation with / })
        .getByRole('article')
        .last(),
    ).toBeVisible();
    const firstMessage = page.getByText(/^This is the start of your conversation with/);
    longest.set(`messages, ${device}`, await scroll(page, SCROLL_PX, firstMessage));
    await context.close();
  }
  return longest;
}

/**
 * Scrolls until `end` is visible.
 *
 * @param {import('@playwright/test').Page} page
 * @param {number} distance - of one gesture, negative to scroll down.
 * @param {import('@playwright/test').Locator} end
 * @returns {Promise<number>} the longest time between two frames while scrolling, in milliseconds.
 */
async function scroll(page, distance, end) {
  await page.waitForLoadState('networkidle');
  const client = await page.context().newCDPSession(page);
  const { width, height } = page.viewportSize() ?? WIDE.viewport;
  await page.evaluate(() => {
    const longest = { frame: 0 };
    Object.assign(window, { longest });
    let previous = performance.now();
    /** @param {number} now */
    const watch = (now) => {
      longest.frame = Math.max(longest.frame, now - previous);
      previous = now;
      requestAnimationFrame(watch);
    };
    requestAnimationFrame(watch);
  });
  while (!(await end.isVisible())) {
    await client.send('Input.synthesizeScrollGesture', {
      // On a wide screen, the list of people is on the left of the messages.
      x: Math.round(width * 0.75),
      y: Math.round(height / 2),
      yDistance: distance,
      speed: SCROLL_PX_PER_S,
      // A finger would leave the screen before the end of such a distance.
      gestureSourceType: 'mouse',
    });
  }
  return page.evaluate(() => Reflect.get(window, 'longest').frame);
}

/**
 * @param {string} title
 * @param {Map<string, number[]>} results
 * @param {number} limit - in milliseconds.
 * @returns {boolean} whether every median is within the limit.
 */
function print(title, results, limit) {
  const rows = [...results].map(([name, rounds]) => ({ name, rounds: rounds.map(Math.round) }));
  const cells = rows.map(({ name, rounds }) => [name, `${median(rounds)} ms`, rounds.join(', ')]);
  process.stdout.write(`\n${formatTable([title, `median, at most ${limit} ms`, 'rounds'], cells)}`);
  return rows.every(({ rounds }) => median(rounds) <= limit);
}
