import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Page, PlaywrightWorkerArgs } from '@playwright/test';
import { baseUrl, expect, PASSWORD, test } from './fixtures.ts';
import { createKillableBrowser } from './killable-browser.ts';
import { startProduct } from './product.ts';
import { continueStory, createTypist, expectLine, moveToEnd, readForm, readServer } from './typist.ts';
import { type Account, signUp } from './world.ts';

/**
 * A user types a story while something fails: no word is lost except those of the last second before a crash. ROUNDS
 * repeats each failure more often, and OUTAGE_MS makes the outage of the database longer.
 */

const ROUNDS = Number(process.env['ROUNDS'] ?? 1);
const OUTAGE_MS = Number(process.env['OUTAGE_MS'] ?? 3_000);
const ROUND_TIMEOUT_MS = 60_000 + OUTAGE_MS;

test.describe.configure({ timeout: 60_000 + ROUNDS * ROUND_TIMEOUT_MS });

type Playwright = PlaywrightWorkerArgs['playwright'];

const between = (min: number, max: number) => min + Math.random() * (max - min);

/** Runs the rounds, each of which returns the lost words, and prints the tally. */
async function runRounds(
  subject: string,
  countTyped: () => number,
  runRound: (round: number) => Promise<string[]>,
): Promise<void> {
  const lost: string[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    lost.push(...(await runRound(round)));
    console.log(`${subject}, round ${round}: ${countTyped()} words typed, ${lost.length} lost`);
  }
  expect(lost).toEqual([]);
}

async function createAccount(playwright: Playwright, url: string): Promise<Account> {
  const client = await playwright.request.newContext({ baseURL: url });
  const account = await signUp(client, 'Meera');
  await client.dispose();
  return account;
}

const isSave = (url: URL) => /^\/api\/drafts\/./.test(url.pathname);

test('the browser is killed: at most the words of the last second are lost', async ({ playwright }) => {
  const account = await createAccount(playwright, baseUrl());
  const browser = await createKillableBrowser();
  const typist = createTypist('नाव');
  const openStory = async (round: number) => {
    const context = await browser.start();
    await context.addCookies(account.storageState.cookies);
    const page = await context.newPage();
    await continueStory(page, round, baseUrl());
    return page;
  };
  try {
    let page = await openStory(1);
    await runRounds('browser killed', typist.count, async (round) => {
      const typing = typist.type(page, 60_000);
      await delay(between(1_500, 5_000));
      const killedAt = Date.now();
      await browser.kill();
      await typing;
      // Otherwise the browser has survived.
      expect(Date.now() - killedAt).toBeLessThan(10_000);
      page = await openStory(round + 1);
      return typist.findLost(await readForm(page), killedAt);
    });
  } finally {
    await browser.dispose();
  }
});

test('the API is killed while it saves: no word is lost', async ({ openPage, playwright }) => {
  const product = await startProduct();
  try {
    const account = await createAccount(playwright, product.url);
    const page = await openPage(account, { baseURL: product.url });
    await continueStory(page, 1);
    const typist = createTypist('घाट');
    await runRounds('API killed', typist.count, async (round) => {
      const typing = typist.type(page, between(4_000, 6_000));
      await new Promise<void>((resolve) => {
        void page.route(
          isSave,
          async (route) => {
            // In every second round the draft is stored, but the response is lost.
            if (round % 2 === 0) await route.fetch();
            else void route.continue().catch(() => undefined);
            await product.kill();
            if (round % 2 === 0) await route.abort();
            resolve();
          },
          { times: 1 },
        );
      });
      await expectLine(page, 'Saved on this device');
      await product.restart();
      await typing;
      await expectLine(page, 'Saved');
      return typist.findLost(await readServer(page));
    });
  } finally {
    await product.stop();
  }
});

test('the database does not respond: no word is lost', async ({ openPage, playwright }) => {
  const product = await startProduct();
  const readPid = async () => {
    const record = await readFile(path.join(product.dataDir, 'db', 'server.json'), 'utf8');
    return (JSON.parse(record) as { server: { pid: number } }).server.pid;
  };
  try {
    const account = await createAccount(playwright, product.url);
    const page = await openPage(account, { baseURL: product.url });
    await continueStory(page, 1);
    const typist = createTypist('नदी');
    await runRounds(`database away for ${OUTAGE_MS / 1_000} s`, typist.count, async () => {
      const pid = await readPid();
      process.kill(pid, 'SIGSTOP');
      try {
        const typing = typist.type(page, OUTAGE_MS);
        await expectLine(page, 'Saved on this device');
        await typing;
      } finally {
        process.kill(pid, 'SIGCONT');
      }
      await typist.type(page, 1_000);
      await expectLine(page, 'Saved');
      return typist.findLost(await readServer(page));
    });
  } finally {
    await product.stop();
  }
});

test('the session ends: no word typed before the form disappears is lost', async ({
  newUser,
  playwright,
}) => {
  const { page, email } = await newUser('Meera');
  await continueStory(page, 1);
  const typist = createTypist('மழை');
  await runRounds('session ended', typist.count, async () => {
    const typing = typist.type(page, between(2_000, 4_000));
    await delay(between(500, 2_000));
    const client = await playwright.request.newContext({
      baseURL: baseUrl(),
      storageState: await page.context().storageState(),
    });
    const endedAt = Date.now();
    await client.post('/api/auth/logout');
    await client.dispose();
    await expect(page).toHaveURL('/login');
    await typing;
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await moveToEnd(page);
    // Words typed after the form has disappeared are not in it.
    return typist.findLost(await readForm(page), endedAt);
  });
});

test('the storage of the device is full and the tab crashes: at most the words of the last second are lost', async ({
  newUser,
}) => {
  const { page: first } = await newUser('Meera');
  const context = first.context();
  const typist = createTypist('শহর');
  const openStory = async (page: Page, round: number) => {
    const cdp = await context.newCDPSession(page);
    await cdp.send('Storage.overrideQuotaForOrigin', { origin: baseUrl(), quotaSize: 1 });
    await continueStory(page, round);
    return { page, cdp };
  };
  let { page, cdp } = await openStory(first, 1);
  await runRounds('device full', typist.count, async (round) => {
    // In every second round the server cannot be reached either for a while.
    if (round % 2 === 0) {
      await page.route(isSave, (route) => route.abort());
      await typist.type(page, 3_000);
      await expectLine(page, 'Not saved. Trying again…');
      await page.unroute(isSave);
      await expectLine(page, 'Saved');
    }
    await typist.type(page, between(2_000, 5_000));
    const crashedAt = Date.now();
    const crash = page.waitForEvent('crash');
    void cdp.send('Page.crash').catch(() => undefined);
    await crash;
    await page.close();
    ({ page, cdp } = await openStory(await context.newPage(), round + 1));
    return typist.findLost(await readForm(page), crashedAt);
  });
});

test('another device changes the story: both texts are complete, and the chosen one is saved', async ({
  newUser,
  openPage,
}) => {
  const { page: first, ...account } = await newUser('Meera');
  const [here, there] = [createTypist('यहाँ'), createTypist('वहाँ')];
  await continueStory(first, 1);
  const countTyped = () => here.count() + there.count();
  await runRounds('two devices', countTyped, async (round) => {
    await here.type(first, between(500, 2_000));
    await expectLine(first, 'Saved');
    const second = await openPage(account);
    await continueStory(second, 2);
    await there.type(second, between(500, 2_000));
    await expectLine(second, 'Saved');
    await second.close();
    await here.type(first, between(500, 2_000));
    const textIn = (name: string) => first.getByRole('region', { name }).locator('[tabindex]');
    await expect(textIn('Written here')).toContainText(here.lastWord());
    const lost = [
      ...here.findLost((await textIn('Written here').allTextContents()).join()),
      ...there.findLost((await textIn('Written elsewhere').allTextContents()).join()),
      ...there.findLost(await readServer(first)),
    ];
    const isOwnChosen = round % 2 === 1;
    const choice = isOwnChosen ? 'Keep what I wrote here' : 'Use the other text';
    await first.getByRole('button', { name: choice }).click();
    await expectLine(first, 'Saved');
    const [chosen, discarded] = isOwnChosen ? [here, there] : [there, here];
    const text = await readServer(first);
    lost.push(...chosen.findLost(text));
    discarded.findLost(text);
    await moveToEnd(first);
    return lost;
  });
});
