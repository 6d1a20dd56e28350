import type { CDPSession, Page } from '@playwright/test';
import {
  composer,
  conversation,
  expectStates,
  fetchStoredTexts,
  message,
  openConversation,
  sendMessage,
} from './conversation.ts';
import { expect, test } from './fixtures.ts';

/** Small things people expect of a chat. */

const presence = (page: Page, word: string) =>
  page.locator('section header').getByText(word, { exact: true });

for (const { language, steps, word, rest } of [
  { language: 'Hindi', steps: ['n', 'na', 'नम', 'नमस', 'नमस्त'], word: 'नमस्ते', rest: ' मीरा' },
  { language: 'Tamil', steps: ['v', 'va', 'வண', 'வணக்'], word: 'வணக்கம்', rest: ' மீரா' },
]) {
  test(`a word that is composed in ${language}: Enter chooses it, and sends only when it is done`, async ({
    newUser,
  }) => {
    const meera = await newUser('मीरा');
    const arun = await newUser('அருண்');
    await openConversation(meera.page, arun._id);
    let calls = 0;
    meera.page.on('request', (request) => {
      if (request.url().includes('/api/message/send/')) calls += 1;
    });
    const cdp = await meera.page.context().newCDPSession(meera.page);
    await composer(meera.page).focus();

    for (const text of steps) {
      await compose(cdp, text);
      await expect(composer(meera.page)).toHaveValue(text);
      await pressEnter(cdp, 13);
      // What Safari, and Chromium with some input methods, call each key meanwhile.
      await pressEnter(cdp, 229);
      await expect(composer(meera.page)).toHaveValue(text);
    }
    await cdp.send('Input.insertText', { text: word });
    await expect(composer(meera.page)).toHaveValue(word);
    await meera.page.keyboard.insertText(rest);
    await expect(composer(meera.page)).toHaveValue(word + rest);
    expect(calls).toBe(0);
    await expect(conversation(meera.page).getByRole('article')).toHaveCount(0);

    await composer(meera.page).press('Enter');
    await expectStates(meera.page, [word + rest], 'Sent');
    expect(await fetchStoredTexts(arun.page.request, meera._id)).toEqual([word + rest]);
    expect(calls).toBe(1);
  });
}

async function compose(cdp: CDPSession, text: string): Promise<void> {
  await cdp.send('Input.imeSetComposition', {
    text,
    selectionStart: text.length,
    selectionEnd: text.length,
  });
}

/** As an input method leaves the key to the page: it makes no line of its own. */
async function pressEnter(cdp: CDPSession, windowsVirtualKeyCode: number): Promise<void> {
  const key = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode };
  await cdp.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...key });
  await cdp.send('Input.dispatchKeyEvent', { type: 'keyUp', ...key });
}

test('typing: shown within a second, gone after five', async ({ newUser }) => {
  const meera = await newUser('मीरा');
  const arun = await newUser('Arun');
  await openConversation(meera.page, arun._id);
  await openConversation(arun.page, meera._id);
  await expect(presence(arun.page, 'Online')).toBeVisible();
  await expect(presence(meera.page, 'Online')).toBeVisible();
  // Watched in the pages: what the test itself waits for does not count.
  await arun.page.evaluate(() => {
    const indicator: { shownAt?: number; hiddenAt?: number } = {};
    Object.assign(window, { seen: indicator });
    const observe = () => {
      // Not the sentence for the ear, which stays when they pause.
      const spans = [...document.querySelectorAll('section header span')];
      const isShown = spans.some(({ textContent }) => textContent === 'typing…');
      if (isShown) indicator.shownAt ??= Date.now();
      else if (indicator.shownAt !== undefined) indicator.hiddenAt ??= Date.now();
    };
    new MutationObserver(observe).observe(document.body, { subtree: true, childList: true });
  });
  await composer(meera.page).evaluate((field) => {
    field.addEventListener('input', () => Object.assign(window, { typedAt: Date.now() }), { once: true });
  });
  await composer(meera.page).press('m');
  const typedAt = await meera.page.evaluate<number>(() => Reflect.get(window, 'typedAt'));
  const indicator = () =>
    arun.page.evaluate<{ shownAt?: number; hiddenAt?: number }>(() => Reflect.get(window, 'seen'));
  await expect.poll(async () => (await indicator()).hiddenAt).toBeDefined();
  const { shownAt = Number.NaN, hiddenAt = Number.NaN } = await indicator();
  expect(shownAt - typedAt).toBeLessThan(1_000);
  expect(hiddenAt - shownAt).toBeGreaterThan(4_500);
  expect(hiddenAt - shownAt).toBeLessThan(6_000);
});

test('somebody who is blocked: is told so when they write, and neither sees the other', async ({
  newUser,
}) => {
  const meera = await newUser('मीरा');
  const arun = await newUser('அருண்');
  await openConversation(meera.page, arun._id);
  await openConversation(arun.page, meera._id);
  await expect(presence(meera.page, 'Online')).toBeVisible();
  await expect(presence(arun.page, 'Online')).toBeVisible();

  await arun.page.getByRole('button', { name: 'Conversation options' }).click();
  await arun.page.getByRole('menuitem', { name: 'Block' }).click();
  await arun.page.getByRole('dialog').getByRole('button', { name: 'Block' }).click();
  await expect(arun.page.getByText(`You blocked ${meera.fullName}.`)).toBeVisible();
  await expect(composer(arun.page)).toHaveCount(0);
  await expect(presence(meera.page, 'Offline')).toBeVisible();
  await expect(presence(arun.page, 'Offline')).toBeVisible();

  await composer(meera.page).fill('सुनो?');
  await composer(meera.page).press('Enter');
  await expect(meera.page.getByText('You cannot message this person', { exact: true }).first()).toBeVisible();
  await expect(composer(meera.page)).toHaveValue('सुनो?');
  await expect(conversation(meera.page).getByRole('article')).toHaveCount(0);

  await arun.page.goto('/update-profile');
  await arun.page.getByRole('button', { name: `Unblock ${meera.fullName}` }).click();
  await expect(arun.page.getByText("You haven't blocked anyone.")).toBeVisible();
  await expect(presence(meera.page, 'Online')).toBeVisible();
  await composer(meera.page).press('Enter');
  await expectStates(meera.page, ['सुनो?'], 'Delivered');
  expect(await fetchStoredTexts(arun.page.request, meera._id)).toEqual(['सुनो?']);
});

test('who appears offline: is offline to others on every way, until the switch is turned back', async ({
  newUser,
}) => {
  const meera = await newUser('मीरा');
  const arun = await newUser('அருண்');
  await openConversation(arun.page, meera._id);
  await meera.page.goto('/update-profile');
  await expect(presence(arun.page, 'Online')).toBeVisible();

  const appearOffline = meera.page.getByRole('switch', { name: 'Appear offline' });
  await appearOffline.click();
  await expect(presence(arun.page, 'Offline')).toBeVisible();
  await openConversation(meera.page, arun._id);
  // Who hides reads unseen; that there is an answer shows that the marks before it have not moved.
  await sendMessage(arun.page, 'இருக்கிறீர்களா?');
  await expect(message(meera.page, 'இருக்கிறீர்களா?')).toBeVisible();
  await composer(meera.page).pressSequentially('हाँ');
  await composer(meera.page).press('Enter');
  await expect(message(arun.page, 'हाँ')).toBeVisible();
  await expectStates(arun.page, ['இருக்கிறீர்களா?'], 'Sent');
  await arun.page.reload();
  await expect(message(arun.page, 'हाँ')).toBeVisible();
  await expect(presence(arun.page, 'Offline')).toBeVisible();

  await meera.page.goto('/update-profile');
  await appearOffline.click();
  await expect(presence(arun.page, 'Online')).toBeVisible();
});
