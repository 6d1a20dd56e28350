import { randomUUID } from 'node:crypto';
import type { APIRequestContext, Page } from '@playwright/test';
import { PASSWORD } from './world.ts';

/** A path of the app and the texts that must appear there verbatim. */
export interface PageCheck {
  path: string;
  heading?: string;
  texts?: readonly string[];
  /** New name of the writer, set before the visit. */
  name?: string;
}

/** A story as the API returns it, with its comment. */
interface PlacedStory {
  _id: string;
  slug: string;
  blogTitle: string;
  blogHtml: string;
  blogLocation: string;
  comment: string;
}

const CONCURRENCY = 6;

/** Records which fields received attacks, for the summary. */
export class Placements {
  readonly fields = new Set<string>();
  placed = 0;

  /**
   * Counts an attack that fits the field's maximum length.
   *
   * @returns the attack in NFC and trimmed, or an empty string if it does not fit.
   */
  add(field: string, attack: string, length: number): string {
    const text = attack.toWellFormed().normalize('NFC').trim();
    if (text === '' || [...text].length > length) return '';
    this.count(field);
    return text;
  }

  count(field: string): void {
    this.fields.add(field);
    this.placed += 1;
  }
}

/** Runs `work` for each item with limited concurrency. */
async function forEach<T>(
  items: readonly T[],
  work: (item: T, index: number) => Promise<void>,
): Promise<void> {
  const queue = [...items.entries()];
  const worker = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) await work(next[1], next[0]);
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
}

async function send(client: APIRequestContext, method: 'post' | 'put', url: string, data: object) {
  const response = await client[method](url, { data });
  const body = await response.json();
  if (response.status() > 201)
    throw new Error(`${url}: ${response.status()} ${JSON.stringify(body).slice(0, 200)}`);
  return body;
}

/**
 * Creates one story per attack, with the attack in title and text. Every `step`th, which the test opens, also has it in
 * the other fields and in a comment by the reader.
 */
export async function placeStories(
  placements: Placements,
  attacks: readonly string[],
  step: number,
  { asWriter, asReader, image }: { asWriter: APIRequestContext; asReader: APIRequestContext; image: string },
): Promise<PlacedStory[]> {
  const stories: PlacedStory[] = [];
  await forEach(attacks, async (attack, index) => {
    // Every fourth attack is sent as plain text, the others as editor markup; the API tests cover sanitizing of both.
    const field = index % 4 === 3 ? 'blogContent' : 'blogHtml';
    const isOpened = index % step === 0;
    const fields = {
      blogTitle: placements.add('blogTitle', attack, 200) || `Story ${index}`,
      ...(isOpened && {
        blogLocation: placements.add('blogLocation', attack, 120),
        blogImageAlt: placements.add('blogImageAlt', attack, 300),
        blogImage: image,
      }),
    };
    placements.count(field);
    const create = (text: string) =>
      send(asWriter, 'post', '/api/post/create-post', { ...fields, [field]: text });
    // A story that is empty after sanitizing is rejected; a leading paragraph makes it valid.
    const { post } = await create(attack).catch(() => create(`<p>घाट</p>${attack}`));
    const text = isOpened ? placements.add('comment', attack, 2_000) : '';
    const { comment } =
      text === ''
        ? { comment: { text: '' } }
        : await send(asReader, 'post', `/api/post/${post._id}/comments`, { text });
    stories[index] = { ...post, comment: comment.text };
  });
  return stories;
}

/**
 * Sends each attack as a message that replies to the previous one.
 *
 * @returns the stored texts.
 */
export async function sendMessages(
  placements: Placements,
  attacks: readonly string[],
  client: APIRequestContext,
  to: string,
): Promise<string[]> {
  const texts: string[] = [];
  let replyTo: string | undefined;
  for (const attack of attacks) {
    const text = placements.add('message', attack, 4_000);
    if (text === '') continue;
    if (replyTo !== undefined) placements.count('quote');
    const message = await send(client, 'post', `/api/message/send/${to}`, {
      text,
      ...(replyTo && { replyTo }),
    });
    replyTo = message._id;
    texts.push(message.text);
  }
  return texts;
}

/** Joins the sanitized attacks into as few stories as possible, for the editor and for print. */
export async function joinStories(
  client: APIRequestContext,
  stories: readonly PlacedStory[],
): Promise<PlacedStory[]> {
  const parts: string[] = [''];
  for (const { blogHtml } of stories) {
    const part = parts.at(-1) ?? '';
    if (Buffer.byteLength(part + blogHtml) > 60_000) parts.push(blogHtml);
    else parts[parts.length - 1] = part + blogHtml;
  }
  const joined: PlacedStory[] = [];
  for (const blogHtml of parts) {
    const { post } = await send(client, 'post', '/api/post/create-post', {
      blogTitle: 'All of them',
      blogHtml,
    });
    joined.push(post);
  }
  return joined;
}

/** Signs in with attacks as the `User-Agent` header. */
export async function signInWithUserAgents(
  placements: Placements,
  attacks: readonly string[],
  newClient: (userAgent: string) => Promise<APIRequestContext>,
  email: string,
): Promise<void> {
  // Only printable ASCII is valid in the header.
  const names = attacks.filter((attack) => /^[ -~]{1,140}$/.test(attack));
  for (let index = 0; index < names.length && index < 24; index += 3) {
    const client = await newClient(
      names
        .slice(index, index + 3)
        .join(' ')
        .slice(0, 300),
    );
    await send(client, 'post', '/api/auth/login', { email, password: PASSWORD });
    for (const _ of names.slice(index, index + 3)) placements.count('User-Agent');
    await client.dispose();
  }
}

/** Builds a unique email address that contains the attack; null if that is impossible. */
export function buildAttackEmail(attack: string): string | null {
  const local = attack.replace(/[\s@"\p{Cc}]/gu, '');
  if (local.length === 0 || local.length > 60) return null;
  return `${local}@${randomUUID()}.example.org`;
}

/**
 * Visits paths by client-side navigation and fires events on their content.
 *
 * @returns the paths where the expected texts did not appear.
 */
export async function visitPages(page: Page, checks: readonly PageCheck[]): Promise<string[]> {
  return page.evaluate(async (all) => {
    const fireEvents: (selector: string) => void = Reflect.get(window, 'fireEvents');
    const rename: (name: string) => Promise<number> = Reflect.get(window, 'renameWriter');
    const failures: string[] = [];
    for (const { path, heading, texts = [], name } of all) {
      if (name !== undefined && (await rename(name)) !== 200) failures.push(`renaming to ${name}`);
      history.pushState(null, '', path);
      dispatchEvent(new PopStateEvent('popstate', { state: null }));
      const hasLoaded = () => {
        const main = document.querySelector('main');
        const title = main?.querySelector('h1')?.textContent;
        return (
          (heading === undefined || title === heading) &&
          texts.every((text) => main?.textContent?.includes(text))
        );
      };
      const end = performance.now() + 10_000;
      do await new Promise((resolve) => setTimeout(resolve, 2));
      while (!hasLoaded() && performance.now() < end);
      if (!hasLoaded()) failures.push(path);
      fireEvents('.story, .story *, main h1, main li p, main li a');
    }
    return failures;
  }, checks);
}

/** Replaces the editor's content with each attack in turn, pasted as markup and as text. */
export async function pasteAll(page: Page, attacks: readonly string[]): Promise<void> {
  await page.evaluate(async (all) => {
    const fireEvents: (selector: string) => void = Reflect.get(window, 'fireEvents');
    const editor = document.querySelector<HTMLElement>('.ql-editor');
    if (!editor) throw new Error('The page has no editor');
    for (const attack of all) {
      editor.focus();
      getSelection()?.selectAllChildren(editor);
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/html', attack);
      clipboardData.setData('text/plain', attack);
      editor.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
      await new Promise((resolve) => setTimeout(resolve, 0));
      // Skips the product's picture tools, which would move, duplicate and describe the picture with every click.
      fireEvents('.ql-editor, .ql-editor *:not(.editor-picture-panel, .editor-picture-panel *)');
    }
  }, attacks);
}

/** Records every message row that appears from now on, however briefly. */
export async function recordRows(page: Page): Promise<void> {
  await page.evaluate(() => {
    const rows = new Set<string>();
    Reflect.set(window, 'shownRows', rows);
    const record = () => {
      for (const { textContent } of document.querySelectorAll('main article')) rows.add(textContent ?? '');
    };
    new MutationObserver(record).observe(document.body, { childList: true, subtree: true });
  });
}

/** @returns the texts that no recorded row contained. */
export async function findMissingTexts(page: Page, texts: readonly string[]): Promise<string[]> {
  return page.evaluate((all) => {
    const rows: string[] = [...Reflect.get(window, 'shownRows')];
    return all.filter((text) => !rows.some((row) => row.includes(text)));
  }, texts);
}
