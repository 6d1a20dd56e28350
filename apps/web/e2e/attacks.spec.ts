import type { APIRequestContext } from '@playwright/test';
import { ATTACKS, BEACON_HOST } from '@safarnama/attacks';
import {
  buildAttackEmail,
  findMissingTexts,
  joinStories,
  type PageCheck,
  Placements,
  pasteAll,
  placeStories,
  recordRows,
  sendMessages,
  signInWithUserAgents,
  visitPages,
} from './attack-placements.ts';
import { watchForAttacks } from './attack-watch.ts';
import { composer, conversation, openConversation } from './conversation.ts';
import { drawPicture } from './draw-picture.ts';
import { expect, PASSWORD, test } from './fixtures.ts';
import { type Product, startProduct } from './product.ts';
import { signUp } from './world.ts';

/**
 * Without the content security policy, sanitizing and rendering must suffice: every attack goes into a story, every
 * third attack into most other fields, and a sample into fields that are slow to fill. With the policy, every twentieth
 * attack suffices: an attack that only the policy blocks also fails the test.
 */
const MODES = [
  { mode: 'without the content security policy', bypassCSP: true, payloads: ATTACKS, step: 3 },
  { mode: 'with the content security policy', bypassCSP: false, payloads: everyNth(ATTACKS, 20, 1), step: 1 },
] as const;

function everyNth<T>(items: readonly T[], step: number, first = 0): T[] {
  return items.filter((_, index) => index % step === first);
}

/** An evenly spread sample of at most `count` items. */
const sample = <T>(items: readonly T[], count: number) => everyNth(items, Math.ceil(items.length / count));

// A trace of hundreds of pages takes longer than the test.
test.use({ trace: 'off' });

// Hundreds of stories in a minute would push those of other tests off the first page of the feed.
let product: Product;
test.beforeAll(async () => {
  product = await startProduct();
});
test.afterAll(() => product.stop());

for (const { mode, bypassCSP, payloads, step } of MODES) {
  const attacks = everyNth(payloads, step);
  test(`attacks in every field, ${mode}: none runs, sends a request or becomes markup`, async ({
    browser,
    openPage,
    playwright,
  }, testInfo) => {
    test.setTimeout(800_000);
    const clients: APIRequestContext[] = [];
    const newClient = async (userAgent?: string) => {
      const client = await playwright.request.newContext({
        baseURL: product.url,
        ...(userAgent && { userAgent }),
      });
      clients.push(client);
      return client;
    };
    const [asWriter, asReader] = await Promise.all([newClient(), newClient()]);
    const writer = await signUp(asWriter, 'काव्या');
    const reader = await signUp(asReader, 'Arun');
    const placements = new Placements();
    const image = `data:image/jpeg;base64,${(await drawPicture(40)).toString('base64')}`;
    const page = await openPage(reader, { bypassCSP, baseURL: product.url });
    const { findings } = await watchForAttacks(page.context());
    await page.exposeFunction('renameWriter', async (fullName: string) => {
      const response = await asWriter.put('/api/auth/update-profile', { data: { fullName } });
      return response.status();
    });

    await test.step('the detectors: report executed code', async () => {
      const context = await browser.newContext({ baseURL: product.url, bypassCSP });
      const control = await watchForAttacks(context);
      const tab = await context.newPage();
      await tab.goto('/login');
      await tab.evaluate((host) => {
        const box = document.createElement('div');
        box.innerHTML =
          `<script src="https://["></script><img src="data:," onerror="alert(1)"><iframe></iframe>` +
          `<img src="//${host}/x"><img src="data:image/SVG+xml,<svg/>">`;
        document.body.append(box);
      }, BEACON_HOST);
      const expected = [
        /<script> from another origin/,
        /onerror=/,
        /<iframe>/,
        /src=\/\/tell/,
        /src=data:image\/SVG/,
        bypassCSP ? /^alert/ : /^script-src-attr blocked/,
      ];
      for (const pattern of expected)
        await expect.poll(() => control.findings).toContainEqual(expect.stringMatching(pattern));
      await context.close();
    });

    await test.step('messages: received, quoted, previewed and written', async () => {
      await openConversation(page, writer._id);
      await recordRows(page);
      const texts = await sendMessages(placements, attacks, asWriter, reader._id);
      await expect.poll(() => findMissingTexts(page, texts)).toEqual([]);
      for (const attack of sample(
        attacks.filter((text) => text.length < 200),
        6,
      )) {
        await composer(page).fill(placements.add('composer', attack, 4_000));
        await composer(page).press('Enter');
      }
      await page.reload();
      await expect(conversation(page).getByRole('article').last()).toBeVisible();
      await page.evaluate(() => Reflect.get(window, 'fireEvents')('main article, main article *'));
    });

    const stories = await placeStories(placements, payloads, step, { asWriter, asReader, image });
    await test.step('stories: title, text, location, picture, author and comment', async () => {
      await page.goto('/about');
      const checks = everyNth(stories, step).map(
        ({ slug, blogTitle, blogLocation, comment }, index): PageCheck => {
          const name = placements.add('fullName', attacks[index] ?? '', 80);
          return {
            path: `/post/${encodeURIComponent(slug)}`,
            heading: blogTitle,
            texts: [blogLocation, comment, name],
            ...(name !== '' && { name }),
          };
        },
      );
      expect(await visitPages(page, checks)).toEqual([]);
    });

    await test.step('URLs: searches and unknown paths', async () => {
      const routes = ['/post/', '/author/', '/chat/', '/add-posts?edit=', '/', '/about#', '/about?next='];
      const checks = attacks.flatMap((attack, index): PageCheck[] => {
        const query = placements.add('search', attack, 200).trim();
        const search =
          query === '' ? [] : [{ path: `/search?q=${encodeURIComponent(query)}`, heading: `“${query}”` }];
        // These pages do not show the URL, so every third attack suffices.
        if (index % 3 > 0) return search;
        const route = routes[(index / 3) % routes.length] ?? '/';
        const encoded = encodeURIComponent(placements.add(`address ${route}`, attack, 2_000));
        return [...search, { path: `${route}${encoded}` }];
      });
      expect(await visitPages(page, checks)).toEqual([]);
      for (const attack of sample(
        attacks.filter((text) => text.length < 100),
        8,
      )) {
        const encoded = encodeURIComponent(attack.toWellFormed());
        for (const route of ['/search?q=', '/api/post/getpost/', '/media/', '/api/']) {
          await page.goto(route + encoded);
          placements.count(`page ${route}`);
        }
      }
    });

    await test.step('the editor and print: sanitized stories and pasted attacks', async () => {
      for (const { _id, slug } of await joinStories(asReader, stories)) {
        await page.goto(`/post/${encodeURIComponent(slug)}`);
        await expect(page.locator('.story')).toBeVisible();
        await page.emulateMedia({ media: 'print' });
        await page.evaluate(() => Reflect.get(window, 'fireEvents')('.story *'));
        await page.emulateMedia({ media: 'screen' });
        await page.goto(`/add-posts?edit=${_id}`);
        await expect(page.getByRole('textbox', { name: 'Your story' })).not.toBeEmpty();
        await page.evaluate(() => Reflect.get(window, 'fireEvents')('.ql-editor *'));
      }
      // Parsing pasted markup violates the policy for every inline handler, although none runs.
      if (!bypassCSP) return;
      await pasteAll(page, payloads);
      for (const _ of payloads) placements.count('pasted');
    });

    await test.step('story lists, the profile and the list of sessions', async () => {
      await signInWithUserAgents(placements, attacks, newClient, reader.email);
      for (const path of [
        '/',
        '/my-posts',
        '/bookmarks',
        '/chat',
        `/author/${writer._id}`,
        '/update-profile',
      ]) {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
      }
      for (const attack of sample(
        attacks.filter((text) => buildAttackEmail(text) !== null),
        2,
      )) {
        const client = await newClient();
        const email = buildAttackEmail(attack);
        const response = await client.post('/api/auth/signup', {
          data: { fullName: placements.add('fullName', attack, 80), email, password: PASSWORD },
        });
        expect(response.status()).toBe(201);
        placements.count('email');
        const tab = await openPage(null, { bypassCSP, storageState: await client.storageState() });
        const tabWatch = await watchForAttacks(tab.context());
        await tab.goto('/update-profile');
        await expect(tab.getByRole('heading', { level: 1 })).toBeVisible();
        findings.push(...tabWatch.findings);
      }
    });

    for (const client of clients) await client.dispose();
    for (const attack of payloads) testInfo.annotations.push({ type: 'xss-attack', description: attack });
    for (const field of placements.fields)
      testInfo.annotations.push({ type: 'xss-field', description: field });
    testInfo.annotations.push({ type: 'xss-placed', description: String(placements.placed) });
    testInfo.annotations.push({ type: 'xss-ran', description: String(findings.length) });
    expect(findings).toEqual([]);
  });
}
