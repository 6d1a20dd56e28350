import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { io, type Socket } from 'socket.io-client';
import { buildPicture, toDataUrl } from '../../test/pictures.js';
import type { HttpClient } from './http-client.js';
import type { Tally } from './tally.js';

const PASSWORD = 'monsoon-kochi-7';
const WORDS = ['घाट', 'தஞ்சாவூர்', 'মেলা', 'dawn', 'ferry', 'लद्दाख', '🛕', 'chai', 'monsoon', 'Hampi'];
/** A random color, so that pictures have different bytes. */
const randomColor = () =>
  `#${Math.floor(Math.random() * 0xffffff)
    .toString(16)
    .padStart(6, '0')}`;
const pick = <T>(items: readonly T[]): T | undefined => items[Math.floor(Math.random() * items.length)];
const randomSentence = (words: number) => Array.from({ length: words }, () => pick(WORDS)).join(' ');

async function randomPicture(): Promise<string> {
  return toDataUrl(await buildPicture(800, 600, randomColor()).jpeg().toBuffer(), 'image/jpeg');
}

interface VirtualUserOptions {
  url: string;
  client: HttpClient;
  name: string;
  /** Ids of all virtual users, added when they sign up. */
  allUserIds: string[];
  /** Mean pause between two actions, in ms. */
  thinkMs: number;
  tally: Tally;
  signal: AbortSignal;
}

/** A record in a response. */
interface Identified {
  _id: string;
}

/** Creates a virtual user with one or two browser tabs. */
export function createVirtualUser({
  url,
  client,
  name,
  allUserIds,
  thinkMs,
  tally,
  signal,
}: VirtualUserOptions) {
  const email = `${randomUUID()}@example.com`;
  let cookie = '';
  let id = '';
  const tabs: Socket[] = [];
  let ownPostId: string | null = null;

  function recordError(description: string): void {
    tally.errors.push(description);
  }

  /**
   * Sends a request and returns the parsed body, or null without one. A status that is not among `expected` counts as
   * unavailable (503) or as an error.
   */
  async function call<T>(
    method: string,
    path: string,
    input?: object,
    expected = [200, 201],
  ): Promise<T | null> {
    const start = performance.now();
    try {
      const { status, headers, body } = await client.send(
        method,
        path,
        { cookie, ...(input ? { 'Content-Type': 'application/json' } : {}) },
        input && JSON.stringify(input),
      );
      tally.requests += 1;
      tally.recordDuration(performance.now() - start);
      const newCookie = headers['set-cookie']?.[0]?.split(';')[0];
      if (newCookie !== undefined) cookie = newCookie;
      const isJson = headers['content-type']?.startsWith('application/json') === true;
      if (expected.includes(status)) return isJson ? JSON.parse(body.toString()) : null;
      if (status === 503) tally.unavailable += 1;
      else recordError(`${method} ${path}: ${status} ${body.toString().slice(0, 200)}`);
    } catch (error) {
      recordError(`${method} ${path}: ${error}`);
    }
    return null;
  }

  async function openTab(): Promise<void> {
    const socket = io(url, {
      transports: ['websocket'],
      extraHeaders: { cookie },
      auth: { presence: 'delta' },
      forceNew: true,
      reconnection: false,
    });
    tabs.push(socket);
    socket.onAny(() => {
      tally.events += 1;
    });
    let hasConnected = false;
    let hasFailed = false;
    socket.on('disconnect', (reason) => {
      // Socket.IO also emits this event for a socket that never connected.
      if (hasConnected && tabs.includes(socket) && !signal.aborted)
        recordError(`Socket disconnected: ${reason}`);
    });
    await new Promise<void>((resolve) => {
      socket.once('connect', () => {
        hasConnected = true;
        resolve();
      });
      // If the server cannot look up the session, it closes the connection without a rejection, so that clients retry.
      socket.io.once('close', () => {
        // Socket.IO emits `connect_error` after this event.
        setImmediate(() => {
          if (!hasConnected && !hasFailed) tally.unavailable += 1;
          resolve();
        });
      });
      socket.once('connect_error', (error) => {
        hasFailed = true;
        recordError(`Socket did not connect: ${error.message}`);
        resolve();
      });
    });
  }

  function closeTab(): void {
    tabs.pop()?.close();
  }

  async function fetchPosts(path: string): Promise<{ _id: string; slug: string; blogImage?: string }[]> {
    const page = await call<{ posts: { _id: string; slug: string; blogImage?: string }[] }>('GET', path);
    return page?.posts ?? [];
  }

  /** Actions of a signed-in user, with their relative frequency in percent. */
  const actions = new Map<string, { weight: number; run(): Promise<unknown> }>();
  const defineAction = (actionName: string, weight: number, run: () => Promise<unknown>) =>
    actions.set(actionName, { weight, run });

  defineAction('read the feed', 18, async () => {
    const cards = await fetchPosts('/api/post/getposts?view=card');
    const card = pick(cards);
    if (card?.blogImage) await call('GET', `${card.blogImage}?w=320`, undefined, [200, 404]);
  });
  defineAction('read a story', 16, async () => {
    const card = pick(await fetchPosts('/api/post/getposts?view=card'));
    if (!card) return;
    // The author may have deleted the story in the meantime.
    await call('GET', `/api/post/getpost/${encodeURIComponent(card.slug)}`, undefined, [200, 404]);
    await call('GET', `/api/post/${card._id}/comments`, undefined, [200, 404]);
  });
  defineAction('like and bookmark', 6, async () => {
    const card = pick(await fetchPosts('/api/post/getposts?view=card'));
    if (!card) return;
    const reaction = pick(['like', 'bookmark']);
    // 403 for the user's own story.
    await call('PUT', `/api/post/${card._id}/${reaction}`, undefined, [200, 403, 404]);
    await call('DELETE', `/api/post/${card._id}/${reaction}`, undefined, [200, 404]);
    await call('GET', '/api/post/bookmarks');
  });
  defineAction('comment', 5, async () => {
    const card = pick(await fetchPosts('/api/post/getposts?view=card'));
    if (!card) return;
    const path = `/api/post/${card._id}/comments`;
    const response = await call<{ comment?: Identified }>(
      'POST',
      path,
      { text: randomSentence(8) },
      [201, 404],
    );
    if (response?.comment) await call('DELETE', `${path}/${response.comment._id}`, undefined, [200, 404]);
  });
  defineAction('search', 5, () => fetchPosts(`/api/post/search?q=${encodeURIComponent(pick(WORDS) ?? '')}`));
  defineAction('write a draft', 6, async () => {
    const path = `/api/drafts/${randomUUID()}`;
    let version = 0;
    for (let n = 1; n <= 3; n += 1) {
      const body = { blogTitle: randomSentence(4), blogHtml: `<p>${randomSentence(60 * n)}</p>`, version };
      const saved = await call<{ draft: { version: number } }>('PUT', path, body);
      version = saved?.draft.version ?? version;
    }
    await call('GET', '/api/drafts');
    await call('DELETE', path);
  });
  defineAction('publish', 3, async () => {
    const body = {
      blogTitle: randomSentence(5),
      blogContent: randomSentence(300),
      blogImage: Math.random() < 0.3 ? await randomPicture() : '',
      blogLocation: 'Varanasi',
    };
    const response = await call<{ post: Identified }>('POST', '/api/post/create-post', body);
    if (ownPostId) await call('DELETE', `/api/post/delete-post/${ownPostId}`);
    ownPostId = response?.post._id ?? null;
    if (ownPostId) {
      await call('PUT', `/api/post/update-post/${ownPostId}`, {
        ...body,
        blogImage: undefined,
        blogTitle: randomSentence(6),
      });
    }
    await call('GET', '/api/post/my-posts?view=card');
  });
  defineAction('chat', 22, async () => {
    const other = pick(allUserIds.filter((userId) => userId !== id));
    if (other === undefined) return;
    const conversation = await call<{ changeNumber: number }>('GET', `/api/message/${other}?limit=30`);
    let last: Identified | null = null;
    for (let n = Math.ceil(Math.random() * 3); n > 0; n -= 1) {
      tabs[0]?.emit('typing', { toUserId: other });
      const image = Math.random() < 0.05 ? await randomPicture() : '';
      const body = { text: randomSentence(9), image, clientMessageId: randomUUID() };
      const sent = await call<Identified>('POST', `/api/message/send/${other}`, body);
      if (sent) tally.messages += 1;
      last = sent ?? last;
    }
    if (!last || !conversation) return;
    // The requests of a client that has reconnected.
    await call('GET', `/api/message/${other}?after=${last._id}&limit=30`);
    await call('GET', `/api/message/${other}/changes?since=${conversation.changeNumber}`);
  });
  defineAction('read and react', 10, async () => {
    await call('GET', '/api/message/unread');
    const contacts = await call<Identified[]>('GET', '/api/message/get-all-users?limit=20');
    const other = contacts?.[0];
    if (!other) return;
    const conversation = await call<{
      messages_between_sender_receiver: { _id: string; senderId: string }[];
    }>('GET', `/api/message/${other._id}?limit=30`);
    const lastReceived = conversation?.messages_between_sender_receiver.findLast(
      ({ senderId }) => senderId === other._id,
    );
    if (!lastReceived) return;
    await call('POST', `/api/message/${other._id}/delivered`, { upTo: lastReceived._id });
    await call('POST', `/api/message/${other._id}/read`, { upTo: lastReceived._id });
    await call('PUT', `/api/message/${lastReceived._id}/reaction`, { emoji: '🙏' });
    await call('DELETE', `/api/message/${lastReceived._id}/reaction`);
  });
  defineAction('open and close a tab', 4, async () => {
    if (tabs.length > 1) closeTab();
    else await openTab();
  });
  defineAction('reload the page', 3, async () => {
    closeTab();
    await openTab();
    await call('GET', '/api/auth/check-auth');
  });
  defineAction('change the profile', 1, async () => {
    const profilePic = Math.random() < 0.3 ? await randomPicture() : undefined;
    await call('PUT', '/api/auth/update-profile', { fullName: name, profilePic });
    await call('GET', '/api/auth/sessions');
  });
  defineAction('send invalid requests', 1, async () => {
    await call('GET', `/api/post/getpost/${randomUUID()}`, undefined, [404]);
    await call('POST', '/api/post/create-post', { blogTitle: '' }, [400]);
  });

  const totalWeight = [...actions.values()].reduce((sum, { weight }) => sum + weight, 0);
  function pickAction(): string {
    let rest = Math.random() * totalWeight;
    for (const [actionName, { weight }] of actions) {
      rest -= weight;
      if (rest <= 0) return actionName;
    }
    return 'read the feed';
  }

  function countAction(actionName: string): void {
    tally.actions.set(actionName, (tally.actions.get(actionName) ?? 0) + 1);
  }

  const think = () => delay(thinkMs * (0.5 + Math.random()), undefined, { signal }).catch(() => undefined);

  /** Signs in. Retries after every failure, with pauses, until `signal` is aborted. */
  async function signIn(): Promise<boolean> {
    while (!(await call('POST', '/api/auth/login', { email, password: PASSWORD }))) {
      if (signal.aborted) return false;
      await think();
    }
    return true;
  }

  async function signOut(): Promise<void> {
    countAction('sign out');
    while (tabs.length > 0) closeTab();
    await call('POST', '/api/auth/logout');
  }

  return {
    async signUp(): Promise<void> {
      countAction('sign up');
      const user = await call<Identified>('POST', '/api/auth/signup', {
        fullName: name,
        email,
        password: PASSWORD,
      });
      id = user?._id ?? '';
      if (id !== '') allUserIds.push(id);
    },

    /** Runs sessions of some twenty actions each until `signal` is aborted. */
    async runSessions(): Promise<void> {
      while (!signal.aborted) {
        countAction('sign in');
        if (!(await signIn())) return;
        await openTab();
        for (let left = 10 + Math.floor(Math.random() * 20); left > 0 && !signal.aborted; left -= 1) {
          const actionName = pickAction();
          countAction(actionName);
          await actions.get(actionName)?.run();
          await think();
        }
        await signOut();
        await think();
      }
    },
  };
}
