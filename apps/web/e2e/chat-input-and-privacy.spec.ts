import type { CDPSession, Page } from '@playwright/test';
import {
  composer,
  conversation,
  expectPresence,
  expectStates,
  fetchStoredTexts,
  message,
  openBlockDialog,
  openConversation,
  sendMessage,
} from './conversation.ts';
import { expect, test } from './fixtures.ts';

/** Input methods, typing indicators, blocking and appearing offline. */

interface TypingIndicator {
  shownAt?: number;
  hiddenAt?: number;
}

/**
 * Records when the header of the open conversation first shows and then hides the typing indicator. Runs in the page,
 * so that the test's own delays do not count.
 *
 * @returns a function that reads the times; both are missing if it has not appeared.
 */
async function recordTypingIndicator(page: Page): Promise<() => Promise<TypingIndicator>> {
  await page.evaluate(() => {
    const indicator: TypingIndicator = {};
    Object.assign(window, { typingIndicator: indicator });
    const observe = () => {
      // Excludes the screen reader announcement, which stays during pauses.
      const spans = [...document.querySelectorAll('section header span')];
      const isShown = spans.some(({ textContent }) => textContent === 'typing…');
      if (isShown) indicator.shownAt ??= Date.now();
      else if (indicator.shownAt !== undefined) indicator.hiddenAt ??= Date.now();
    };
    new MutationObserver(observe).observe(document.body, { subtree: true, childList: true });
  });
  return () => page.evaluate<TypingIndicator>(() => Reflect.get(window, 'typingIndicator'));
}

for (const { language, steps, word, rest } of [
  { language: 'Hindi', steps: ['n', 'na', 'नम', 'नमस', 'नमस्त'], word: 'नमस्ते', rest: ' मीरा' },
  { language: 'Tamil', steps: ['v', 'va', 'வண', 'வணக்'], word: 'வணக்கம்', rest: ' மீரா' },
]) {
  test(`a word composed in ${language}: Enter sends the message only after the composition`, async ({
    newUser,
  }) => {
    const meera = await newUser('मीरा');
    const arun = await newUser('அருண்');
    await openConversation(meera.page, arun._id);
    let sendCount = 0;
    meera.page.on('request', (request) => {
      if (request.url().includes('/api/message/send/')) sendCount += 1;
    });
    const cdp = await meera.page.context().newCDPSession(meera.page);
    await composer(meera.page).focus();

    for (const text of steps) {
      await compose(cdp, text);
      await expect(composer(meera.page)).toHaveValue(text);
      await pressEnter(cdp, 13);
      // 229 is the code of every key during composition in Safari, and in Chromium with some input methods.
      await pressEnter(cdp, 229);
      await expect(composer(meera.page)).toHaveValue(text);
    }
    await cdp.send('Input.insertText', { text: word });
    await expect(composer(meera.page)).toHaveValue(word);
    await meera.page.keyboard.insertText(rest);
    await expect(composer(meera.page)).toHaveValue(word + rest);
    expect(sendCount).toBe(0);
    await expect(conversation(meera.page).getByRole('article')).toHaveCount(0);

    await composer(meera.page).press('Enter');
    await expectStates(meera.page, [word + rest], 'Sent');
    expect(await fetchStoredTexts(arun.page.request, meera._id)).toEqual([word + rest]);
    expect(sendCount).toBe(1);
  });
}

async function compose(cdp: CDPSession, text: string): Promise<void> {
  await cdp.send('Input.imeSetComposition', {
    text,
    selectionStart: text.length,
    selectionEnd: text.length,
  });
}

/** Presses Enter as an input method passes it to the page, without inserting a line break. */
async function pressEnter(cdp: CDPSession, windowsVirtualKeyCode: number): Promise<void> {
  const key = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode };
  await cdp.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...key });
  await cdp.send('Input.dispatchKeyEvent', { type: 'keyUp', ...key });
}

test('typing indicator: appears within a second and disappears after five', async ({ newUser }) => {
  const meera = await newUser('मीरा');
  const arun = await newUser('Arun');
  await openConversation(meera.page, arun._id);
  await openConversation(arun.page, meera._id);
  await expectPresence(arun.page, 'Online');
  await expectPresence(meera.page, 'Online');
  const readIndicator = await recordTypingIndicator(arun.page);
  await composer(meera.page).evaluate((field) => {
    field.addEventListener('input', () => Object.assign(window, { typedAt: Date.now() }), { once: true });
  });
  await composer(meera.page).press('m');
  const typedAt = await meera.page.evaluate<number>(() => Reflect.get(window, 'typedAt'));
  await expect.poll(async () => (await readIndicator()).hiddenAt).toBeDefined();
  const { shownAt = Number.NaN, hiddenAt = Number.NaN } = await readIndicator();
  expect(shownAt - typedAt).toBeLessThan(1_000);
  expect(hiddenAt - shownAt).toBeGreaterThan(4_500);
  expect(hiddenAt - shownAt).toBeLessThan(6_000);
});

test('a blocked user: sees the reason instead of the composer, and both see each other as offline', async ({
  newUser,
}) => {
  const meera = await newUser('मीरा');
  const arun = await newUser('அருண்');
  await openConversation(meera.page, arun._id);
  await openConversation(arun.page, meera._id);
  await expectPresence(meera.page, 'Online');
  await expectPresence(arun.page, 'Online');

  await composer(meera.page).fill('सुनो?');
  await openBlockDialog(arun.page);
  await arun.page.getByRole('dialog').getByRole('button', { name: 'Block' }).click();
  await expect(arun.page.getByText(`You blocked ${meera.fullName}.`)).toBeVisible();
  await expect(composer(arun.page)).toHaveCount(0);
  await expectPresence(meera.page, 'Offline');
  await expectPresence(arun.page, 'Offline');

  const reason = meera.page.getByText("You can't send messages to this person.", { exact: true });
  await expect(reason).toBeVisible();
  await expect(composer(meera.page)).toHaveCount(0);
  await expect(conversation(meera.page).getByRole('article')).toHaveCount(0);
  await meera.page.reload();
  await expect(reason).toBeVisible();
  await expect(composer(meera.page)).toHaveCount(0);

  await arun.page.goto('/update-profile');
  await arun.page.getByRole('button', { name: `Unblock ${meera.fullName}` }).click();
  await expect(arun.page.getByText("You haven't blocked anyone.")).toBeVisible();
  await expectPresence(meera.page, 'Online');
  await expect(composer(meera.page)).toHaveValue('सुनो?');
  await composer(meera.page).press('Enter');
  await expectStates(meera.page, ['सुनो?'], 'Delivered');
  expect(await fetchStoredTexts(arun.page.request, meera._id)).toEqual(['सुनो?']);
});

test('a user who appears offline: sends no presence, typing or receipts until the setting is switched off', async ({
  newUser,
}) => {
  const meera = await newUser('मीरा');
  const arun = await newUser('அருண்');
  await openConversation(arun.page, meera._id);
  await meera.page.goto('/update-profile');
  await expectPresence(arun.page, 'Online');

  const appearOffline = meera.page.getByRole('switch', { name: 'Appear offline' });
  await appearOffline.click();
  await expectPresence(arun.page, 'Offline');
  await openConversation(meera.page, arun._id);
  // The reply that follows shows that there was time for a read receipt and a typing event.
  const readIndicator = await recordTypingIndicator(arun.page);
  await sendMessage(arun.page, 'இருக்கிறீர்களா?');
  await expect(message(meera.page, 'இருக்கிறீர்களா?')).toBeVisible();
  await composer(meera.page).pressSequentially('हाँ');
  await composer(meera.page).press('Enter');
  await expect(message(arun.page, 'हाँ')).toBeVisible();
  expect(await readIndicator()).toEqual({});
  await expectStates(arun.page, ['இருக்கிறீர்களா?'], 'Sent');
  await arun.page.reload();
  await expect(message(arun.page, 'हाँ')).toBeVisible();
  await expectPresence(arun.page, 'Offline');

  await meera.page.goto('/update-profile');
  await appearOffline.click();
  await expectPresence(arun.page, 'Online');
});
