import { randomUUID } from 'node:crypto';
import type { APIRequestContext, Page } from '@playwright/test';
import { PASSWORD } from './world.ts';

/** An address of the app, and what must stand there, letter for letter. */
export interface PageCheck {
  path: string;
  heading?: string;
  texts?: readonly string[];
  /** What the writer is called meanwhile. */
  name?: string;
}

/** A story as the API gives it, with its comment. */
interface PlacedStory {
  _id: string;
  slug: string;
  blogTitle: string;
  blogHtml: string;
  blogLocation: string;
  comment: string;
}

const CONCURRENCY = 6;

/** Where the attacks went: for the count at the end. */
export class Placements {
  readonly fields = new Set<string>();
  placed = 0;

  /** @returns the attack where it is no longer than the field takes, else nothing. */
  place(field: string, attack: string, length: number): string {
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

/** Does the work for each item, a few at a time. */
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

/** A story of its own for each attack, in all its fields, with a comment of the reader. */
export async function placeStories(
  placements: Placements,
  attacks: readonly string[],
  { asWriter, asReader, image }: { asWriter: APIRequestContext; asReader: APIRequestContext; image: string },
): Promise<PlacedStory[]> {
  const stories: PlacedStory[] = [];
  await forEach(attacks, async (attack, index) => {
    // By turns as what the editor made and as a bare text; each kind of cleaning has its own test in the API.
    const field = index % 4 === 3 ? 'blogContent' : 'blogHtml';
    const fields = {
      blogTitle: placements.place('blogTitle', attack, 200) || `Story ${index}`,
      blogLocation: placements.place('blogLocation', attack, 120),
      blogImageAlt: placements.place('blogImageAlt', attack, 300),
      blogImage: image,
    };
    placements.count(field);
    const create = (text: string) =>
      send(asWriter, 'post', '/api/post/create-post', { ...fields, [field]: text });
    // Where nothing of it is left there is no story: with a line before it there is.
    const { post } = await create(attack).catch(() => create(`<p>घाट</p>${attack}`));
    const text = placements.place('comment', attack, 2_000);
    const { comment } =
      text === ''
        ? { comment: { text: '' } }
        : await send(asReader, 'post', `/api/post/${post._id}/comments`, { text });
    stories[index] = { ...post, comment: comment.text };
  });
  return stories;
}

/**
 * Sends each attack as a message, as an answer to the one before.
 *
 * @returns the texts, as they are stored.
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
    const text = placements.place('message', attack, 4_000);
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

/** Stories of all that was left of the attacks, as few as there can be: for the editor and the printer. */
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

/** Signs in from browsers that call themselves as attacks do. */
export async function signInAs(
  placements: Placements,
  attacks: readonly string[],
  newClient: (userAgent: string) => Promise<APIRequestContext>,
  email: string,
): Promise<void> {
  // What a header may hold.
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

/** An address that is an attack, as far as addresses go; another one each time. */
export function attackAddress(attack: string): string | null {
  const local = attack.replace(/[\s@"\p{Cc}]/gu, '');
  if (local.length === 0 || local.length > 60) return null;
  return `${local}@${randomUUID()}.example.org`;
}

/**
 * Goes to one address after the other within the page and touches what stands there.
 *
 * @param rename - calls the writer by another name.
 * @returns the addresses where the texts did not come to stand.
 */
export async function visitPages(page: Page, checks: readonly PageCheck[]): Promise<string[]> {
  return page.evaluate(async (all) => {
    const touchAll: (selector: string) => void = Reflect.get(window, 'touchAll');
    const rename: (name: string) => Promise<number> = Reflect.get(window, 'renameWriter');
    const failures: string[] = [];
    for (const { path, heading, texts = [], name } of all) {
      if (name !== undefined && (await rename(name)) !== 200) failures.push(`the name ${name}`);
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
      touchAll('.story, .story *, main h1, main li p, main li a');
    }
    return failures;
  }, checks);
}

/** Pastes each attack over all that is in the editor, as markup and as text. */
export async function pasteAll(page: Page, attacks: readonly string[]): Promise<void> {
  await page.evaluate(async (all) => {
    const touchAll: (selector: string) => void = Reflect.get(window, 'touchAll');
    const editor = document.querySelector<HTMLElement>('.ql-editor');
    if (!editor) throw new Error('there is no editor');
    for (const attack of all) {
      editor.focus();
      getSelection()?.selectAllChildren(editor);
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/html', attack);
      clipboardData.setData('text/plain', attack);
      editor.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
      await new Promise((resolve) => setTimeout(resolve, 0));
      touchAll('.ql-editor, .ql-editor *');
    }
  }, attacks);
}

/** Notes each row that a conversation shows from now on, however short it stays. */
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

/** @returns those of the texts that no noted row has had. */
export async function findMissingTexts(page: Page, texts: readonly string[]): Promise<string[]> {
  return page.evaluate((all) => {
    const rows: string[] = [...Reflect.get(window, 'shownRows')];
    return all.filter((text) => !rows.some((row) => row.includes(text)));
  }, texts);
}
